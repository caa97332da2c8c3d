#include "report/file/report_weight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/file/report_internal.h"

/* A group of launches, and how many results it has. */
struct weight_group {
    double launches, time, spread, kernel_launches, kernel_time, run_launches, run_time;
    size_t results, inside; /* inside: those that have what happened inside of the kernel */
};

struct report_weights {
    size_t read;     /* rows */
    uint32_t *group; /* by row: number + 1; 0: none */
    bool *inside;    /* by row */
    size_t capacity;
    struct weight_group *groups;
    size_t group_capacity;
    struct name_index keys; /* of the groups; owned */
};

static const char *const names[] = {WEIGHT_GROUP,        WEIGHT_GROUP_LAUNCHES,  WEIGHT_GROUP_TIME,
                                    WEIGHT_GROUP_SPREAD, WEIGHT_KERNEL_LAUNCHES, WEIGHT_KERNEL_TIME,
                                    WEIGHT_RUN_LAUNCHES, WEIGHT_RUN_TIME,        WEIGHT_INSIDE};
enum { VALUES = sizeof names / sizeof *names, INSIDE = VALUES - 1 /* not in every report */ };

static bool is_number(const struct report_value *value)
{
    return value->known && isfinite(value->number) && value->number >= 0;
}

static void read_row(struct report *report, struct report_weights *w, size_t i,
                     const uint16_t *wanted, size_t wanted_count)
{
    struct report_value v[VALUES] = {0};
    w->group[i] = 0;
    report_pick_values(report, i, wanted, wanted_count, v);
    for (size_t j = 0; j < INSIDE; j++)
        if (!is_number(&v[j]))
            return;
    char *key = mem_printf("%zu %.0f", report_result_file(report, i), v[0].number);
    const size_t known = w->keys.count, at = name_index_add(&w->keys, key);
    if (at < known) {
        free(key);
    } else {
        mem_grow(&w->groups, known, &w->group_capacity, sizeof *w->groups);
        w->groups[at] =
            (struct weight_group){v[1].number, v[2].number, v[3].number / 100, v[4].number,
                                  v[5].number, v[6].number, v[7].number};
    }
    w->inside[i] = is_number(&v[INSIDE]) && v[INSIDE].number > 0;
    w->groups[at].inside += w->inside[i];
    w->groups[at].results++;
    w->group[i] = (uint32_t)at + 1;
}

/* Reads the rows that have come since. */
static void catch_up(struct report *report, struct report_weights *w)
{
    const size_t count = report_count(report), strings = report_string_count(report);
    uint16_t *wanted = mem_alloc((strings + 1) * sizeof *wanted);
    for (uint32_t id = 0; id < strings; id++) {
        const char *name = report_string(report, id);
        for (size_t j = 0; j < VALUES && *name == 'l'; j++)
            if (strcmp(name, names[j]) == 0)
                wanted[id] = (uint16_t)(j + 1);
    }
    if (w->capacity < count) {
        w->capacity = 2 * count;
        w->group = mem_realloc(w->group, w->capacity * sizeof *w->group);
        w->inside = mem_realloc(w->inside, w->capacity * sizeof *w->inside);
    }
    for (; w->read < count; w->read++)
        read_row(report, w, w->read, wanted, strings);
    free(wanted);
}

static bool has_weights(struct report *report)
{
    uint32_t id;
    return report_find_name(report, WEIGHT_GROUP, &id);
}

static struct report_weights *weights_of(struct report *report)
{
    if (!has_weights(report))
        return NULL;
    if (!report->weights)
        report->weights = mem_alloc(sizeof *report->weights);
    if (report->weights->read < report_count(report))
        catch_up(report, report->weights);
    return report->weights;
}

bool report_is_weighted(struct report *report)
{
    const struct report_weights *w = weights_of(report);
    return w && w->keys.count;
}

bool report_weight(struct report *report, size_t i, struct report_weight *weight)
{
    const struct report_weights *w = weights_of(report);
    if (!w || i >= w->read || !w->group[i])
        return false;
    const struct weight_group *g = &w->groups[w->group[i] - 1];
    const double share = !g->inside     ? 1 / (double)g->results
                         : w->inside[i] ? 1 / (double)g->inside
                                        : 0;
    *weight = (struct report_weight){.launches = g->launches * share,
                                     .time = g->time * share,
                                     .group = w->group[i] - 1,
                                     .group_launches = g->launches,
                                     .group_time = g->time,
                                     .group_spread = g->spread,
                                     .kernel_launches = g->kernel_launches,
                                     .kernel_time = g->kernel_time,
                                     .run_launches = g->run_launches,
                                     .run_time = g->run_time};
    return true;
}

void report_weights_free(struct report_weights *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->keys.count; i++)
        free((char *)(uintptr_t)w->keys.names[i]);
    name_index_free(&w->keys);
    free(w->groups);
    free(w->group);
    free(w->inside);
    free(w);
}
