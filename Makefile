# What a user or a contributor types. CMake does the building; every goal first makes sure that the packages it needs
# are there, which takes no time once they are.

BUILD := build/release
# Without tests, which nobody installs: fewer packages are needed, and it takes less time.
PACKAGED := build/packages
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# The version of LLVM: 19, 21 or 22; if nobody says, the one of what is built already. The scripts read it, too.
ifndef LLVM
LLVM := $(or $(shell sed -s -n 's/^TACTUS_LLVM:STRING=//p' $(BUILD)/CMakeCache.txt $(PACKAGED)/CMakeCache.txt 2>/dev/null | head -1),19)
endif
export LLVM
# Tests share the processors with the programs that they start, and many wait. The first ones need two.
TEST_JOBS ?= 3

.PHONY: all build compiler packaged demo test test-kernel bench install deb wheel site format format-check tidy setup clean help

all: build

help:
	@echo 'make build     build into $(BUILD)'
	@echo 'make demo      build the compiler, and run the sparse matrix demo'
	@echo 'make test      build the rest, and run all tests'
	@echo 'make test-kernel  build, and test the kernel module in a virtual machine'
	@echo 'make bench     build, and run the benchmarks'
	@echo 'make install   build without tests, and install into PREFIX ($(PREFIX))'
	@echo 'make deb       build without tests, and make Debian packages in $(BUILD)/packages'
	@echo "               MAINTAINER='NAME <ADDRESS>' is who answers for them"
	@echo 'make wheel     build without tests, and make a Python wheel in $(BUILD)/packages'
	@echo 'make site      make a static site of the documents in $(BUILD)/site'
	@echo 'make format    format all sources; format-check only looks'
	@echo 'make tidy      run clang-tidy'
	@echo 'make clean     remove all build folders'

setup:
	@scripts/setup.sh

packaged:
	@scripts/setup.sh scripts/packages.txt
	cmake --preset packages -DTACTUS_LLVM=$(LLVM)
	cmake --build $(PACKAGED) --parallel $(JOBS)

# Whether a folder is configured for this version; for another one cmake says what to do.
CONFIGURED = [ -e $(BUILD)/build.ninja ] && grep -qs '^TACTUS_LLVM:STRING=$(LLVM)$$' $(BUILD)/CMakeCache.txt

# The tests are switched on in the folder that `make demo` has made without them, which keeps what it has built.
build: setup
	@$(CONFIGURED) && grep -qs '^TACTUS_TESTS:BOOL=ON' $(BUILD)/CMakeCache.txt || cmake --preset release -DTACTUS_TESTS=ON -DTACTUS_LLVM=$(LLVM)
	cmake --build $(BUILD) --parallel $(JOBS)

compiler:
	@echo 'tactus: 1 of 3: the packages that building needs (scripts/packages.txt)'
	@scripts/setup.sh scripts/packages.txt
	@echo 'tactus: 2 of 3: the compiler and the runtime, which take some minutes; ninja counts the steps'
	@$(CONFIGURED) || cmake --preset release -DTACTUS_TESTS=OFF -DTACTUS_LLVM=$(LLVM)
	cmake --build $(BUILD) --parallel $(JOBS) --target tactus-compiler

demo: compiler
	@echo 'tactus: 3 of 3: a sparse matrix times a vector: serial, under the schedules of OpenMP, and by Tactus'
	examples/spmv/demo.sh $(BUILD)

test: build
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(TEST_JOBS)

test-kernel: build
	scripts/test_kernel.sh $(BUILD)

bench: build
	bench/run.sh $(BUILD)

install: packaged
	cmake --install $(PACKAGED) --prefix $(PREFIX)

site: setup
	scripts/make_site.py --output $(BUILD)/site

deb: packaged
	scripts/make_deb.py --build $(PACKAGED) --output $(BUILD)/packages $(if $(MAINTAINER),--maintainer '$(MAINTAINER)')

wheel: packaged
	scripts/make_wheel.py --build $(PACKAGED) --output $(BUILD)/packages

format: setup
	scripts/format.sh

format-check: setup
	scripts/format.sh --check

# With an entry for each source, which builds that unite sources lack. What is generated is there once `build` is.
tidy: build
	cmake --preset release -B build/tidy -DTACTUS_LLVM=$(LLVM) -DTACTUS_UNITE_SOURCES=OFF -DTACTUS_PRECOMPILE_HEADERS=OFF
	scripts/tidy.sh build/tidy

clean:
	rm -rf build
