#include "tui/details/details_heading.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"
#include "report/names/demangle.h"
#include "report/page_parts/cause_cells.h"
#include "report/section/section_scope.h"
#include "tui/term/change_mark.h"
#include "tui/term/screen.h"
#include "tui/widgets/empty_view.h"

int details_heading_rows(const struct details_view *view)
{
    return 1 + (details_view_cause(view) != NULL) + (view->baseline_name != NULL);
}

static void draw_heading(const struct result *result, int row)
{
    const struct glyphs *g = screen_glyphs();
    struct strbuf facts = {0};
    uint64_t grid[3], block[3];
    double duration;
    char *name = safe_text(demangle_brief(result->name));
    strbuf_adds(&facts, "");
    if (result_dimensions(result, grid, block))
        strbuf_addf(&facts,
                    "%" PRIu64 "%s%" PRIu64 "%s%" PRIu64 " %s %" PRIu64 "%s%" PRIu64 "%s%" PRIu64,
                    grid[0], g->times, grid[1], g->times, grid[2], g->times, block[0], g->times,
                    block[1], g->times, block[2]);
    if (result_number(result, "gpu__time_duration.sum", &duration)) {
        struct unit_scale scale = unit_scale_for("ns", duration);
        strbuf_addf(&facts, "   %.2f %s", duration / scale.factor, scale.unit);
    }
    if (result->has_stream)
        strbuf_addf(&facts, "   stream %u", result->stream);
    int width = (int)safe_text_width(facts.data), columns = screen_columns();
    screen_text(row, 1, 2, ROLE_TITLE, g->back);
    struct strbuf id = {0};
    strbuf_addf(&id, "%zu %s", result->id, name);
    int room = columns - width - 6;
    screen_text(row, 3, room > 20 ? room : columns - 4, ROLE_TITLE, id.data);
    if (room > 20)
        screen_text(row, columns - width - 1, width, ROLE_NORMAL, facts.data);
    strbuf_free(&id);
    strbuf_free(&facts);
    free(name);
}

/* "Global Atomics · work.cu:57 · could save 2.36 ms, 79.2 % · 5 findings"; where the cause is not
 * what limits the kernel, that goes before: "Shared Memory · Tail Effect ...". */
static void draw_cause(const struct details_view *view, const struct cause *cause, int row)
{
    const struct glyphs *g = screen_glyphs();
    struct unit_scale scale = unit_scale_for("ns", cause->saving);
    struct strbuf facts = {0};
    char *name = safe_text(cause->name);
    int at = 3;
    screen_text(row, 1, 1, ROLE_FINDING, g->finding);
    const struct result_summary *summary =
        view->result->report ? report_summary(view->result->report, view->result->index) : NULL;
    if (summary && *summary->verdict && strcmp(summary->verdict, cause->name) != 0 &&
        !opportunities_limit(view->causes, summary->compute, summary->memory)) {
        at += screen_text(row, at, screen_columns() - at - 1, ROLE_HEADING, summary->verdict);
        at += screen_text(row, at, screen_columns() - at - 1, ROLE_NORMAL, " ");
        at += screen_text(row, at, screen_columns() - at - 1, ROLE_NORMAL, g->dot);
        at += screen_text(row, at, screen_columns() - at - 1, ROLE_NORMAL, " ");
    }
    at += screen_text(row, at, screen_columns() - at - 1, ROLE_HEADING, name);
    if (cause->place && cause->place->file)
        strbuf_addf(&facts, " %s ", g->dot);
    cause_add_line(&facts, cause);
    strbuf_addf(&facts, " %s could save %.2f %s, %.3g %%", g->dot, cause->saving / scale.factor,
                scale.unit, cause->speedup);
    if (cause->count > 1)
        strbuf_addf(&facts, " %s %zu findings", g->dot, cause->count);
    free(name);
    name = safe_text(facts.data);
    screen_text(row, at, screen_columns() - at - 1, ROLE_NORMAL, name);
    strbuf_free(&facts);
    free(name);
}

/* "1.43x faster  vs 1 3 transpose_naive 12.10 us" */
static void draw_baseline(const struct details_view *view, int row)
{
    double now = NAN, before = NAN;
    struct strbuf text = {0};
    int at = 3;
    if (view->baseline && view->changes_off) {
        at += screen_text(row, at, screen_columns() - at - 1, ROLE_DIM, "changes are off (c)") + 2;
    } else if (view->baseline) {
        result_number(view->result, "gpu__time_duration.sum", &now);
        result_number(view->baseline, "gpu__time_duration.sum", &before);
        struct value_change change = value_change_speed(before, now);
        const double threads = value_change_threads(view->result, view->baseline);
        value_change_of_work(&change, "gpu__time_duration.sum", threads);
        change_mark_add(&text, &change, screen_glyphs());
        if (!isnan(before) && !isnan(now))
            value_change_add_threads(&text, threads);
        at += screen_text(row, at, screen_columns() - at - 1, change_mark_role(change.verdict),
                          text.data) +
              2;
        strbuf_free(&text);
    }
    if (view->baseline)
        at += screen_text(row, at, screen_columns() - at - 1, ROLE_DIM, "vs ");
    screen_text(row, at, screen_columns() - at - 1, view->baseline ? ROLE_BASELINE : ROLE_DIM,
                view->baseline_name);
}

static void add_identifiers(const struct result *result, struct strbuf *out)
{
    size_t count;
    const Rep__ProfilerSection **sections = section_choice_of(NULL, result, &count);
    for (size_t i = 0; i < count; i++) {
        const char *name = sections[i]->identifier ? sections[i]->identifier : "";
        strbuf_adds(out, i ? ", " : "");
        safe_text_add(out, name, strlen(name), false);
    }
    strbuf_adds(out, count ? "" : "none");
    free(sections);
}

void details_heading_why_empty(const struct details_view *view, int row, int rows)
{
    struct strbuf text = {0};
    if (view->choice && section_choice_is_limited(view->choice)) {
        strbuf_adds(&text, "this result has none of the requested sections\nIt has ");
        add_identifiers(view->result, &text);
        strbuf_adds(
            &text, ". r measures again with others; without --set and --section, all are shown.\n");
    } else {
        strbuf_adds(&text, "this result has no sections\n"
                           "M shows the metrics that it has, r measures again with sections.\n");
    }
    empty_view_draw_from(row, rows, text.data);
    strbuf_free(&text);
}

void details_heading_draw(const struct details_view *view, int row)
{
    const struct cause *cause = details_view_cause(view);
    draw_heading(view->result, row);
    if (cause)
        draw_cause(view, cause, row + 1);
    if (view->baseline_name)
        draw_baseline(view, row + 1 + (cause != NULL));
}
