#include "report/content/triage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"

enum { BUSY_FROM = 60, ISSUES_FROM = 60 };

static const char waves_metric[] = "launch__waves_per_multiprocessor",
                  issue_metric[] = "smsp__issue_active.avg.per_cycle_active",
                  latency_metric[] = "smsp__average_warp_latency_per_inst_issued.ratio",
                  wait_begin[] = "smsp__average_warps_issue_stalled_",
                  wait_end[] = "_per_issue_active.ratio";

/* Adds an answer; the first one that is bad is where to look first. */
static void answer(struct fact_list *list, const char *name, struct strbuf *text,
                   const char *metric, bool bad, bool *found)
{
    fact_list_add_of(list, name, text->data, metric);
    if (bad && !*found) {
        list->facts[list->count - 1].weight = FACT_WARNING;
        *found = true;
    }
    strbuf_free(text);
}

static void add_work(struct fact_list *list, const struct result *result, bool *found)
{
    double waves;
    struct strbuf text = {0};
    if (!result_number(result, waves_metric, &waves) || !isfinite(waves))
        return;
    const bool few = waves < 1;
    strbuf_addf(&text, "%s: %.3g wave%s of blocks (one fills the GPU)",
                few ? "too little" : "enough", waves, waves == 1 ? "" : "s");
    answer(list, "Work for the GPU", &text, waves_metric, few, found);
}

static void add_busiest_unit(struct fact_list *list, const struct result_summary *summary,
                             bool *found)
{
    struct strbuf text = {0};
    const bool memory = !(summary->compute >= summary->memory) && !isnan(summary->memory);
    const double most = memory ? summary->memory : summary->compute,
                 other = memory ? summary->compute : summary->memory;
    if (isnan(most))
        return;
    strbuf_adds(&text, memory ? "memory, at " : "compute, at ");
    format_share(&text, most);
    strbuf_addf(&text, " of its peak: %s limit (from %d %% on)", most >= BUSY_FROM ? "a" : "no",
                BUSY_FROM);
    if (!isnan(other)) {
        strbuf_addf(&text, "; %s at ", memory ? "compute" : "memory");
        format_share(&text, other);
    }
    answer(list, "Busiest unit", &text, "", most >= BUSY_FROM, found);
}

/* "long scoreboard"; NULL: not known. *cycles: that a warp is in this state. */
static char *longest_wait(const struct result *result, double *cycles)
{
    char *most = NULL;
    *cycles = 0;
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        const size_t begin = strlen(wait_begin), length = name ? strlen(name) : 0;
        double value;
        if (length <= begin + strlen(wait_end) || strncmp(name, wait_begin, begin) != 0 ||
            strcmp(name + length - strlen(wait_end), wait_end) != 0 ||
            strncmp(name + begin, "selected", 8) == 0 || !result_number(result, name, &value) ||
            value <= *cycles)
            continue;
        free(most);
        most = mem_strndup(name + begin, length - begin - strlen(wait_end));
        for (char *c = most; *c; c++)
            *c = *c == '_' ? ' ' : *c;
        *cycles = value;
    }
    return most;
}

static void add_waits(struct fact_list *list, const struct result *result, bool *found)
{
    double issues, latency, cycles;
    struct strbuf text = {0};
    if (!result_number(result, issue_metric, &issues) || !isfinite(issues))
        return;
    const bool hidden = 100 * issues >= ISSUES_FROM;
    strbuf_addf(&text, "%s: the schedulers issue in ", hidden ? "hidden" : "not hidden");
    format_share(&text, 100 * issues);
    strbuf_addf(&text, " of the cycles (enough from %d %% on)", ISSUES_FROM);
    char *wait = hidden ? NULL : longest_wait(result, &cycles);
    if (wait)
        strbuf_addf(&text, "; warps wait most for %s", wait);
    if (wait && result_number(result, latency_metric, &latency) && latency > 0) {
        strbuf_adds(&text, ", ");
        format_share(&text, 100 * cycles / latency);
        strbuf_adds(&text, " of the time between two instructions");
    }
    free(wait);
    answer(list, "Waits", &text, issue_metric, !hidden, found);
}

void triage_add(struct fact_list *list, const struct result *result,
                const struct result_summary *summary)
{
    bool found = false;
    add_work(list, result, &found);
    add_busiest_unit(list, summary, &found);
    add_waits(list, result, &found);
}
