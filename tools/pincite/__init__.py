"""pincite: a wiki of a team's decisions whose every claim cites the exact line it rests on."""

__version__ = "0.1.0"
