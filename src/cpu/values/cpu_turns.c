#include "cpu/values/cpu_turns.h"

#include <math.h>

/* Where a single group had less than this of the time, somebody else had the rest. */
static const double alone = 0.95;

struct turns {
    size_t groups; /* of the socket that has most */
    double share;  /* the least one */
};

/* Counts of a group follow each other. */
static size_t groups_of(const struct cpu_run *run, const struct cpu_unit *unit, int socket)
{
    size_t groups = 0;
    int last = -1;
    for (size_t i = 0; i < run->count; i++) {
        const struct cpu_count *count = &run->counts[i];
        if (count->unit != unit || count->socket != socket)
            continue;
        groups += count->group != last;
        last = count->group;
    }
    return groups;
}

static struct turns turns_of(const struct cpu_run *run, const struct cpu_unit *unit)
{
    struct turns turns = {0, 1};
    for (size_t i = 0; i < run->count; i++) {
        const struct cpu_count *count = &run->counts[i];
        const double share = cpu_value_share(&count->total);
        if (count->unit != unit || count->total.state != CPU_COUNTED)
            continue;
        const size_t groups = groups_of(run, unit, count->socket);
        turns.groups = groups > turns.groups ? groups : turns.groups;
        turns.share = !isnan(share) && share < turns.share ? share : turns.share;
    }
    return turns;
}

void cpu_turns_text(struct strbuf *out, const struct cpu_run *run)
{
    bool first = true;
    for (size_t i = 0; i < run->catalog->unit_count; i++) {
        const struct cpu_unit *unit = run->catalog->units[i];
        const struct turns turns = turns_of(run, unit);
        if (!turns.groups || turns.share >= (turns.groups > 1 ? 1 : alone))
            continue;
        strbuf_adds(out, first ? "Counted in turns: " : "; ");
        first = false;
        if (turns.groups > 1)
            strbuf_addf(out, "%s %zu groups, each at least %.0f %% of the time", unit->name,
                        turns.groups, 100 * turns.share);
        else
            strbuf_addf(out,
                        "%s %.0f %% of the time, though it has one group: somebody else counts",
                        unit->name, 100 * turns.share);
    }
    if (!first)
        strbuf_addc(out, '.');
}
