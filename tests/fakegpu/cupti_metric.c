/* Which metric names exist: a known unit, any counter, and a suffix that fits the counter's type.
 */
#include <string.h>

#include "cupti_fake.h"

static const char *const units[] = {"sm__",  "smsp__", "l1tex__", "lts__",  "dram__", "gpu__",
                                    "gpc__", "fbpa__", "nvlrx__", "pcie__", "gr__",   "dramc__"};

#define ROLLUP(name)                                                                               \
    name, name ".peak_sustained", name ".peak_sustained_active",                                   \
        name ".peak_sustained_active.per_second", name ".peak_sustained_elapsed",                  \
        name ".peak_sustained_elapsed.per_second", name ".per_cycle_active",                       \
        name ".per_cycle_elapsed", name ".per_second", name ".pct_of_peak_sustained_active",       \
        name ".pct_of_peak_sustained_elapsed"

#define THROUGHPUT(name) name ".pct_of_peak_sustained_active", name ".pct_of_peak_sustained_elapsed"

static const char *const counter_suffixes[] = {ROLLUP(".avg"), ROLLUP(".max"), ROLLUP(".min"),
                                               ROLLUP(".sum")};
static const char *const ratio_suffixes[] = {".max_rate", ".pct", ".ratio"};
static const char *const throughput_suffixes[] = {THROUGHPUT(".avg"), THROUGHPUT(".max"),
                                                  THROUGHPUT(".min"), THROUGHPUT(".sum")};

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *const *metric_suffixes(CUpti_MetricType type, size_t *count)
{
    switch (type) {
    case CUPTI_METRIC_TYPE_COUNTER:
        *count = COUNT(counter_suffixes);
        return counter_suffixes;
    case CUPTI_METRIC_TYPE_RATIO:
        *count = COUNT(ratio_suffixes);
        return ratio_suffixes;
    case CUPTI_METRIC_TYPE_THROUGHPUT:
        *count = COUNT(throughput_suffixes);
        return throughput_suffixes;
    default:
        *count = 0;
        return NULL;
    }
}

static bool contains(const char *name, size_t length, const char *part)
{
    return memmem(name, length, part, strlen(part)) != NULL;
}

static bool ends(const char *name, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length >= size && memcmp(name + length - size, end, size) == 0;
}

static CUpti_MetricType type_of(const char *base, size_t length)
{
    if (ends(base, length, "throughput") || contains(base, length, "_throughput_"))
        return CUPTI_METRIC_TYPE_THROUGHPUT;
    if (contains(base, length, "_rate") || contains(base, length, "__average_") ||
        contains(base, length, "_per_") || ends(base, length, "ratio") ||
        ends(base, length, "_pct"))
        return CUPTI_METRIC_TYPE_RATIO;
    return CUPTI_METRIC_TYPE_COUNTER;
}

bool metric_is_of_link(const char *name)
{
    return strncmp(name, "nvlrx__", 7) == 0 || strncmp(name, "pcie__", 6) == 0;
}

/* "no_such" anywhere makes a name unknown, for tests that need a refusal inside a known unit. */
enum metric_verdict metric_parse(const char *name, struct metric *metric)
{
    size_t unit = 0;
    while (unit < COUNT(units) && strncmp(name, units[unit], strlen(units[unit])) != 0)
        unit++;
    metric->base_length = strcspn(name, ".");
    metric->suffix = name + metric->base_length;
    if (unit == COUNT(units) || metric->base_length == strlen(units[unit]) ||
        strstr(name, "no_such"))
        return METRIC_UNKNOWN;
    metric->type = type_of(name, metric->base_length);
    if (!*metric->suffix)
        return METRIC_NO_SUFFIX;
    size_t count;
    const char *const *suffixes = metric_suffixes(metric->type, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(suffixes[i], metric->suffix) == 0)
            return METRIC_OK;
    return METRIC_UNKNOWN;
}

const char *metric_hardware(const char *name)
{
    static const char *const names[] = {"sm", "smsp", "l1tex", "lts", "dram", "gpu", "gpc", "fbpa"};
    for (size_t i = 0; i < COUNT(units); i++)
        if (strncmp(name, units[i], strlen(units[i])) == 0)
            return names[i];
    return "";
}

const char *metric_unit(const char *name)
{
    static const char *const words[][2] = {
        {"throughput", "percent"}, {"_duration", "nanosecond"}, {"bytes", "byte"},
        {"sector", "sector"},      {"request", "request"},      {"inst_", "inst"},
        {"warps", "warp"},
    };
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < COUNT(words); i++)
        if (contains(name, length, words[i][0]))
            return words[i][1];
    if (!contains(name, length, "cycles"))
        return "";
    return strncmp(name, "dram", 4) == 0  ? "dram_cycle"
           : strncmp(name, "lts", 3) == 0 ? "lts_cycle"
                                          : "gpc_cycle";
}

uint64_t metric_hash(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}
