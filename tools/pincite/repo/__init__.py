"""The only place that starts git: snapshots of the repository's files, and their history."""
