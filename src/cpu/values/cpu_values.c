#include "cpu/values/cpu_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

const char *const cpu_absence_words[CPU_ABSENCES] = {
    [CPU_PRESENT] = "",
    [CPU_ABSENT_COUNT] = "not counted",
    [CPU_ABSENT_EVENT] = "not supported",
    [CPU_ABSENT_RIGHT] = "no permission",
    [CPU_ABSENT_TIME] = "time unknown",
    [CPU_ABSENT_UNDEFINED] = "n/a",
};

/* More places than any machine has, and fewer than a file could ask for. */
enum { MOST_PLACES = 64 };

struct evaluation {
    const struct cpu_run *run;
    const struct cpu_metric *metric;
    const struct cpu_place *place;
    size_t step;
    struct cpu_cell *cell;
    bool lacks; /* there is no such count at all */
    int group;  /* that has all of its events; -1: none has */
    int first;  /* the group of the first event that was found; -1: none yet */
};

/* Whether the count is of that event in the place; of a place without a filter any filter is. */
static bool is_of(const struct cpu_count *count, const struct cpu_unit *unit,
                  const struct cpu_event *event, const struct cpu_place *place)
{
    return count->unit == unit && count->event == event && count->socket == place->socket &&
           (!place->filter || count->filter == place->filter);
}

struct gathering {
    const struct evaluation *evaluation;
    int group;
    bool all;
};

static void gather(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    struct gathering *g = context;
    const struct evaluation *e = g->evaluation;
    bool found = unit != e->metric->its;
    for (size_t i = 0; i < e->run->count && !found && g->all; i++)
        found =
            e->run->counts[i].group == g->group && is_of(&e->run->counts[i], unit, event, e->place);
    g->all = g->all && found;
}

/* The events of a metric must have been counted at the same time. */
static int find_group(const struct evaluation *e)
{
    int last = -1;
    for (size_t i = 0; i < e->run->count; i++) {
        const struct cpu_count *count = &e->run->counts[i];
        struct gathering g = {e, count->group, true};
        if (count->unit != e->metric->its || count->socket != e->place->socket ||
            count->group == last)
            continue;
        last = count->group;
        cpu_metric_events(e->run->catalog, e->metric, gather, &g);
        if (g.all)
            return count->group;
    }
    return -1;
}

struct timing {
    const struct evaluation *evaluation;
    double duration;
};

static void use_event(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    struct timing *timing = context;
    const struct cpu_run *run = timing->evaluation->run;
    for (size_t i = 0; i < run->count; i++)
        if (is_of(&run->counts[i], unit, event, timing->evaluation->place) &&
            (timing->evaluation->group < 0 || run->counts[i].group == timing->evaluation->group) &&
            run->counts[i].duration > 0)
            timing->duration = run->counts[i].duration;
}

/* With --repeat the events of a metric were counted in a run of their own. */
static double duration_of(const struct evaluation *e)
{
    struct timing timing = {e, e->run->duration};
    if (e->step != SIZE_MAX)
        return e->run->steps[e->step].length;
    cpu_metric_events(e->run->catalog, e->metric, use_event, &timing);
    return timing.duration;
}

static unsigned bits_of(uint64_t mask)
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* The parts of the unit that were counted: all, unless the count has a filter. */
static double parts_of(const struct evaluation *e)
{
    const struct cpu_unit *unit = e->metric->its;
    for (size_t i = 0; i < e->run->count; i++) {
        const struct cpu_count *count = &e->run->counts[i];
        if (count->unit == unit && count->socket == e->place->socket && count->filter &&
            (!e->place->filter || count->filter == e->place->filter))
            return bits_of(count->filter);
    }
    return unit->filter.bits;
}

static bool look_up_quantity(struct evaluation *e, const char *name, double *value)
{
    if (strcmp(name, "PORTS") == 0) {
        *value = parts_of(e);
        return true;
    }
    const double duration = duration_of(e);
    if (isnan(duration) || duration <= 0) {
        e->cell->absence = CPU_ABSENT_TIME;
        return false;
    }
    *value = strcmp(name, "TIME") == 0 ? duration / 1e9 : duration;
    return true;
}

/* Adds a count to the sum. false: it has no value. */
static bool take(struct evaluation *e, const struct cpu_value *value, double *sum)
{
    const double share = cpu_value_share(value);
    if (value->state != CPU_COUNTED) {
        static const enum cpu_absence absences[CPU_COUNTED] = {
            [CPU_NOT_COUNTED] = CPU_ABSENT_COUNT,
            [CPU_NOT_SUPPORTED] = CPU_ABSENT_EVENT,
            [CPU_NOT_PERMITTED] = CPU_ABSENT_RIGHT,
        };
        e->cell->absence = absences[value->state];
        return false;
    }
    *sum += value->value;
    e->cell->estimate = e->cell->estimate || cpu_value_is_estimate(value);
    if (!isnan(share) && (isnan(e->cell->share) || share < e->cell->share))
        e->cell->share = share;
    return true;
}

/* Events of several groups were not counted at the same time: what they give is an estimate. */
static void note_group(struct evaluation *e, bool own, int group)
{
    if (!own)
        return;
    if (e->first >= 0 && e->first != group)
        e->cell->estimate = true;
    e->first = group;
}

/* Whether another group has counted the event before. */
static bool is_repeated(const struct cpu_run *run, size_t which)
{
    for (size_t i = 0; i < which; i++)
        if (run->counts[i].socket == run->counts[which].socket &&
            strcmp(run->counts[i].name, run->counts[which].name) == 0)
            return true;
    return false;
}

static bool look_up(void *context, const struct expr_name *name, struct expr_value *value)
{
    struct evaluation *e = context;
    const struct cpu_unit *unit;
    double sum = 0;
    bool found = false;
    if (cpu_is_quantity(name->text))
        return look_up_quantity(e, name->text, &value->value);
    const struct cpu_event *event =
        cpu_catalog_name(e->run->catalog, e->metric->its, name->text, &unit);
    for (size_t i = 0; event && i < e->run->count; i++) {
        const struct cpu_count *count = &e->run->counts[i];
        const bool own = unit == e->metric->its;
        if (count->unit != unit || count->event != event ||
            ((own || e->place->socket != CPU_ANY_SOCKET) && count->socket != e->place->socket) ||
            (own && e->group >= 0 && count->group != e->group) ||
            (own && e->place->filter && count->filter != e->place->filter))
            continue;
        if (!own && is_repeated(e->run, i))
            continue;
        const struct cpu_value one = cpu_run_value(e->run, i, e->step);
        found = true;
        if (!take(e, &one, &sum))
            return false;
        note_group(e, own, count->group);
        if (own)
            break; /* the same event once more, under another name */
    }
    e->lacks = e->lacks || !found;
    value->value = sum;
    return found;
}

bool cpu_metric_fits(const struct cpu_metric *metric, enum cpu_chip chip, size_t sockets)
{
    if (metric->chip != CPU_CHIP_ANY && chip != CPU_CHIP_ANY && metric->chip != chip)
        return false;
    if (metric->least_sockets &&
        (sockets ? sockets < metric->least_sockets : metric->least_sockets > 2))
        return false;
    return !metric->most_sockets || sockets <= metric->most_sockets;
}

bool cpu_value_of(const struct cpu_run *run, const struct cpu_metric *metric,
                  const struct cpu_place *place, size_t step, struct cpu_cell *cell)
{
    struct evaluation e = {run, metric, place, step, cell, false, -1, -1};
    struct expr_value value;
    *cell = (struct cpu_cell){.share = NAN};
    if (!cpu_metric_fits(metric, run->chip, run->sockets) ||
        (metric->socket != CPU_ANY_SOCKET && metric->socket != place->socket) ||
        (metric->whole_machine && !run->whole_machine))
        return false;
    e.group = find_group(&e);
    const bool good = expr_run(metric->expr, look_up, &e, &value, NULL);
    if (good && isfinite(value.value))
        cell->value = value.value;
    else if (good)
        cell->absence = CPU_ABSENT_UNDEFINED;
    expr_value_free(&value);
    return !e.lacks && (good || cell->absence != CPU_PRESENT);
}

struct events {
    const struct cpu_catalog *catalog;
    const struct cpu_metric *metric;
    void (*use)(void *, const struct cpu_unit *, const struct cpu_event *);
    void *context;
};

static void use_name(void *context, const char *name)
{
    const struct events *events = context;
    const struct cpu_unit *unit;
    const struct cpu_event *event =
        cpu_catalog_name(events->catalog, events->metric->its, name, &unit);
    if (event)
        events->use(events->context, unit, event);
}

void cpu_metric_events(const struct cpu_catalog *catalog, const struct cpu_metric *metric,
                       void (*use)(void *, const struct cpu_unit *, const struct cpu_event *),
                       void *context)
{
    struct events events = {catalog, metric, use, context};
    expr_names(metric->expr, use_name, &events);
}

static bool has_place(const struct cpu_values *values, const struct cpu_place *place)
{
    for (size_t i = 0; i < values->place_count; i++)
        if (values->places[i].socket == place->socket && values->places[i].filter == place->filter)
            return true;
    return false;
}

/* Whether the unit was counted with several filters in that socket. */
static bool is_split(const struct cpu_run *run, const struct cpu_count *like)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit == like->unit && run->counts[i].socket == like->socket &&
            run->counts[i].filter != like->filter)
            return true;
    return false;
}

static int by_place(const void *a, const void *b)
{
    const struct cpu_place *x = a, *y = b;
    if (x->socket != y->socket)
        return x->socket < y->socket ? -1 : 1;
    return (x->filter > y->filter) - (x->filter < y->filter);
}

static void find_places(struct cpu_values *values)
{
    const struct cpu_run *run = values->run;
    for (size_t i = 0; i < run->count; i++) {
        const struct cpu_count *count = &run->counts[i];
        const struct cpu_place place = {count->socket,
                                        count->unit && is_split(run, count) ? count->filter : 0};
        if (!count->unit || values->place_count == MOST_PLACES || has_place(values, &place))
            continue;
        mem_grow(&values->places, values->place_count, &values->place_capacity,
                 sizeof *values->places);
        values->places[values->place_count++] = place;
    }
    if (values->place_count)
        qsort(values->places, values->place_count, sizeof *values->places, by_place);
}

/* Whether the unit was counted in that place. Else a formula without events would be everywhere. */
static bool is_there(const struct cpu_run *run, const struct cpu_unit *unit,
                     const struct cpu_place *place)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit == unit && run->counts[i].socket == place->socket &&
            (place->filter ? run->counts[i].filter == place->filter
                           : !is_split(run, &run->counts[i])))
            return true;
    return false;
}

static void make_row(struct cpu_values *values, const struct cpu_chosen *chosen, size_t step)
{
    const size_t first = values->row_count * values->place_count;
    bool any = false;
    for (size_t i = 0; i < values->place_count; i++) {
        const struct cpu_place *place = &values->places[i];
        bool *has = &values->has[first + i];
        *has = is_there(values->run, chosen->metric->its, place) &&
               cpu_value_of(values->run, chosen->metric, place, step, &values->cells[first + i]);
        any = any || *has;
    }
    if (!any)
        return;
    mem_grow(&values->rows, values->row_count, &values->row_capacity, sizeof *values->rows);
    values->rows[values->row_count++] = (struct cpu_row){chosen, first};
}

void cpu_values_make(struct cpu_values *values, const struct cpu_run *run,
                     const struct cpu_choice *choice, size_t step)
{
    *values = (struct cpu_values){.run = run};
    find_places(values);
    const size_t most = (choice->count + 1) * (values->place_count + 1);
    values->cells = mem_alloc(most * sizeof *values->cells);
    values->has = mem_alloc(most * sizeof *values->has);
    for (size_t i = 0; i < choice->count; i++)
        make_row(values, &choice->list[i], step);
}

void cpu_values_free(struct cpu_values *values)
{
    free(values->places);
    free(values->rows);
    free(values->cells);
    free(values->has);
    *values = (struct cpu_values){0};
}

const struct cpu_cell *cpu_values_cell(const struct cpu_values *values, size_t row, size_t place)
{
    const size_t at = values->rows[row].first + place;
    return values->has[at] ? &values->cells[at] : NULL;
}
