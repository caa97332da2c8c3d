# Unit tests. Included by the top Makefile after its variables.
#
# test_X.c looks at one module of src/report; collect_X.c and tui_X.c at one of src/collect and src/tui and may use all
# of the program. Each becomes a program of its own; `make check-unit` runs them all, also after a failure.
UNIT_SRC := tests/unit
UNIT_OUT := $(BUILD)/unit

UNIT_REPORT := $(patsubst $(UNIT_SRC)/%.c,$(UNIT_OUT)/%,$(sort $(wildcard $(UNIT_SRC)/test_*.c)))
UNIT_PROGRAM := $(patsubst $(UNIT_SRC)/%.c,$(UNIT_OUT)/%, \
	$(sort $(if $(HAVE_CUDA),$(wildcard $(UNIT_SRC)/collect_*.c)) $(wildcard $(UNIT_SRC)/tui_*.c)))
UNIT_HELPERS := $(patsubst %,$(UNIT_OUT)/obj/%.o,build_report build_cubin cupti_paths figures_sample json_expect json_parse page_sample notes_sample roofline_sample temp_folder views_sample code_sample xml_check)
UNIT_DATA := $(GENERATED) $(BUILD)/gen/embedded_data.o

$(UNIT_OUT)/obj/%.o: $(UNIT_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) test-deps
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -I$(UNIT_SRC) $(CFLAGS) -MMD -MP -c -o $@ $<

# Archives, of which each program takes what it needs: linking all into all took longer than compiling.
$(UNIT_OUT)/report.a: $(UNIT_HELPERS) $(REPORT_OBJECTS) $(UNIT_DATA)
$(UNIT_OUT)/program.a: $(UNIT_HELPERS) $(UNIT_OUT)/obj/drawn.o $(PROGRAM_OBJECTS) $(UNIT_DATA) \
		$(call objects,$(filter-out src/main.c,$(MAIN_SOURCES)))
$(UNIT_OUT)/report.a $(UNIT_OUT)/program.a:
	$(Q)rm -f $@ && ar rcsT $@ $^

UNIT_LINK = $(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcmocka $(LIBRARIES)
$(UNIT_REPORT): $(UNIT_OUT)/%: $(UNIT_OUT)/obj/%.o $(UNIT_OUT)/report.a
	$(UNIT_LINK)

$(UNIT_PROGRAM): $(UNIT_OUT)/%: $(UNIT_OUT)/obj/%.o $(UNIT_OUT)/program.a
	$(UNIT_LINK)

# Write reports for the tests of the screen, which need them as they need the doubles.
SCREEN_REPORTS := $(addprefix $(UNIT_OUT)/,notes_report findings_report figures_report views_report code_report rooflines_report)
fakegpu: $(SCREEN_REPORTS)
$(SCREEN_REPORTS:$(UNIT_OUT)/%=$(UNIT_OUT)/obj/%.o): $(UNIT_OUT)/obj/%.o: tests/e2e/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS) test-deps
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -I$(UNIT_SRC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(SCREEN_REPORTS): $(UNIT_OUT)/%: $(UNIT_OUT)/obj/%.o $(UNIT_OUT)/report.a
	$(UNIT_LINK)

# Modules of the injection library that need nothing else of it.
$(UNIT_OUT)/collect_l2_evict: $(call objects,src/collect/inject/l2_evict.c src/collect/inject/descriptor.c)
$(UNIT_OUT)/collect_host_room: $(call objects,src/collect/inject/host_room.c)
$(UNIT_OUT)/collect_host_lines: $(call objects,src/collect/inject/host_lines.c)
$(UNIT_OUT)/collect_image_copy: $(call objects,$(addprefix src/collect/inject/,image_copy.c image.c descriptor.c))
$(UNIT_OUT)/collect_nvtx_state: $(call objects,$(addprefix src/collect/inject/,nvtx_state.c nvtx_bytes.c choice.c range_edges.c))
$(UNIT_OUT)/collect_patience: $(call objects,src/collect/inject/patience.c)
$(UNIT_OUT)/collect_range_edges: $(call objects,src/collect/inject/range_edges.c)
$(UNIT_OUT)/collect_kernel_calls: $(call objects,src/collect/inject/kernel_calls.c src/collect/inject/cubin_elf.c)

$(UNIT_OUT)/collect_unwind: $(call objects,$(addprefix src/collect/inject/,unwind.c loaded_code.c))

$(UNIT_OUT)/collect_counter_gate: $(call objects,src/collect/inject/counter_gate.c)
$(UNIT_OUT)/collect_call_hook: $(call objects,src/collect/inject/call_hook.c)

# Libraries whose imports are changed.
HOOKED := $(addprefix $(UNIT_OUT)/elf/,lazy.so sealed.so)
$(UNIT_OUT)/elf/lazy.so: HOOKED_FLAGS := -Wl,-z,lazy -Wl,-z,norelro
$(UNIT_OUT)/elf/sealed.so: HOOKED_FLAGS := -Wl,-z,now -Wl,-z,relro
$(HOOKED): $(UNIT_SRC)/hooked_sample.c
	$(Q)mkdir -p $(@D) && $(CC) -O2 -fPIC -shared $(HOOKED_FLAGS) -o $@ $<
$(UNIT_OUT)/collect_call_hook: | $(HOOKED)

# Files whose symbols are looked up, and what nm says of them.
ELF_SAMPLES := $(addprefix $(UNIT_OUT)/elf/,pie fixed library.so stripped.so)
ELF_SAMPLE = $(Q)mkdir -p $(@D) && $(CC) -O2 -fcf-protection=none -Wl,--build-id=
$(UNIT_OUT)/elf/pie: $(UNIT_SRC)/elf_sample.c
	$(ELF_SAMPLE)sha1 -g -fPIE -pie -o $@ $< && nm -S $@ >$@.nm
$(UNIT_OUT)/elf/fixed: $(UNIT_SRC)/elf_sample.c
	$(ELF_SAMPLE)none -g -no-pie -o $@ $< && nm -S $@ >$@.nm
$(UNIT_OUT)/elf/library.so: $(UNIT_SRC)/elf_sample.c
	$(ELF_SAMPLE)sha1 -gdwarf-4 -fPIC -shared -o $@ $< && nm -S $@ >$@.nm
$(UNIT_OUT)/elf/stripped.so: $(UNIT_OUT)/elf/library.so
	$(Q)strip -o $@ $<
$(addprefix $(UNIT_OUT)/,test_elf_symbols collect_symbolizer collect_unwind): | $(ELF_SAMPLES)

.PHONY: check-unit
check-unit: $(UNIT_PROGRAM) $(UNIT_REPORT)
	@rm -rf $(UNIT_OUT)/log && mkdir $(UNIT_OUT)/log
	@printf '%s\n' $(notdir $^) | xargs -P "$$(nproc)" -I NAME sh -c ' \
		$(UNIT_OUT)/NAME >$(UNIT_OUT)/log/NAME 2>&1 || echo "NAME (exit status $$?)" >$(UNIT_OUT)/log/NAME.failed'
	@cd $(UNIT_OUT)/log && cat $(notdir $^); \
	if ls *.failed >/dev/null 2>&1; then echo "check-unit: failed:" $$(cat *.failed) >&2; exit 1; fi; \
	echo "check-unit: all of $(words $^) programs passed"

-include $(wildcard $(UNIT_OUT)/obj/*.d)
