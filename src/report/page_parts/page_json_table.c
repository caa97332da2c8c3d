#include "report/page_parts/page_json_table.h"

void page_json_open_item(struct json_writer *json, const char *body, const char *label,
                         const char *description)
{
    json_open(json, NULL, JSON_OBJECT);
    if (*body)
        json_string(json, "body", body);
    json_string(json, "label", label);
    if (*description)
        json_string(json, "description", description);
}

static void add_body_cell(struct json_writer *json, const struct body_cell *cell)
{
    if (!cell->text && !cell->joint) {
        json_null(json, NULL);
        return;
    }
    json_open(json, NULL, JSON_OBJECT);
    if (cell->joint)
        json_bool(json, "joint", true);
    if (cell->text) {
        json_string(json, "unit", cell->unit);
        if (cell->has_number)
            json_number(json, "value", cell->number);
        else
            json_string(json, "value", cell->text);
    }
    json_close(json);
}

void page_json_table(struct json_writer *json, const struct body_table *table)
{
    page_json_open_item(json, table->body, table->label, table->description);
    json_string(json, "row_name", table->row_name);
    json_open_line(json, "columns", JSON_ARRAY);
    for (size_t i = 0; i < table->column_count; i++)
        json_string(json, NULL, table->columns[i]);
    json_close(json);
    json_open(json, "rows", JSON_ARRAY);
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "label", row->label);
        if (row->metric)
            json_string(json, "name", row->metric);
        json_open(json, "cells", JSON_ARRAY);
        for (size_t j = 0; j < table->column_count; j++)
            add_body_cell(json, &row->cells[j]);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}
