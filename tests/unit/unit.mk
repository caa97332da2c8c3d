# Unit tests. Included by the top Makefile after its variables.
#
# Each file test_X.c becomes a program of its own, which tests module X. Those of report/ are linked with src/report alone,
# the others with what they take of the program. Those of collect/ and inject/ need the CUDA headers. `make check-unit` runs
# all of them, also after a failure.
UNIT_SRC := tests/unit
UNIT_OUT := $(BUILD)/unit

unit_tests = $(patsubst $(UNIT_SRC)/%.c,$(UNIT_OUT)/%,$(sort $(wildcard $(1:%=$(UNIT_SRC)/%/test_*.c))))
UNIT_REPORT := $(call unit_tests,report)
UNIT_PROGRAM := $(call unit_tests,cpu tui cli $(if $(HAVE_CUDA),collect inject))
# They are many and large: lld links them in a third of the time, where it is there, and gold in half. -no-pie: see SANITIZED_LINK.
UNIT_LINKER := $(notdir $(shell command -v ld.lld || command -v ld.gold))
UNIT_LINK := $(if $(filter gcc,$(CC)),$(UNIT_LINKER:ld.%=-fuse-ld=%) $(if $(SANITIZE),-no-pie))
UNIT_HELPERS := $(patsubst $(UNIT_SRC)/%.c,$(UNIT_OUT)/obj/%.o,$(wildcard $(UNIT_SRC)/helpers/*.c))

$(UNIT_OUT)/obj/%.o: $(UNIT_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) test-deps
	$(COMPILE) -I$(UNIT_SRC)/helpers

$(UNIT_OUT)/helpers.a: $(UNIT_HELPERS)
	$(Q)rm -f $@ && ar rcsT $@ $^

$(UNIT_REPORT): $(UNIT_OUT)/%: $(UNIT_OUT)/obj/%.o $(UNIT_OUT)/helpers.a $(BUILD)/report.a
	@mkdir -p $(@D)
	$(LINK) $(UNIT_LINK) -lcmocka $(LIBRARIES)

$(UNIT_PROGRAM): $(UNIT_OUT)/%: $(UNIT_OUT)/obj/%.o $(UNIT_OUT)/helpers.a $(BUILD)/program.a
	@mkdir -p $(@D)
	$(LINK) $(UNIT_LINK) -lcmocka $(LIBRARIES)

# The C interface for other languages is no part of the program.
$(UNIT_OUT)/report/test_library: $(call objects,$(LIBRARY_SOURCES))

# Write reports for the tests of the screen, which need them as they need the doubles.
SCREEN_REPORTS := $(addprefix $(UNIT_OUT)/,notes_report findings_report figures_report views_report code_report rooflines_report ranks_report trace_report)
fakegpu: $(SCREEN_REPORTS)
$(SCREEN_REPORTS:$(UNIT_OUT)/%=$(UNIT_OUT)/obj/%.o): $(UNIT_OUT)/obj/%.o: tests/e2e/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) test-deps
	$(COMPILE) -I$(UNIT_SRC)/helpers

$(SCREEN_REPORTS): $(UNIT_OUT)/%: $(UNIT_OUT)/obj/%.o $(UNIT_OUT)/helpers.a $(BUILD)/report.a
	$(LINK) $(UNIT_LINK) -lcmocka $(LIBRARIES)

# Modules of the injection library that need nothing else of it.
$(UNIT_OUT)/inject/test_l2_evict: $(call named,$(INJECT_SOURCES),l2_evict descriptor)
$(UNIT_OUT)/inject/test_host_room: $(call named,$(INJECT_SOURCES),host_room)
$(UNIT_OUT)/inject/test_host_lines: $(call named,$(INJECT_SOURCES),host_lines)
$(UNIT_OUT)/inject/test_image_copy: $(call named,$(INJECT_SOURCES),image_copy image descriptor)
$(UNIT_OUT)/inject/test_nvtx_state: $(call named,$(INJECT_SOURCES),nvtx_state nvtx_bytes filter_launch program_filter range_edges)
$(UNIT_OUT)/inject/test_wait_clock: $(call named,$(INJECT_SOURCES),wait_clock)
$(UNIT_OUT)/inject/test_range_edges: $(call named,$(INJECT_SOURCES),range_edges)
$(UNIT_OUT)/inject/test_kernel_calls: $(call named,$(INJECT_SOURCES),kernel_calls cubin_elf)
$(UNIT_OUT)/inject/test_kernel_order: $(call named,$(INJECT_SOURCES),kernel_order cubin_elf)
$(UNIT_OUT)/inject/test_kernel_wait: $(call named,$(INJECT_SOURCES),kernel_wait cubin_elf)
$(UNIT_OUT)/inject/test_foresight: $(call named,$(INJECT_SOURCES), \
	foresight memory sparse block_kernels snapshot_copy host_room own_device)

$(UNIT_OUT)/inject/test_unwind: $(call named,$(INJECT_SOURCES),unwind loaded_code)

$(UNIT_OUT)/inject/test_counter_gate: $(call named,$(INJECT_SOURCES),counter_gate)
$(UNIT_OUT)/inject/test_guard: $(call named,$(INJECT_SOURCES),guard)
$(UNIT_OUT)/inject/test_in_flight: $(call named,$(INJECT_SOURCES),in_flight wait_clock guard)
$(UNIT_OUT)/inject/test_memory_tracker: $(call named,$(INJECT_SOURCES),memory)
$(UNIT_OUT)/inject/test_leaving: $(call named,$(INJECT_SOURCES),leaving memory)
$(UNIT_OUT)/inject/test_exposed: $(call named,$(INJECT_SOURCES),exposed memory own_maps)
$(UNIT_OUT)/inject/test_pageable: $(call named,$(INJECT_SOURCES),pageable launch memory own_maps own_device)
$(UNIT_OUT)/inject/test_other_threads: $(call named,$(INJECT_SOURCES),other_threads own_maps own_memory own_thread)
$(UNIT_OUT)/inject/test_call_crosses: $(call named,$(INJECT_SOURCES),call_crosses memory)
$(UNIT_OUT)/inject/test_reach: $(call named,$(INJECT_SOURCES),reach memory)
$(UNIT_OUT)/inject/test_shadow: $(call named,$(INJECT_SOURCES),shadow snapshot_copy reach exposed memory own_memory own_device own_maps)
$(UNIT_OUT)/inject/test_program_filter: $(call named,$(INJECT_SOURCES),program_filter range_edges)
$(UNIT_OUT)/inject/test_call_tables: $(call named,$(INJECT_SOURCES), \
	call_harmless call_allocates call_frees call_looks call_sets memory)
$(UNIT_OUT)/inject/test_host_copy: $(call named,$(INJECT_SOURCES),host_copy box_copy batch_copy work memory own_memory)
$(UNIT_OUT)/inject/test_window_parts: $(call named,$(INJECT_SOURCES),window_parts)
$(UNIT_OUT)/inject/test_variants: $(call named,$(INJECT_SOURCES),variant_list variant series_values channel descriptor)
# Those that lead to nearly all of the library, on a driver of their own.
$(addprefix $(UNIT_OUT)/,inject/test_call_rules inject/test_graph_order): $(call objects,$(INJECT_SOURCES))
$(UNIT_OUT)/inject/test_call_hook: $(call named,$(INJECT_SOURCES),call_hook)

# What makes rooftop(1).
$(UNIT_OUT)/cli/test_manual: $(call objects,tools/manual/manual.c)

# Libraries whose imports are changed.
HOOKED := $(addprefix $(UNIT_OUT)/elf/,lazy.so sealed.so)
$(UNIT_OUT)/elf/lazy.so: HOOKED_FLAGS := -Wl,-z,lazy -Wl,-z,norelro
$(UNIT_OUT)/elf/sealed.so: HOOKED_FLAGS := -Wl,-z,now -Wl,-z,relro
$(HOOKED): $(UNIT_SRC)/samples/hooked_sample.c
	$(Q)mkdir -p $(@D) && $(CC) -O2 -fPIC -shared $(HOOKED_FLAGS) -o $@ $<
$(UNIT_OUT)/inject/test_call_hook: | $(HOOKED)

# Files whose symbols are looked up, and what nm says of them.
ELF_SAMPLES := $(addprefix $(UNIT_OUT)/elf/,pie fixed library.so stripped.so)
ELF_SAMPLE = $(Q)mkdir -p $(@D) && $(CC) -O2 -fcf-protection=none -Wl,--build-id=
$(UNIT_OUT)/elf/pie: $(UNIT_SRC)/samples/elf_sample.c
	$(ELF_SAMPLE)sha1 -g -fPIE -pie -o $@ $< && nm -S $@ >$@.nm
$(UNIT_OUT)/elf/fixed: $(UNIT_SRC)/samples/elf_sample.c
	$(ELF_SAMPLE)none -g -no-pie -o $@ $< && nm -S $@ >$@.nm
$(UNIT_OUT)/elf/library.so: $(UNIT_SRC)/samples/elf_sample.c
	$(ELF_SAMPLE)sha1 -gdwarf-4 -fPIC -shared -o $@ $< && nm -S $@ >$@.nm
$(UNIT_OUT)/elf/stripped.so: $(UNIT_OUT)/elf/library.so
	$(Q)strip -o $@ $<
$(addprefix $(UNIT_OUT)/,report/test_elf_symbols collect/test_symbolizer inject/test_unwind): | $(ELF_SAMPLES)

# The sanitizer guesses where memory of threads lies that a library brings along (the real libcupti), and the leak check ends
# the program where it guessed wrong.
UNIT_ASAN := intercept_tls_get_addr=0
# Those that read documents and sources: they run also if nothing changed that others read.
UNIT_ALWAYS := cli/test_manual cpu/test_cpu_options report/test_rule_manual tui/test_file_manuals tui/test_key_table tui/test_trace_profile

.PHONY: check-unit
check-unit: $(UNIT_PROGRAM) $(UNIT_REPORT)
	@rm -rf $(UNIT_OUT)/log && mkdir -p $(sort $(dir $(^:$(UNIT_OUT)/%=$(UNIT_OUT)/log/%)))
	@key=$(if $(AGAIN),,$$(sh $(UNIT_SRC)/data_key.sh $(UNIT_OUT)/elf)); \
	doubles=$(if $(AGAIN),,$$(sh $(UNIT_SRC)/data_key.sh $(UNIT_OUT)/elf $(BUILD)/fakegpu)); export ASAN_OPTIONS=$$ASAN_OPTIONS:$(UNIT_ASAN); \
	for name in $(^:$(UNIT_OUT)/%=%); do \
		case " $(UNIT_ALWAYS) " in *" $$name "*) echo "$$name -" ;; *) echo "$$name $${key:--}" ;; esac; \
	done | xargs -P "$$(nproc)" -L 1 sh -c 'sh $(UNIT_SRC)/run_one.sh $(UNIT_OUT) "$$2" "$${3#-}" "$$1"' run "$$doubles"
	@cd $(UNIT_OUT)/log && cat $(^:$(UNIT_OUT)/%=%); \
	if ls */*.failed >/dev/null 2>&1; then echo "check-unit: failed:" $$(cat */*.failed) >&2; exit 1; fi; \
	echo "check-unit: all of $(words $^) programs passed"
