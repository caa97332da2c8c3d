# Programs for real reports: see tests/real_reports.sh.
$(BUILD)/real/%.o: tests/real/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/real/names $(BUILD)/real/derived $(BUILD)/real/occupancy $(BUILD)/real/waits: $(BUILD)/real/%: $(BUILD)/real/%.o $(REPORT_OBJECTS) $(GENERATED) $(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BUILD)/real/recompute: $(BUILD)/real/recompute.o $(REPORT_OBJECTS) $(call objects,$(COLLECT_SOURCES)) $(GENERATED) \
		$(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BUILD)/real/json_check.o: CPPFLAGS += -Itests/unit
$(BUILD)/real/json_check: $(BUILD)/real/json_check.o $(UNIT_OUT)/obj/json_parse.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(BUILD)/real/sections: $(BUILD)/real/sections.o $(REPORT_OBJECTS) $(GENERATED) $(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BUILD)/real/rules: $(BUILD)/real/rules.o $(BUILD)/real/rule_facts.o $(REPORT_OBJECTS) $(GENERATED) $(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)
