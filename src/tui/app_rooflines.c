#include "app_rooflines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body_points.h"
#include "demangle.h"
#include "mem.h"
#include "milliseconds.h"
#include "roofline_legend.h"

enum { WORK_MS = 100 };

int app_roofline_views(const struct app *app)
{
    return (details_view_roofline(&app->details) ? VIEW_ROOFLINE : 0) |
           (details_view_zoomed(&app->details) ? VIEW_ZOOMED : 0);
}

void app_choose_points(struct app *app)
{
    struct details_view *view = &app->details;
    if (view->result && (view->points.with == ROOFLINE_ALONE || details_view_wants_points(view)))
        roofline_points_choose(&view->points, &app->list, view->result->index);
}

bool app_read_points(struct app *app)
{
    int64_t start = milliseconds();
    struct roofline_points *points = &app->details.points;
    bool pending = roofline_points_pending(points);
    while (roofline_points_pending(points) && !loop_ready(app->loop) &&
           milliseconds() - start < WORK_MS)
        roofline_points_step(points, app->decoded, &app->choice);
    return pending;
}

void app_read_all_points(struct app *app)
{
    struct roofline_points *points = &app->details.points;
    roofline_points_choose(points, &app->list, app->details.result->index);
    while (roofline_points_pending(points))
        roofline_points_step(points, app->decoded, &app->choice);
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

bool app_points_behind(void *context, const struct result *result, const struct result *baseline,
                       const Rep__ProfilerSection *section, const struct body_table *tables,
                       const struct body_table *table, bool base_units, struct body_table *behind)
{
    const struct app *app = context;
    struct roofline_guest guests[ROOFLINE_MOST];
    const struct roofline_look look = {.others = &app->details.points,
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

static void use(struct app *app, enum roofline_with with)
{
    struct error line;
    struct roofline_points *points = &app->details.points;
    points->with = with;
    app_choose_points(app);
    size_t own = 0;
    for (size_t i = 0; i < points->count; i++)
        own += points->others[i].result == points->shown;
    size_t others = points->wanted - own;
    if (with == ROOFLINE_ALONE)
        error_set(&line, "rooflines: only this result");
    else if (with == ROOFLINE_TAGGED && !app->list.tags)
        error_set(&line, "rooflines: tagged results too, there are none; t in the list tags one");
    else
        error_set(&line, "rooflines: %zu other result%s %s", others, others == 1 ? "" : "s",
                  with == ROOFLINE_TAGGED   ? "with a tag"
                  : with == ROOFLINE_KERNEL ? "of this kernel"
                                            : "of those that the list shows");
    app_status(app, false, line.text);
}

void app_next_points(struct app *app)
{
    use(app, (enum roofline_with)((app->details.points.with + 1) % ROOFLINE_WITHS));
}

void app_offer_points(const struct app *app, struct choices *list)
{
    (void)app;
    for (int i = 0; i < ROOFLINE_WITHS; i++)
        choices_add(list, roofline_with_names[i]);
}

void app_points_by(struct app *app, const char *word)
{
    struct error line;
    for (int i = 0; i < ROOFLINE_WITHS; i++)
        if (strcmp(roofline_with_names[i], word) == 0) {
            use(app, (enum roofline_with)i);
            return;
        }
    error_set(&line,
              "no results of rooflines are called \"%s\"; there are tagged, kernel, list, none",
              word);
    app_safe_status(app, line.text);
}
