# The commands for a clone of Alarife; "make help" lists them.
GAME ?= big-boss
PLAYERS ?= 3
SOAK ?= 1000
CHAOS ?= 100
HOUSES ?= 20
KILLS ?= 200
CHANCE ?= $(shell date +%F)
EVENINGS ?= 20
MUTANTS ?= 60
FUZZ ?= 1000000
BASE ?= HEAD~1
QUICK = tests/rules tests/contract tests/golden tests/resources tests/vectors tests/net/test_gamefile.py tests/net/test_versions.py \
	tests/client/boards/test_every_board.py tests/test_imports.py tests/test_documents.py tests/test_readme.py
COMPILED = tests/rules tests/contract tests/golden tests/vectors tests/ages tests/net
SESSIONS = $(addprefix tests/net/session/test_,schedules.py fair_table.py comings_and_goings.py)
SHEETS = tests/client/boards/pictures
LEDGER = tests/chaos tests/net/session/test_comings_and_goings.py

venv := .venv
bin := $(venv)/bin

.DEFAULT_GOAL := help
.PHONY: help play run test tests test-compiled check quick lint types format golden compile sounds pictures gallery moments soak mutants chaos houses kills evenings fuzz bench bench-compare train lock deb portable release release-key acceptance aloud clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

play: $(venv)/ready-to-play ## set up what is missing, then a table against bots (GAME=, PLAYERS=)
	$(bin)/alarife play $(GAME) --players $(PLAYERS)

run: $(venv)/ready-to-play ## set up what is missing, then Alarife's start page
	$(bin)/alarife

test: $(venv)/ready-to-test ## set up what is missing, then lint, types and every test side by side
	$(MAKE) --no-print-directory -j 3 lint types tests

tests: $(venv)/ready-to-test ## every test alone
	$(bin)/python -m pytest -n auto --dist worksteal

test-compiled: compile ## the tests of the rules and of play between peers on machine code (needs a C compiler)
	ALARIFE_RULES=compiled $(bin)/python -m pytest -q -n auto --dist worksteal --quick --soak 2 $(COMPILED)
	$(bin)/python -m pytest -q tests/compiled

check: $(venv)/ready-to-test ## before each commit: lint, types and the quick tests side by side, in about a minute
	$(MAKE) --no-print-directory -j 3 lint types quick

quick: $(venv)/ready-to-test ## the quick tests alone
	$(bin)/python -m pytest -q -n auto --dist worksteal --quick --soak 2 $(QUICK)

lint: $(venv)/ready-to-test ## ruff: faults, import order, format
	$(bin)/ruff check
	$(bin)/ruff format --check

types: $(venv)/ready-to-test ## mypy, strict
	$(bin)/mypy

format: $(venv)/ready-to-test ## let ruff fix what it can
	$(bin)/ruff check --fix
	$(bin)/ruff format

golden: $(venv)/ready-to-test ## add the golden games that a new version of a game lacks; those that are there stay (see docs/versions.md)
	$(bin)/python -m tests.golden.make

compile: $(venv)/ready-to-test ## the rules as machine code (build/compiled; needs a C compiler)
	ALARIFE_RULES= $(bin)/python packaging/compiling.py

sounds: $(venv)/ready-to-play ## make the sounds again (resources/sounds)
	$(bin)/python packaging/sounds.py

pictures: $(venv)/ready-to-test ## store the pictures of all boards again (after an intended change of look)
	$(bin)/python -m tests.client.boards.pictures.make

gallery: $(venv)/ready-to-test ## dist/gallery/index.html: the boards as stored and as painted now, side by side
	$(bin)/python -m tests.client.boards.pictures.gallery

moments: $(venv)/ready-to-test ## dist/moments: every page and the moments of each game that matter, in three sizes, two looks and two languages (an hour)
	$(bin)/python -m tests.client.moments

soak: $(venv)/ready-to-test ## thousands of random games under the contract and of tables that players join and leave (SOAK= games, CHANCE= a word for the cards), every sheet of boards, both verifiers, and every combination
	$(bin)/python -m pytest -n auto --dist worksteal --soak $(SOAK) --chaos $(CHAOS) --chance "$(CHANCE)" tests/contract $(SESSIONS) tests/chaos $(SHEETS)
	$(bin)/python -m pytest -n auto --dist worksteal --soak $(SOAK) --witness 1000 tests/witness
	$(bin)/python -m pytest -n auto --dist worksteal --soak $(SOAK) --chance "$(CHANCE)" -m thorough

mutants: $(venv)/ready-to-test ## put small faults in rules/ and net/deal, one at a time, and see that the tests notice (MUTANTS= in each, or "all"); goes on where it was ended
	$(bin)/python -m tests.mutants $(if $(filter all,$(MUTANTS)),--whole,--sample $(MUTANTS))

kills: $(venv)/ready-to-test ## kill peers and windows on this computer outright and see that nothing is lost (KILLS= times each)
	$(bin)/alarife soak --kills $(KILLS) --peers 3
	QT_QPA_PLATFORM=offscreen $(bin)/python -m tests.chaos.kills $(KILLS)

chaos: $(venv)/ready-to-test ## whole games whose people come, go and cheat, with the ledger of knowledge switched on (CHAOS= games)
	$(bin)/python -m pytest -q -n auto --dist worksteal --chaos $(CHAOS) --soak $(CHAOS) $(LEDGER)

houses: $(venv)/ready-to-play ## games between five programs that are killed and cut off (HOUSES= games; Linux)
	$(bin)/alarife soak --games $(HOUSES) --evenings 0

evenings: $(venv)/ready-to-play ## games between five peers in a played internet, behind routers of all kinds (EVENINGS= games)
	$(bin)/alarife soak --evenings $(EVENINGS)

fuzz: $(venv)/ready-to-test ## a fuzzer on everything that reads bytes from outside (FUZZ= inputs; Linux)
	$(bin)/python -m pip install -q -e '.[fuzz]'
	$(bin)/python -m tests.fuzz.run --inputs $(FUZZ)

bench: $(venv)/ready-to-play ## benchmark this machine (PEER= clones of github.com/TobiHol/torres and of LibTMCG, which are then measured as well)
	$(bin)/alarife bench --text $(addprefix --peer ,$(PEER))

bench-compare: $(venv)/ready-to-play ## this version and an earlier one in turn, and what became slower (BASE= the commit)
	$(bin)/python -m client.bench.compare $(BASE)

train: $(venv)/ready-to-test ## learn the weights of a game's bots again from nothing, as they were learned, and compare (GAME=big-boss: ten minutes; the other names in docs/bots.md: up to two hours)
	$(bin)/python -m pip install -q -e '.[train]'
	$(bin)/python -m tests.training.again $(GAME)

lock: $(venv)/ready-to-package ## resolve and lock the libraries again, with hashes (packaging/locked; after a change of pyproject.toml)
	$(bin)/python -m pip install -q 'uv>=0.5'
	$(bin)/python packaging/lock.py

deb: $(venv)/ready-to-package ## dist/alarife_VERSION_amd64.deb, for Debian 12, Ubuntu 22.04 and newer (see packaging/README.md)
	$(bin)/python packaging/deb.py

portable: $(venv)/ready-to-package ## dist/alarife-VERSION-linux-MACHINE.tar.xz, to unpack anywhere
	$(bin)/python packaging/portable.py

release: test-compiled $(venv)/ready-to-package ## the .deb, the archive, the source, pictures, notes and SHA-256 sums in dist/ (SITE= where they are published)
	$(bin)/python packaging/release.py

release-key: $(venv)/ready-to-package ## make the key that signs releases: once, by the person who publishes (RELEASE_KEY= its file)
	$(bin)/python packaging/sign.py

acceptance: ## as root, with debootstrap: install the .deb on bare systems and play through their windows; pictures in dist/acceptance
	python3 packaging/test/bare.py dist/alarife_*.deb
	python3 packaging/test/acceptance.py dist/alarife_*.deb

aloud: $(venv)/ready-to-play ## play a lesson and a game through the accessibility bus alone (see packaging/README.md)
	$(bin)/python packaging/test/aloud.py

clean: ## remove what these commands made
	rm -rf $(venv) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(venv)/ready-to-play: pyproject.toml packaging/setup.sh packaging/locked/play.txt packaging/qt-libraries.txt
	packaging/setup.sh
	@touch $@

$(venv)/ready-to-test: pyproject.toml packaging/setup.sh packaging/locked/test.txt packaging/qt-libraries.txt
	packaging/setup.sh test
	@touch $@ $(venv)/ready-to-play

$(venv)/ready-to-package: pyproject.toml packaging/setup.sh packaging/locked/package.txt packaging/qt-libraries.txt
	packaging/setup.sh package
	@touch $@ $(venv)/ready-to-play
