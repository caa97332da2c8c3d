#include "report/content/body_points.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/content/body_maker.h"

enum { RESULT, KERNEL, LEVEL, INTENSITY, PERFORMANCE, SHARE, BELOW, ROOFS, OF };

static const char *const names[] = {[RESULT] = "Result",
                                    [KERNEL] = "Kernel",
                                    [LEVEL] = "Level",
                                    [INTENSITY] = "Arithmetic Intensity",
                                    [PERFORMANCE] = "Performance",
                                    [SHARE] = "Of Roof",
                                    [BELOW] = "Below Roof",
                                    [ROOFS] = "Roofs",
                                    [OF] = "Of"};

static const char *const owners[] = {
    [POINT_SHOWN] = "this result", [POINT_BASELINE] = "baseline", [POINT_OTHER] = "other result"};

char body_point_letter(size_t number)
{
    return number <= 26 ? (char)('a' + number - 1) : '?';
}

static char *mark_of(const struct body_point *point)
{
    return point->of == POINT_BASELINE ? mem_printf("%c", body_point_letter(point->number))
                                       : mem_printf("%zu", point->number);
}

/* The unit of the first cell in the column that has one. */
static const char *unit_of(const struct body_table *table, int column)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (*table->rows[i].cells[column].base_unit)
            return table->rows[i].cells[column].base_unit;
    return "";
}

void body_points_make(struct body_table *points, const struct body_table *table,
                      const struct body_point *items, size_t count, bool base_units)
{
    const struct body_maker maker = {.base_units = base_units};
    double most = 0;
    bool compared = false;
    body_begin(points, table->label, "", "Point");
    points->body = table->body;
    points->item = table->item;
    points->kind = BODY_POINTS;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, items[i].performance);
        compared = compared || items[i].of == POINT_BASELINE;
    }
    for (size_t i = 0; i < (size_t)OF + compared; i++)
        body_add_column(points, names[i]);
    for (size_t i = 0; i < count; i++) {
        const struct body_point *point = &items[i];
        struct body_row *row = body_add_row(points, mark_of(point));
        body_set_number(&maker, &row->cells[RESULT], (double)point->result, "", 1);
        free(row->cells[RESULT].text);
        row->cells[RESULT].text = mem_printf("%zu", point->result);
        body_set_text(&row->cells[KERNEL], point->kernel);
        body_set_text(&row->cells[LEVEL], point->level);
        body_set_number(&maker, &row->cells[INTENSITY], point->intensity,
                        unit_of(table, ROOF_INTENSITY), 1);
        body_set_number(&maker, &row->cells[PERFORMANCE], point->performance,
                        unit_of(table, ROOF_PERFORMANCE), most);
        body_set_number(&maker, &row->cells[SHARE], point->share, "%", 1);
        body_set_number(&maker, &row->cells[BELOW],
                        point->share > 0 && point->share < 100 ? 100 / point->share : NAN, "times",
                        1);
        body_set_text(&row->cells[ROOFS], point->other_roofs ? "others" : "these");
        if (compared)
            body_set_text(&row->cells[OF], owners[point->of]);
    }
}
