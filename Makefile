# Two commands matter: `make demo` and `make test`. Both make .venv when needed and work offline once it stands.
PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
# One stamp per content of pyproject.toml: with the stamp no installer runs, so the second run needs no network.
STAMP  := $(VENV)/.installed-$(shell cksum pyproject.toml | cut -d' ' -f1)
PYTEST_ARGS ?= -n auto

.PHONY: demo test lint check bench docs clean

demo: $(STAMP)
	$(PY) examples/demo.py

test: $(STAMP) lint
	$(PY) -m pytest $(PYTEST_ARGS)

lint: $(STAMP)
	$(PY) -m ruff check .
	$(PY) -m mypy

check: $(STAMP)
	$(PY) -m builders check

bench: $(STAMP)
	$(PY) -m benchmarks

docs: $(STAMP)
	$(PY) -m docs

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || \
	  { echo "There is no $(PYTHON) here. Name a Python of 3.10 or newer with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "Python 3.10 or newer is needed; $(PYTHON) is older. Name another with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "The venv module is missing. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip setuptools wheel
	$(PY) -m pip install --quiet --editable '.[dev]'
	@rm -f $(VENV)/.installed-*
	@touch $@

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache
