# Programs for real reports: see tests/real_reports.sh.
$(BUILD)/real/%.o: tests/real/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

REAL_REPORT := $(addprefix $(BUILD)/real/,names derived occupancy waits sections rules)
$(REAL_REPORT): $(BUILD)/real/%: $(BUILD)/real/%.o $(BUILD)/report.a
	$(LINK) $(LIBRARIES)
$(BUILD)/real/rules: $(BUILD)/real/rule_facts.o

$(BUILD)/real/recompute: $(BUILD)/real/recompute.o $(BUILD)/program.a
	$(LINK) $(LIBRARIES)

$(BUILD)/real/json_check.o: CPPFLAGS += -Itests/unit/helpers
$(BUILD)/real/json_check: $(BUILD)/real/json_check.o $(UNIT_OUT)/obj/helpers/json_parse.o
	$(LINK) -lm
