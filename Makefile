# rooftop: builds without a configure step. `make help` lists the targets.
ifeq ($(origin CC),default)
CC := gcc
endif
BUILD ?= build
PREFIX ?= /usr/local
CUDA_HOME ?= /usr/local/cuda
OPT ?= -O2 -g
# V=1 shows the commands.
Q := $(if $(V),,@)
VERSION := 0.1.0

# Under `make check-asan` everything but the preloaded doubles is built with SANITIZERS.
SANITIZE ?=
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
# Leaks are told with their callers.
SANITIZED_OPT := -O1 -g1 -fno-omit-frame-pointer

PACKAGES := $(if $(filter gcc,$(CC)),gcc) libc6-dev libncurses-dev libprotobuf-c-dev protobuf-c-compiler \
	protobuf-compiler libyaml-dev libcmocka-dev libiberty-dev
TEST_PACKAGES := tmux procps xz-utils python3
LINT_PACKAGES := clang-format clang-tidy cppcheck shellcheck groff-base clang libclang-rt-14-dev

HAVE_CUDA := $(wildcard $(CUDA_HOME)/include/cupti_range_profiler.h)

CPPFLAGS += -D_GNU_SOURCE -DROOFTOP_VERSION='"$(VERSION)"' -Isrc -Isrc/report -I$(BUILD)/gen
WARNINGS := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wno-missing-field-initializers
CFLAGS += -std=c11 $(OPT) $(WARNINGS) $(SANITIZE)
# Generated code is not ours to warn about.
GENERATED_CFLAGS := -std=c11 $(OPT) $(SANITIZE)

# STATIC=1 links what Debian ships as archives, so that the one file runs on another distribution.
ifdef STATIC
LIBRARIES := -l:libncursesw.a -l:libtinfo.a -l:libprotobuf-c.a -l:libyaml.a -l:libiberty.a
else
LIBRARIES := -lncursesw -ltinfo -lprotobuf-c -lyaml -liberty
endif
LIBRARIES += -lm -ldl -lutil

GENERATED := $(BUILD)/gen/report.pb-c.o
REPORT_SOURCES := $(wildcard src/report/*.c)
TUI_SOURCES := $(wildcard src/tui/*.c)
MAIN_SOURCES := $(wildcard src/*.c)
COLLECT_SOURCES := $(wildcard src/collect/*.c)
INJECT_SOURCES := $(wildcard src/collect/inject/*.c)
DATA := $(sort $(wildcard sections/*.section rules/*.yaml themes/*.yaml))
TENSOR_ROOFLINE := SpeedOfLight_HierarchicalTensorRooflineChart.section
DATA += $(BUILD)/gen/sections/$(TENSOR_ROOFLINE)

ifneq ($(HAVE_CUDA),)
CPPFLAGS += -DROOFTOP_COLLECT -isystem $(BUILD)/gen/cxx -isystem $(CUDA_HOME)/include
GENERATED += $(BUILD)/gen/wire.pb-c.o $(BUILD)/gen/kept_plan.pb-c.o
INJECTION := $(BUILD)/librooftop-inject.so
else
# A viewer: no collection, but its event loop.
COLLECT_SOURCES := src/collect/loop.c src/collect/signals.c
MAIN_SOURCES := $(filter-out src/run_text.c src/run_plain.c src/settings.c src/query_metrics.c src/list_metrics.c src/run_doctor.c src/run_mps_client.c src/pass_plan.c,$(MAIN_SOURCES))
TUI_SOURCES := $(filter-out src/tui/tui_profile.c src/tui/app_run.c,$(TUI_SOURCES))
endif

objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
REPORT_OBJECTS := $(call objects,$(REPORT_SOURCES))
PROGRAM_OBJECTS := $(REPORT_OBJECTS) $(call objects,$(COLLECT_SOURCES) $(TUI_SOURCES))
# Matching of NVTX ranges is the one part of src/report that runs in the program, too.
INJECT_OBJECTS := $(patsubst %.c,$(BUILD)/pic/%.o,$(INJECT_SOURCES) src/report/nvtx_pattern.c)
HEADERS := $(BUILD)/gen/report.pb-c.h \
	$(addprefix $(BUILD)/gen/,metric_units.inc metric_noise.inc metric_better.inc memory_tables.inc query_metrics.inc \
		query_units.inc legacy_metrics.inc metric_groups.inc metric_words.inc) \
	$(if $(HAVE_CUDA),$(BUILD)/gen/wire.pb-c.h $(BUILD)/gen/kept_plan.pb-c.h $(BUILD)/gen/cxx/string)

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:

# What it is built with and of. Each is a file that is written when it changes: what was made otherwise is made anew.
SETTINGS := $(BUILD)/settings
COMPILED_WITH := $(CC) $(CPPFLAGS) $(CFLAGS)
LINKED_WITH := $(CFLAGS) $(LDFLAGS) $(LIBRARIES) $(MAIN_SOURCES) $(COLLECT_SOURCES) $(TUI_SOURCES) $(REPORT_SOURCES)
EMBEDDED := $(DATA) $(INJECTION)
$(addprefix $(SETTINGS)/,COMPILED_WITH LINKED_WITH EMBEDDED): $(SETTINGS)/%: FORCE
	@mkdir -p $(@D)
	@settings='$(subst ','\'',$($*))'; echo "$$settings" | cmp -s - $@ || echo "$$settings" >$@
FORCE:

all: $(BUILD)/rooftop
ifeq ($(HAVE_CUDA),)
	@echo "rooftop: built as a viewer: no CUDA 13 headers under $(CUDA_HOME) (set CUDA_HOME to the toolkit to profile)"
endif

$(BUILD)/rooftop: $(call objects,$(MAIN_SOURCES)) $(PROGRAM_OBJECTS) $(GENERATED) $(BUILD)/gen/embedded_data.o \
		$(SETTINGS)/LINKED_WITH
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES)

$(BUILD)/obj/%.o: %.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) deps
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# The library that goes into the profiled program: position independent, nothing exported but its two entry points,
# never sanitized (the program is not).
PIC_CFLAGS = -std=c11 -O2 -g $(WARNINGS) -fPIC -fvisibility=hidden
$(BUILD)/pic/%.o: %.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) deps
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(PIC_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/pic/wire.pb-c.o: $(BUILD)/gen/wire.pb-c.h $(SETTINGS)/COMPILED_WITH
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -fPIC -fvisibility=hidden -c -o $@ $(BUILD)/gen/wire.pb-c.c

$(BUILD)/librooftop-inject.so: $(INJECT_OBJECTS) $(BUILD)/pic/wire.pb-c.o
	$(Q)$(CC) -shared -o $@ $^ -l:libprotobuf-c.a -Wl,--exclude-libs,ALL -Wl,-z,defs -ldl -lpthread

$(BUILD)/gen/%.pb-c.h: | deps
	@mkdir -p $(@D)
	$(Q)protoc-c -I $(dir $(filter %/$*.proto,$(PROTOS))) --c_out=$(BUILD)/gen $*.proto

PROTOS := src/report/proto/report.proto src/collect/wire.proto src/collect/kept_plan.proto
$(BUILD)/gen/report.pb-c.h: src/report/proto/report.proto
$(BUILD)/gen/wire.pb-c.h: src/collect/wire.proto
$(BUILD)/gen/kept_plan.pb-c.h: src/collect/kept_plan.proto

$(BUILD)/gen/%.pb-c.o: $(BUILD)/gen/%.pb-c.h $(SETTINGS)/COMPILED_WITH
	$(Q)$(CC) $(GENERATED_CFLAGS) -c -o $@ $(BUILD)/gen/$*.pb-c.c

$(BUILD)/gen/metric_units.inc: src/report/data/metric_units.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {\"%s\", \"%s\"},\n", $$1, $$2 }' $< > $@

$(BUILD)/gen/memory_tables.inc: src/report/data/memory_tables.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {\"%s\", \"%s\", \"%s\", \"%s\", \"%s\"},\n", $$1, $$2, $$3, $$4, $$5 }' $< > $@

$(BUILD)/gen/query_metrics.inc: src/report/data/query_metrics.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {\"%s\", \"%s\", \"%s\", \"%s\", %s, \"%s\"},\n", $$1, $$2, $$3, $$4, \
		$$5 == "-" ? "NULL" : "\"" $$5 "\"", $$6 }' $< > $@

$(BUILD)/gen/query_units.inc: src/report/data/query_units.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {\"%s\", \"%s\", \"%s\", \"%s\"},\n", $$1, $$2, $$3, $$4 }' $< > $@

$(BUILD)/gen/legacy_metrics.inc: src/report/data/legacy_metrics.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {\"%s\", \"%s\", \"%s\", \"%s\"},\n", $$1, $$2, $$3, $$4 }' $< > $@

$(BUILD)/gen/metric_words.inc: src/report/data/metric_words.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {WORDS_%s, \"%s\", \"%s\"},\n", toupper($$1), $$2, $$3 }' $< > $@

$(BUILD)/gen/metric_groups.inc: src/report/data/metric_groups.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "    {\"%s\", \"%s\", %d, %d},\n", $$1, $$2, $$3, $$4 }' $< > $@

$(BUILD)/gen/metric_noise.inc $(BUILD)/gen/metric_better.inc: $(BUILD)/gen/%.inc: src/report/data/%.tsv
	@mkdir -p $(@D)
	$(Q)awk -F'\t' '!/^#/ && NF { printf "TRAIT(\"%s\", %s)\n", $$1, toupper($$2) }' $< > $@

# cupti_profiler_host.h includes a C++ header and uses nothing of it.
$(BUILD)/gen/cxx/string:
	@mkdir -p $(@D)
	$(Q): > $@

$(BUILD)/gen/sections/$(TENSOR_ROOFLINE): tools/tensor_roofline.sh sections/$(TENSOR_ROOFLINE).in sections/tensor_roofline.tsv
	@mkdir -p $(@D)
	$(Q)sh $^ > $@

$(BUILD)/gen/embedded_data.S: tools/embed.sh $(EMBEDDED) $(SETTINGS)/EMBEDDED
	@mkdir -p $(@D)
	$(Q)sh tools/embed.sh $(EMBEDDED) > $@

$(BUILD)/gen/embedded_data.o: $(BUILD)/gen/embedded_data.S
	$(Q)$(CC) -c -o $@ $<

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# --- set-up -----------------------------------------------------------------------------------------------------

# Installs the missing Debian packages where it may, else prints the command.
deps:
	@sh tools/deps.sh $(PACKAGES)

fuzz-deps:
	@sh tools/deps.sh $(PACKAGES) clang libclang-rt-14-dev

test-deps:
	@sh tools/deps.sh $(PACKAGES) $(TEST_PACKAGES)

install: all
	install -D $(BUILD)/rooftop $(DESTDIR)$(PREFIX)/bin/rooftop
	install -D -m 644 man/rooftop.1 $(DESTDIR)$(PREFIX)/share/man/man1/rooftop.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man5 man/*.5

clean:
	rm -rf $(BUILD) build-*

# --- showing and testing ----------------------------------------------------------------------------------------

# The main job at once: with a GPU the sample is profiled, elsewhere the bundled report is opened.
demo: all
	@sh tools/demo.sh $(BUILD) $(CUDA_HOME) $(if $(HAVE_CUDA),cuda,viewer)

include tests/unit/unit.mk
include tests/fuzz/fuzz.mk
include tests/bench/bench.mk
include tests/real/real.mk
include tests/keys/keys.mk
ifneq ($(HAVE_CUDA),)
include tests/fakegpu/fakegpu.mk
include tests/cupti/cupti.mk
endif

# Every test that needs no GPU. Each part prints its own results; the last line sums them up.
check: test-deps
	@$(MAKE) --no-print-directory all keys-tests $(if $(HAVE_CUDA),fakegpu cupti-tests)
	@sh tests/check.sh $(BUILD) $(if $(HAVE_CUDA),cuda,viewer) $(if $(SANITIZE),sanitized)

# What runs rooftop's own code, under AddressSanitizer and UndefinedBehaviorSanitizer; the doubles and the injection
# library stay plain.
check-asan: test-deps
	@$(MAKE) --no-print-directory check BUILD=build-asan OPT="$(SANITIZED_OPT)" SANITIZE="$(SANITIZERS)"

# On a machine with a GPU, nvcc and the reference profiler.
check-gpu: all
	bash tests/gpu/run.sh $(BUILD)/rooftop $(BUILD)/gpu

lint: $(HEADERS)
	@sh tools/deps.sh $(PACKAGES) $(LINT_PACKAGES)
	@sh tools/lint.sh $(BUILD) $(CUDA_HOME)

help:
	@echo "make              build $(BUILD)/rooftop (STATIC=1: one file that runs on other distributions)"
	@echo "make demo         set everything up and show the main job"
	@echo "make check        set everything up and run every test that needs no GPU"
	@echo "make check-asan   the same under sanitizers"
	@echo "make check-gpu    on a GPU machine: samples beside the reference profiler"
	@echo "make bench        speeds, as ratios within one run"
	@echo "make fuzz         fuzz every parser for FUZZ_SECONDS (20)"
	@echo "make fuzz-keys    press random keys in a sanitized build for KEYS_SECONDS (60)"
	@echo "make lint         clang-format, cppcheck, clang-tidy, shellcheck, manual pages"
	@echo "make install      into PREFIX ($(PREFIX)), under DESTDIR"
	@echo "make clean        remove what was built"

.PHONY: all deps test-deps fuzz-deps install clean demo check check-asan check-gpu lint help
