# Everything runs from .venv; the first target that needs it makes it.
PYTHON ?= python3.11
BIN := .venv/bin
STAMP := .venv/.installed
# Training has an environment of its own: torch is large, and nothing else needs it.
TRAIN := .train-venv/bin
TRAIN_STAMP := .train-venv/.installed

.PHONY: help env demo test check fmt slow train-env test-train bench bench-peers lock clean
help:  ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

env: $(STAMP)  ## make the environment
$(STAMP): requirements/dev.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "memscribe needs Python 3.11 or newer: set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

demo: $(STAMP)  ## the main job on a bundled conversation
	$(BIN)/memscribe demo

test: $(STAMP)  ## all fast tests
	$(BIN)/python -m pytest -n 2 -m "not slow"

check: $(STAMP)  ## what CI checks besides the tests: format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports

fmt: $(STAMP)  ## format and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

slow: $(STAMP)  ## long crash runs and wide properties
	$(BIN)/python -m pytest -m slow --timeout 3000

train-env: $(TRAIN_STAMP)  ## make the training environment (torch and more)
$(TRAIN_STAMP): requirements/dev.txt pyproject.toml
	$(PYTHON) -m venv .train-venv
	$(TRAIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(TRAIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(TRAIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable '.[train]'
	@touch $(TRAIN_STAMP)

test-train: $(TRAIN_STAMP)  ## tests of the training code, in the training environment
	$(TRAIN)/python -m pytest tests/train

bench: $(STAMP)  ## speed of write and search on one core
	$(BIN)/python benchmarks/speed.py

bench-peers: $(STAMP)  ## speed of one write beside Mem0 (the first run installs Mem0 into .bench)
	$(BIN)/python benchmarks/peers.py

lock: $(STAMP)  ## lock all dependencies with hashes for every platform
	uv pip compile --universal --generate-hashes --python-version 3.11 --quiet --group dev --output-file requirements/dev.txt pyproject.toml

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist
