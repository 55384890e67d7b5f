"""The project's benchmark: `make bench` prints what the gate costs beside what else could be run, as ratios."""
