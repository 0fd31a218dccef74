# Everything runs in .venv, made on first use. `make help` lists the targets.

PYTHON ?= python3
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
READY := $(VENV)/ready
PAGE := $(shell find page -type f -not -path '*/node_modules/*' 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test browser lint pythons format bench docs clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(READY) ## make .venv and install multibond into it, with the tools for tests and linting
	@:

$(READY): pyproject.toml constraints.txt hatch_build.py $(PAGE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "multibond needs Python 3.11 or newer; name one with: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "setting up $(VENV): the first time takes a minute or a few"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --editable ".[test,lint]" --constraint constraints.txt
	@$(BIN)/python -m compileall -q src
	@touch $@

demo: $(READY) ## simulate the flagship model and write its report under out/
	@$(BIN)/python -m multibond.demo

# One thread of linear algebra for each worker, or the workers fight for the cores.
test: $(READY) browser ## run all tests, in Chromium too where it is or may be installed
	@status=0; OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal || status=$$?; \
	command -v chromium >/dev/null || echo "Chromium is not installed: the tests in a browser were skipped."; \
	exit $$status

browser:
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Chromium for the tests in a browser"; \
		{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium; } \
			>/dev/null 2>&1 || echo "Chromium could not be installed"; \
	fi

lint: $(READY) ## check style, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

pythons: ## try the wheel with Python 3.11, 3.12 and 3.13, as far as they are there
	@JOBS=$(JOBS) .ci/pythons

format: $(READY) ## mend style and format where ruff can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/bench ## measure multibond beside other programs
	@$(BIN)/python -m benchmarks

# One by one, so that a program without a wheel for this machine leaves out only its own rows.
$(VENV)/bench: $(READY)
	@$(BIN)/python -c 'import tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*extras["bench"], sep="\n")' | \
	while read -r program; do \
		$(PIP) install --only-binary :all: --constraint constraints.txt "$$program" || echo "the benchmarks go on without $$program"; \
	done
	@touch $@

docs: $(VENV)/docs ## make the site from docs/ under out/docs, tutorials run
	@$(BIN)/python -m sphinx -q -W --keep-going -b html -d out/doctrees docs out/docs
	@echo "out/docs/index.html"

$(VENV)/docs: $(READY)
	@$(PIP) install --editable ".[docs]" --constraint constraints.txt
	@touch $@

clean: ## remove .venv and everything made by a run
	rm -rf $(VENV) out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis page/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
