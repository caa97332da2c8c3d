#include "report/file/verdict.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const double busy = 60;

/* The units by the prefix of their metrics. */
static const struct {
    const char *prefix, *name;
    size_t throughput;
} units[] = {{"dram__", "DRAM", offsetof(struct verdict_facts, dram)},
             {"fbpa__", "DRAM", offsetof(struct verdict_facts, dram)},
             {"lts__", "L2", offsetof(struct verdict_facts, l2)},
             {"l1tex__", "L1", offsetof(struct verdict_facts, l1)}};
enum { UNITS = sizeof units / sizeof *units };

static int part_unit(const char *part)
{
    for (int i = 0; part && i < UNITS; i++)
        if (strncmp(part, units[i].prefix, strlen(units[i].prefix)) == 0)
            return i;
    return UNITS;
}

static int nearest_unit(const struct verdict_facts *facts)
{
    int best = UNITS;
    double least = INFINITY;
    for (int i = 0; i < UNITS; i++) {
        double value = *(const double *)((const char *)facts + units[i].throughput);
        if (fabs(value - facts->memory) < least) {
            least = fabs(value - facts->memory);
            best = i;
        }
    }
    return best;
}

static const char *memory_unit(const struct verdict_facts *facts)
{
    int unit = part_unit(facts->memory_part);
    if (unit == UNITS)
        unit = nearest_unit(facts);
    if (unit == UNITS)
        return "memory";
    return units[unit].throughput == offsetof(struct verdict_facts, l1) &&
                   facts->shared > facts->memory / 2
               ? "Shared Memory"
               : units[unit].name;
}

static double sum(const double parts[2])
{
    return (isnan(parts[0]) ? 0 : parts[0]) + (isnan(parts[1]) ? 0 : parts[1]);
}

const char *verdict_text(const struct verdict_facts *facts)
{
    if (isnan(facts->compute) || isnan(facts->memory))
        return "";
    bool memory = facts->memory > facts->compute;
    bool works = fmax(facts->compute, facts->memory) >= busy;
    if (!works && facts->waves < 1)
        return "Small Grid";
    if (memory && sum(facts->local) > sum(facts->global))
        return "Local Memory";
    if (!works)
        return "latency";
    return memory ? memory_unit(facts) : "compute";
}
