#include "report/content/diagnosis.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/shell_word.h"
#include "report/base/strbuf.h"
#include "report/content/hot_spots.h"
#include "report/content/triage.h"
#include "report/content/view_cells.h"
#include "report/file/report.h"
#include "report/file/report_weight.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_words.h"
#include "report/metric/unit_spelling.h"
#include "report/rules/finding_text.h"
#include "report/rules/opportunities.h"

/* Lines with fewer samples than LEAST percent are not hot. */
enum { SPOTS = 5, CHANGES = 5, BUSY_FROM = 60, LEAST = 1 };

struct diagnosis_change diagnosis_change(double duration, double saving, double compute,
                                         double memory)
{
    struct diagnosis_change after = {duration, compute, memory, false};
    double most = fmax(compute, memory), left = duration - fmin(fmax(saving, 0), duration);
    /* No unit works faster than its peak. */
    double least = most > 0 ? duration * fmin(most, 100) / 100 : 0;
    if (!(duration > 0))
        return after;
    after.stopped = left < least;
    after.duration = fmax(left, least);
    if (after.duration > 0) {
        after.compute = fmin(100, compute * duration / after.duration);
        after.memory = fmin(100, memory * duration / after.duration);
    }
    return after;
}

/* --- what it does ----------------------------------------------------------------------------- */

static void add_shape(struct fact_list *list, const struct result *result)
{
    uint64_t grid[3], block[3];
    double sms, waves, threads;
    struct strbuf text = {0};
    if (!result_dimensions(result, grid, block))
        return;
    uint64_t blocks = grid[0] * grid[1] * grid[2], size = block[0] * block[1] * block[2];
    format_thousands(&text, blocks);
    strbuf_addf(&text, " block%s of %" PRIu64 " threads", blocks == 1 ? "" : "s", size);
    if (result_number(result, "launch__sm_count", &sms))
        strbuf_addf(&text, " on %.0f SMs", sms);
    if (result_number(result, "launch__waves_per_multiprocessor", &waves))
        strbuf_addf(&text, ", %.3g wave%s", waves, waves == 1 ? "" : "s");
    if (result_number(result, "launch__registers_per_thread", &threads))
        strbuf_addf(&text, ", %.0f registers a thread", threads);
    fact_list_add(list, "Launch", text.data);
    strbuf_free(&text);
}

/* "4,812 launches, 2.10 s, 38.0 % of the GPU time of the program" */
static void add_weight(struct fact_list *list, struct report *report, const struct result *result)
{
    struct report_weight weight;
    struct strbuf text = {0};
    if (!report_weight(report, result->index, &weight))
        return;
    if (weight.time > 0) {
        char *time = format_time(weight.time, false);
        format_thousands(&text, (unsigned long long)llround(weight.launches));
        strbuf_addf(&text, " launch%s, %s", weight.launches >= 1.5 ? "es" : "", time);
        if (weight.run_time > 0)
            strbuf_addf(&text, ", %.1f %% of the GPU time of the program",
                        100 * weight.time / weight.run_time);
        free(time);
    } else {
        strbuf_adds(&text, "itself: of its group another result was looked into, which stands for "
                           "all of them");
    }
    fact_list_add(list, "Stands for", text.data);
    strbuf_free(&text);
}

/* Amounts of work, in the order in which a reader asks for them. */
static const struct {
    const char *metric, *behind;
} amounts[] = {
    {"smsp__inst_executed.sum", " warp instructions"},
    {"sm__inst_executed.sum", " warp instructions"},
    {"dram__bytes_read.sum", " read from DRAM"},
    {"dram__bytes_write.sum", " written to DRAM"},
};

static void add_amounts(struct fact_list *list, const struct result *result)
{
    struct strbuf text = {0};
    bool instructions = false;
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        double value;
        bool counts = strstr(amounts[i].metric, "inst_executed");
        if ((counts && instructions) || !result_number(result, amounts[i].metric, &value))
            continue;
        instructions = instructions || counts;
        struct unit_scale scale = unit_scale_for(counts ? "" : "byte", value);
        strbuf_adds(&text, text.length ? ", " : "");
        format_number(&text, unit_scale_apply(&scale, value));
        unit_spell(scale.unit, sizeof scale.unit);
        strbuf_addf(&text, "%s%s%s", *scale.unit ? " " : "", scale.unit, amounts[i].behind);
    }
    if (text.length)
        fact_list_add(list, "Work", text.data);
    strbuf_free(&text);
}

static const struct {
    const char *metric, *name;
} units[] = {
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "compute"},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "memory"},
    {"l1tex__throughput.avg.pct_of_peak_sustained_active", "L1"},
    {"lts__throughput.avg.pct_of_peak_sustained_elapsed", "L2"},
    {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "DRAM"},
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed", "DRAM"},
};

static void add_units(struct fact_list *list, const struct result *result)
{
    struct strbuf text = {0};
    const char *last = "";
    double occupancy;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double value;
        if (strcmp(last, units[i].name) == 0 || !result_number(result, units[i].metric, &value))
            continue;
        last = units[i].name;
        strbuf_addf(&text, "%s%s ", text.length ? ", " : "", last);
        format_share(&text, value);
    }
    if (text.length)
        strbuf_adds(&text, " of their peaks");
    if (result_number(result, "sm__warps_active.avg.pct_of_peak_sustained_active", &occupancy))
        strbuf_addf(&text, "%s%.3g %% of the warps that fit were there", text.length ? "; " : "",
                    occupancy);
    if (text.length)
        fact_list_add(list, "Busy", text.data);
    strbuf_free(&text);
}

/* --- what limits it --------------------------------------------------------------------------- */

static bool is_about(const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item,
                     const struct opportunity *what)
{
    const Rep__RuleResultMessage *message = item->message;
    return message && rule->identifier && strcmp(rule->identifier, what->rule) == 0 &&
           strcmp(message->name ? message->name : "", what->title) == 0;
}

/* The item of the result with the message of a finding; NULL: it is of another result. */
static const Rep__RuleResultBodyItem *
item_of(const struct result *result, const struct opportunity *what, const Rep__RuleResult **rule)
{
    for (size_t i = 0; i < result->rule_count; i++) {
        const Rep__RuleResultBody *body = result->rules[i]->body;
        for (size_t j = 0; body && j < body->n_items; j++)
            if (is_about(result->rules[i], body->items[j], what)) {
                *rule = result->rules[i];
                return body->items[j];
            }
    }
    return NULL;
}

/* "4.42 (raise it to 32)  ... in words"; advice: what its rule says of the value, "" or NULL:
 * nothing. false: the metric has no value. */
static bool add_metric(struct fact_list *list, const struct result *result, const char *metric,
                       const char *advice)
{
    const bool advised = advice && *advice;
    struct view_cell cell = {0};
    view_cell_fill(&cell, result, metric, "", (struct view_style){.usual_units = true});
    bool there = !cell.missing && !cell.odd && cell.value && *cell.value;
    if (there) {
        struct metric_words words = metric_words(metric);
        char *text = mem_printf("%s%s%s%s%s%s  %s", cell.value, *cell.unit ? " " : "", cell.unit,
                                advised ? " (" : "", advised ? advice : "", advised ? ")" : "",
                                words.sentence.data);
        fact_list_add_of(list, "Evidence", text, metric);
        free(text);
        metric_words_free(&words);
    }
    view_cell_free(&cell);
    return there;
}

/* The metrics that a finding rests on are in the items from its message to the next one. */
static void add_evidence(struct fact_list *list, const struct result *result,
                         const struct cause *cause)
{
    enum { MOST = 4 };
    size_t said = 0;
    for (size_t i = 0; i < cause->count && said < MOST; i++) {
        const Rep__RuleResult *rule;
        const Rep__RuleResultBodyItem *item = item_of(result, &cause->findings[i], &rule);
        size_t at = 0;
        while (item && rule->body->items[at] != item)
            at++;
        for (; item && at < rule->body->n_items && said < MOST; at++) {
            const Rep__RuleResultBodyItem *other = rule->body->items[at];
            if (other != item && other->message)
                break;
            for (size_t k = 0; k < other->n_focusmetrics && said < MOST; k++) {
                const char *metric = other->focusmetrics[k]->metricname;
                bool known = !metric;
                for (size_t f = 0; f < list->count && !known; f++)
                    known = list->facts[f].source && strcmp(list->facts[f].source, metric) == 0;
                if (!known && add_metric(list, result, metric, other->focusmetrics[k]->info))
                    said++;
            }
        }
    }
}

static const char *title_of(const struct opportunity *what)
{
    return *what->title ? what->title : what->rule_name;
}

static void add_symptoms(struct fact_list *list, const struct cause *cause)
{
    struct strbuf text = {0};
    for (size_t i = 1; i < cause->count; i++) {
        bool said = false;
        for (size_t j = 0; j < i && !said; j++)
            said = strcmp(title_of(&cause->findings[i]), title_of(&cause->findings[j])) == 0;
        if (!said)
            strbuf_addf(&text, "%s%s", text.length ? ", " : "", title_of(&cause->findings[i]));
    }
    if (text.length)
        fact_list_add(list, "It explains", text.data);
    strbuf_free(&text);
}

static void add_place(struct strbuf *text, const struct cause *cause)
{
    const struct finding_place *place = cause->place;
    if (!place || !place->file)
        return;
    const char *slash = strrchr(place->file, '/');
    strbuf_addf(text, " at %s:%u", slash ? slash + 1 : place->file, place->line);
}

static void add_limit(struct fact_list *list, const struct result *result,
                      const struct result_summary *summary, const struct cause *limit,
                      const struct cause *first)
{
    struct strbuf text = {0};
    if (limit) {
        char *saving = format_time(limit->saving, false);
        strbuf_adds(&text, limit->name);
        add_place(&text, limit);
        strbuf_addf(&text, ", which could save %s, %.3g %% of its time", saving, limit->speedup);
        free(saving);
    } else if (*summary->verdict) {
        bool busy = fmax(summary->compute, summary->memory) >= BUSY_FROM;
        strbuf_adds(&text, summary->verdict);
        if (busy) {
            strbuf_adds(&text, ", which runs at ");
            format_share(&text, fmax(summary->compute, summary->memory));
            strbuf_adds(&text, " of its peak");
        } else {
            strbuf_adds(&text, ": neither compute nor memory is near its peak");
        }
    } else {
        strbuf_adds(&text, "not known: its throughputs were not measured");
    }
    fact_list_add(list, "Limit", text.data);
    strbuf_free(&text);
    if (limit)
        add_symptoms(list, limit);
    if (first)
        add_evidence(list, result, first);
}

/* --- where ------------------------------------------------------------------------------------ */

static bool is_result(const void *context, size_t result)
{
    return *(const size_t *)context == result;
}

/* Returns whether there are any. */
static bool add_spots(struct fact_list *list, struct report *report, const struct result *result)
{
    struct hot_index *index = hot_index_new(report, NULL);
    struct hot_spots spots;
    hot_index_add(index, result);
    hot_spots_find(&spots, index, HOT_BY_LINE, is_result, &result->index);
    for (size_t i = 0; i < spots.count && i < SPOTS && 100 * spots.items[i].share >= LEAST; i++) {
        const struct hot_spot *spot = &spots.items[i];
        struct strbuf place = {0}, text = {0};
        hot_spot_add_place(&place, spot, HOT_BY_LINE);
        strbuf_addf(&text, "%.1f %% of the samples", 100 * spot->share);
        if (spot->stall)
            strbuf_addf(&text, ", %.0f %% of them %s", 100 * spot->stall_share, spot->stall);
        if (*spot->place->text || spot->place->opcode) {
            strbuf_adds(&text, "\n");
            hot_spot_add_text(&text, spot, HOT_BY_LINE);
        }
        fact_list_add(list, place.data, text.data);
        strbuf_free(&place);
        strbuf_free(&text);
    }
    const bool any = spots.count > 0;
    if (!any)
        fact_list_add(list, "None", hot_spots_why_none(&spots.totals));
    hot_spots_free(&spots);
    hot_index_free(index);
    return any;
}

/* --- what to change --------------------------------------------------------------------------- */

/* "Then it takes 618.20 us, compute runs at 1.5 % and memory at 6.3 %: neither is the limit." */
static void add_after(struct strbuf *text, const struct result_summary *summary, double saving)
{
    struct diagnosis_change after =
        diagnosis_change(summary->duration, saving, summary->compute, summary->memory);
    if (!(summary->duration > 0) || isnan(summary->compute) || isnan(summary->memory))
        return;
    char *time = format_time(after.duration, false);
    strbuf_addf(text, "\nThen it takes %s, compute runs at ", time);
    format_share(text, after.compute);
    strbuf_adds(text, " and memory at ");
    format_share(text, after.memory);
    if (after.stopped)
        strbuf_addf(text, ": %s reaches its peak before all of that is saved",
                    after.compute > after.memory ? "compute" : "memory");
    else if (fmax(after.compute, after.memory) >= BUSY_FROM)
        strbuf_addf(text, ": %s is the limit then",
                    after.compute > after.memory ? "compute" : "memory");
    else
        strbuf_adds(text, ": neither is the limit");
    strbuf_adds(text, ".");
    free(time);
}

static void add_change(struct fact_list *list, const struct result *result,
                       const struct result_summary *summary, const struct cause *cause,
                       size_t number)
{
    struct strbuf text = {0};
    const Rep__RuleResult *rule;
    const Rep__RuleResultBodyItem *item = item_of(result, &cause->findings[0], &rule);
    char *name = mem_printf("%zu. %s", number, cause->name),
         *saving = format_time(cause->saving, false);
    strbuf_addf(&text, "saves up to %s, %.3g %%", saving, cause->speedup);
    add_place(&text, cause);
    if (item && item->message->message) {
        strbuf_adds(&text, "\n");
        finding_text_plain(&text, item->message->message);
    }
    add_after(&text, summary, cause->saving);
    fact_list_add(list, name, text.data);
    strbuf_free(&text);
    free(saving);
    free(name);
}

static void add_changes(struct fact_list *list, const struct result *result,
                        const struct result_summary *summary, struct opportunities *all,
                        const struct cause *causes, size_t count, bool sampled)
{
    for (size_t i = 0; i < count && i < CHANGES; i++)
        add_change(list, result, summary, &causes[i], i + 1);
    if (count > CHANGES)
        fact_list_addf(list, "More", "%zu causes that save less", count - CHANGES);
    if (count > 1) {
        char *saving = format_time(opportunities_saving(all), false);
        fact_list_addf(list, "All together", "save up to %s: what one saves, another cannot save",
                       saving);
        free(saving);
    }
    if (!count)
        fact_list_add(list, "None",
                      sampled ? "no rule finds time that a change could save"
                              : "no rule finds time that a change could save in what was measured; "
                                "the full set also looks at warps, instructions and memory");
}

/* Whether a shell reads the text, which is that of a report, as words and nothing else. */
static bool is_words(const char *text)
{
    return !text[strcspn(text, "\"'\\`$;|&<>()*?[]{}!#~\n\r")];
}

/* The command that measures the kernel again, and if something is to change, the one that says what
 * that did. */
static void add_commands(struct fact_list *list, struct report *report, const struct result *result,
                         bool changes)
{
    const Rep__ReportSessionDetails *session = report_session(report, result->file);
    const Rep__ExecutableSettings *program = session ? session->executablesettings : NULL;
    const char *path = program ? program->executablepath : NULL,
               *arguments = program ? program->cmdlineagruments : NULL,
               *before = report_file(report, result->file)->name;
    struct strbuf measure = {0}, compare = {0};
    strbuf_adds(&measure, "rooftop -k");
    shell_word_add(&measure, result->function);
    strbuf_addf(&measure, " -c 1 --set full -o %s", changes ? "after" : "closer");
    shell_word_add(&measure, path && *path ? path : "PROGRAM");
    if (arguments && *arguments)
        strbuf_addf(&measure, " %s", is_words(arguments) ? arguments : "ARGUMENTS");
    strbuf_adds(&compare, "rooftop diff");
    shell_word_add(&compare, *before ? before : "BEFORE.ncu-rep");
    strbuf_adds(&compare, " after.ncu-rep");
    fact_list_add(list, changes ? "Then measure" : "Look closer", measure.data);
    if (changes)
        fact_list_add(list, "And compare", compare.data);
    strbuf_free(&measure);
    strbuf_free(&compare);
}

struct fact_list diagnosis_facts(struct report *report, const struct result *result,
                                 const struct rule_choice *rules)
{
    struct fact_list list = {0};
    const struct result_summary *summary = report_summary(report, result->index);
    struct opportunities *all = opportunities_of_result(rules ? rules->library : NULL,
                                                        rules ? rules->source : NULL, result);
    size_t count;
    const struct cause *causes = opportunities_causes(all, &count);
    const struct cause *limit = opportunities_limit(all, summary->compute, summary->memory);
    fact_list_heading(&list, 0, "What it does");
    if (summary->duration > 0) {
        char *time = format_time(summary->duration, false);
        fact_list_add_of(&list, "Duration", time, "gpu__time_duration.sum");
        free(time);
    }
    add_weight(&list, report, result);
    add_shape(&list, result);
    add_amounts(&list, result);
    add_units(&list, result);
    fact_list_heading(&list, 0, "Where to look first");
    triage_add(&list, result, summary);
    fact_list_heading(&list, 0, "What limits it");
    add_limit(&list, result, summary, limit, limit ? limit : count ? causes : NULL);
    fact_list_heading(&list, 0, "Hot lines");
    const bool sampled = add_spots(&list, report, result);
    fact_list_heading(&list, 0, "What to change");
    add_changes(&list, result, summary, all, causes, count, sampled);
    if ((count || !sampled) && result->function && *result->function)
        add_commands(&list, report, result, count > 0);
    fact_list_end(&list);
    opportunities_free(all);
    return list;
}
