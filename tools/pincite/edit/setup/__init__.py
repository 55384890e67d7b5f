"""Setting a repository up (`pincite init`) and taking all of it back (`pincite uninit`)."""
