# Fuzzing of everything that reads bytes from outside. Included by the top Makefile after its variables.
#
# fuzz_X.c becomes a libFuzzer program (clang) that runs FUZZ_SECONDS over corpus/X; what it finds new is kept under the
# build folder. `make fuzz FUZZ_TARGETS=expr FUZZ_SECONDS=600` runs one of them for longer.
FUZZ_SRC := tests/fuzz
FUZZ_OUT := $(BUILD)/fuzz
FUZZ_CC ?= clang
FUZZ_SECONDS ?= 20
# 0: another one each time.
FUZZ_SEED ?= 0
FUZZ_TARGETS ?= $(filter-out $(if $(HAVE_CUDA),,to_host trace_host), \
	$(patsubst $(FUZZ_SRC)/fuzz_%.c,%,$(sort $(wildcard $(FUZZ_SRC)/fuzz_*.c))))

# A conversion of a double that does not fit is undefined, too, but not part of "undefined".
FUZZ_SANITIZE := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
FUZZ_CFLAGS := -std=c11 -O1 -g1 $(FUZZ_SANITIZE)
# Of the screen and the collection what reads such bytes, and what that needs.
files = $(foreach name,$(2),$(filter %/$(name).c,$(call sources_in,$(1))))
FUZZ_SOURCES := $(REPORT_SOURCES) $(CPU_SOURCES) $(LIBRARY_SOURCES) tests/unit/helpers/json_parse.c \
	$(call files,src/cli,option_config option_rules option_table option_take options program_path shell_words \
		terminal_columns word_list) \
	$(call files,src/tui,completions key_file keys screen_settings theme) \
	$(call files,src/collect,counter_compress kernel_calls cubin_elf)
FUZZ_MESSAGES := report python
ifneq ($(HAVE_CUDA),)
FUZZ_SOURCES += $(call files,src/collect,boards device_metrics frame instances launch_metrics metric_list numa_facts nvml launch_nvtx wire_number \
	launch_stacks symbolizer loop message_limits process_choice proto_field trace_blocks trace_peer trace_state)
FUZZ_MESSAGES += wire
endif
FUZZ_OBJECTS := $(patsubst %.c,$(FUZZ_OUT)/obj/%.o,$(FUZZ_SOURCES)) $(FUZZ_MESSAGES:%=$(FUZZ_OUT)/obj/%.pb-c.o)
FUZZ_PROGRAMS := $(addprefix $(FUZZ_OUT)/fuzz_,$(FUZZ_TARGETS))
# These are kept.
.SECONDARY: $(FUZZ_OBJECTS) $(FUZZ_TARGETS:%=$(FUZZ_OUT)/obj/$(FUZZ_SRC)/fuzz_%.o)

$(FUZZ_OUT)/obj/%.pb-c.o: $(BUILD)/gen/%.pb-c.h
	$(Q)$(IN_FOLDER) $(CCACHE) $(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link $(PREFIX_MAP) -c -o $@ $(BUILD)/gen/$*.pb-c.c

$(FUZZ_OUT)/obj/%.o: %.c | $(HEADERS) fuzz-deps
	$(Q)$(IN_FOLDER) $(CCACHE) $(FUZZ_CC) $(CPPFLAGS) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link $(PREFIX_MAP) -MMD -MP -c -o $@ $<

# Each takes what it needs: linking is quicker, and an input costs less where there is less code whose counters are compared.
$(FUZZ_OUT)/fuzz.a: $(FUZZ_OBJECTS) $(BUILD)/gen/embedded_data.o
	$(Q)rm -f $@ && ar rcsT $@ $^

FUZZ_LINK := $(if $(shell command -v ld.lld),-fuse-ld=lld)
$(FUZZ_OUT)/fuzz_%: $(FUZZ_OUT)/obj/$(FUZZ_SRC)/fuzz_%.o $(FUZZ_OUT)/fuzz.a
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(FUZZ_LINK) $(LIBRARIES)

.PHONY: fuzz
fuzz: $(FUZZ_PROGRAMS)
	@mkdir -p $(FUZZ_OUT)/found $(FUZZ_OUT)/log; rm -f $(FUZZ_OUT)/log/*.failed
	@echo "fuzz: $(words $(FUZZ_TARGETS)) targets, $(FUZZ_SECONDS) s each, as many at a time as there are processors"
	@printf '%s\n' $(FUZZ_TARGETS) | xargs -P "$$(nproc)" -I NAME sh -c ' \
		mkdir -p $(FUZZ_OUT)/corpus/NAME; \
		$(FUZZ_OUT)/fuzz_NAME -seed=$(FUZZ_SEED) -max_total_time=$(FUZZ_SECONDS) -max_len=65536 -rss_limit_mb=2048 \
			-timeout=25 -print_final_stats=1 -verbosity=0 -artifact_prefix=$(FUZZ_OUT)/found/NAME- \
			$(FUZZ_OUT)/corpus/NAME $(FUZZ_SRC)/corpus/NAME >$(FUZZ_OUT)/log/NAME 2>&1 && \
			echo "fuzz: NAME: $$(sed -n "s/.*executed_units: *//p" $(FUZZ_OUT)/log/NAME) inputs" || \
			{ tail -n 40 $(FUZZ_OUT)/log/NAME; >$(FUZZ_OUT)/log/NAME.failed; }'
	@failed=$$(cd $(FUZZ_OUT)/log && ls | sed -n 's/\.failed$$//p'); \
	if [ -n "$$failed" ]; then echo "fuzz: failed:" $$failed "(inputs in $(FUZZ_OUT)/found)" >&2; exit 1; fi

-include $(wildcard $(FUZZ_OBJECTS:.o=.d) $(FUZZ_OUT)/obj/$(FUZZ_SRC)/*.d)
