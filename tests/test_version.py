"""The version is answered, and stands in one place."""

from pincite import __version__
from pincite.cli import main


def test_version_is_printed(capsys):
    assert main(["--version"]) == 0

    assert capsys.readouterr().out == f"pincite {__version__}\n"
