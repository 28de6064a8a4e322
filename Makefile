# The front doors of Treadle. `make help` lists them; cmake and its presets do the work.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.NOTPARALLEL:

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
MODEL ?= models/four_bar.json
SECONDS ?= 300
ROUNDS ?= 15
SEED ?= 1
PEER_MODEL = $(if $(filter file,$(origin MODEL)),models/hmmwv.json,$(MODEL))
TREADLE := build/release/treadle
NAME = $(basename $(notdir $(MODEL)))

# Without ninja (a system without our package list) the presets still serve, with make below them.
GENERATOR := $(if $(shell command -v ninja 2>/dev/null),,-G "Unix Makefiles")
SOURCES = find src cli tests bench examples treadle.hpp \( -name '*.hpp' -o -name '*.cpp' \) 2>/dev/null | sort

stage = @printf '\n== %s\n' "$(1)"
configure = timeout 120 cmake --preset $(1) $(GENERATOR) --log-level=NOTICE > build/$(1).log 2>&1 \
	|| { cat build/$(1).log; exit 1; }; sed -n '/^treadle:/p; /^CMake Warning/,/^$$/p' build/$(1).log
compile = mkdir -p build; $(call configure,$(1)); timeout 2400 cmake --build build/$(1) -j $(JOBS) $(2)
# Runs tests of a preset, keeps their log under a name and closes with "N passed, N failed".
check = status=0; timeout 1500 ctest --preset $(1) -j $(JOBS) $(2) || status=$$?; \
	cp build/$(1)/Testing/Temporary/LastTest.log build/$(3).tests; \
	printf '%s: ' "$(3)"; awk -f cmake/summary.awk build/$(3).tests; exit $$status

# The campaign with the first python3 that has numpy; it ends with "N passed, N failed".
draw = for python in python3 /usr/bin/python3; do if $$python -c 'import numpy' 2> /dev/null; then \
	  exec nice -n 10 $$python -B tests/campaign/campaign.py --treadle $(TREADLE) --jobs $(JOBS) $(1); fi; done; \
	echo "no python3 has numpy (Debian: python3-numpy)"; exit 1

.PHONY: build demo test test-slow bench bench-peers bench-stiff paper-tables families campaign docs end-states examples fuzz gallery pictures format tidy clean help packages packages-test forget \
        test-release test-clang test-sanitize test-threads test-install test-format

build: ## build library and command line for this machine: build/release/treadle
	@command -v cmake > /dev/null || { echo "cmake is not found; setup/install installs what is needed"; exit 1; }
	@$(call compile,release,--target product)

demo: packages build ## install what is missing, build, simulate a four-bar linkage, make its report
	@test -x $(TREADLE) || { echo "the command line was left out; it needs nlohmann-json and CLI11"; exit 1; }
	$(call stage,simulating $(MODEL) for 5 seconds)
	@mkdir -p build/demo
	timeout 120 $(TREADLE) run $(MODEL) --until 5 --out build/demo/$(NAME).csv
	timeout 60 $(TREADLE) inspect $(MODEL) --svg build/demo/$(NAME).svg
	@timeout 120 $(TREADLE) run $(MODEL) --until 5 --quiet --report build/demo/$(NAME).html \
	  || { code=$$?; test $$code = 2 && rm -f build/demo/$(NAME).html || exit $$code; }
	$(call stage,done)
	@echo "the motion:                     build/demo/$(NAME).csv"
	@echo "the mechanism and its patterns: build/demo/$(NAME).svg"
	@test ! -f build/demo/$(NAME).html \
	  || echo "open in a browser:              build/demo/$(NAME).html"
	@echo "try next:                       $(TREADLE) run --help"

test: packages-test forget test-format test-release test-sanitize test-install ## install what is missing, build, run all tests
	$(call stage,all stages passed)
	@awk -f cmake/summary.awk $$(ls build/{release,sanitize,install}.tests 2>/dev/null)

test-release: ## tests of the release build
	$(call stage,release: build and tests)
	@$(call compile,release,)
	@$(call check,release,-LE "install|slow",release)

test-clang: ## clang, optimised, warnings are errors (test-sanitize compiles all with clang too)
	$(call stage,clang: build with warnings as errors)
	@if command -v clang++ > /dev/null; then $(call compile,clang,--target product); \
	else echo "clang++ is not found: left out"; fi

test-sanitize: ## tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call stage,sanitize: build and tests with address and undefined behaviour checked)
	@if command -v clang++ > /dev/null; then $(call compile,sanitize,); $(call check,sanitize,,sanitize); \
	else echo "clang++ is not found: left out"; fi

test-threads: ## tests of shared work under ThreadSanitizer
	$(call stage,thread: build and tests with threads checked)
	@if command -v clang++ > /dev/null; then $(call compile,thread,--target test_threads treadle_tbb); \
	  export TSAN_OPTIONS=suppressions=$(CURDIR)/tests/threads/suppressions.txt; $(call check,thread,,thread); \
	else echo "clang++ is not found: left out"; fi

test-install: ## a program built against an installed copy
	$(call stage,install: examples/hello against an installed copy)
	@$(call compile,release,--target product)
	@$(call check,release,-L install,install)

test-format: ## the form that .clang-format asks for
	$(call stage,format)
	@if command -v clang-format > /dev/null; then \
	  $(SOURCES) | xargs timeout 120 clang-format --dry-run --Werror && echo "format: all in good form"; \
	else echo "clang-format is not found: left out"; fi

campaign: ## mechanisms drawn by a seed, run and compared with a witness, for SECONDS (300); failing ones are in build/campaign
	@setup/install build test
	@$(call compile,release,--target product)
	@$(call draw,--seconds $(SECONDS) --seed $(SEED) $(ARGS))

test-slow: ## tests that take minutes, then the campaign over 5000 mechanisms and all kept cases: about an hour
	@setup/install build test
	@$(call compile,release,)
	@$(call check,release,-L slow,slow)
	@$(call draw,--case tests/campaign/cases/*.json tests/campaign/cases/runs/*.json)
	@$(call draw,--count 5000 --seed slow $(ARGS))

bench: ## build and run the benchmarks: build/bench.json
	@setup/install build bench
	@$(call compile,release,--target treadle_bench)
	timeout 900 build/release/treadle_bench --benchmark_out=build/bench.json --benchmark_out_format=json $(ARGS)

bench-peers: build ## the same model in Simbody, Pinocchio and MuJoCo: they have to agree, then they are timed
	@setup/install peers || echo "going on with what is here"
	@bash bench/peers/prepare.sh build/peers
	@python=build/peers/venv/bin/python; if $$python -c 'import numpy' 2> /dev/null; then \
	  timeout 600 $$python -B bench/peers/precision.py $(TREADLE); fi
	@for python in python3 /usr/bin/python3 build/peers/venv/bin/python; do \
	  if $$python -c 'import numpy' 2> /dev/null; then \
	    exec timeout 1800 $$python -B bench/peers/compare.py --treadle $(TREADLE) --build build/peers \
	      --model $(PEER_MODEL) --rounds $(ROUNDS); fi; done; echo "no python3 has numpy (Debian: python3-numpy)"; exit 1

paper-tables: build ## the tables of the paper beside ours, all methods timed in turn for SECONDS (docs/solvers.md)
	@python3 -B docs/solvers/paper_tables.py $(TREADLE) models/hmmwv.json $(if $(filter file,$(origin SECONDS)),20,$(SECONDS))

bench-stiff: build ## implicit integrators and their Jacobians on stiff machines (docs/stiff.md)
	python3 -B bench/stiff/measure.py $(TREADLE) build/stiff

families: build ## all solvers on six families of growing mechanisms: build/families, with curves; takes an hour
	@mkdir -p build/families
	@cmake --build build/release --target treadle_evaluations
	python3 -B bench/families/measure.py $(TREADLE) build/release/treadle_evaluations build/families/families.json $(ARGS)
	python3 -B bench/families/draw.py build/families/families.json build/families
	@echo "pictures: build/families; cp build/families/families.json docs/solvers/ for those of docs (make pictures)"

fuzz: ## feed the reader mutated models for SECONDS (300); what it finds is in build/fuzz/found
	@setup/install build test
	@$(call compile,fuzz,--target read_model_fuzz)
	@mkdir -p build/fuzz/corpus build/fuzz/found
	@cp -n models/*.json build/fuzz/corpus; cp -n tests/io/broken/*.json build/fuzz/corpus
	nice -n 15 build/fuzz/read_model_fuzz -max_total_time=$(SECONDS) -rss_limit_mb=1024 -timeout=10 \
	  -max_len=16384 -dict=tests/fuzz/model.dict -artifact_prefix=build/fuzz/found/ -print_final_stats=1 build/fuzz/corpus

gallery: packages build ## one page with the reports of all ready models: build/gallery/index.html
	$(call stage,reports of all models)
	@timeout 900 bash cmake/gallery.sh $(TREADLE) build/gallery
	@echo "open in a browser: build/gallery/index.html"

end-states: ## write tests/determinism/end_states.txt anew, after a change that moves bits on purpose
	@$(call compile,package,--target test_determinism)
	TREADLE_WRITE_END_STATES=1 build/package/tests/test_determinism --gtest_brief=1

examples: ## write what examples say anew: examples/*.out
	@$(call compile,package,--target examples)
	@for name in $$(ls examples/*.out); do stem=$$(basename $$name .out); program=build/package/examples/example_$$stem; \
	  if test -x $$program; then words=$$program; else words="sh examples/$$stem.sh build/package/treadle models"; fi; \
	  python3 -B tests/examples/check_examples.py --write $$name $$words; done

docs: build ## write docs/model.md and the JSON schema anew
	$(TREADLE) schema > docs/treadle.schema.json
	$(TREADLE) schema --page docs/model/page.md > build/model.md && mv build/model.md docs/model.md

pictures: build gallery ## draw the pictures of README and docs anew
	@mkdir -p docs/pictures
	python3 -B docs/model/draw.py
	python3 -B docs/singular/draw.py $(TREADLE)
	python3 -B docs/precision/draw.py $(TREADLE)
	python3 -B docs/tutorial/draw.py $(TREADLE)
	python3 -B bench/families/draw.py docs/solvers/families.json docs/pictures
	python3 -B bench/contact/jacobians.py draw docs/contact/jacobians.json docs/pictures/contact_jacobians.svg
	$(TREADLE) inspect models/double_wishbone.json --svg docs/pictures/double_wishbone.svg > /dev/null
	@if test -f build/gallery/double_wishbone.png; then \
	  cp build/gallery/double_wishbone.png docs/pictures/report.png; fi

format: ## rewrite all sources in our form
	@$(SOURCES) | xargs clang-format -i

tidy: ## clang-tidy on what differs from the last commit; ALL=1: on all sources
	@setup/install build tidy
	@mkdir -p build; $(call configure,clang)
	@if test -n "$(ALL)"; then find src cli -name '*.cpp'; \
	else { git diff --name-only --diff-filter=d HEAD 2> /dev/null || true; git ls-files --others --exclude-standard; } \
	  | grep -E '^(src|cli)/.*\.cpp$$' || true; fi | sort -u \
	  | timeout 1800 xargs -r -n 1 -P $(JOBS) clang-tidy --quiet -p build/clang

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
	@echo "  JOBS=n: parallel jobs (here $(JOBS)); MODEL=file: another model for demo and bench-peers"

forget:
	@rm -f build/*.tests

packages:
	@setup/install build viewer

packages-test:
	@setup/install build viewer test bench
