# rooftop: builds without a configure step. `make help` lists the targets.
ifeq ($(origin CC),default)
CC := gcc
endif
BUILD ?= build
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
# NCU_LINK=1: `make install` also brings the name ncu, and a folder with what scripts look for beside the program of this name.
NCU_LINK ?=
NCU_FOLDER = $(LIBDIR)/rooftop/ncu
CUDA_HOME ?= /usr/local/cuda
OPT ?= -O2 -g
STRIP ?= strip
# Compiles only what it has not compiled before, in whatever folder, where it is installed and has a place for that. CCACHE=
# does without.
ifeq ($(origin CCACHE),undefined)
CCACHE := $(shell command -v ccache >/dev/null && mkdir -p "$${CCACHE_DIR:-$$HOME/.cache/ccache}" 2>/dev/null && echo ccache)
endif
# V=1 shows the commands.
Q := $(if $(V),,@)
VERSION := 0.1.0
# What --version says; empty where neither git nor an archive tells it.
COMMIT := $(shell sh tools/commit.sh)

# Under `make check-asan` everything but the preloaded doubles is built with SANITIZERS.
SANITIZE ?=
# Undefined behaviour ends the program at a trap, whose line AddressSanitizer tells (handle_sigill): the tables for texts of
# its own would be 8 MB of data, all of them read at each end to look for leaks, and a start would cost twice the time.
SANITIZERS := -fsanitize=address,undefined -fsanitize-undefined-trap-on-error
# Leaks are told with their callers.
SANITIZED_OPT := -O1 -g1 -fno-omit-frame-pointer
# The tests start it thousands of times, and half of each start goes into 350,000 addresses of the sanitizers' tables and into
# loading their libraries.
SANITIZED_LINK := $(if $(SANITIZE),$(if $(filter gcc,$(CC)),-no-pie -static-libasan -static-libubsan))

PACKAGES := $(if $(filter gcc,$(CC)),gcc) libc6-dev libncurses-dev libprotobuf-c-dev protobuf-c-compiler \
	protobuf-compiler libyaml-dev libpcre2-dev libcmocka-dev libiberty-dev zlib1g-dev libzstd-dev
TEST_PACKAGES := tmux procps xz-utils zstd python3 ccache zsh fish
LINT_PACKAGES := clang-format clang-tidy cppcheck shellcheck groff-base clang libclang-rt-14-dev python3

HAVE_CUDA := $(wildcard $(CUDA_HOME)/include/cupti_range_profiler.h)

CPPFLAGS += -D_GNU_SOURCE -DROOFTOP_VERSION='"$(VERSION)"' -Isrc -I$(BUILD)/gen
# WERROR=1: a warning is an error. CI sets it; compilers that nobody here has tried may warn of other things.
WERROR ?=
WARNINGS := -Wall -Wextra $(if $(WERROR),-Werror) -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wno-missing-field-initializers
# Lines of code are named from the folder of the sources, wherever that lies.
PREFIX_MAP := '-ffile-prefix-map=$(CURDIR)=.'
CFLAGS += -std=c11 $(OPT) $(WARNINGS) $(SANITIZE)
# Generated code is not ours to warn about.
GENERATED_CFLAGS = -std=c11 $(OPT) $(SANITIZE)

# What unpacks reports, as far as it is there: without it, such a report is answered with how to unpack it. Asked when the
# packages are installed, so it is known only to recipes.
COMPRESSORS_KNOWN = $(file <$(BUILD)/gen/compressors.h)
COMPRESSORS = $(if $(filter HAVE_ZLIB,$(COMPRESSORS_KNOWN)),z) $(if $(filter HAVE_ZSTD,$(COMPRESSORS_KNOWN)),zstd)

# STATIC=1 links what Debian ships as archives, so that the one file runs on another distribution.
ifdef STATIC
LIBRARIES = -l:libncursesw.a -l:libtinfo.a -l:libprotobuf-c.a -l:libyaml.a -l:libpcre2-8.a -l:libiberty.a \
	$(patsubst %,-l:lib%.a,$(COMPRESSORS))
else
LIBRARIES = -lncursesw -ltinfo -lprotobuf-c -lyaml -lpcre2-8 -liberty $(addprefix -l,$(COMPRESSORS))
endif
LIBRARIES += -lm -ldl -lutil

# Libraries that go into other programs have theirs in them. SHARED=1 is for systems that have no archives, such as conda.
archive = $(if $(SHARED),$(addprefix -l,$(1)),$(patsubst %,-l:lib%.a,$(1)))

# DIST=1 needs no later C library than glibc 2.17, see packaging/static/old_glibc.c.
ifdef DIST
OLD_GLIBC := $(BUILD)/pic/packaging/static/old_glibc.o
OLD_MATH := $(BUILD)/pic/packaging/static/old_math.o
OLD_START := $(BUILD)/pic/packaging/static/old_start.o
$(OLD_GLIBC) $(OLD_MATH) $(OLD_START): CPPFLAGS += -I.
OLD_LIBRARIES := -Wl,--push-state,--no-as-needed $(foreach name,libpthread.so.0 libdl.so.2 libutil.so.1,$(shell $(CC) -print-file-name=$(name))) -Wl,--pop-state
endif

GENERATED := $(BUILD)/gen/report.pb-c.o $(BUILD)/gen/python.pb-c.o
# Every .c file below the folders of src/ is compiled; no list names them.
sources_in = $(sort $(shell find $(1) -name '*.c'))
REPORT_SOURCES := $(call sources_in,src/report)
CPU_SOURCES := $(call sources_in,src/cpu)
TUI_SOURCES := $(call sources_in,src/tui)
CLI_SOURCES := $(call sources_in,src/cli)
LIBRARY_SOURCES := $(call sources_in,src/library)
INJECT_SOURCES := $(call sources_in,src/collect/inject)
COLLECT_SOURCES := $(filter-out $(INJECT_SOURCES),$(call sources_in,src/collect))
DATA := $(sort $(wildcard sections/*.section rules/*.yaml trace_rules/*.yaml cpu/*.yaml cpu_rules/*.yaml themes/*.yaml))
TENSOR_ROOFLINE := SpeedOfLight_HierarchicalTensorRooflineChart.section
DATA += $(BUILD)/gen/sections/$(TENSOR_ROOFLINE)

ifneq ($(HAVE_CUDA),)
CPPFLAGS += -DROOFTOP_COLLECT -isystem $(BUILD)/gen/cxx -isystem $(CUDA_HOME)/include
GENERATED += $(BUILD)/gen/wire.pb-c.o $(BUILD)/gen/kept_plan.pb-c.o
INJECTION := $(BUILD)/librooftop-inject.so
else
# A viewer is made of the folders and files that src/viewer.list names.
VIEWER := $(shell sed '/^\#/d; s,/$$,/%,; t; s,$$,.c,' src/viewer.list)
COLLECT_SOURCES := $(filter $(VIEWER),$(COLLECT_SOURCES))
CLI_SOURCES := $(filter $(VIEWER),$(CLI_SOURCES))
TUI_SOURCES := $(filter $(VIEWER),$(TUI_SOURCES))
endif

objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
REPORT_OBJECTS := $(call objects,$(REPORT_SOURCES))
PROGRAM_OBJECTS := $(REPORT_OBJECTS) $(call objects,$(CPU_SOURCES) $(COLLECT_SOURCES) $(TUI_SOURCES) $(CLI_SOURCES))
# Objects by the names of their sources: a file keeps its name when it moves to another room.
named = $(foreach name,$(2),$(call objects,$(filter %/$(name).c,$(1))))
# Matching of NVTX ranges and packing of a trace's records are the parts of src/report that run in the program, too.
INJECT_OBJECTS := $(patsubst %.c,$(BUILD)/pic/%.o,$(INJECT_SOURCES) \
	src/report/base/regex.c src/report/filter/nvtx_pattern.c src/report/filter/pattern_name.c \
	src/report/trace/trace_kind.c src/report/trace/trace_block.c)
TABLES := $(patsubst src/report/data/%.tsv,$(BUILD)/gen/%.inc,$(wildcard src/report/data/*.tsv))
HEADERS := $(BUILD)/gen/report.pb-c.h $(BUILD)/gen/python.pb-c.h $(BUILD)/gen/compressors.h $(TABLES) \
	$(if $(HAVE_CUDA),$(BUILD)/gen/wire.pb-c.h $(BUILD)/gen/kept_plan.pb-c.h $(BUILD)/gen/cxx/string)

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:

# What it is built with and of. Each is a file that is written when it changes: what was made otherwise is made anew.
SETTINGS := $(BUILD)/settings
# -Werror changes no object, so it stands here in any case.
FLAGS := $(subst -Wextra -Wshadow,-Wextra -Werror -Wshadow,$(strip $(CFLAGS)))
COMPILED_WITH := $(CC) $(CPPFLAGS) $(FLAGS)
# Of the compiler, what there is. A library that comes later is found, too.
ASKED_WITH = $(COMPILED_WITH) $(wildcard /usr/include/zlib.h /usr/include/zstd.h)
LINKED_WITH = $(FLAGS) $(LDFLAGS) $(LIBRARIES) $(CLI_SOURCES) $(COLLECT_SOURCES) $(TUI_SOURCES) $(CPU_SOURCES) $(REPORT_SOURCES)
INJECTED := $(INJECT_SOURCES)
PYTHON := $(sort $(filter-out %/make_wheel.py,$(wildcard python/*.py python/rooftop_report/*.py))) $(BUILD)/librooftop-report.so
EMBEDDED := $(DATA) $(INJECTION) $(PYTHON)
$(addprefix $(SETTINGS)/,COMPILED_WITH LINKED_WITH LIBRARY_LINKED_WITH ASKED_WITH INJECTED EMBEDDED COMMIT): $(SETTINGS)/%: FORCE
	@mkdir -p $(@D)
	@settings='$(subst ','\'',$($*))'; echo "$$settings" | cmp -s - $@ || echo "$$settings" >$@
$(addprefix $(SETTINGS)/,LINKED_WITH LIBRARY_LINKED_WITH): | $(BUILD)/gen/compressors.h
FORCE:

all: $(BUILD)/rooftop
ifeq ($(HAVE_CUDA),)
	@echo "rooftop: built as a viewer: no CUDA 13 headers under $(CUDA_HOME) (set CUDA_HOME to the toolkit to profile)"
endif

DATA_OBJECTS := $(GENERATED) $(BUILD)/gen/embedded_data.o
LINK = $(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^)
$(BUILD)/rooftop: $(call objects,src/main.c) $(PROGRAM_OBJECTS) $(DATA_OBJECTS) $(OLD_GLIBC) $(OLD_MATH) $(OLD_START) $(SETTINGS)/LINKED_WITH
	$(LINK) $(SANITIZED_LINK) $(LIBRARIES) $(OLD_LIBRARIES)

# What tests are linked with: archives, of which each test takes what it needs. Linking everything into every test took
# longer than compiling. What takes report.a alone shows that src/report needs nothing else.
$(BUILD)/report.a: $(REPORT_OBJECTS) $(DATA_OBJECTS)
$(BUILD)/program.a: $(PROGRAM_OBJECTS) $(DATA_OBJECTS)
$(BUILD)/report.a $(BUILD)/program.a: $(SETTINGS)/LINKED_WITH
	$(Q)rm -f $@ && ar rcsT $@ $(filter %.o,$^)

# One process less for each file.
IN_FOLDER = [ -d $(@D) ] || mkdir -p $(@D);
define COMPILE
$(Q)$(IN_FOLDER) $(CCACHE) $(CC) $(CPPFLAGS) $(CFLAGS) $(PREFIX_MAP) -MMD -MP -c -o $@ $<
endef
$(BUILD)/obj/%.o: %.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) deps
	$(COMPILE)

$(BUILD)/obj/src/main.o: $(SETTINGS)/COMMIT
$(BUILD)/obj/src/main.o: private CPPFLAGS += -DROOFTOP_COMMIT='"$(COMMIT)"'

# The library that goes into the profiled program: position independent, nothing exported but its two entry points,
# never sanitized (the program is not).
PIC_CFLAGS = -std=c11 -O2 -g $(filter --sysroot=%,$(OPT)) $(WARNINGS) -fPIC -fvisibility=hidden
$(BUILD)/pic/%.o: %.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) deps
	$(Q)$(IN_FOLDER) $(CCACHE) $(CC) $(CPPFLAGS) $(PIC_CFLAGS) $(PREFIX_MAP) -MMD -MP -c -o $@ $<

$(BUILD)/pic/wire.pb-c.o: $(BUILD)/gen/wire.pb-c.h $(SETTINGS)/COMPILED_WITH
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 $(filter --sysroot=%,$(OPT)) -fPIC -fvisibility=hidden $(PREFIX_MAP) -c -o $@ $(BUILD)/gen/wire.pb-c.c

# The library for other languages: src/report and its C interface, never sanitized (Python is not), stripped because the
# program carries it.
LIBRARY_OBJECTS := $(patsubst %.c,$(BUILD)/pic/%.o,$(LIBRARY_SOURCES) $(REPORT_SOURCES)) $(BUILD)/pic/report.pb-c.o \
	$(BUILD)/pic/python.pb-c.o $(BUILD)/pic/library_data.o
LIBRARY_LINKED_WITH = $(LIBRARY_SOURCES) $(REPORT_SOURCES) $(COMPRESSORS)
$(BUILD)/librooftop-report.so: $(LIBRARY_OBJECTS) $(OLD_GLIBC) $(OLD_MATH) $(SETTINGS)/LIBRARY_LINKED_WITH
	$(Q)$(CC) $(filter --sysroot=%,$(OPT)) $(LDFLAGS) -shared -s -o $@ $(filter %.o,$^) $(call archive,protobuf-c yaml pcre2-8 iberty $(COMPRESSORS)) -Wl,--gc-sections \
		-Wl,--exclude-libs,ALL -Wl,-z,defs -lm -ldl $(OLD_LIBRARIES)

$(BUILD)/gen/library_data.S: tools/embed.sh $(DATA) $(SETTINGS)/EMBEDDED
	@mkdir -p $(@D)
	$(Q)sh tools/embed.sh $(DATA) > $@

$(BUILD)/pic/library_data.o: $(BUILD)/gen/library_data.S
	@mkdir -p $(@D)
	$(Q)$(CC) -c -o $@ $<

$(BUILD)/pic/report.pb-c.o $(BUILD)/pic/python.pb-c.o: $(BUILD)/pic/%.o: $(BUILD)/gen/%.h $(SETTINGS)/COMPILED_WITH
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 $(filter --sysroot=%,$(OPT)) -fPIC -fvisibility=hidden $(PREFIX_MAP) -c -o $@ $(BUILD)/gen/$*.c

$(BUILD)/librooftop-inject.so: $(INJECT_OBJECTS) $(BUILD)/pic/wire.pb-c.o $(OLD_GLIBC) $(SETTINGS)/INJECTED
	$(Q)$(CC) $(filter --sysroot=%,$(OPT)) $(LDFLAGS) -shared -o $@ $(filter %.o,$^) $(call archive,protobuf-c pcre2-8) -Wl,--exclude-libs,ALL -Wl,-z,defs -ldl -lpthread \
		$(OLD_LIBRARIES)

$(BUILD)/gen/%.pb-c.h: | deps
	@mkdir -p $(@D)
	$(Q)protoc-c -I $(dir $(filter %/$*.proto,$(PROTOS))) --c_out=$(BUILD)/gen $*.proto

PROTOS := src/report/proto/report.proto src/report/proto/python.proto src/collect/wire.proto src/collect/plan/kept_plan.proto
$(BUILD)/gen/report.pb-c.h: src/report/proto/report.proto
$(BUILD)/gen/python.pb-c.h: src/report/proto/python.proto
$(BUILD)/gen/wire.pb-c.h: src/collect/wire.proto
$(BUILD)/gen/kept_plan.pb-c.h: src/collect/plan/kept_plan.proto

$(BUILD)/gen/%.pb-c.o: $(BUILD)/gen/%.pb-c.h $(SETTINGS)/COMPILED_WITH
	$(Q)$(CCACHE) $(CC) $(GENERATED_CFLAGS) $(PREFIX_MAP) -c -o $@ $(BUILD)/gen/$*.pb-c.c

$(BUILD)/gen/compressors.h: src/report/data/compressors.headers $(SETTINGS)/ASKED_WITH | deps
	@mkdir -p $(@D)
	@sed '/^\#/d' $< | while read -r header name; do \
		! echo "#include <$$header>" | $(CC) $(CPPFLAGS) $(OPT) -E -x c - >/dev/null 2>&1 || echo "#define $$name"; \
	done >$@

# A table of src/report/data as initializers of structs. The table says what its columns are.
$(BUILD)/gen/%.inc: src/report/data/%.tsv tools/table.awk
	@mkdir -p $(@D)
	$(Q)awk -f tools/table.awk $< > $@

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

-include $(shell find $(BUILD) -name '*.d' -type f 2>/dev/null)

# --- the manual --------------------------------------------------------------------------------------------------

# rooftop(1) is made of man/rooftop.1.in and of the tables of options and keys; the other pages are read as they are.
MANUAL_OBJECTS := $(call objects,$(wildcard tools/manual/*.c))
$(BUILD)/manual: $(MANUAL_OBJECTS) $(PROGRAM_OBJECTS) $(DATA_OBJECTS) $(SETTINGS)/LINKED_WITH
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES)

$(BUILD)/man/rooftop.1: man/rooftop.1.in $(BUILD)/manual
	@mkdir -p $(@D)
	$(Q)$(BUILD)/manual $< > $@

# rooftop-glossary(7) is made of the table of terms.
$(BUILD)/man/rooftop-glossary.7: src/report/data/glossary.tsv tools/glossary.awk
	@mkdir -p $(@D)
	$(Q)awk -f tools/glossary.awk $< > $@

manual: $(BUILD)/man/rooftop.1 $(BUILD)/man/rooftop-glossary.7

# What shells complete is made of the table of options, too.
$(BUILD)/completions: $(call objects,tools/completions/completions.c) $(PROGRAM_OBJECTS) $(DATA_OBJECTS) $(SETTINGS)/LINKED_WITH
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES)

COMPLETIONS := $(addprefix $(BUILD)/completion/,bash zsh fish)
$(COMPLETIONS): $(BUILD)/completion/%: $(BUILD)/completions
	@mkdir -p $(@D)
	$(Q)$(BUILD)/completions $* > $@

# --- set-up -----------------------------------------------------------------------------------------------------

# Installs the missing Debian packages where it may, else prints the command.
deps:
	@sh tools/deps.sh $(PACKAGES)

fuzz-deps:
	@sh tools/deps.sh $(PACKAGES) clang libclang-rt-14-dev

test-deps:
	@sh tools/deps.sh $(PACKAGES) $(TEST_PACKAGES)

install: all manual $(COMPLETIONS)
	install -D $(BUILD)/rooftop $(DESTDIR)$(PREFIX)/bin/rooftop
	$(STRIP) $(DESTDIR)$(PREFIX)/bin/rooftop
	install -D -m 644 $(BUILD)/man/rooftop.1 $(DESTDIR)$(PREFIX)/share/man/man1/rooftop.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 man/*.1
	install -D -m 644 $(BUILD)/completion/bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/rooftop
	install -D -m 644 $(BUILD)/completion/zsh $(DESTDIR)$(ZSHDIR)/_rooftop
	install -D -m 644 $(BUILD)/completion/fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rooftop.fish
	install -D -m 644 packaging/desktop/rooftop.desktop $(DESTDIR)$(PREFIX)/share/applications/rooftop.desktop
	install -D -m 644 packaging/desktop/rooftop.xml $(DESTDIR)$(PREFIX)/share/mime/packages/rooftop.xml
	install -D $(BUILD)/librooftop-report.so $(DESTDIR)$(LIBDIR)/librooftop-report.so
	install -D -m 644 src/library/rooftop_report.h $(DESTDIR)$(PREFIX)/include/rooftop_report.h
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/rooftop/python $(filter-out python/make_wheel.py,$(wildcard python/*.py))
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/rooftop/python/rooftop_report python/rooftop_report/*.py
	ln -sf ../../../..$(patsubst $(PREFIX)%,%,$(LIBDIR))/librooftop-report.so \
		$(DESTDIR)$(PREFIX)/share/rooftop/python/rooftop_report/librooftop-report.so
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man3 man/*.3
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man5 man/*.5
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man7 man/*.7 $(BUILD)/man/rooftop-glossary.7
	$(if $(NCU_LINK),@$(MAKE) --no-print-directory install-ncu)

# The program of this folder is a second name of the same file, since a symbolic link would lead scripts out of the folder.
install-ncu:
	install -d $(DESTDIR)$(NCU_FOLDER)/extras
	ln -f $(DESTDIR)$(PREFIX)/bin/rooftop $(DESTDIR)$(NCU_FOLDER)/ncu 2>/dev/null || \
		cp -p $(DESTDIR)$(PREFIX)/bin/rooftop $(DESTDIR)$(NCU_FOLDER)/ncu
	ln -sfnr $(DESTDIR)$(PREFIX)/share/rooftop/python $(DESTDIR)$(NCU_FOLDER)/extras/python
	install -D -m 644 -t $(DESTDIR)$(NCU_FOLDER)/sections $(filter %.section,$(DATA)) $(wildcard rules/*.yaml)
	ln -sfr $(DESTDIR)$(NCU_FOLDER)/ncu $(DESTDIR)$(PREFIX)/bin/ncu

# What install brings, and folders of ours that are empty then.
uninstall:
	@case "$$(readlink $(DESTDIR)$(PREFIX)/bin/ncu)" in \
		rooftop | */rooftop/ncu/ncu) rm -f $(DESTDIR)$(PREFIX)/bin/ncu ;; esac
	rm -f $(DESTDIR)$(PREFIX)/bin/rooftop $(DESTDIR)$(LIBDIR)/librooftop-report.so \
		$(DESTDIR)$(PREFIX)/include/rooftop_report.h $(DESTDIR)$(PREFIX)/share/man/man1/rooftop.1 \
		$(DESTDIR)$(PREFIX)/share/man/man7/rooftop-glossary.7 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rooftop \
		$(DESTDIR)$(ZSHDIR)/_rooftop \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rooftop.fish \
		$(DESTDIR)$(PREFIX)/share/applications/rooftop.desktop $(DESTDIR)$(PREFIX)/share/mime/packages/rooftop.xml \
		$(foreach n,1 3 5 7,$(patsubst man/%,$(DESTDIR)$(PREFIX)/share/man/man$(n)/%,$(wildcard man/*.$(n))))
	rm -rf $(DESTDIR)$(PREFIX)/share/rooftop $(DESTDIR)$(NCU_FOLDER)
	@rmdir $(DESTDIR)$(LIBDIR)/rooftop $(filter %/rooftop,$(DESTDIR)$(LIBDIR)) 2>/dev/null || true

# One archive for every Linux with glibc 2.17 or later.
DIST_NAME := rooftop-$(VERSION)-$(shell uname -m)-linux
dist-static:
	@$(MAKE) --no-print-directory dist-static-files STATIC=1 DIST=1 BUILD=build-dist

dist-static-files: all manual $(BUILD)/librooftop-report.so
	@rm -rf $(BUILD)/$(DIST_NAME)
	@$(MAKE) --no-print-directory install DESTDIR=$(BUILD)/$(DIST_NAME) PREFIX= >/dev/null
	@install -m 644 LICENSE README.md $(BUILD)/$(DIST_NAME)
	@sh packaging/static/check.sh $(BUILD)/$(DIST_NAME)
	$(Q)tar -C $(BUILD) --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$${SOURCE_DATE_EPOCH:-0} --mode=go=rX,u+rw,a-s \
		-cJf $(BUILD)/$(DIST_NAME).tar.xz $(DIST_NAME)
	@echo "$(BUILD)/$(DIST_NAME).tar.xz"

# Packages for this system: of what is built, stripped, with what it is linked with. build/rooftop_VERSION_MACHINE.deb
DEB := $(BUILD)/rooftop_$(VERSION)_$(shell dpkg --print-architecture 2>/dev/null).deb
RPM := $(BUILD)/rooftop-$(VERSION)-1.$(shell uname -m).rpm
deb: PACKAGED := deb
rpm: PACKAGED := rpm
deb rpm: all manual $(COMPLETIONS)
	@rm -rf $(BUILD)/$(PACKAGED).root
	@$(MAKE) --no-print-directory install DESTDIR=$(BUILD)/$(PACKAGED).root PREFIX=/usr LIBDIR=/usr/lib/rooftop \
		ZSHDIR=/usr/share/zsh/$(if $(filter deb,$@),vendor-completions,site-functions) >/dev/null
	@sh packaging/$(PACKAGED)/make.sh $(BUILD)/$(PACKAGED).root $(VERSION) $(if $(filter deb,$@),$(DEB),$(RPM))
	@rm -rf $(BUILD)/$(PACKAGED).root
	@echo "$(if $(filter deb,$@),$(DEB),$(RPM))"

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
include tests/hostile/hostile.mk
ifneq ($(HAVE_CUDA),)
include tests/fakegpu/fakegpu.mk
include tests/cupti/cupti.mk
endif

# Every test that needs no GPU. Each part prints its own results; the last line sums them up.
check: test-deps
	@$(MAKE) --no-print-directory all keys-tests hostile-tests $(COMPLETIONS) $(if $(HAVE_CUDA),fakegpu cupti-tests)
	@sh tests/check.sh $(BUILD) $(if $(HAVE_CUDA),cuda,viewer) $(if $(SANITIZE),sanitized)

# What runs rooftop's own code, under AddressSanitizer and UndefinedBehaviorSanitizer; the doubles and the injection
# library stay plain.
check-asan: test-deps
	@$(MAKE) --no-print-directory check BUILD=build-asan OPT="$(SANITIZED_OPT)" SANITIZE="$(SANITIZERS)"

# On a machine with a GPU, nvcc and Nsight Compute.
check-gpu: all
	bash tests/gpu/run.sh $(BUILD)/rooftop $(BUILD)/gpu

# What files use of each other is read from their objects, so everything is built first.
lint: all manual
	@sh tools/deps.sh $(PACKAGES) $(LINT_PACKAGES)
	@sh tools/lint.sh $(BUILD) $(CUDA_HOME)

help:
	@echo "make              build $(BUILD)/rooftop (STATIC=1: one file that runs on other distributions)"
	@echo "make demo         set everything up and show the main job"
	@echo "make check        set everything up and run every test that needs no GPU (PART=\"trace screens\": only these)"
	@echo "make check-asan   the same under sanitizers"
	@echo "make check-gpu    on a GPU machine: samples beside Nsight Compute"
	@echo "make bench        speeds, as ratios within one run"
	@echo "make fuzz         fuzz every parser for FUZZ_SECONDS (20)"
	@echo "make fuzz-keys    press random keys in a sanitized build for KEYS_SECONDS (60)"
	@echo "make fuzz-hostile change reports and messages of programs for HOSTILE_SECONDS (60), sanitized"
	@echo "make lint         use of rooms, clang-format, cppcheck, clang-tidy, shellcheck, manual pages"
	@echo "make manual       make the manual page $(BUILD)/man/rooftop.1"
	@echo "make install      into PREFIX ($(PREFIX)), under DESTDIR; NCU_LINK=1 also brings the name ncu and its folder"
	@echo "make uninstall    remove what install brought"
	@echo "make dist-static  one archive for every Linux with glibc 2.17 or later"
	@echo "make deb, rpm     a package for this system"
	@echo "make check-builds clang, -O3, -flto, another path and arm64 (BUILDS=\"clang arm64\": only these)"
	@echo "make check-packages  as root: packages and archive in other systems, by debootstrap"
	@echo "make clean        remove what was built"

# Other compilers, options and machines; packages in other systems. Both take minutes, so CI has a part of them.
BUILDS ?=
check-builds: all
	@BUILD=$(BUILD) sh packaging/check_builds.sh $(BUILDS)

check-packages:
	@sh packaging/check_packages.sh

.PHONY: check-builds check-packages dist-static deb rpm dist-static-files all manual deps test-deps fuzz-deps install install-ncu uninstall clean demo check check-asan check-gpu lint help
