# Needs Go, Node with npm, and for the tests Chromium, a JDK and Python (installed where apt-get can).

SHELL := bash
PORT ?= 8080
FUZZTIME ?= 60s
CACHE := $(CURDIR)/.cache
WASM := GOOS=js GOARCH=wasm

# What is compiled is the same wherever the repository lies, so that a second clone
# need not compile it again. Tests are not vetted when they run: lint vets them.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath -vet=off)

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build the site and serve it on PORT (8080)
	go run ./web/site serve -addr :$(PORT)

.PHONY: build
build: ## Build the static site into web/dist; SOURCE is the address of the source code, for the About page
	go run ./web/site build $(if $(SOURCE),-source "$(SOURCE)")

.PHONY: test
test: SHORT := -short
test: checked ## Install what the tests need; lint, then the tests, in minutes: what test-all adds is left out

.PHONY: test-all
test-all: needs-browsers $(CACHE)/cbt-tool/cbt checked ## The same in Firefox and WebKitGTK too, with all lessons walked, each way to start, leave, update and fail, every state in every size and colour, the largest data and the long random runs

.PHONY: checked
checked: needs lint
	go test $(SHORT) ./...
	$(MAKE) bench-engine BENCH_FLAGS='-short -benchtime=1x' >$(CACHE)/smoke.log 2>&1 || { cat $(CACHE)/smoke.log; exit 1; }
	$(MAKE) test-browser SHORT=$(SHORT)
	$(MAKE) size
	go test -tags e2e -p 1 -count=1 -timeout 60m $(SHORT) ./web/e2e/...
	$(if $(SHORT),,go test -tags e2e -count=1 -timeout 10m ./web/test/drive)

# What of the tests above runs in Chromium, Firefox and WebKitGTK.
.PHONY: test-browsers
test-browsers: needs needs-browsers build ## Walk one journey in Chromium, Firefox and WebKitGTK; installs them
	go test -tags e2e -count=1 -timeout 10m ./web/test/drive
	go test -tags e2e -count=1 -timeout 60m -v -run '^TestJourney' ./web/e2e/journey $(if $(BROWSER),-browser $(BROWSER))

# Tests that need a real IndexedDB, locks and messages: once in a page, once in a worker,
# the store with SHORT in a worker alone, where readers have it. And one of what must be
# the same natively and in a browser.
.PHONY: test-browser
test-browser:
	go build -o $(CACHE)/wasmexec ./web/test/exec
	$(WASM) go test $(SHORT) -exec "$(CACHE)/wasmexec" $(if $(SHORT),,./wasm/store/...) ./wasm/bridge
	$(WASM) go test $(SHORT) -exec "$(CACHE)/wasmexec -worker" ./app/guard ./wasm/store/... ./wasm/bridge
	$(WASM) go test $(SHORT) -exec "$(CACHE)/wasmexec -worker" -run '^TestSame$$' ./engine/traffic

# Installs a browser, the languages that code is written in, and the npm packages of the browser tests
# where they are missing.
.PHONY: needs
needs: web/e2e/node_modules/.package-lock.json app/connect/serve/testdata/node/node_modules/.package-lock.json
	@missing=; \
	command -v "$${CHROMIUM:-chromium}" chromium-browser google-chrome chrome >/dev/null || missing="chromium fonts-liberation"; \
	command -v javac >/dev/null || missing="$$missing default-jdk-headless"; \
	command -v python3 >/dev/null || missing="$$missing python3"; \
	if [ -n "$$missing" ]; then \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing; \
	fi

# The same for the other two: WebKit's driver, a display that nobody sees, and what its
# window is written with.
BROWSERS := firefox-esr webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb imagemagick

.PHONY: needs-browsers
needs-browsers:
	@missing=; \
	command -v "$${FIREFOX:-firefox-esr}" firefox >/dev/null || missing=yes; \
	command -v "$${WEBKITWEBDRIVER:-WebKitWebDriver}" >/dev/null || missing=yes; \
	command -v Xvfb >/dev/null || missing=yes; \
	command -v import >/dev/null || missing=yes; \
	/usr/bin/python3 -c 'import gi; gi.require_version("WebKit2", "4.1")' 2>/dev/null || missing=yes; \
	if [ -n "$$missing" ]; then \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(BROWSERS); \
	fi

# The real tool as it was when it still was a package of the client, which one module path brings.
$(CACHE)/cbt-tool/cbt:
	GOFLAGS= GOBIN=$(CACHE)/cbt-tool go install cloud.google.com/go/bigtable/cmd/cbt@v1.13.0

%/node_modules/.package-lock.json: %/package.json %/package-lock.json
	cd $* && npm ci --no-audit --no-fund
	@touch $@

.PHONY: lint
lint: $(CACHE)/staticcheck ## Check format, vet and staticcheck, natively and for the browser
	@unformatted=$$(gofmt -l app engine lessons wasm web); \
		if [ -n "$$unformatted" ]; then echo "not gofmt'd:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go vet -tags e2e,bench ./web/e2e/... ./web/test/drive
	$(WASM) go vet ./...
	$(CACHE)/staticcheck ./...
	$(CACHE)/staticcheck -tags e2e,bench ./web/e2e/... ./web/test/drive
	$(WASM) $(CACHE)/staticcheck ./...

# A file, since "go tool" would build the tool for GOOS=js too.
$(CACHE)/staticcheck: go.mod
	go build -o $@ honnef.co/go/tools/cmd/staticcheck
	@touch $@

.PHONY: bench
bench: needs needs-browsers bench-engine web/test/bench/node_modules/.package-lock.json ## Run the benchmarks, natively and in the browser; fails where a BENCH line misses its goal
	go build -o $(CACHE)/wasmexec ./web/test/exec
	set -o pipefail; { $(WASM) go test -exec "$(CACHE)/wasmexec -worker" -run '^$$' -bench . ./engine/traffic && \
		$(WASM) go test -exec "$(CACHE)/wasmexec -worker -timeout 10m" -run '^$$' -bench Groups ./engine && \
		go test -tags e2e,bench -count=1 -timeout 60m -v -run '^TestBench' ./web/e2e/bench; } | tee -a $(CACHE)/bench.log
	$(call printed,browser-cluster-vs-events browser-question-100k-groups-vs-scan page-gap-loading-1m cancel-load-1m chip-to-rows-100k-ms chip-to-questions-100k-ms chip-to-map-100k-ms chip-longest-gap-100k-ms \
		$(addprefix chip-,$(addsuffix -estimated-ms,to-rows to-questions to-map longest-gap)) scroll-blank-ms keystroke-to-paint-1m-vs-1k \
		simulate-longest-gap-ms simulate-twin-longest-gap-ms console-answer-simulating heat-frame-ms save-bytes-1m save-1m-vs-1k open-vs-import \
		start-first-ms start-second-ms start-readable-ms \
		$(addprefix large-,$(foreach what,import memory export,$(what)-vs-sqljs $(what)-vs-duckdb) import-s memory-mb gap-ms export-begins-s) \
		$(foreach browser,chromium firefox webkit,$(patsubst %,gap-%-$(browser)-ms,opening million undo restoring simulating twin) $(patsubst %,memory-%-$(browser)-mb,start million restored)))
	$(judged)

# The native ones; BENCH_FLAGS='-short -benchtime=1x' has them run at all, in seconds.
.PHONY: bench-engine
bench-engine:
	@mkdir -p $(CACHE)
	set -o pipefail; go test $(BENCH_FLAGS) -run '^$$' -bench . -benchmem $$(grep -rl --include='*_test.go' '^func Benchmark' app engine | xargs -n1 dirname | sort -u | sed 's|^|./|') | tee $(CACHE)/bench.log
	$(call printed,cluster-vs-events scan-full-vs-btree prefix-100-of-1m-vs-10k question-100k-groups-vs-scan \
		$(addsuffix -vs-bttest,load scan-full prefix-100 value-literal value-regex write limit-10) \
		$(addprefix serve-,$(addsuffix -vs-bttest,writes full-read memory prefix-100-of-1m)) \
		$(foreach rows,10k 100k 1000k,$(patsubst %,rowmap-%-$(rows),load raw-load memory put get seek100 ascend runs raw ascend-vs-raw rank)) \
		rowmap-seek100-1000k-vs-10k)

# Fails where a figure misses its goal. A BENCH line has a name, a figure and perhaps a goal.
judged = @awk 'sub(/.*BENCH /, "") && match($$3, /^[<>]=?/) { \
	over = $$2 - substr($$3, RLENGTH + 1); if ($$3 ~ /^>/) over = -over; \
	if (over > 0 || over == 0 && $$3 !~ /=/) { print "missed", $$0; missed = 1 } } END { exit missed }' $(CACHE)/bench.log

# Fails where a BENCH line was not printed.
printed = @for name in $(1); do grep -q "BENCH $$name " $(CACHE)/bench.log || { echo "there is no line BENCH $$name"; exit 1; }; done

.PHONY: bench-browser
bench-browser: needs web/test/bench/node_modules/.package-lock.json ## Measure the engine in the browser against sql.js and sorted-btree; BENCH_ROWS chooses sizes
	go run ./web/test/bench

CRASHES ?= 200

.PHONY: crash
crash: needs build ## Kill the browser CRASHES (200) times while it writes, leave it 50 times, and look at what is left
	go test -tags e2e -count=1 -timeout 60m -v -run '^TestCrash$$' ./web/e2e/journey -crashes $(CRASHES)
	go test -tags e2e -count=1 -timeout 60m -v -run '^TestLeftWhileItSaves$$' ./web/e2e/journey -returns 50

.PHONY: size
size: build ## Weigh the site; fail when a first visit is too heavy
	go run ./web/site size

.PHONY: languages
languages: ## Print what each language lacks, or has older than the English: LANGUAGE=it for one
	go run ./web/site language check $(LANGUAGE)

.PHONY: language
language: ## Begin the files of a language, NEW=de NAME=Deutsch, or bring new sentences into them, NEW=de
	go run ./web/site language begin $(NEW) $(NAME)

.PHONY: stamp
stamp: ## Say that a language's lessons say what the English ones do now: LANGUAGE=it LESSONS="sorted-map"
	go run ./web/site language stamp $(LANGUAGE) $(LESSONS)

# Long attempts to make an input smaller would eat up the time. A run that ends
# while a worker is busy is failed by Go with "context deadline exceeded" although
# nothing was found; an input that fails or hangs is said otherwise, and kept.
.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (60s) each
	@mkdir -p $(CACHE)
	@set -o pipefail; go list ./... | while read -r package; do \
		for target in $$(go test -list '^Fuzz' "$$package" | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s "$$package" 2>&1 | tee $(CACHE)/fuzz.log || \
				{ grep -q '^    context deadline exceeded$$' $(CACHE)/fuzz.log && ! grep -qE 'Failing input|hung|panic' $(CACHE)/fuzz.log; } || exit 1; \
		done; \
	done

CBT_SOURCE ?= https://github.com/googleapis/cloud-bigtable-cbt-cli

.PHONY: cbt-samples
cbt-samples: ## Have the real cbt print the samples that ours is compared with (downloads it)
	rm -rf $(CACHE)/cbt
	git clone -q $(CBT_SOURCE) $(CACHE)/cbt
	cd $(CACHE)/cbt && git checkout -q fe593de7bc1a && go build -o cbt .
	CBT=$(CACHE)/cbt/cbt go test -count=1 -run TestCBTTool ./engine -update
	CBT=$(CACHE)/cbt/cbt go test -count=1 -run TestCBTTool ./app/host/export -update

.PHONY: differential
differential: ## Compare the engine with a plain model and with Google's in-memory server, the server of connect with that too: 1,300,000 operations
	go test -count=1 -timeout 30m -v -run '^TestAgainstModel$$' ./engine/table -ops 1000000
	go test -count=1 -timeout 30m -v -run '^TestAgainstPeer$$' ./engine/table -ops 200000
	go test -count=1 -timeout 30m -v -run '^TestAgainstPeer$$' ./app/connect/serve -ops 100000

.PHONY: clean
clean: ## Remove what was built
	rm -rf web/dist .cache
