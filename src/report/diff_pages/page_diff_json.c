/* A comparison as JSON: every metric that was compared, as numbers in base units. */
#include <math.h>
#include <string.h>

#include "report/diff_pages/page_diff.h"
#include "report/metric/metric_unit.h"
#include "report/page_parts/json_document.h"
#include "report/page_parts/page_json_findings.h"
#include "report/page_parts/page_json_table.h"

static const char *const side_keys[DIFF_SIDES] = {"a", "b"};

static const char *const verdict_keys[CHANGE_VERDICTS] = {
    [CHANGE_EQUAL] = "equal",  [CHANGE_NOISE] = "noise",   [CHANGE_BETTER] = "better",
    [CHANGE_WORSE] = "worse",  [CHANGE_OTHER] = "changed", [CHANGE_ONLY_A] = "only_a",
    [CHANGE_ONLY_B] = "only_b"};

static void add_text(struct json_writer *json, const char *key, const char *text)
{
    if (*text)
        json_string(json, key, text);
}

static void add_number(struct json_writer *json, const char *key, double number)
{
    if (!isnan(number))
        json_number(json, key, number);
}

/* Writes a list that is stored as "a, b". */
static void add_words(struct json_writer *json, const char *key, const char *words)
{
    json_open_line(json, key, JSON_ARRAY);
    while (*words) {
        size_t length = strcspn(words, ",");
        json_bytes(json, NULL, words, length);
        words += length;
        words += strspn(words, ", ");
    }
    json_close(json);
}

static void add_source(struct json_writer *json, const char *key, const struct diff_source *source)
{
    json_open(json, key, JSON_OBJECT);
    json_string(json, "path", report_path(source->report));
    add_text(json, "damage", report_damage(source->report));
    json_whole(json, "launches", source->launches);
    if (source->damaged)
        json_whole(json, "damaged", source->damaged);
    add_text(json, "devices", source->devices);
    add_text(json, "cc", source->capability);
    add_text(json, "driver", source->driver);
    add_text(json, "clocks", source->clocks);
    add_text(json, "caches", source->caches);
    add_text(json, "profiler", source->profiler);
    add_text(json, "versions", source->versions);
    add_words(json, "sections", source->sections);
    json_close(json);
}

/* Both values and their difference. */
static void add_values(struct json_writer *json, const char *unit, double a, double b)
{
    bool both = isfinite(b - a);
    json_string(json, "unit", unit);
    add_number(json, "a", a);
    add_number(json, "b", b);
    add_number(json, "change", both ? b - a : NAN);
    add_number(json, "percent", both ? change_percent(a, b) : NAN);
}

static void add_times(struct json_writer *json, const char *key, const double times[DIFF_SIDES])
{
    json_open_line(json, key, JSON_OBJECT);
    add_values(json, "ns", times[DIFF_A], times[DIFF_B]);
    json_close(json);
}

/* The verdict on the change. */
static void add_judgement(struct json_writer *json, const struct metric_change *change,
                          bool numbers)
{
    bool both = change->verdict != CHANGE_ONLY_A && change->verdict != CHANGE_ONLY_B;
    if (numbers && both && change->verdict != CHANGE_EQUAL && isfinite(change->b - change->a)) {
        add_number(json, "noise", change->noise);
        json_bool(json, "estimated", change->estimated);
    }
    if (both)
        json_bool(json, "beyond_noise", change_is_real(change->verdict));
    json_string(json, "verdict", change_verdict_names[change->verdict]);
}

static void add_metric(struct json_writer *json, const struct diff_metric *metric)
{
    const struct metric_change *change = &metric->change;
    bool numbers = !metric->texts[DIFF_A] && !metric->texts[DIFF_B];
    char unit[48];
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "name", metric->metric);
    if (metric->label)
        json_string(json, "label", metric->label);
    metric_unit(metric->metric, unit, sizeof unit);
    if (numbers) {
        add_values(json, unit, change->a, change->b);
    } else {
        json_string(json, "unit", unit);
        for (int side = 0; side < DIFF_SIDES; side++)
            if (metric->texts[side])
                json_string(json, side_keys[side], metric->texts[side]);
            else
                add_number(json, side_keys[side], side == DIFF_A ? change->a : change->b);
    }
    add_judgement(json, change, numbers);
    json_close(json);
}

static void add_sections(struct json_writer *json, const struct diff_detail *detail)
{
    json_open(json, "sections", JSON_ARRAY);
    for (size_t i = 0; i < detail->count; i++) {
        const struct diff_section *section = &detail->sections[i];
        json_open(json, NULL, JSON_OBJECT);
        json_string(json, "identifier", section->identifier);
        json_string(json, "name", section->title);
        json_open(json, "metrics", JSON_ARRAY);
        for (size_t j = 0; j < section->count; j++)
            if (section->metrics[j].change.verdict != CHANGE_ABSENT)
                add_metric(json, &section->metrics[j]);
        json_close(json);
        if (section->table_count)
            json_open(json, "body", JSON_ARRAY);
        for (size_t j = 0; j < section->table_count; j++)
            page_json_table(json, &section->tables[j]);
        if (section->table_count)
            json_close(json);
        json_close(json);
    }
    json_close(json);
}

static void add_size(struct json_writer *json, const char *key, const uint64_t size[3])
{
    json_open_line(json, key, JSON_ARRAY);
    for (int i = 0; i < 3; i++)
        json_whole(json, NULL, size[i]);
    json_close(json);
}

static void add_side(struct json_writer *json, const struct diff_group *group, enum diff_side side)
{
    if (!group->names[side])
        return;
    json_open(json, side_keys[side], JSON_OBJECT);
    json_string(json, "name", group->names[side]);
    if (group->has_shape[side]) {
        add_size(json, "grid", group->shapes[side]);
        add_size(json, "block", group->shapes[side] + 3);
    }
    json_open_line(json, "ids", JSON_ARRAY);
    for (size_t i = 0; i < group->count; i++)
        json_whole(json, NULL, side == DIFF_A ? group->launches[i].a : group->launches[i].b);
    json_close(json);
    json_close(json);
}

static void add_findings(struct json_writer *json, const struct rule_findings *found)
{
    json_open(json, "findings", JSON_ARRAY);
    for (size_t i = 0; i < found->count; i++)
        page_json_rule(json, found->results[i], NULL);
    json_close(json);
}

static void add_group(void *context, const struct diff_group *group,
                      const struct diff_detail *detail)
{
    struct json_writer *json = context;
    json_open(json, NULL, JSON_OBJECT);
    add_side(json, group, DIFF_A);
    add_side(json, group, DIFF_B);
    add_times(json, "total", group->total);
    add_times(json, "mean", group->mean);
    add_number(json, "share", group->share);
    if (detail) {
        json_bool(json, "altered", group->altered);
        add_number(json, "threads", group->threads);
        json_open_line(json, "duration", JSON_OBJECT);
        add_values(json, "ns", group->duration.a, group->duration.b);
        add_judgement(json, &group->duration, true);
        json_close(json);
        add_sections(json, detail);
        add_findings(json, &detail->found);
    } else {
        json_string(json, "only_in", side_keys[group->names[DIFF_A] ? DIFF_A : DIFF_B]);
    }
    json_close(json);
}

static void add_outcome(struct json_writer *json, const struct diff_outcome *outcome)
{
    json_open(json, "outcome", JSON_OBJECT);
    json_whole(json, "matched", outcome->matched);
    json_whole(json, "unmatched", outcome->unmatched);
    json_bool(json, "changed", outcome->changed);
    json_bool(json, "worse", outcome->worse);
    json_open_line(json, "metrics", JSON_OBJECT);
    for (int i = 0; i < CHANGE_VERDICTS; i++)
        if (verdict_keys[i])
            json_whole(json, verdict_keys[i], outcome->verdicts[i]);
    json_close(json);
    json_close(json);
}

static void add_missing(struct json_writer *json, const char *key, const struct name_index *names)
{
    json_open(json, key, JSON_ARRAY);
    for (size_t i = 0; i < names->count; i++)
        json_string(json, NULL, names->names[i]);
    json_close(json);
}

bool page_diff_json(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                    struct diff_outcome *outcome, struct error *error)
{
    struct json_writer json;
    struct error own = {0};
    (void)options;
    json_document_begin(&json, "rooftop-diff", out);
    add_source(&json, "a", &diff->sources[DIFF_A]);
    add_source(&json, "b", &diff->sources[DIFF_B]);
    json_open(&json, "warnings", JSON_ARRAY);
    for (size_t i = 0; i < diff->warning_count; i++)
        json_string(&json, NULL, diff->warnings[i]);
    json_close(&json);
    json_open(&json, "kernels", JSON_ARRAY);
    bool good = report_diff_each(diff, add_group, &json, outcome, &own);
    json_close(&json);
    add_times(&json, "total", diff->total);
    add_missing(&json, "only_in_a", &diff->missing[DIFF_A]);
    add_missing(&json, "only_in_b", &diff->missing[DIFF_B]);
    add_outcome(&json, outcome);
    json_document_end(&json, good ? NULL : &own);
    return good || error_set(error, "%s", own.text);
}
