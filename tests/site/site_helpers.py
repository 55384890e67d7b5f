"""What the tests of the site share besides fixtures."""

FORGE = "https://github.com/example/app"


def blob(repo, rest: str) -> str:
    """Return the forge's address of a file at the commit of `repo`."""
    return f"{FORGE}/blob/{repo.git('rev-parse', 'HEAD')}/{rest}"
