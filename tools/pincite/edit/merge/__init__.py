"""Merge two versions of a page, a log or an index by entry, event and line, where git merges by line alone."""
