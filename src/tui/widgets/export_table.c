#include "tui/widgets/export_table.h"

#include <stdlib.h>

#include "report/base/json_writer.h"
#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"

void export_table_add(struct export_table *table, const char *text)
{
    mem_grow(&table->cells, table->count, &table->capacity, sizeof *table->cells);
    table->cells[table->count++] = mem_strdup(text);
}

void export_table_free(struct export_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->cells[i]);
    free(table->cells);
    table->cells = NULL;
    table->count = table->capacity = 0;
}

static void put_row(const struct export_table *table, const char *const *cells, bool csv, FILE *out)
{
    struct strbuf line = {0};
    for (size_t i = 0; i < table->columns; i++) {
        if (csv) {
            format_csv_field(&line, cells[i], !i);
            continue;
        }
        char *safe = safe_text(cells[i]);
        strbuf_addf(&line, "%s%s", i ? "\t" : "", safe);
        free(safe);
    }
    strbuf_addc(&line, '\n');
    fwrite(line.data, 1, line.length, out);
    strbuf_free(&line);
}

static void put_json(const struct export_table *table, FILE *out)
{
    struct json_writer json;
    json_begin(&json, out);
    json_open(&json, NULL, JSON_ARRAY);
    for (size_t at = 0; at + table->columns <= table->count; at += table->columns) {
        json_open_line(&json, NULL, JSON_OBJECT);
        for (size_t i = 0; i < table->columns; i++) {
            const char *text = table->cells[at + i];
            if (!*text)
                json_null(&json, table->names[i]);
            else if (table->numbers && table->numbers[i])
                json_number(&json, table->names[i], strtod(text, NULL));
            else
                json_string(&json, table->names[i], text);
        }
        json_close(&json);
    }
    json_finish(&json);
}

static void put_markdown(const struct export_table *table, FILE *out)
{
    struct text_table rows = {
        .columns = table->columns, .names = table->names, .right = table->numbers};
    for (size_t at = 0; at + table->columns <= table->count; at += table->columns)
        text_table_add(&rows, (const char *const *)table->cells + at);
    markdown_table(&rows, out);
    text_table_free(&rows);
}

void export_table_print(const struct export_table *table, enum page_format format, FILE *out)
{
    if (format == FORMAT_JSON) {
        put_json(table, out);
        return;
    }
    if (format == FORMAT_MARKDOWN) {
        put_markdown(table, out);
        return;
    }
    put_row(table, table->names, format == FORMAT_CSV, out);
    for (size_t at = 0; at + table->columns <= table->count; at += table->columns)
        put_row(table, (const char *const *)table->cells + at, format == FORMAT_CSV, out);
}
