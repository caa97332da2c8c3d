/* Whole columns: one thing of every result. Results are looked at one by one in their bytes, and
 * what was read of one is given back before the next. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "report/base/mem.h"

/* The texts of a metric. Equal neighbours, which are the rule, share their bytes. */
struct library_texts {
    uint8_t *kinds;
    union value_cell *cells;
    struct strbuf texts;
};

struct library_columns {
    struct library_texts *columns;
    size_t count;
};

/* Metrics that are looked for, and what one result has of them. */
struct picked {
    uint16_t *wanted; /* by id of the name, as report_pick_values() needs it */
    size_t ids, count;
    struct report_value *row;
};

/* A file may have a name twice. Returns false with the error if there are too many names. */
static bool pick_begin(struct picked *picked, struct report *report, const char *const *names,
                       size_t count, char *error, size_t size)
{
    *picked = (struct picked){.ids = report_string_count(report), .count = count};
    if (count >= UINT16_MAX) {
        library_fail(error, size, "a table has at most 65534 columns");
        return false;
    }
    picked->wanted = mem_alloc((picked->ids + 1) * sizeof *picked->wanted);
    picked->row = mem_alloc((count + 1) * sizeof *picked->row);
    for (size_t i = 0; i < count; i++) {
        uint32_t shared;
        if (!report_find_name(report, names[i], &shared))
            continue;
        for (uint32_t id = 0; id < picked->ids; id++)
            if (report_shared_id(report, id) == shared)
                picked->wanted[id] = (uint16_t)(i + 1);
    }
    return true;
}

static void pick_row(struct picked *picked, const struct report *report, size_t result)
{
    for (size_t i = 0; i < picked->count; i++)
        picked->row[i] = (struct report_value){.number = NAN};
    report_pick_values(report, result, picked->wanted, picked->ids, picked->row);
}

static void pick_end(struct picked *picked)
{
    free(picked->wanted);
    free(picked->row);
}

ROOFTOP_API bool rooftop_report_table(rooftop_report *report, const char *const *names,
                                      size_t name_count, double *values, char *error, size_t size)
{
    struct picked picked;
    if (!pick_begin(&picked, report->report, names, name_count, error, size))
        return false;
    for (size_t i = 0; i < report_count(report->report); i++) {
        pick_row(&picked, report->report, i);
        for (size_t j = 0; j < name_count; j++)
            values[i * name_count + j] = picked.row[j].known ? picked.row[j].number : NAN;
        report_rest(report->report, i);
    }
    pick_end(&picked);
    return true;
}

void library_columns_free(struct library_columns *columns)
{
    for (size_t i = 0; columns && i < columns->count; i++) {
        free(columns->columns[i].kinds);
        free(columns->columns[i].cells);
        strbuf_free(&columns->columns[i].texts);
    }
    if (columns)
        free(columns->columns);
    free(columns);
}

static struct library_columns *columns_new(size_t count, size_t rows)
{
    struct library_columns *columns = mem_alloc(sizeof *columns);
    columns->columns = mem_alloc((count + 1) * sizeof *columns->columns);
    columns->count = count;
    for (size_t i = 0; i < count; i++) {
        columns->columns[i].kinds = mem_alloc(rows + 1);
        columns->columns[i].cells = mem_alloc((rows + 1) * sizeof *columns->columns[i].cells);
    }
    return columns;
}

/* Returns false if the text does not fit. */
static bool put_text(struct library_texts *column, size_t row, const struct report_value *value)
{
    union value_cell *cell = &column->cells[row];
    column->kinds[row] = ROOFTOP_TEXT;
    if (row && column->kinds[row - 1] == ROOFTOP_TEXT &&
        column->cells[row - 1].text.length == value->length &&
        (!value->length || memcmp(column->texts.data + column->cells[row - 1].text.at, value->text,
                                  value->length) == 0)) {
        *cell = column->cells[row - 1];
        return true;
    }
    if (value->length > UINT32_MAX - column->texts.length)
        return false;
    cell->text.at = (uint32_t)column->texts.length;
    cell->text.length = (uint32_t)value->length;
    strbuf_add(&column->texts, value->text, value->length);
    return true;
}

static bool put_row(struct library_columns *columns, size_t row, const struct picked *picked)
{
    for (size_t i = 0; i < columns->count; i++)
        if (picked->row[i].known && picked->row[i].text &&
            !put_text(&columns->columns[i], row, &picked->row[i]))
            return false;
    return true;
}

static rooftop_values values_of(const struct library_texts *column, size_t rows)
{
    return (rooftop_values){rows, column->kinds, (const uint64_t *)(const void *)column->cells,
                            column->texts.data, column->texts.length};
}

ROOFTOP_API bool rooftop_report_texts(rooftop_report *report, const char *const *names,
                                      size_t name_count, rooftop_values *columns, char *error,
                                      size_t size)
{
    struct picked picked;
    size_t rows = report_count(report->report);
    bool fits = true;
    if (!pick_begin(&picked, report->report, names, name_count, error, size))
        return false;
    library_columns_free(report->texts);
    report->texts = columns_new(name_count, rows);
    for (size_t i = 0; i < rows && fits; i++) {
        pick_row(&picked, report->report, i);
        fits = put_row(report->texts, i, &picked);
        report_rest(report->report, i);
    }
    pick_end(&picked);
    for (size_t i = 0; i < name_count && fits; i++)
        columns[i] = values_of(&report->texts->columns[i], rows);
    return fits || library_fail(error, size, "the texts of a column take more than 4 GiB");
}

ROOFTOP_API const char *rooftop_report_functions(rooftop_report *report, size_t *length)
{
    struct json_writer json;
    FILE *out = library_begin(report, &json);
    json_open(&json, NULL, JSON_ARRAY);
    for (size_t i = 0; i < report_count(report->report); i++) {
        struct result_launch launch;
        report_launch(report->report, i, &launch);
        json_string(&json, NULL, launch.function);
        result_launch_free(&launch);
        report_rest(report->report, i);
    }
    json_close(&json);
    return library_end(report, &json, out, length);
}
