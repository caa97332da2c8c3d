# make bench: speeds as ratios within one run, never by the clock of one machine.
BENCH_OUT := $(BUILD)/bench

$(BENCH_OUT)/%.o: tests/bench/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

$(addprefix $(BENCH_OUT)/,generate rules): $(BENCH_OUT)/%: $(BENCH_OUT)/%.o $(BUILD)/report.a
	$(LINK) $(LIBRARIES)

$(addprefix $(BENCH_OUT)/,schedule evaluate): $(BENCH_OUT)/%: $(BENCH_OUT)/%.o $(BUILD)/program.a
	$(LINK) $(LIBRARIES)
$(BENCH_OUT)/evaluate: $(BUILD)/cupti/obj/recording.o

$(addprefix $(BENCH_OUT)/,screen memory): $(BENCH_OUT)/%: $(BENCH_OUT)/%.o
	$(LINK) -lutil

bench: all $(addprefix $(BENCH_OUT)/,generate rules screen memory $(if $(HAVE_CUDA),schedule evaluate)) \
		$(if $(HAVE_CUDA),fakegpu)
	@bash tests/bench/bench.sh $(BUILD)

.PHONY: bench
