# Hostile reports and hostile programs: mutators, and what runs rooftop on what they make. Included by the top Makefile after
# the unit tests.
HOSTILE_SRC := tests/hostile
HOSTILE_OUT := $(BUILD)/hostile

$(HOSTILE_OUT)/%.o: $(HOSTILE_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

HOSTILE_MUTATOR := $(addprefix $(HOSTILE_OUT)/,tree.o mutate.o)
$(HOSTILE_OUT)/mutate_report: $(HOSTILE_OUT)/mutate_report.o $(HOSTILE_OUT)/report_tree.o $(HOSTILE_MUTATOR) $(BUILD)/report.a
	$(LINK) $(LIBRARIES)

$(HOSTILE_OUT)/hostile_reports.o: CPPFLAGS += -I$(UNIT_SRC)/helpers
$(HOSTILE_OUT)/hostile_reports: $(addprefix $(HOSTILE_OUT)/,hostile_reports.o report_tree.o) $(HOSTILE_MUTATOR) $(KEYS_OUT)/terminal.o \
		$(UNIT_OUT)/helpers.a $(BUILD)/report.a
	$(LINK) -lutil $(LIBRARIES)

ifneq ($(HAVE_CUDA),)
# It stands beside the program that is profiled.
$(HOSTILE_OUT)/wire_proxy: $(HOSTILE_OUT)/wire_proxy.o $(HOSTILE_MUTATOR) $(BUILD)/program.a
	$(LINK) $(LIBRARIES)
endif

-include $(wildcard $(HOSTILE_OUT)/*.d)

.PHONY: hostile-tests
hostile-tests: $(addprefix $(HOSTILE_OUT)/,mutate_report hostile_reports $(if $(HAVE_CUDA),wire_proxy))

$(UNIT_OUT)/report/test_odd_texts: $(addprefix $(HOSTILE_OUT)/,report_tree.o tree.o mutate.o)
