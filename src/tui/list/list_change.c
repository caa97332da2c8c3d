#include "tui/list/list_change.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/base/safe_text.h"
#include "tui/term/change_mark.h"
#include "tui/term/screen.h"

enum { LIST_LEAST = 60, LIST_USUAL = 80, GAP = 1 };

static const struct {
    const char *metric, *title;
} measures[LIST_MEASURES] = {
    [LIST_OF_DURATION] = {"gpu__time_duration.sum", "Duration"},
    [LIST_OF_COMPUTE] = {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute"},
    [LIST_OF_MEMORY] = {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
                        "Memory"},
    [LIST_OF_OCCUPANCY] = {"sm__warps_active.avg.pct_of_peak_sustained_active", "Occ"},
};

static double number_of(const struct result_summary *summary, enum list_measure measure)
{
    switch (measure) {
    case LIST_OF_DURATION:
        return summary->duration;
    case LIST_OF_COMPUTE:
        return summary->compute;
    case LIST_OF_MEMORY:
        return summary->memory;
    default:
        return summary->occupancy;
    }
}

static double threads_of(const struct result_summary *summary)
{
    double threads = 1;
    for (size_t i = 0; i < 3; i++)
        threads *= (double)summary->grid[i] * (double)summary->block[i];
    return threads;
}

bool list_change_is_shown(const struct baselines *baselines)
{
    return baselines && baselines->count && !baselines->off;
}

struct value_change list_change_of(const struct baselines *baselines, size_t result,
                                   enum list_measure measure)
{
    struct value_change nothing = {.before = NAN, .percent = NAN};
    if (!list_change_is_shown(baselines))
        return nothing;
    struct baseline_partner partner = baselines_settled_partner(baselines, result);
    if (partner.index == NO_LAUNCH)
        return nothing;
    const struct result_summary *now = report_summary(baselines->report, result);
    const struct result_summary *before = report_summary(partner.baseline->report, partner.index);
    struct value_change change =
        value_change_judge(measures[measure].metric, number_of(before, measure),
                           number_of(now, measure), fmax(before->duration, now->duration));
    value_change_of_work(&change, measures[measure].metric,
                         change_threads(threads_of(before), threads_of(now)));
    return change;
}

static int each_width(void)
{
    return change_mark_width(screen_glyphs()) + GAP;
}

/* Returns how many measures have room beside the list itself. */
static int count_of(const struct baselines *baselines, int columns)
{
    if (!list_change_is_shown(baselines) || columns < LIST_LEAST)
        return 0;
    int count = (columns - LIST_USUAL) / each_width();
    return count < 1 ? 1 : count > LIST_MEASURES ? LIST_MEASURES : count;
}

int list_change_width(const struct baselines *baselines, int columns)
{
    return count_of(baselines, columns) * each_width();
}

static void put(int row, int end, enum role role, const char *text)
{
    int width = (int)safe_text_width(text), most = each_width() - GAP;
    width = width < most ? width : most;
    screen_text(row, end - width, width, role, text);
}

void list_change_titles(const struct baselines *baselines, int columns, int row)
{
    int at = columns - list_change_width(baselines, columns);
    for (int i = 0; i < count_of(baselines, columns); i++) {
        char title[32];
        snprintf(title, sizeof title, "%s%s", safe_text_utf8() ? "\xc2\xb1 " : "+-",
                 measures[i].title);
        put(row, at += each_width(), ROLE_HEADING, title);
    }
}

void list_change_draw(const struct baselines *baselines, size_t result, int columns, int row,
                      bool selected)
{
    int at = columns - list_change_width(baselines, columns);
    for (int i = 0; i < count_of(baselines, columns); i++) {
        struct baseline_partner partner = baselines_settled_partner(baselines, result);
        struct value_change change = list_change_of(baselines, result, (enum list_measure)i);
        char *text = change_mark_text(&change, screen_glyphs());
        enum role role = change_mark_role(change.verdict);
        const char *shown = *text || i        ? text
                            : partner.itself  ? "baseline"
                            : partner.pending ? "..."
                                              : "-";
        if (partner.itself)
            role = ROLE_BASELINE;
        put(row, at += each_width(), selected ? ROLE_SELECTION : role, shown);
        free(text);
    }
}

int list_change_marks(const struct baselines *baselines)
{
    for (size_t i = 0; baselines && i < baselines->count; i++)
        if (baselines->items[i].result != NO_LAUNCH)
            return 1;
    return 0;
}

void list_change_mark(const struct baselines *baselines, size_t result, int row, int column,
                      bool selected)
{
    const struct glyphs *g = screen_glyphs();
    size_t number = baselines ? baselines_number(baselines, result) : 0;
    if (number)
        screen_text(row, column, 1, selected ? ROLE_SELECTION : ROLE_BASELINE,
                    number <= g->number_count ? g->numbers[number - 1] : "b");
}
