# Keys pressed on a pseudo terminal. Included by the top Makefile after the unit tests.
KEYS_SRC := tests/keys
KEYS_OUT := $(BUILD)/keys

$(KEYS_OUT)/%.o: $(KEYS_SRC)/%.c $(SETTINGS)/COMPILED_WITH | $(HEADERS)
	$(COMPILE)

$(KEYS_OUT)/random_keys: $(addprefix $(KEYS_OUT)/,random_keys.o terminal.o) $(BUILD)/program.a
	$(LINK) $(LIBRARIES)

-include $(wildcard $(KEYS_OUT)/*.d)

$(KEYS_OUT)/key_bytes: $(addprefix $(KEYS_OUT)/,key_bytes.o terminal.o)
	$(LINK) -lutil

.PHONY: keys-tests fuzz-keys
keys-tests: $(addprefix $(KEYS_OUT)/,random_keys key_bytes) $(SCREEN_REPORTS) $(UNIT_OUT)/notes_report

# `make fuzz-keys KEYS_SECONDS=600 KEYS_SEED=7 KEYS_REPORTS="a.ncu-rep b.ncu-rep"`: for longer and with other reports;
# KEYS_SECONDS=0 is one session again, whose seed a failure has said.
KEYS_SEED ?= $(shell date +%s)
KEYS_SECONDS ?= 60
fuzz-keys: test-deps
	@$(MAKE) --no-print-directory all keys-tests $(if $(HAVE_CUDA),fakegpu) BUILD=build-asan OPT="$(SANITIZED_OPT)" \
		SANITIZE="$(SANITIZERS)"
	@echo "fuzz-keys: seed $(KEYS_SEED), $(KEYS_SECONDS) s"
	@bash $(KEYS_SRC)/run.sh build-asan $(KEYS_SEED) $(KEYS_SECONDS) $(abspath $(KEYS_REPORTS))
