/* The check that measures: each interface of CUPTI that a full set needs is used on a kernel of
 * each GPU. What the other checks conclude from settings is seen here. */
#include <stdlib.h>
#include <string.h>

#include "collect/cupti/cupti_host.h"
#include "collect/doctor/doctor_checks.h"
#include "collect/doctor/trial.h"
#include "collect/doctor/trial_kernel.h"
#include "collect/machine/machine.h"
#include "collect/program/notices.h"
#include "report/base/mem.h"

/* Seconds: ten times what a slow file system and the first start of CUPTI take. */
enum { LIMIT = 30 };

static const struct {
    const char *name, *unit;
    const char *notice; /* how a message begins that tells that there are none */
    enum doctor_state without;
} interfaces[INTERFACES] = {
    [OF_WARPS] = {"warp samples (PC sampling)", "samples", "warps are not sampled: ", DOCTOR_WARN},
    [OF_INSTRUCTIONS] = {"instruction counts (SASS metrics)", "instructions",
                         "instructions are not counted: ", DOCTOR_WARN},
    [OF_TIME] = {"counters over time (PM sampling)", "active cycles",
                 "counters are not sampled: ", DOCTOR_WARN},
    [OF_COUNTERS] = {"counters (range profiler)", "active cycles", "the GPU refuses ", DOCTOR_FAIL},
};

static const char usual_remedy[] =
    "let no other tool use CUPTI or the counters meanwhile; driver and CUPTI should be of one CUDA "
    "release";
static const char kernel_remedy[] =
    "a CUDA program must run on this GPU before it can be profiled; the driver's JIT compiler "
    "(libnvidia-ptxjitcompiler.so.1) is needed";

/* Why none of the interfaces gave anything; free() it. NULL: that is not known of all together. */
static char *common_reason(const struct trial *trial)
{
    char *error = trial_line(trial, "==ERROR== ");
    return error ? error : trial_line(trial, " was not measured: ");
}

/* What was said becomes two parts: what CUPTI told, and what to do about it. */
static const char *cut_remedy(char *said)
{
    static const char tail[] = "; the counters are not affected";
    char *end = strstr(said, tail);
    if (end)
        memmove(end, end + strlen(tail), strlen(end + strlen(tail)) + 1);
    const char *advice = notices_advice(said);
    char *at = advice ? strstr(said, advice) : NULL;
    if (at && at - said > 2)
        at[-2] = '\0'; /* before ": " */
    return advice ? advice : strstr(said, TRIAL_KERNEL_FAILS) ? kernel_remedy : usual_remedy;
}

static void say(struct doctor *doctor, enum doctor_state state, const char *gpu, const char *name,
                char *said)
{
    const char *remedy = cut_remedy(said);
    doctor_say(doctor, state, remedy, "%s%s: %s", gpu, name, said);
}

static void say_without(struct doctor *doctor, const struct trial *trial, unsigned i,
                        const char *gpu)
{
    const char *notice = interfaces[i].notice;
    char *said = trial_line(trial, notice);
    char *none = mem_strdup("nothing came, and CUPTI gave no error");
    say(doctor, interfaces[i].without, gpu, interfaces[i].name,
        said ? strstr(said, notice) + strlen(notice) : none);
    free(said);
    free(none);
}

/* One interface, after all of them together did not end. */
static void measure_alone(struct doctor *doctor, unsigned device, unsigned i, const char *gpu)
{
    struct trial trial = doctor->measure(device, 1U << i, LIMIT);
    char *reason = common_reason(&trial);
    const char *name = interfaces[i].name;
    if (trial.late)
        doctor_say(doctor, interfaces[i].without, usual_remedy,
                   "%s%s: measuring did not end within %d seconds", gpu, name, LIMIT);
    else if (trial.values[i] > 0)
        doctor_say(doctor, DOCTOR_WARN, usual_remedy, "%s%s: %.0f %s, but only without the others",
                   gpu, name, trial.values[i], interfaces[i].unit);
    else if (reason)
        say(doctor, interfaces[i].without, gpu, name, reason);
    else
        say_without(doctor, &trial, i, gpu);
    free(reason);
    free(trial.said);
}

static void measure(struct doctor *doctor, unsigned device, const char *gpu)
{
    struct trial trial = doctor->measure(device, ALL_INTERFACES, LIMIT);
    char *reason = trial.late ? NULL : common_reason(&trial);
    if (reason)
        say(doctor, DOCTOR_FAIL, gpu, "nothing can be measured", reason);
    for (unsigned i = 0; i < INTERFACES && !reason; i++)
        if (trial.late)
            measure_alone(doctor, device, i, gpu);
        else if (trial.values[i] > 0)
            doctor_ok(doctor, "%s%s: %.0f %s", gpu, interfaces[i].name, trial.values[i],
                      interfaces[i].unit);
        else
            say_without(doctor, &trial, i, gpu);
    free(reason);
    free(trial.said);
}

void doctor_measure(struct doctor *doctor, unsigned devices)
{
    for (unsigned device = 0; device < devices; device++) {
        char *gpu = devices > 1 ? mem_printf("GPU %u: ", device) : mem_strdup("");
        measure(doctor, device, gpu);
        free(gpu);
    }
}

/* A rooftop that measures would make ours wait. */
static bool is_held(const struct doctor *doctor)
{
    for (size_t i = 0; i < doctor->count; i++)
        if (strcmp(doctor->lines[i].check, "locks") == 0 && doctor->lines[i].state != DOCTOR_OK)
            return true;
    return false;
}

void doctor_measuring(struct doctor *doctor)
{
    struct error error;
    struct machine machine = {0};
    if (!doctor->cupti || !machine_open(&machine, doctor->cupti, &error))
        doctor_say(doctor, DOCTOR_WARN, "see GPUs and CUPTI above",
                   "not tried: it needs a GPU with its driver, and CUPTI");
    else if (is_held(doctor))
        doctor_say(doctor, DOCTOR_WARN, "see locks above, and try again",
                   "not tried: a lock is taken");
    else
        doctor_measure(doctor, (unsigned)machine.count);
    machine_close(&machine);
}
