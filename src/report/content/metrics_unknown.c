#include "report/content/metrics_unknown.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/filter/result_filter.h"
#include "report/metric/metric_name.h"

/* The names of the metrics that results have, by their ids. */
struct names {
    const struct report *report;
    bool *there;
    size_t count;
};

static void note(void *context, uint32_t name, double value)
{
    struct names *names = context;
    (void)value;
    if (name < names->count && !metric_name_is_list(report_string(names->report, name)))
        names->there[name] = true;
}

/* No result is decoded. */
static void note_results(struct names *names, struct report *report,
                         const struct launch_filter *filter)
{
    struct launch_counts counts = {0};
    for (size_t i = 0; i < report_count(report); i++) {
        const enum launch_verdict verdict =
            filter ? result_judge_at(report, filter, &counts, i) : LAUNCH_MEASURE;
        if (verdict == LAUNCH_DONE)
            break;
        if (verdict == LAUNCH_MEASURE)
            report_metric_values(report, i, note, names);
    }
    launch_counts_free(&counts);
}

static bool is_there(const struct names *names, const struct metric_choice *choice, size_t word,
                     struct nearest *nearest)
{
    for (size_t i = 0; i < names->count; i++) {
        if (!names->there[i])
            continue;
        const char *name = report_string(names->report, (uint32_t)i);
        if (metric_choice_word_takes(choice, word, name))
            return true;
        nearest_offer(nearest, name);
    }
    return false;
}

size_t metrics_unknown(struct report *report, const struct launch_filter *filter,
                       const struct metric_choice *choice, size_t stored, struct strbuf *text,
                       size_t *known)
{
    struct names names = {report, NULL, report_string_count(report)};
    size_t unknown = 0;
    *known = 0;
    names.there = mem_alloc(names.count + 1);
    note_results(&names, report, filter);
    for (size_t i = stored; i < names.count; i++)
        names.there[i] = true;
    for (size_t i = 0; i < metric_choice_count(choice); i++) {
        const char *word = metric_choice_word(choice, i);
        struct nearest nearest = {.wanted = word};
        if (is_there(&names, choice, i, &nearest)) {
            ++*known;
            continue;
        }
        strbuf_addf(text, "%s\"%s\"", unknown++ ? ", " : "", word);
        if (nearest.best && !metric_name_is_list(word))
            strbuf_addf(text, " (nearest is \"%s\")", nearest.best);
    }
    free(names.there);
    return unknown;
}
