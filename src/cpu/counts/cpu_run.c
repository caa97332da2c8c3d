#include "cpu/counts/cpu_run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/cpu_spelling.h"
#include "report/base/mem.h"

const char *const cpu_state_words[CPU_STATES] = {
    [CPU_NOT_COUNTED] = "not counted",
    [CPU_NOT_SUPPORTED] = "not supported",
    [CPU_NOT_PERMITTED] = "no permission",
    [CPU_COUNTED] = "counted",
};

/* Where the two times differ by more than this, one of them is wrong. */
static const double tolerance = 0.01;

/* What a file can ask for: counts, and values of all steps. */
enum { MOST_COUNTS = 2048, MOST_VALUES = 1 << 23 };

void cpu_run_open(struct cpu_run *run, const struct cpu_catalog *catalog)
{
    *run = (struct cpu_run){.catalog = catalog, .duration = NAN, .elapsed = NAN};
}

void cpu_run_free(struct cpu_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        free(run->counts[i].name);
    for (size_t i = 0; i < run->step_count; i++)
        free(run->steps[i].values);
    for (size_t i = 0; i < run->note_count; i++)
        free(run->notes[i]);
    cpu_gaps_free(&run->gaps);
    free(run->counts);
    free(run->steps);
    free(run->notes);
    free(run->machine);
    free(run->command);
    *run = (struct cpu_run){0};
}

void cpu_run_note(struct cpu_run *run, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = mem_strdup("");
    va_end(arguments);
    for (size_t i = 0; i < run->note_count; i++)
        if (strcmp(run->notes[i], text) == 0) {
            free(text);
            return;
        }
    mem_grow(&run->notes, run->note_count, &run->note_capacity, sizeof *run->notes);
    run->notes[run->note_count++] = text;
}

/* The count, which is made if it is new. SIZE_MAX: there are too many. */
static size_t find(struct cpu_run *run, struct cpu_key key)
{
    /* They mostly come in the same order again. */
    for (size_t i = 0; i < run->count; i++) {
        const size_t at = (run->next + i) % run->count;
        if (run->counts[at].socket == key.socket && run->counts[at].group == key.group &&
            strcmp(run->counts[at].name, key.name) == 0) {
            run->next = at + 1;
            return at;
        }
    }
    if (run->count == MOST_COUNTS) {
        cpu_run_note(run, "there are more than %d counts; the rest is left out", MOST_COUNTS);
        return SIZE_MAX;
    }
    mem_grow(&run->counts, run->count, &run->capacity, sizeof *run->counts);
    run->counts[run->count] =
        (struct cpu_count){.name = mem_strdup(key.name), .socket = key.socket, .group = key.group};
    return run->count++;
}

static void add(struct cpu_value *sum, const struct cpu_value *value)
{
    if (value->state == CPU_COUNTED && sum->state != CPU_COUNTED) {
        *sum = *value;
        return;
    }
    if (value->state == CPU_COUNTED) {
        sum->value += value->value;
        sum->enabled += value->enabled;
        sum->running += value->running;
    } else if (sum->state == CPU_NOT_COUNTED) {
        sum->state = value->state;
    }
}

void cpu_run_add(struct cpu_run *run, struct cpu_key key, const struct cpu_value *value)
{
    const size_t which = find(run, key);
    if (which != SIZE_MAX)
        add(&run->counts[which].total, value);
}

/* Returns the count, or SIZE_MAX if the value is left out. */
static size_t add_step(struct cpu_run *run, double at, struct cpu_key key,
                       const struct cpu_value *value)
{
    const size_t which = find(run, key);
    struct cpu_step *step = run->step_count ? &run->steps[run->step_count - 1] : NULL;
    if (which == SIZE_MAX)
        return SIZE_MAX;
    if (!step || step->at < at) {
        const double before = step ? step->at : 0;
        if ((run->step_count + 1) * run->count > MOST_VALUES) {
            cpu_run_note(run, "there are too many intervals; the last ones are left out");
            return SIZE_MAX;
        }
        mem_grow(&run->steps, run->step_count, &run->step_capacity, sizeof *run->steps);
        step = &run->steps[run->step_count++];
        *step = (struct cpu_step){.at = at, .length = at - before};
    }
    if (which >= step->count) {
        step->values = mem_realloc(step->values, (which + 1) * sizeof *step->values);
        memset(step->values + step->count, 0, (which + 1 - step->count) * sizeof *step->values);
        step->count = which + 1;
    }
    add(&step->values[which], value);
    return which;
}

void cpu_run_add_step(struct cpu_run *run, double at, struct cpu_key key,
                      const struct cpu_value *value)
{
    add_step(run, at, key, value);
}

void cpu_run_add_at(struct cpu_run *run, double at, struct cpu_key key,
                    const struct cpu_value *value)
{
    const size_t which = add_step(run, at, key, value);
    if (which != SIZE_MAX)
        add(&run->counts[which].total, value);
}

void cpu_run_time(struct cpu_run *run, struct cpu_key key, double duration)
{
    const size_t which = find(run, key);
    if (which != SIZE_MAX)
        run->counts[which].duration = duration;
}

struct cpu_value cpu_run_value(const struct cpu_run *run, size_t count, size_t step)
{
    if (step == SIZE_MAX)
        return run->counts[count].total;
    const enum cpu_state whole = run->counts[count].total.state;
    const bool has = step < run->step_count && count < run->steps[step].count;
    /* What could not be opened has no steps, and the same reason in each. */
    if (whole == CPU_NOT_SUPPORTED || whole == CPU_NOT_PERMITTED)
        return run->counts[count].total;
    return has ? run->steps[step].values[count] : (struct cpu_value){0};
}

double cpu_value_share(const struct cpu_value *value)
{
    return value->enabled > 0 ? value->running / value->enabled : NAN;
}

bool cpu_value_is_estimate(const struct cpu_value *value)
{
    /* perf rounds to hundredths of a percent. */
    return value->state == CPU_COUNTED && cpu_value_share(value) < 0.99995;
}

static bool is_duration(const struct cpu_count *count)
{
    return strcmp(count->name, "duration_time") == 0;
}

static void settle_time(struct cpu_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (is_duration(&run->counts[i]) && run->counts[i].total.state == CPU_COUNTED)
            run->duration = run->counts[i].total.value;
    const bool both = !isnan(run->duration) && !isnan(run->elapsed);
    if (both && fabs(run->duration - run->elapsed) > tolerance * run->elapsed)
        cpu_run_note(run,
                     "duration_time says %.9f s and the line \"seconds time elapsed\" says %.9f s: "
                     "one of them is wrong, and so may be everything in a second; "
                     "duration_time is used",
                     run->duration / 1e9, run->elapsed / 1e9);
    if (isnan(run->duration))
        run->duration = run->elapsed;
    if (isnan(run->duration) && run->step_count)
        run->duration = run->steps[run->step_count - 1].at;
    if (isnan(run->duration) && run->count)
        cpu_run_note(run, "how long was counted is not known, so there are no bandwidths: count "
                          "duration_time, too, or keep the line \"seconds time elapsed\"");
}

static void settle_sockets(struct cpu_run *run)
{
    int most = CPU_ANY_SOCKET;
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit && run->counts[i].unit->of_machine && run->counts[i].socket > most)
            most = run->counts[i].socket;
    if (!run->sockets && most > 0)
        run->sockets = (size_t)most + 1;
}

void cpu_run_settle(struct cpu_run *run)
{
    bool neoverse = run->chip != CPU_CHIP_ANY;
    for (size_t i = 0; i < run->count; i++)
        neoverse = neoverse || cpu_spelling_is_neoverse(run->catalog, run->counts[i].name);
    for (size_t i = 0; i < run->count; i++) {
        struct cpu_count *count = &run->counts[i];
        struct cpu_spelling spelling;
        if (is_duration(count) ||
            !cpu_spelling_read(run->catalog, count->name, neoverse, &spelling, NULL))
            continue;
        count->unit = spelling.unit;
        count->event = spelling.event;
        count->config = spelling.config;
        count->filter = spelling.filter;
        if (spelling.socket != CPU_ANY_SOCKET)
            count->socket = spelling.socket;
    }
    settle_time(run);
    settle_sockets(run);
}
