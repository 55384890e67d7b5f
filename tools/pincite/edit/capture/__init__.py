"""Record a decision: its entry, what it supersedes, its sources, the index line and the event, all at once."""
