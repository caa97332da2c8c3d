#include "report/content/raw_unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_glob.h"
#include "report/metric/metric_unit.h"

/* Units that ncu shows only if the report has another unit or metric, too, and the units that it
 * shows otherwise. They were inferred from its reports of the sets basic, detailed, roofline and
 * full, from reports with the source counters alone, and from reports of this program with the
 * full set but without source counters. */
static const struct {
    const char *name, *unit, *needs, *otherwise;
} rules[RAW_UNIT_RULES] = {
    {"derived__memory_l2_theoretical_sectors_*", "sector", "sector/cycle", "byte"},
    {"sass__inst_executed_register_spilling_mem_*", "inst", "sector/cycle", "byte"},
    {"derived__*_pred_on_x[24]", "thread", "derived__avg_thread_executed", "inst"},
};

void raw_units_add(struct raw_units *units, const char *name)
{
    char unit[48];
    metric_unit(name, unit, sizeof unit);
    for (size_t i = 0; i < RAW_UNIT_RULES; i++)
        units->met[i] =
            units->met[i] || strcmp(rules[i].needs, unit) == 0 || strcmp(rules[i].needs, name) == 0;
}

struct walk {
    struct raw_units *units;
    const struct report *report;
    bool *seen; /* by the id of a name */
    size_t count;
};

static void add_name(void *context, uint32_t name, double value)
{
    struct walk *walk = context;
    (void)value;
    if (name >= walk->count || walk->seen[name])
        return;
    walk->seen[name] = true;
    raw_units_add(walk->units, report_string(walk->report, name));
}

void raw_units_add_report(struct raw_units *units, const struct report *report)
{
    struct walk walk = {.units = units, .report = report, .count = report_string_count(report)};
    walk.seen = mem_alloc((walk.count + 1) * sizeof *walk.seen);
    for (size_t i = 0; i < report_count(report); i++)
        report_metric_values(report, i, add_name, &walk);
    free(walk.seen);
}

const char *raw_unit_other(const struct raw_units *units, const char *name)
{
    for (size_t i = 0; i < RAW_UNIT_RULES; i++)
        if (name_glob(rules[i].name, name))
            return units->met[i] ? rules[i].unit : rules[i].otherwise;
    return NULL;
}

const char *raw_unit(const struct raw_units *units, const char *name, char *unit, size_t size)
{
    const char *other = raw_unit_other(units, name);
    if (!other)
        return metric_unit(name, unit, size);
    snprintf(unit, size, "%s", other);
    return unit;
}
