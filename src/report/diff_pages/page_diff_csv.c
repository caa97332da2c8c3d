#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/diff_pages/page_diff.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_unit.h"
#include "report/page_parts/page_body.h"

static const char *const names[] = {"Kernel Name A",
                                    "Grid Size A",
                                    "Block Size A",
                                    "Kernel Name B",
                                    "Grid Size B",
                                    "Block Size B",
                                    "Launches",
                                    "Section Name",
                                    "Metric Label",
                                    "Metric Name",
                                    "Metric Unit",
                                    "A",
                                    "B",
                                    "Change",
                                    "Change %",
                                    "Noise",
                                    "Verdict"};

static void add_number(struct strbuf *row, double number)
{
    char text[40] = "";
    if (!isnan(number))
        snprintf(text, sizeof text, "%.17g", number);
    format_csv_field(row, text, false);
}

static void add_size(struct strbuf *row, const uint64_t size[3])
{
    char text[80];
    snprintf(text, sizeof text, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", size[0], size[1],
             size[2]);
    format_csv_field(row, text, false);
}

static void add_group(struct strbuf *row, const struct diff_group *group)
{
    char count[24];
    for (int side = 0; side < DIFF_SIDES; side++) {
        format_csv_field(row, group->names[side] ? group->names[side] : "", row->length == 0);
        if (group->has_shape[side]) {
            add_size(row, group->shapes[side]);
            add_size(row, group->shapes[side] + 3);
        } else {
            format_csv_field(row, "", false);
            format_csv_field(row, "", false);
        }
    }
    snprintf(count, sizeof count, "%zu", group->count);
    format_csv_field(row, count, false);
}

/* The fields behind the metric's name: values, change, noise and verdict. */
static void add_change(struct strbuf *row, const char *const texts[DIFF_SIDES],
                       const struct metric_change *change)
{
    for (int side = 0; side < DIFF_SIDES; side++)
        if (texts[side])
            format_csv_field(row, texts[side], false);
        else
            add_number(row, side == DIFF_A ? change->a : change->b);
    bool number = !texts[DIFF_A] && !texts[DIFF_B] && isfinite(change->b - change->a);
    add_number(row, number ? change->b - change->a : NAN);
    add_number(row, number ? change_percent(change->a, change->b) : NAN);
    add_number(row, number && change->verdict != CHANGE_EQUAL ? change->noise : NAN);
    format_csv_field(row, change_verdict_names[change->verdict], false);
}

static void print_row(FILE *out, const struct diff_group *group, const char *section,
                      const char *label, const char *metric, const struct metric_change *change,
                      const char *const texts[DIFF_SIDES])
{
    struct strbuf row = {0};
    char unit[48];
    add_group(&row, group);
    format_csv_field(&row, section, false);
    format_csv_field(&row, label, false);
    format_csv_field(&row, metric, false);
    format_csv_field(&row, metric_unit(metric, unit, sizeof unit), false);
    add_change(&row, texts, change);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
}

static void print_group(void *context, const struct diff_group *group,
                        const struct diff_detail *detail)
{
    static const char *const no_texts[DIFF_SIDES] = {NULL, NULL};
    static const char *const duration = "gpu__time_duration.sum";
    FILE *out = context;
    struct metric_change total = group->duration;
    /* The verdict is about the time of a launch, whose row among the metrics has the noise. */
    total.a = group->total[DIFF_A];
    total.b = group->total[DIFF_B];
    total.noise = NAN;
    print_row(out, group, "", "Total Time", duration, &total, no_texts);
    for (size_t i = 0; detail && i < detail->count; i++)
        for (size_t j = 0; j < detail->sections[i].count; j++) {
            const struct diff_metric *metric = &detail->sections[i].metrics[j];
            if (metric->change.verdict == CHANGE_ABSENT)
                continue;
            const char *const texts[DIFF_SIDES] = {metric->texts[DIFF_A], metric->texts[DIFF_B]};
            print_row(out, group, detail->sections[i].title, metric->label ? metric->label : "",
                      metric->metric, &metric->change, texts);
        }
    for (size_t i = 0; detail && i < detail->count; i++)
        for (size_t j = 0; j < detail->sections[i].table_count; j++)
            page_body_table_csv(out, &detail->sections[i].tables[j], true);
}

bool page_diff_csv(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                   struct diff_outcome *outcome, struct error *error)
{
    (void)options;
    struct strbuf row = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        format_csv_field(&row, names[i], i == 0);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
    return report_diff_each(diff, print_group, out, outcome, error);
}
