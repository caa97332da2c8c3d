#include "tui/details/details_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/os/loop.h"
#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/content/body_points.h"
#include "report/content/body_tables.h"
#include "report/names/demangle.h"
#include "tui/details/definitions.h"
#include "tui/figures/roofline_legend.h"
#include "tui/figures/roofline_names.h"
#include "tui/list/list_points.h"
#include "tui/list/list_view.h"

enum { WORK_MS = 100 };

void details_points_choose(struct details_view *view, const struct view_host *host)
{
    if (view->result && (view->points.with == ROOFLINE_ALONE || details_view_wants_points(view)))
        list_points_choose(host->list, &view->points, view->result->index);
}

bool details_points_read(struct details_view *view, const struct view_host *host)
{
    int64_t start = milliseconds();
    struct roofline_points *points = &view->points;
    bool pending = roofline_points_pending(points);
    while (roofline_points_pending(points) && !loop_ready(host->loop) &&
           milliseconds() - start < WORK_MS)
        roofline_points_step(points, host->decoded, &host->definitions->choice);
    return pending;
}

void details_points_read_all(struct details_view *view, const struct view_host *host)
{
    struct roofline_points *points = &view->points;
    list_points_choose(host->list, points, view->result->index);
    while (roofline_points_pending(points))
        roofline_points_step(points, host->decoded, &host->definitions->choice);
}

/* The points that the table has itself. */
static size_t add_points(struct body_point *points, enum body_point_of of,
                         const struct result *result, const struct body_table *table,
                         const struct body_table *shown, const struct roofline_look *look)
{
    size_t count = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part != BODY_POINT || !roofline_has_work(row))
            continue;
        const struct body_row *roof = row->roof ? &table->rows[row->roof - 1] : NULL;
        points[count] =
            (struct body_point){.of = of,
                                .number = count + 1,
                                .result = result->id,
                                .kernel = demangle_brief(result->name),
                                .level = row->label,
                                .intensity = roofline_number(row, ROOF_INTENSITY),
                                .performance = roofline_number(row, ROOF_PERFORMANCE),
                                .share = roofline_number(row, ROOF_SHARE),
                                .other_roofs = roofline_has_other_roofs(
                                    shown, look, row->label, result->chip,
                                    roof ? roofline_number(roof, ROOF_PERFORMANCE) : NAN,
                                    roof ? roofline_number(roof, ROOF_TRAFFIC) : NAN)};
        count++;
    }
    return count;
}

bool details_points_behind(void *context, const struct result *result,
                           const struct result *baseline, const Rep__ProfilerSection *section,
                           const struct body_table *tables, const struct body_table *table,
                           bool base_units, struct body_table *behind)
{
    const struct details_view *view = context;
    struct roofline_guest guests[ROOFLINE_MOST];
    const struct roofline_look look = {.others = &view->points,
                                       .section = section->identifier,
                                       .nth = roofline_points_nth(tables, table),
                                       .chip = result->chip};
    if (table->kind != BODY_ROOFLINE)
        return false;
    size_t of_baseline = 0, others = roofline_guests(table, &look, guests);
    struct body_table *all =
        baseline ? body_tables(baseline, section, base_units, &of_baseline) : NULL;
    const struct body_table *before = body_table_same(all, of_baseline, table);
    struct body_point *points =
        mem_alloc((table->row_count + (before ? before->row_count : 0) + others) * sizeof *points);
    size_t own = add_points(points, POINT_SHOWN, result, table, table, &look), count = own;
    if (baseline && before)
        count += add_points(points + own, POINT_BASELINE, baseline, before, table, &look);
    bool any = count > own || others;
    for (size_t i = 0; i < others; i++) {
        const struct roofline_guest *guest = &guests[i];
        points[count++] = (struct body_point){.of = POINT_OTHER,
                                              .number = guest->number,
                                              .result = guest->other->id,
                                              .kernel = guest->other->kernel,
                                              .level = guest->point->level,
                                              .intensity = guest->point->intensity,
                                              .performance = guest->point->performance,
                                              .share = guest->point->share,
                                              .other_roofs = guest->differs};
    }
    if (any)
        body_points_make(behind, table, points, count, base_units);
    free(points);
    body_tables_free(all, of_baseline);
    return any;
}

static void use(struct details_view *view, const struct view_host *host, enum roofline_with with,
                struct effects *effects)
{
    struct roofline_points *points = &view->points;
    points->with = with;
    details_points_choose(view, host);
    size_t own = 0;
    for (size_t i = 0; i < points->count; i++)
        own += points->others[i].result == points->shown;
    size_t others = points->wanted - own;
    if (with == ROOFLINE_ALONE)
        effects_say(effects, "rooflines: only this result");
    else if (with == ROOFLINE_TAGGED && !host->list->tags)
        effects_say(effects,
                    "rooflines: tagged results, too, but none is tagged; t in the list tags one");
    else
        effects_say(effects, "rooflines: %zu other result%s %s", others, others == 1 ? "" : "s",
                    with == ROOFLINE_TAGGED   ? "with a tag"
                    : with == ROOFLINE_KERNEL ? "of this kernel"
                                              : "in the list");
}

void details_points_next(struct details_view *view, const struct view_host *host,
                         struct effects *effects)
{
    use(view, host, (enum roofline_with)((view->points.with + 1) % ROOFLINE_WITHS), effects);
}

void details_points_offer(struct completions *list)
{
    for (int i = 0; i < ROOFLINE_WITHS; i++)
        completions_add(list, roofline_with_names[i]);
}

void details_points_by(struct details_view *view, const struct view_host *host, const char *word,
                       struct effects *effects)
{
    for (int i = 0; i < ROOFLINE_WITHS; i++)
        if (strcmp(roofline_with_names[i], word) == 0) {
            use(view, host, (enum roofline_with)i, effects);
            return;
        }
    effects_fail(effects,
                 "rooflines show no results called \"%s\"; there are tagged, kernel, list, none",
                 word);
}
