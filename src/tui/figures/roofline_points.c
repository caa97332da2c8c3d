/* Reading another result means decoding it and computing its rooflines, which takes too long for a
 * key press. So each step reads one result while nobody waits, keeps the one point of each roofline
 * that is nearest to its roof, and lets go of the rest. What was read before is carried over when
 * the choice of results changes. */
#include "tui/figures/roofline_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_tables.h"
#include "report/names/demangle.h"
#include "report/section/section_scope.h"

const char *const roofline_with_names[ROOFLINE_WITHS] = {"tagged", "kernel", "list", "none"};

static void free_other(struct roofline_other *other)
{
    for (size_t i = 0; i < other->point_count; i++) {
        free(other->points[i].section);
        free(other->points[i].label);
        free(other->points[i].level);
        free(other->points[i].source);
    }
    free(other->points);
    free(other->called);
    free(other->chip);
    *other = (struct roofline_other){0};
}

void roofline_points_clear(struct roofline_points *points)
{
    for (size_t i = 0; i < points->count; i++)
        free_other(&points->others[i]);
    free(points->others);
    free(points->level);
    *points = (struct roofline_points){.with = points->with};
}

/* ---- which results ---- */

/* What was read of a result stays. */
static struct roofline_other take(struct roofline_points *points, size_t result)
{
    for (size_t i = 0; i < points->count; i++)
        if (points->others[i].result == result && points->others[i].is_read) {
            struct roofline_other other = points->others[i];
            points->others[i] = (struct roofline_other){0};
            return other;
        }
    return (struct roofline_other){.result = result};
}

void roofline_points_ask(struct roofline_points *points, size_t shown, const size_t *first,
                         size_t wanted)
{
    size_t count = wanted < ROOFLINE_MOST ? wanted : ROOFLINE_MOST, same = 0;
    points->shown = shown;
    points->wanted = wanted;
    while (same < count && same < points->count && points->others[same].result == first[same])
        same++;
    if (same == count && count == points->count)
        return;
    struct roofline_other *others = mem_alloc((count + 1) * sizeof *others);
    for (size_t i = 0; i < count; i++)
        others[i] = take(points, first[i]);
    for (size_t i = 0; i < points->count; i++)
        free_other(&points->others[i]);
    free(points->others);
    points->others = others;
    points->count = count;
}

/* ---- what they have ---- */

static double number_of(const struct body_row *row, int column)
{
    return row->cells[column].has_number ? row->cells[column].number : NAN;
}

static bool has_place(const struct body_row *row)
{
    double intensity = number_of(row, ROOF_INTENSITY);
    return row->part == BODY_POINT && number_of(row, ROOF_PERFORMANCE) > 0 && intensity > 0 &&
           !isinf(intensity);
}

const struct body_row *roofline_points_nearest(const struct body_table *table)
{
    const struct body_row *best = NULL;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (has_place(row) && (!best || number_of(row, ROOF_SHARE) > number_of(best, ROOF_SHARE)))
            best = row;
    }
    return best;
}

static void add_point(struct roofline_other *other, const char *section,
                      const struct body_table *table, size_t nth, const struct body_row *row)
{
    const struct body_row *roof = row->roof ? &table->rows[row->roof - 1] : NULL;
    const char *source = body_cell_source(table, row, ROOF_PERFORMANCE);
    mem_grow(&other->points, other->point_count, &other->point_capacity, sizeof *other->points);
    struct roofline_point *point = &other->points[other->point_count++];
    *point = (struct roofline_point){.section = mem_strdup(section),
                                     .label = mem_strdup(table->label),
                                     .nth = nth,
                                     .level = mem_strdup(row->label),
                                     .source = source ? mem_strdup(source) : NULL,
                                     .intensity = number_of(row, ROOF_INTENSITY),
                                     .performance = number_of(row, ROOF_PERFORMANCE),
                                     .share = number_of(row, ROOF_SHARE),
                                     .peak = roof ? number_of(roof, ROOF_PERFORMANCE) : NAN,
                                     .traffic = roof ? number_of(roof, ROOF_TRAFFIC) : NAN};
    memcpy(point->unit, row->cells[ROOF_PERFORMANCE].base_unit, sizeof point->unit);
}

size_t roofline_points_nth(const struct body_table *tables, const struct body_table *table)
{
    size_t nth = 0;
    for (const struct body_table *at = tables; at < table; at++)
        nth += at->kind == BODY_ROOFLINE && strcmp(at->label, table->label) == 0;
    return nth;
}

static bool has_roofline(const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < section->n_body; i++)
        for (size_t j = 0; j < section->body[i]->n_items; j++)
            if (section->body[i]->items[j]->rooflinechart)
                return true;
    return false;
}

static void add_section(struct roofline_other *other, const struct result *result,
                        const Rep__ProfilerSection *section)
{
    size_t count;
    struct body_table *tables = body_tables(result, section, false, &count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; tables[i].kind == BODY_ROOFLINE && j < tables[i].row_count; j++)
            if (has_place(&tables[i].rows[j]))
                add_point(other, section->identifier, &tables[i],
                          roofline_points_nth(tables, &tables[i]), &tables[i].rows[j]);
    body_tables_free(tables, count);
}

static void read_other(struct roofline_other *other, const struct result *result,
                       struct section_choice *choice)
{
    size_t count;
    struct section_scope scope = section_scope_of(result);
    const Rep__ProfilerSection **sections = section_choice_of(choice, result, &count);
    other->id = result->id;
    other->called = mem_printf("%zu %s", result->id, demangle_brief(result->name));
    other->kernel = strchr(other->called, ' ') + 1;
    other->has_launch = result_dimensions(result, other->grid, other->block);
    other->chip = mem_strdup(result->chip);
    for (size_t i = 0; i < count; i++)
        if (has_roofline(sections[i]) && section_applies(sections[i], &scope))
            add_section(other, result, sections[i]);
    free(sections);
}

static struct roofline_other *next_of(const struct roofline_points *points)
{
    for (size_t i = 0; i < points->count; i++)
        if (!points->others[i].is_read)
            return &points->others[i];
    return NULL;
}

bool roofline_points_pending(const struct roofline_points *points)
{
    return next_of(points);
}

void roofline_points_step(struct roofline_points *points, struct result_cache *cache,
                          struct section_choice *choice)
{
    struct roofline_other *other = next_of(points);
    if (!other)
        return;
    bool was_kept = result_cache_has(cache, other->result);
    struct result *result = result_cache_hold(cache, other->result, NULL);
    other->is_read = true;
    other->failed = !result;
    if (!result)
        return;
    section_choice_define(choice, result);
    read_other(other, result, choice);
    result_cache_release(cache, other->result);
    if (!was_kept)
        result_cache_drop(cache, other->result);
}

const struct roofline_point *roofline_points_find(const struct roofline_other *other,
                                                  const char *section, const char *label,
                                                  size_t nth, const char *level)
{
    const struct roofline_point *best = NULL;
    for (size_t i = 0; i < other->point_count; i++) {
        const struct roofline_point *point = &other->points[i];
        if (point->nth != nth || strcmp(point->section, section) != 0 ||
            strcmp(point->label, label) != 0 || (level && strcmp(point->level, level) != 0))
            continue;
        if (!best || point->share > best->share)
            best = point;
    }
    return best;
}

/* Returns the achieved value behind `level`, or the first one for NULL. */
static const struct body_row *next_level(const struct body_table *table, const char *level)
{
    bool behind = !level;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part == BODY_POINT && behind)
            return row;
        behind = behind || (row->part == BODY_POINT && strcmp(row->label, level) == 0);
    }
    return NULL;
}

const char *roofline_points_level(const struct roofline_points *points,
                                  const struct body_table *table)
{
    for (size_t i = 0; points->level && i < table->row_count; i++)
        if (table->rows[i].part == BODY_POINT && strcmp(table->rows[i].label, points->level) == 0)
            return points->level;
    return NULL;
}

void roofline_points_next_level(struct roofline_points *points, const struct body_table *table)
{
    const struct body_row *next = next_level(table, roofline_points_level(points, table));
    free(points->level);
    points->level = next ? mem_strdup(next->label) : NULL;
}
