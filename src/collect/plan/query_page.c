#include "collect/plan/query_page.h"

#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"

enum { COLUMNS = 4, LEAST_DESCRIPTION = 30, INDENT = 4, LEAST_LINE = 20 };

static const char *const titles[COLUMNS] = {"Metric Name", "Type", "Unit", "Hardware"};

struct cells {
    const char *texts[COLUMNS];
};

static struct cells cells_of(const struct query_row *row)
{
    return (struct cells){{row->name, row->type, row->unit, row->hardware}};
}

/* Prints a text in lines. All lines but the first are indented. width 0: any. */
static void print_wrapped(const char *text, size_t indent, size_t width, FILE *out)
{
    struct strbuf safe = {0};
    safe_text_add(&safe, text, strlen(text), false);
    strbuf_adds(&safe, "");
    const char *rest = safe.data;
    do {
        size_t length = width ? safe_text_wrap(rest, width) : strlen(rest);
        fprintf(out, "%*s%.*s\n", rest == safe.data ? 0 : (int)indent, "", (int)length, rest);
        rest += length;
        rest += strspn(rest, " ");
    } while (*rest);
    strbuf_free(&safe);
}

/* Prints the name, and below it what it is. */
static void print_stacked(const struct query_row *row, size_t columns, FILE *out)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%s%s%s%s%s%s%s", row->type, *row->unit ? ", " : "", row->unit,
                *row->hardware ? ", " : "", row->hardware, *row->description ? ": " : "",
                row->description);
    fprintf(out, "%s\n%*s", row->name, INDENT, "");
    print_wrapped(text.data, INDENT, columns > INDENT + LEAST_LINE ? columns - INDENT : LEAST_LINE,
                  out);
    strbuf_free(&text);
}

void query_page_text(const struct query_rows *rows, size_t columns, FILE *out)
{
    size_t widths[COLUMNS], taken = 0;
    for (size_t i = 0; i < COLUMNS; i++) {
        widths[i] = strlen(titles[i]);
        for (size_t j = 0; j < rows->count; j++) {
            size_t length = strlen(cells_of(&rows->rows[j]).texts[i]);
            widths[i] = length > widths[i] ? length : widths[i];
        }
        taken += widths[i] + 1;
    }
    bool stacked = columns && taken + LEAST_DESCRIPTION > columns;
    for (size_t i = 0; i < COLUMNS && !stacked; i++)
        fprintf(out, "%-*s ", (int)widths[i], titles[i]);
    if (!stacked)
        fputs("Description\n", out);
    for (size_t j = 0; j < rows->count; j++) {
        const struct query_row *row = &rows->rows[j];
        if (stacked) {
            print_stacked(row, columns, out);
            continue;
        }
        for (size_t i = 0; i < COLUMNS; i++)
            fprintf(out, "%-*s ", (int)widths[i], cells_of(row).texts[i]);
        print_wrapped(row->description, taken, columns ? columns - taken : 0, out);
    }
}

static void print_csv(FILE *out, const char *const *fields, size_t count)
{
    struct strbuf line = {0};
    for (size_t i = 0; i < count; i++)
        format_csv_field(&line, fields[i], i == 0);
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

void query_page_csv_head(FILE *out)
{
    static const char *const fields[] = {
        "Chip",        "Collection",    "Metric Name",       "Metric Type",
        "Metric Unit", "Hardware Unit", "Metric Description"};
    print_csv(out, fields, sizeof fields / sizeof *fields);
}

void query_page_csv(const char *chip, const char *collection, const struct query_rows *rows,
                    FILE *out)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct query_row *r = &rows->rows[i];
        const char *const fields[] = {chip,    collection,  r->name,       r->type,
                                      r->unit, r->hardware, r->description};
        print_csv(out, fields, sizeof fields / sizeof *fields);
    }
}

void query_page_json(struct json_writer *json, const struct query_rows *rows)
{
    json_open(json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < rows->count; i++) {
        const struct query_row *r = &rows->rows[i];
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "name", r->name);
        json_string(json, "type", r->type);
        json_string(json, "unit", r->unit);
        if (*r->hardware)
            json_string(json, "hardware", r->hardware);
        json_string(json, "description", r->description);
        json_close(json);
    }
    json_close(json);
}
