# make bench: speeds as ratios within one run, never by the clock of one machine.
BENCH_OUT := $(BUILD)/bench

$(BENCH_OUT)/%.o: tests/bench/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BENCH_OUT)/generate: $(BENCH_OUT)/generate.o $(REPORT_OBJECTS) $(GENERATED) $(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BENCH_OUT)/rules: $(BENCH_OUT)/rules.o $(REPORT_OBJECTS) $(GENERATED) $(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BENCH_OUT)/screen: $(BENCH_OUT)/screen.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lutil

$(BENCH_OUT)/memory: $(BENCH_OUT)/memory.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(BENCH_OUT)/schedule: $(BENCH_OUT)/schedule.o $(REPORT_OBJECTS) $(call objects,$(COLLECT_SOURCES)) $(GENERATED) \
		$(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(BENCH_OUT)/evaluate: $(BENCH_OUT)/evaluate.o $(BUILD)/cupti/obj/recording.o $(REPORT_OBJECTS) \
		$(call objects,$(COLLECT_SOURCES)) $(GENERATED) $(BUILD)/gen/embedded_data.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

bench: all $(BENCH_OUT)/generate $(BENCH_OUT)/rules $(BENCH_OUT)/screen $(BENCH_OUT)/memory $(if $(HAVE_CUDA),$(BENCH_OUT)/schedule $(BENCH_OUT)/evaluate fakegpu)
	@bash tests/bench/bench.sh $(BUILD)

.PHONY: bench
