#include "verdict.h"

#include <math.h>

static const double busy = 60;

const char *verdict_text(const struct result_summary *s)
{
    if (isnan(s->compute) || isnan(s->memory))
        return "";
    if (fmax(s->compute, s->memory) < busy)
        return "latency";
    if (s->compute >= s->memory)
        return "compute";
    const struct {
        double value;
        const char *name;
    } parts[] = {{s->dram, "DRAM"}, {s->l2, "L2"}, {s->l1, "L1"}};
    const char *best = "memory";
    double most = 0;
    for (int i = 0; i < 3; i++)
        if (parts[i].value > most) {
            most = parts[i].value;
            best = parts[i].name;
        }
    return best;
}
