#include "cli/profile/run_trace_cpu.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "cpu/machine/cpu_misfits.h"
#include "cpu/measure/cpu_measure.h"
#include "cpu/pages/cpu_list_page.h"
#include "cpu/values/cpu_values.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { STEP_MS = 100 };

struct run_trace_cpu {
    struct cpu_catalog catalog;
    struct cpu_choice choice;
    struct cpu_machine machine;
    struct cpu_plan plan;
    struct cpu_parts parts;
    struct cpu_run run;
    struct cpu_measure *measure;
    struct trace_run *trace;
    struct loop *loop;
    int timer;
    uint64_t last; /* ns since 1970 */
};

static uint64_t wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool open_all(struct run_trace_cpu *cpu, const char *groups, struct error *error)
{
    struct cpu_probe probe = {&cpu->machine, &perf_calls_real};
    if (!cpu_catalog_open(&cpu->catalog, error) ||
        !cpu_choice_add_groups(&cpu->choice, &cpu->catalog, groups, error))
        return error_prefix(error, "--cpu");
    const char *root = getenv("ROOFTOP_CPU_ROOT");
    cpu_machine_open(&cpu->machine, &cpu->catalog, root ? root : "", CPU_CHIP_ANY);
    cpu_plan_make(&cpu->plan, &cpu->catalog, &cpu->choice, &cpu->machine, &cpu->parts,
                  cpu_probe_capacity, &probe);
    cpu_run_open(&cpu->run, &cpu->catalog);
    cpu->run.chip = cpu->machine.chip;
    cpu->run.sockets = cpu->machine.sockets;
    cpu->run.whole_machine = true;
    if (!cpu->plan.count) {
        char *misfits = cpu_misfits_text(&cpu->machine, &cpu->choice, true),
             *missing = cpu_missing_text(&cpu->machine);
        if (misfits)
            error_set(error, "--cpu: these metrics are %s", misfits);
        else
            error_set(error, "--cpu: %s",
                      missing ? missing : "the machine has none of these metrics");
        free(misfits);
        free(missing);
        return false;
    }
    cpu->measure = cpu_measure_open(&cpu->machine, &cpu->plan, &cpu->parts, (struct cpu_target){-1},
                                    SIZE_MAX, &perf_calls_real, &cpu->run, error);
    return cpu->measure || error_prefix(error, "--cpu");
}

struct run_trace_cpu *run_trace_cpu_open(const char *groups, struct error *error)
{
    struct run_trace_cpu *cpu = mem_alloc(sizeof *cpu);
    cpu->timer = -1;
    if (open_all(cpu, groups, error))
        return cpu;
    run_trace_cpu_free(cpu);
    return NULL;
}

/* "Local CPU memory read bandwidth, socket 0 (GB/s)". */
static char *name_of(const struct cpu_metric *metric, int socket)
{
    struct strbuf name = {0};
    strbuf_adds(&name, metric->label);
    if (socket != CPU_ANY_SOCKET)
        strbuf_addf(&name, ", socket %d", socket);
    strbuf_addf(&name, " (%s)", metric->unit);
    return strbuf_detach(&name);
}

static void add_rows(struct run_trace_cpu *cpu, uint64_t now)
{
    struct cpu_values values;
    cpu_values_make(&values, &cpu->run, &cpu->choice, cpu->run.step_count - 1);
    const size_t most = values.row_count * values.place_count + 1;
    uint64_t *columns = mem_alloc(most * (CPU_VALUE + 1) * sizeof *columns);
    char **texts = mem_alloc(most * sizeof *texts);
    size_t count = 0;
    for (size_t i = 0; i < values.row_count; i++)
        for (size_t j = 0; j < values.place_count; j++) {
            const struct cpu_cell *cell = cpu_values_cell(&values, i, j);
            if (!cell || cell->absence != CPU_PRESENT || cell->value < 0)
                continue;
            columns[SPAN_START * most + count] = cpu->last;
            columns[SPAN_END * most + count] = now;
            columns[CPU_VALUE * most + count] = trace_cpu_number(cell->value);
            texts[count++] = name_of(values.rows[i].chosen->metric, values.places[j].socket);
        }
    if (count)
        trace_run_add(cpu->trace, TRACE_CPU, count, columns, most, (const char *const *)texts, now);
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
    free(columns);
    cpu_values_free(&values);
}

static void step(struct run_trace_cpu *cpu)
{
    const uint64_t now = wall_clock();
    cpu_measure_step(cpu->measure, &cpu->run);
    cpu_run_settle(&cpu->run);
    if (now > cpu->last && cpu->run.step_count)
        add_rows(cpu, now);
    cpu->last = now;
}

static void on_timer(void *context, int fd, short events)
{
    uint64_t times;
    (void)events;
    if (read(fd, &times, sizeof times) == (ssize_t)sizeof times)
        step(context);
}

void run_trace_cpu_start(struct run_trace_cpu *cpu, struct trace_run *run, struct loop *loop)
{
    const struct itimerspec each = {{0, STEP_MS * 1000000}, {0, STEP_MS * 1000000}};
    cpu->trace = run;
    cpu->loop = loop;
    cpu->last = wall_clock();
    cpu_measure_start(cpu->measure);
    cpu->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (cpu->timer < 0)
        return; /* there is one step then, the whole run */
    timerfd_settime(cpu->timer, 0, &each, NULL);
    loop_watch(loop, cpu->timer, POLLIN, on_timer, cpu);
}

void run_trace_cpu_stop(struct run_trace_cpu *cpu)
{
    if (!cpu->trace)
        return;
    step(cpu);
    if (cpu->timer >= 0) {
        loop_unwatch(cpu->loop, cpu->timer);
        close(cpu->timer);
        cpu->timer = -1;
    }
    cpu->trace = NULL;
}

const char *run_trace_cpu_note(const struct run_trace_cpu *cpu, size_t i)
{
    return i < cpu->run.note_count ? cpu->run.notes[i] : NULL;
}

void run_trace_cpu_free(struct run_trace_cpu *cpu)
{
    if (!cpu)
        return;
    run_trace_cpu_stop(cpu);
    if (cpu->measure)
        cpu_measure_finish(cpu->measure, &cpu->run, false);
    if (cpu->run.catalog)
        cpu_run_free(&cpu->run);
    cpu_plan_free(&cpu->plan);
    if (cpu->machine.catalog)
        cpu_machine_close(&cpu->machine);
    cpu_choice_free(&cpu->choice);
    cpu_catalog_free(&cpu->catalog);
    free(cpu);
}
