# Two commands: `make run` sets everything up and starts Sayso; `make test` sets everything up and passes the tests.

BIN := .venv/bin
ARGS ?=

.PHONY: run test setup setup-tests lint bench screenshot lock clean

run: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
		exec $(BIN)/sayso $(ARGS); \
	else \
		echo "There is no display, so Sayso opens in this terminal, with a browser that cannot be seen."; \
		exec $(BIN)/sayso chat --headless $(ARGS); \
	fi

test: lint
	@$(BIN)/pytest $(ARGS)

setup:
	@python3 packaging/prepare.py

setup-tests:
	@python3 packaging/prepare.py --tests

lint: setup-tests
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: setup-tests
	@$(BIN)/python -m tests.benchmarks $(ARGS)

screenshot: setup
	@$(BIN)/python packaging/screenshot.py $(ARGS)

LOCK := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --build-deps-for editable \
	--no-emit-find-links --no-emit-index-url --no-emit-trusted-host --no-emit-options

lock: setup-tests
	@$(LOCK) --output-file requirements.lock pyproject.toml
	@$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
