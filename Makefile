# Every task of the project, by name. `make help` lists them.

VENV := .venv
SITE_VENV := .venv-site
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
SITE_INSTALLED := $(SITE_VENV)/.installed
SITE := build/site
PORT := 8000

# The first Python that is new enough; `make PYTHON=/path/to/python3.12 ...` chooses another.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)

# A limit in seconds, where there is a `timeout`: macOS has none.
AT_MOST = $(if $(shell command -v timeout 2>/dev/null),timeout $(1))
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)
PYTEST := $(call AT_MOST,1500) $(BIN)/python -m pytest -n 2 --dist loadscope

.DEFAULT_GOAL := help
.PHONY: help lab app test test-site test-package lint format bench notebooks site serve-site clean

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

lab: $(INSTALLED) ## open the first notebook in JupyterLab
	$(BIN)/jupyter lab $(AS_ROOT) notebooks/00_start_here.ipynb

app: $(INSTALLED) ## show the notebooks as apps without code
	$(BIN)/voila notebooks

test: $(INSTALLED) ## run every test, the notebooks and a real browser included
	$(PYTEST) --nbval notebooks
	$(PYTEST) --ignore=tests/site --cov

test-site: $(INSTALLED) $(SITE_INSTALLED) ## test the site and the apps in a browser, the library in WebAssembly
	$(call AT_MOST,1500) $(BIN)/python -m pytest tests/site

test-package: $(INSTALLED) ## build, install in a clean environment, test away from the source
	$(call AT_MOST,1800) $(BIN)/python .ci/package.py "$$(command -v $(PYTHON))"

lint: $(INSTALLED) ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(INSTALLED) ## put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(INSTALLED) ## measure the speed, with and without compiled loops
	$(BIN)/python benchmarks/run.py
	PUZZLELIB_NO_NUMBA=1 $(BIN)/python benchmarks/run.py

notebooks: $(INSTALLED) ## execute the notebooks afresh and clean them
	$(BIN)/python .ci/notebooks.py

site: $(SITE_INSTALLED) ## build the site that needs no installation
	$(SITE_VENV)/bin/python .ci/site.py $(SITE)

serve-site: site ## show the site at http://127.0.0.1:PORT
	$(SITE_VENV)/bin/python -m http.server --bind 127.0.0.1 --directory $(SITE) $(PORT)

clean: ## remove what was built and installed
	rm -rf $(VENV) $(SITE_VENV) .cache build dist .coverage* .hypothesis .*_cache

# An environment is made again only when pyproject.toml changes.
$(INSTALLED): EXTRA := all
$(SITE_INSTALLED): EXTRA := site
$(INSTALLED) $(SITE_INSTALLED): pyproject.toml
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(NEW_ENOUGH)' || { \
		echo "puzzlelib needs Python 3.11 or newer: install it, or name it: make PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -m venv $(@D) || { \
		echo "Python's venv module is missing. Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Installing into $(@D). This is done once and takes a few minutes."
	@$(call AT_MOST,900) $(@D)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRA)]'
	@touch $@
