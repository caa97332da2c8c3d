# The doubles of the driver, of CUPTI and of NVML, and a program to profile. Included by the top Makefile, which sets
# BUILD, CC, CFLAGS and CUDA_HOME.
FAKEGPU_SRC := tests/fakegpu
FAKEGPU_OUT := $(BUILD)/fakegpu
FAKEGPU_LIBS := $(FAKEGPU_OUT)/libcuda.so.1 $(FAKEGPU_OUT)/libcupti.so.13 $(FAKEGPU_OUT)/libnvidia-ml.so.1 \
	$(FAKEGPU_OUT)/old/libnvidia-ml.so.1 $(FAKEGPU_OUT)/libcheckpoint.so $(FAKEGPU_OUT)/libnvperf_host.so \
	$(FAKEGPU_OUT)/libthrough_a.so $(FAKEGPU_OUT)/libthrough_b.so
FAKEGPU_WARN := -std=c11 -Wall -Wextra -Werror -Wno-missing-prototypes -D_GNU_SOURCE -fPIC
FAKEGPU_INC := -I$(FAKEGPU_SRC)/include -isystem $(CUDA_HOME)/include

# Sanitizers stay out of the libraries: programs without them load these too.
FAKEGPU_CFLAGS = $(filter-out -fsanitize% -fno-sanitize% --coverage -fprofile% -flto%,$(CFLAGS)) \
	$(FAKEGPU_WARN) $(FAKEGPU_INC)
FAKEGPU_APP_CFLAGS = $(CFLAGS) $(FAKEGPU_WARN) $(FAKEGPU_INC)

FAKEGPU_NAMES = $(basename $(notdir $(wildcard $(FAKEGPU_SRC)/$(1))))
FAKEGPU_OBJECTS = $(patsubst %,$(FAKEGPU_OUT)/lib/%.o,$(1))
FAKEGPU_CUDA_OBJ := $(call FAKEGPU_OBJECTS,$(call FAKEGPU_NAMES,driver*.c) kernels kernels_blocks elf_image elf_lines fault)
FAKEGPU_CUPTI_OBJ := $(call FAKEGPU_OBJECTS,$(call FAKEGPU_NAMES,cupti*.c) fault)
FAKEGPU_NVPERF_OBJ := $(call FAKEGPU_OBJECTS,nvperf_host cupti_image)
FAKEGPU_NVML_OBJ := $(call FAKEGPU_OBJECTS,nvml nvml_links nvml_mig fault)
FAKEGPU_CHECKPOINT_OBJ := $(call FAKEGPU_OBJECTS,checkpoint fault)
FAKEGPU_APP_OBJ := $(patsubst %,$(FAKEGPU_OUT)/app/%.o,$(call FAKEGPU_NAMES,app*.c) elf_image elf_lines)

.PHONY: fakegpu
fakegpu: $(FAKEGPU_LIBS) $(FAKEGPU_OUT)/fakeapp $(FAKEGPU_OUT)/hold_lock $(BUILD)/real/json_check

$(FAKEGPU_OUT)/lib/%.o: $(FAKEGPU_SRC)/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(FAKEGPU_CFLAGS) -MMD -MP -c $< -o $@

$(FAKEGPU_OUT)/app/%.o: $(FAKEGPU_SRC)/%.c $(SETTINGS)/COMPILED_WITH
	@mkdir -p $(@D)
	$(Q)$(CC) $(FAKEGPU_APP_CFLAGS) -MMD -MP -c $< -o $@

FAKEGPU_LINK = $(CC) -shared -Wl,-soname,$(@F) -Wl,-z,defs -Wl,-Bsymbolic -o $@ $(filter %.o,$^)

# ioctl is looked up like an import, as that of the real one is.
$(FAKEGPU_OUT)/libcuda.so.1: $(FAKEGPU_CUDA_OBJ) $(FAKEGPU_SRC)/driver.map $(FAKEGPU_SRC)/driver.imports
	$(Q)$(FAKEGPU_LINK) -Wl,--version-script=$(FAKEGPU_SRC)/driver.map -Wl,--dynamic-list=$(FAKEGPU_SRC)/driver.imports \
		-lpthread -ldl

$(FAKEGPU_OUT)/libcupti.so.13: $(FAKEGPU_CUPTI_OBJ) $(FAKEGPU_SRC)/cupti.map
	$(Q)$(FAKEGPU_LINK) -Wl,--version-script=$(FAKEGPU_SRC)/cupti.map -lpthread -ldl

$(FAKEGPU_OUT)/libnvidia-ml.so.1: $(FAKEGPU_NVML_OBJ) $(FAKEGPU_SRC)/nvml.map
	$(Q)$(FAKEGPU_LINK) -Wl,--version-script=$(FAKEGPU_SRC)/nvml.map -lpthread

# By another name inside: in a process that has loaded it the real CUPTI would take it for its own.
$(FAKEGPU_OUT)/libnvperf_host.so: $(FAKEGPU_NVPERF_OBJ) $(FAKEGPU_SRC)/nvperf.map
	$(Q)$(FAKEGPU_LINK) -Wl,-soname,libnvperf_host_double.so -Wl,--version-script=$(FAKEGPU_SRC)/nvperf.map

# An older one, which lacks what came later than the locking of clocks.
$(FAKEGPU_OUT)/old/libnvidia-ml.so.1: $(FAKEGPU_NVML_OBJ) $(FAKEGPU_SRC)/nvml_old.map
	@mkdir -p $(@D)
	$(Q)$(FAKEGPU_LINK) -Wl,--version-script=$(FAKEGPU_SRC)/nvml_old.map -lpthread

# Beside the double of CUPTI, as the real one; it reaches into the double of the driver.
$(FAKEGPU_OUT)/libcheckpoint.so: $(FAKEGPU_CHECKPOINT_OBJ) $(FAKEGPU_SRC)/cupti.map $(FAKEGPU_OUT)/libcuda.so.1
	$(Q)$(FAKEGPU_LINK) -Wl,--version-script=$(FAKEGPU_SRC)/cupti.map -L$(FAKEGPU_OUT) -l:libcuda.so.1

$(FAKEGPU_OUT)/fakeapp: $(FAKEGPU_APP_OBJ) $(FAKEGPU_OUT)/libcuda.so.1
	$(Q)$(CC) $(FAKEGPU_APP_CFLAGS) $(FAKEGPU_APP_OBJ) -L$(FAKEGPU_OUT) -l:libcuda.so.1 \
		-Wl,-rpath,'$$ORIGIN' -lpthread -ldl -o $@

# Libraries that the modes of call stacks load.
$(FAKEGPU_OUT)/libthrough_%.so: $(FAKEGPU_SRC)/through_library.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(FAKEGPU_CFLAGS) $(if $(filter b,$*),-DOTHER=3) -shared $< -o $@

# Another profiler, as far as its lock goes.
$(FAKEGPU_OUT)/hold_lock: tests/e2e/hold_lock.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(FAKEGPU_APP_CFLAGS) $< -o $@

-include $(wildcard $(FAKEGPU_OUT)/lib/*.d $(FAKEGPU_OUT)/app/*.d)

# A program for several ranks, for where Open MPI is installed: the tests make it. It is built from sources, without
# sanitizers: those do not know what MPI allocates.
$(FAKEGPU_OUT)/mpiapp: $(patsubst %,$(FAKEGPU_SRC)/%.c,mpi_app app_common elf_image elf_lines) $(FAKEGPU_OUT)/libcuda.so.1
	OMPI_CC='$(CC)' mpicc $(FAKEGPU_CFLAGS) $(filter %.c,$^) -L$(FAKEGPU_OUT) -l:libcuda.so.1 -Wl,-rpath,'$$ORIGIN' -o $@
