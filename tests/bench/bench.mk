# make bench: speeds as ratios within one run, never by the clock of one machine.
bench: all
	@bash tests/bench/bench.sh $(BUILD)

.PHONY: bench
