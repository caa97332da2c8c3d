#include "report/metric/metric_unit.h"

#include <stdio.h>
#include <string.h>

#include "report/base/name_glob.h"
#include "report/metric/legacy_metric.h"
#include "report/metric/metric_name.h"

static const struct {
    const char *pattern, *unit;
} patterns[] = {
#include "metric_units.inc"
};

static const char *base_unit(const char *base)
{
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (name_glob(patterns[i].pattern, base))
            return patterns[i].unit;
    return "";
}

static int starts(const char *text, const char *prefix)
{
    return text && strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Returns the name without a PM sampling domain ("TPC.TriageCompute.") or prefix. */
static const char *strip_domain(const char *name)
{
    const char *counter = strstr(name, "__");
    if (!counter)
        return name;
    const char *start = name;
    for (const char *c = name; c < counter; c++)
        if (*c == '.' || *c == ':')
            start = c + 1;
    return start;
}

/* Copies the first metric of an old name's successor. Returns false if the name is not old or the
 * successor is a product or quotient. */
static bool old_unit_from(const char *name, char *successor, size_t size)
{
    const struct legacy_metric *old = strstr(name, "__") ? NULL : legacy_metric_find(name);
    if (!old || !*old->successor || strpbrk(old->successor, "*/("))
        return false;
    snprintf(successor, size, "%.*s", (int)strcspn(old->successor, " "), old->successor);
    return true;
}

const char *metric_unit(const char *name, char *unit, size_t size)
{
    if (starts(name, "breakdown:") || starts(name, "group:")) {
        snprintf(unit, size, "%s", "");
        return unit;
    }
    char successor[256];
    if (old_unit_from(name, successor, sizeof successor))
        name = successor;
    struct metric_name parts = metric_name_parse(strip_domain(name));
    char base[256];
    snprintf(base, sizeof base, "%.*s", (int)parts.base_length, parts.base);
    return metric_unit_of(name, base_unit(base), unit, size);
}

const char *metric_unit_of(const char *name, const char *counter, char *unit, size_t size)
{
    struct metric_name parts = metric_name_parse(strip_domain(name));
    const char *submetric = parts.submetric;
    if (starts(parts.rollup, "pct") || starts(submetric, "pct"))
        snprintf(unit, size, "%%");
    else if (!submetric || !*counter || starts(name, "derived__"))
        snprintf(unit, size, "%s", counter);
    else if (strcmp(submetric, "per_second") == 0 && strcmp(counter, "cycle") == 0)
        snprintf(unit, size, "hz");
    else if (strstr(submetric, "per_second"))
        snprintf(unit, size, "%s/s", counter);
    else if (!starts(submetric, "per_cycle") && !starts(submetric, "peak_sustained"))
        snprintf(unit, size, "%s", counter);
    else if (strcmp(counter, "warp") == 0)
        snprintf(unit, size, "warp");
    else if (strcmp(counter, "cycle") == 0)
        snprintf(unit, size, "%s", "");
    else
        snprintf(unit, size, "%s/cycle", counter);
    return unit;
}
