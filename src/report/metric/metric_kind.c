#include "report/metric/metric_kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "report/metric/metric_name.h"

/* In the order of their numbers, from 1. */
static const char *const submetrics[] = {
    "peak_sustained",
    "peak_sustained_active",
    "peak_sustained_active_per_second",
    "peak_sustained_elapsed",
    "peak_sustained_elapsed_per_second",
    "peak_sustained_frame",
    "peak_sustained_frame_per_second",
    "peak_sustained_region",
    "peak_sustained_region_per_second",
    "per_cycle_active",
    "per_cycle_elapsed",
    "per_cycle_in_frame",
    "per_cycle_in_region",
    "per_second",
    "pct_of_peak_sustained_active",
    "pct_of_peak_sustained_elapsed",
    "pct_of_peak_sustained_frame",
    "pct_of_peak_sustained_region",
};

static const char pmsampling[] = "pmsampling:";

static unsigned submetric_of(const char *name)
{
    size_t length =
        name ? strcspn(name, ".") : 0; /* peak_sustained_elapsed.per_second: the first of them */
    for (size_t i = 0; name && i < sizeof submetrics / sizeof *submetrics; i++)
        if (strncmp(name, submetrics[i], length) == 0 && !submetrics[i][length])
            return (unsigned)i + 1;
    return 0;
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static bool is_part(const struct metric_name *name, const char *word)
{
    return name->rollup && name->rollup_length == strlen(word) &&
           strncmp(name->rollup, word, name->rollup_length) == 0;
}

static enum metric_rollup rollup_of(const struct metric_name *name)
{
    static const char *const rollups[] = {"avg", "max", "min", "sum"};
    for (size_t i = 0; i < sizeof rollups / sizeof *rollups; i++)
        if (is_part(name, rollups[i]))
            return (enum metric_rollup)(i + 1);
    return METRIC_ROLLUP_NONE;
}

/* Returns whether "throughput" is a word of the counter's name. */
static bool is_throughput(const struct metric_name *name)
{
    static const char word[] = "_throughput";
    const char *end = name->base + name->base_length;
    for (const char *at = name->base; (at = strstr(at, word)) && at < end; at++)
        if (at + strlen(word) == end || at[strlen(word)] == '_')
            return true;
    return false;
}

static enum metric_type type_of(const char *text, const struct metric_name *name, bool rolled_up)
{
    /* Counted by patches of the code, not by the hardware, but counters all the same. */
    if (begins(text, "smsp__sass_inst_executed_memdesc_explicit_hitprop_") ||
        begins(text, "smsp__sass_inst_executed_memdesc_explicit_missprop_"))
        return METRIC_COUNTER;
    if (metric_name_is_list(text) || begins(text, "derived__") || begins(text, "launch__") ||
        begins(text, "profiler__") || begins(text, "device__") || begins(text, pmsampling))
        return METRIC_OTHER;
    if (is_part(name, "ratio") || is_part(name, "pct") || is_part(name, "max_rate"))
        return METRIC_RATIO;
    if (!rolled_up)
        return METRIC_OTHER;
    return is_throughput(name) ? METRIC_THROUGHPUT : METRIC_COUNTER;
}

struct metric_kind metric_kind_of(const char *text)
{
    struct metric_name name = metric_name_parse(text);
    struct metric_kind kind = {.rollup = rollup_of(&name)};
    kind.type = type_of(text, &name, kind.rollup != METRIC_ROLLUP_NONE);
    if (metric_name_is_sampled(text) && !metric_name_is_list(text) && !begins(text, pmsampling))
        kind.rollup = METRIC_ROLLUP_NONE;
    else if (kind.rollup != METRIC_ROLLUP_NONE)
        kind.submetric = submetric_of(name.submetric);
    return kind;
}
