# Hostile reports and hostile programs: mutators, and what runs rooftop on what they make. Included by the top Makefile after
# the unit tests.
HOSTILE_SRC := tests/hostile
HOSTILE_OUT := $(BUILD)/hostile

$(HOSTILE_OUT)/%.o: $(HOSTILE_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

HOSTILE_MUTATOR := $(addprefix $(HOSTILE_OUT)/,tree.o mutate.o)
$(HOSTILE_OUT)/mutate_report: $(HOSTILE_OUT)/mutate_report.o $(HOSTILE_OUT)/report_tree.o $(HOSTILE_MUTATOR) $(BUILD)/report.a
	$(LINK) $(LIBRARIES)

$(HOSTILE_OUT)/set_texts: $(HOSTILE_OUT)/set_texts.o $(HOSTILE_OUT)/report_tree.o $(HOSTILE_MUTATOR) $(BUILD)/report.a
	$(LINK) $(LIBRARIES)
$(HOSTILE_OUT)/hostile_reports.o: CPPFLAGS += -I$(UNIT_SRC)/helpers
$(HOSTILE_OUT)/hostile_reports: $(addprefix $(HOSTILE_OUT)/,hostile_reports.o report_tree.o) $(HOSTILE_MUTATOR) $(KEYS_OUT)/terminal.o \
		$(UNIT_OUT)/helpers.a $(BUILD)/report.a
	$(LINK) -lutil $(LIBRARIES)

ifneq ($(HAVE_CUDA),)
$(HOSTILE_OUT)/wire_proxy: $(HOSTILE_OUT)/wire_proxy.o $(HOSTILE_MUTATOR) $(BUILD)/program.a
	$(LINK) $(LIBRARIES)
$(HOSTILE_OUT)/talk: $(HOSTILE_OUT)/talk.o $(BUILD)/program.a
	$(LINK) $(LIBRARIES)
endif

-include $(wildcard $(HOSTILE_OUT)/*.d)

.PHONY: hostile-tests
hostile-tests: $(addprefix $(HOSTILE_OUT)/,mutate_report hostile_reports set_texts $(if $(HAVE_CUDA),wire_proxy talk))

# `make fuzz-hostile HOSTILE_SECONDS=3600 HOSTILE_SEED=7`: both for longer, at the same time, under sanitizers. A failure names
# the seed of a session, which HOSTILE_SECONDS=0 runs again.
HOSTILE_SEED ?= $(shell date +%s)
HOSTILE_SECONDS ?= 60
.PHONY: fuzz-hostile
fuzz-hostile: test-deps
	@$(MAKE) --no-print-directory all keys-tests hostile-tests $(if $(HAVE_CUDA),fakegpu) BUILD=build-asan OPT="$(SANITIZED_OPT)" \
		SANITIZE="$(SANITIZERS)"
	@bash $(HOSTILE_SRC)/reports.sh build-asan $(HOSTILE_SEED) $(HOSTILE_SECONDS) $(abspath $(HOSTILE_REPORTS)) & \
	reports=$$!; status=0; \
	$(if $(HAVE_CUDA),bash $(HOSTILE_SRC)/wire.sh build-asan $(HOSTILE_SEED) $(HOSTILE_SECONDS) || status=1;) \
	wait $$reports || status=1; exit $$status

$(UNIT_OUT)/report/test_odd_texts: $(addprefix $(HOSTILE_OUT)/,report_tree.o tree.o mutate.o)
