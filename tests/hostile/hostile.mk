# Hostile reports and hostile programs: mutators, and what runs rooftop on what they make. Included by the top Makefile after
# the unit tests.
HOSTILE_SRC := tests/hostile
HOSTILE_OUT := $(BUILD)/hostile

$(HOSTILE_OUT)/%.o: $(HOSTILE_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

HOSTILE_MUTATOR := $(addprefix $(HOSTILE_OUT)/,tree.o mutate.o)
$(HOSTILE_OUT)/mutate_report: $(HOSTILE_OUT)/mutate_report.o $(HOSTILE_OUT)/report_tree.o $(HOSTILE_MUTATOR) $(BUILD)/report.a
	$(LINK) $(LIBRARIES)

-include $(wildcard $(HOSTILE_OUT)/*.d)

.PHONY: hostile-tests
hostile-tests: $(HOSTILE_OUT)/mutate_report
