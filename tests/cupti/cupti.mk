# Tests of schedules and values with a real CUPTI, which need no GPU. Included by the top Makefile after its variables.
CUPTI_SRC := tests/cupti
CUPTI_OUT := $(BUILD)/cupti
CUPTI_PROGRAMS := $(CUPTI_OUT)/replay $(CUPTI_OUT)/schedules

$(CUPTI_OUT)/obj/%.o: $(CUPTI_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

$(CUPTI_PROGRAMS): $(CUPTI_OUT)/%: $(CUPTI_OUT)/obj/%.o $(CUPTI_OUT)/obj/recording.o $(BUILD)/program.a
	$(LINK) $(LIBRARIES)

.PHONY: cupti-tests
cupti-tests: $(CUPTI_PROGRAMS)

-include $(wildcard $(CUPTI_OUT)/obj/*.d)
