#include "collect/program/notices.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/other_profilers.h"
#include "report/base/mem.h"
#include "report/names/demangle.h"

static const char busy[] = "HARDWARE_BUSY";

/* What CUPTI's errors mean for the user, by their names. */
static const struct {
    const char *name, *advice;
} advices[] = {
    {"VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES",
     "the host does not let this virtual machine read the counters of its GPU: its administrator "
     "switches profiling on for the virtual GPU (enable_profiling)"},
    {"INSUFFICIENT_PRIVILEGES",
     "this user may not read GPU performance counters (ERR_NVGPUCTRPERM). Run as root, or let an "
     "administrator load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0 (a line "
     "\"options nvidia NVreg_RestrictProfilingToAdminUsers=0\" in /etc/modprobe.d), in a container "
     "add --cap-add=SYS_ADMIN"},
    {"VIRTUALIZED_DEVICE_NOT_SUPPORTED",
     "this virtual GPU does not pass its counters through; ask for a profiling-enabled vGPU type"},
    {busy,
     "another profiler holds the counters (DCGM, Nsight, another rooftop): stop it, for DCGM "
     "with \"dcgmi profile --pause\"; under MPS it may be another client of the same server, which "
     "one rooftop profiles together with this one (rooftop --mps control)"},
    {"MIG_DEVICE_NOT_SUPPORTED",
     "not in this MIG instance: profile on an instance that has the whole GPU, or leave MIG mode "
     "(nvidia-smi -i N -mig 0, as root)"},
    {"CONFIDENTIAL_COMPUTING_NOT_SUPPORTED", "the GPU is in the mode for confidential computing, "
                                             "which hides its counters: switch that off, "
                                             "or choose its mode for developers"},
    {"WSL_DEVICE_NOT_SUPPORTED", "not under WSL with this driver: update the driver of Windows"},
    {"CMP_DEVICE_NOT_SUPPORTED", "this is a card for mining, which has no counters"},
    {"SLI_DEVICE_NOT_SUPPORTED", "the GPUs are linked by SLI: switch that off"},
    {"MULTIPLE_SUBSCRIBERS", "another tool in the program uses CUPTI already (a framework's own "
                             "profiler): switch it off"},
    {"NOT_SUPPORTED",
     "this GPU or this driver cannot be profiled with CUPTI 13: that needs compute capability 7.5 "
     "or later and driver R580 or later (rooftop --doctor names both)"},
};

enum { ADVICES = sizeof advices / sizeof *advices };

static bool first_time(struct notices *notices, const char *text)
{
    for (size_t i = 0; i < notices->count; i++)
        if (strcmp(notices->said[i], text) == 0)
            return false;
    mem_grow(&notices->said, notices->count, &notices->capacity, sizeof *notices->said);
    notices->said[notices->count++] = mem_strdup(text);
    return true;
}

static char *with_kernel(const char *text, const char *kernel)
{
    char *name = demangle_full(kernel), *whole = mem_printf("%s: %s", name, text);
    free(name);
    return whole;
}

static size_t advice_for(const char *text)
{
    size_t i = 0;
    while (i < ADVICES && !strstr(text, advices[i].name))
        i++;
    return i;
}

const char *notices_advice(const char *text)
{
    const size_t i = advice_for(text);
    return i < ADVICES ? advices[i].advice : NULL;
}

char *notices_explained(const char *text)
{
    const size_t i = advice_for(text);
    if (i == ADVICES)
        return mem_strdup(text);
    char *others = advices[i].name == busy ? other_profilers_text("") : NULL;
    char *whole = mem_printf("%s: %s%s%s", text, advices[i].advice,
                             others ? "; running here: " : "", others ? others : "");
    free(others);
    return whole;
}

char *notices_text(struct notices *notices, const Wire__Notice *notice)
{
    const char *text = notice->text ? notice->text : "";
    char *said = notice->kernel ? with_kernel(text, notice->kernel) : mem_strdup(text);
    /* Advice is not compared: it names the profilers that run now, which may be others each time.
     */
    char *whole = NULL;
    if (notice->fatal || first_time(notices, said))
        whole = notice->kernel ? mem_strdup(said) : notices_explained(text);
    free(said);
    return whole;
}

void notices_free(struct notices *notices)
{
    for (size_t i = 0; i < notices->count; i++)
        free(notices->said[i]);
    free(notices->said);
    *notices = (struct notices){0};
}
