"""What git and pre-commit call: thin doors to `pincite check` and the merge driver."""
