# Everything a contributor runs. `make help` lists it.
.DEFAULT_GOAL := help
SHELL := bash
BIN := node_modules/.bin
# The Node that comes with the lock file, whatever the machine has.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# For programs that load services: half of their start is finding the modules.
NODE := node --import ./packages/runtime/resolve-modules.js
# The runners keep the cores busy: threads of the garbage collector only add work.
JEST := $(NODE) --single-threaded-gc --disable-warning=ExperimentalWarning $(BIN)/jest --config packages/testing/jest.config.js
# One checker: each further one makes the types of all contracts again, and two cores gain nothing by it.
TSC := tsc --checkers 1
INSTALLED := node_modules/.package-lock.json
# Most of a start is reading modules; later starts read what the first one compiled.
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/platform-compile

.PHONY: help start test images start-images check chaos flood bulkhead hostile bench bench-growth bench-jobs bench-ledger bench-load compare-audits bench-analytics openapi clients service migration migrate replay reseal format

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-16s %s\n", $$1, $$2}'

$(INSTALLED): package-lock.json package.json
	@echo "  · installing packages (once)"
	@npm ci --no-audit --no-fund --loglevel=error || { echo '  The packages could not be installed: the first start needs the npm registry.'; exit 1; }
	@touch $(INSTALLED)

start: $(INSTALLED) ## run the whole platform on this machine: PLATFORM_PORT=8080 PLATFORM_DATA_DIR=.platform RESET=1 RESET_ADMIN=1
	@MALLOC_ARENA_MAX=2 $(NODE) --max-semi-space-size=32 deploy/embedded/src/main.ts

test: $(INSTALLED) ## run every test: TEST=path runs some of them, TEST_TOPOLOGY=replicas those of a suite over two of every service
	@packages/testing/install-servers
	@$(JEST) $(TEST)

images: $(INSTALLED) ## build all images and buy once on a platform of them: KEEP=1 keeps the images of buildah
	@packages/testing/install-servers buildah debootstrap
	@trap '[ -n "$(KEEP)" ] || deploy/docker/remove-images' EXIT; deploy/docker/build-images && $(MAKE) --no-print-directory start-images

start-images: $(INSTALLED) ## test the images that deploy/docker/build-images has built
	@packages/testing/install-servers
	@$(JEST) --runInBand --testMatch '**/*.images.ts'

check: $(INSTALLED) ## lint, format, types, import boundaries, generated files, migrations, chart, compose file
	@biome check --error-on-warnings .
	@$(TSC) -p tsconfig.base.json
	@$(TSC) -p packages/client/tsconfig.build.json --noEmit
	@$(TSC) -p packages/client/tsconfig.react.json
	@$(TSC) -p deploy/embedded/demo-app
	@$(NODE) packages/checks/src/main.ts
	@node packages/contracts/src/write-openapi.ts --check
	@node packages/client/generator/main.ts --check
	@node packages/client/generator/check-dart.ts
	@node packages/client/generator/size-limits.ts
	@$(NODE) deploy/embedded/src/config-table.ts --check
	@$(NODE) deploy/embedded/src/write-deployment-files.ts --check

chaos: $(INSTALLED) ## buy while everything is killed, paused and restarted, then compare the books: SEED=… MINUTES=10 PURCHASES=2000
	@packages/testing/install-servers
	@SEED=$(SEED) MINUTES=$(MINUTES) PURCHASES=$(PURCHASES) node deploy/embedded/test/chaos/main.ts

bulkhead: $(INSTALLED) ## measure what slow lists of administrators cost a user: ADMINS=30 SECONDS=20 ROWS=1000000
	@packages/testing/install-servers
	@ADMINS=$(ADMINS) SECONDS=$(SECONDS) ROWS=$(ROWS) node deploy/embedded/test/bulkhead/main.ts

flood: $(INSTALLED) ## flood the platform from sixty addresses while one client reads: DURATION=60 RATE=2000 TOPOLOGY=embedded|separate
	@packages/testing/install-servers
	@DURATION=$(DURATION) RATE=$(RATE) TOPOLOGY=$(TOPOLOGY) node deploy/embedded/test/flood/main.ts

hostile: $(INSTALLED) ## send hostile inputs, random calls and both matrices while two clients read: TOPOLOGY=embedded|separate SEED=77 CALLS=20000 ONLY=roles,tenants,fuzz,inputs,jobs
	@packages/testing/install-servers
	@TOPOLOGY=$(TOPOLOGY) SEED=$(SEED) CALLS=$(CALLS) ONLY=$(ONLY) POOLS=$(POOLS) SECONDS=$(SECONDS) node deploy/embedded/test/hostile/main.ts

bench: $(INSTALLED) ## measure, beside references in the same run: ONLY=id,id runs some of them
	@packages/testing/install-servers wrk
	@node packages/bench/src/main.ts

bench-growth: $(INSTALLED) ## measure every read, user action and scheduled call at three numbers of users: SIZES=10000,100000,1000000 ONLY=listUsers,searchPayments
	@SIZES=$(SIZES) ONLY=$(ONLY) node packages/bench/src/growth/main.ts

bench-jobs: $(INSTALLED) ## measure the reconcile: PAYMENTS=10000 to settle, CLOSED=100000 beside an empty tick
	@PAYMENTS=$(PAYMENTS) CLOSED=$(CLOSED) node packages/bench/src/jobs/main.ts

bench-ledger: $(INSTALLED) ## measure verification and export of a long consent ledger, with a kill in the middle: RECORDS=5000000
	@RECORDS=$(RECORDS) node packages/bench/src/ledger/main.ts

bench-load: $(INSTALLED) ## measure what 30 administrators on the slowest read of each service cost users: PEOPLE=100000 SECONDS=60 ONLY=cms TOPOLOGY=separate
	@packages/testing/install-servers
	@PEOPLE=$(PEOPLE) ADMINS=$(ADMINS) SECONDS=$(SECONDS) ONLY=$(ONLY) TOPOLOGY=$(TOPOLOGY) node packages/bench/src/load/main.ts

compare-audits: $(INSTALLED) ## audit thirty pages with the platform, Lighthouse, html-validate and a validator of structured data, and list where they differ
	@packages/testing/install-servers
	@node packages/bench/src/compare-audits.ts

bench-analytics: $(INSTALLED) ## measure reports over two generated years of 20 million events each (about half an hour)
	@node packages/bench/src/year/main.ts

openapi: $(INSTALLED) ## write packages/contracts/openapi.json, and the sources of the clients that are made from it
	@node packages/contracts/src/write-openapi.ts
	@node packages/client/generator/main.ts

clients: $(INSTALLED) ## write the generated sources of the clients from packages/contracts/openapi.json
	@node packages/client/generator/main.ts

service: $(INSTALLED) ## write a new service: name=push-news
	@node packages/testing/src/new-service/main.ts "$(name)"
	@$(MAKE) --no-print-directory format openapi

migration: $(INSTALLED) ## write a migration from the changed schema.ts: service=billing name=add_invoices
	@cd services/$(service) && drizzle-kit generate --dialect postgresql --schema src/schema.ts --out migrations --name $(name)

migrate: $(INSTALLED) ## bring the schema of a service up to date: service=billing (DATABASE_URL or MIGRATION_DATABASE_URL set)
	@node services/$(service)/src/main.ts migrate

replay: $(INSTALLED) ## run the dead letters of a service again: service=billing (with its environment set)
	@node services/$(service)/src/main.ts replay

reseal: $(INSTALLED) ## seal the stored secrets of a service with its first key: service=billing (with its environment set)
	@node services/$(service)/src/main.ts reseal

format: $(INSTALLED) ## format and fix what can be fixed
	@biome check --write .
	@$(NODE) deploy/embedded/src/config-table.ts
	@$(NODE) deploy/embedded/src/write-deployment-files.ts
	@node packages/checks/src/write-licences.ts
	@$(NODE) packages/checks/src/write-linear-patterns.ts
