# Everything from Python 3.11+ and make alone: the first target that needs it builds .venv in this checkout.

PYTHON ?= python3
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TRANSLATIONS := $(patsubst %.po,%.mo,$(wildcard src/towpath/locale/*/LC_MESSAGES/*.po))
SCRIPTS := src/towpath/server/assets/built.json
CODE := src tests $(wildcard bench) words web/build.py hatch_build.py
TYPED := src $(wildcard bench) words

.DEFAULT_GOAL := help
.PHONY: help setup play test lint types layers pytest prove shots bench browser postgres web words wheel clean

help:  ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Towpath needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "This Python cannot make virtual environments (Debian: apt-get install python3-venv)" >&2; exit 1; }

$(STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what Towpath needs into $(VENV): a few minutes, the first time only"
	TOWPATH_SCRIPTS_LATER=1 $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[test,milp,postgres,web]'
	@touch $(STAMP)

$(VENV)/.oracle: $(STAMP)
	TOWPATH_SCRIPTS_LATER=1 $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[test,milp,postgres,web,oracle]'
	@touch $@

# npm's packages come by web/package-lock.json; esbuild and Node make of the sources what the wheel carries.
$(SCRIPTS): $(STAMP) $(wildcard web/src/*.ts) web/build.py web/package-lock.json web/tsconfig.json
	$(BIN)/python web/build.py
	@touch $(SCRIPTS)

web: $(SCRIPTS)  ## build the scripts of the pages

words: $(STAMP)  ## make the catalogue of all words anew, and bring every translation up to date
	$(BIN)/python -m words

setup: $(STAMP)  ## make or refresh the virtual environment

$(TRANSLATIONS): %.mo: %.po $(STAMP)
	$(BIN)/python -m words compile

play: $(SCRIPTS) $(TRANSLATIONS)  ## serve the table on this machine and open it in the browser
	$(BIN)/towpath serve --open $(ARGS)

test: lint pytest  ## every check, with samples of the long proofs

lint: $(STAMP)  ## style, formatting, types and layers
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(TYPED)
	$(BIN)/lint-imports
	$(BIN)/python web/build.py --types

pytest: $(SCRIPTS) browser postgres  ## the tests alone
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

prove: $(VENV)/.oracle $(SCRIPTS) postgres  ## the long proofs at their full counts, with a report
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m prove -rsp $(ARGS)

shots: $(SCRIPTS) browser  ## pictures of every kind of page, in shots/
	$(BIN)/python -m tests.browser.shots $(ARGS)

bench: $(SCRIPTS)  ## measure the speeds
	$(BIN)/python -m bench $(ARGS)

# Debian's chromium drives the browser tests. Root (a container, CI) may install it; anybody else is told and the tests skip.
browser:
	@if [ -x /usr/bin/chromium ] || [ -n "$$TOWPATH_CHROMIUM" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing chromium for the browser tests"; \
		apt-get update -qq >/dev/null && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null || \
			echo "chromium could not be installed: the browser tests will be skipped"; \
	else echo "no /usr/bin/chromium: the browser tests will be skipped"; fi

# The tests start a PostgreSQL of their own where its programs are, and leave none running; else those of several servers skip.
postgres:
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing postgresql for the tests of several servers"; \
		apt-get update -qq >/dev/null && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null || \
			echo "postgresql could not be installed: the tests of several servers will be skipped"; \
	else echo "no PostgreSQL: the tests of several servers will be skipped"; fi

wheel: $(SCRIPTS) $(TRANSLATIONS)  ## build dist/*.whl
	$(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-deps --wheel-dir dist .

clean:  ## remove the virtual environment, caches and builds
	rm -rf $(VENV) web/node_modules $(wildcard src/towpath/server/assets/*.js) $(SCRIPTS) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
