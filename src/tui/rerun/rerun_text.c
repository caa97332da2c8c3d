#include "tui/rerun/rerun_text.h"

#include <inttypes.h>

static void add_count(struct strbuf *out, uint64_t count, const char *one, const char *many)
{
    strbuf_addf(out, "%" PRIu64 " %s", count, count == 1 ? one : many);
}

/* With two digits: more would say more than is known. */
static void add_time(struct strbuf *out, double seconds)
{
    if (seconds < 0.0095)
        strbuf_addf(out, "%.1f ms", seconds * 1e3);
    else if (seconds < 0.95)
        strbuf_addf(out, "%.0f ms", seconds * 1e3);
    else if (seconds < 9.5)
        strbuf_addf(out, "%.1f s", seconds);
    else if (seconds < 120)
        strbuf_addf(out, "%.0f s", seconds);
    else if (seconds < 7200)
        strbuf_addf(out, "%.0f min", seconds / 60);
    else
        strbuf_addf(out, "%.1f h", seconds / 3600);
}

static void add_runs(struct strbuf *out, const struct rerun_cost *c)
{
    const unsigned runs = c->passes + 1;
    if (c->program_seconds > 0) {
        strbuf_adds(out, ", about ");
        add_time(out, c->program_seconds * runs);
        strbuf_adds(out, " for ");
    } else {
        strbuf_adds(out, ", ");
    }
    add_count(out, runs, "run of the program", "runs of the program");
}

static void add_launches(struct strbuf *out, const struct rerun_cost *c)
{
    const double launch = c->pass_seconds * c->passes;
    if (!(launch > 0))
        return;
    strbuf_adds(out, ", about ");
    add_time(out, c->launches ? launch * (double)c->launches + c->program_seconds : launch);
    strbuf_adds(out, " for ");
    if (c->launches)
        add_count(out, c->launches, "launch", "launches");
    else
        strbuf_adds(out, "each launch");
}

void rerun_text_cost(struct strbuf *out, const struct rerun_cost *c)
{
    add_count(out, c->metrics, "metric", "metrics");
    strbuf_adds(out, ", ");
    add_count(out, c->passes, "pass", "passes");
    if (c->application)
        add_runs(out, c);
    else
        add_launches(out, c);
}
