#include "report/trace_pages/trace_print.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/metric/metric_format.h"

enum { WIDEST_TEXT = 60 };

static size_t longest; /* most columns of a line of text; 0: any length */

void trace_print_line(size_t columns)
{
    longest = columns;
}

struct step {
    double factor;
    const char *unit;
};

static const struct step times[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
static const struct step sizes[] = {{1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}, {1, "B"}};
static const struct step rates[] = {{1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "KB/s"}, {1, "B/s"}};

enum { STEPS = sizeof times / sizeof *times };

static void add_scaled(struct strbuf *out, double number, const struct step *steps)
{
    size_t i = 0;
    while (i + 1 < STEPS && fabs(number) < steps[i].factor)
        i++;
    const double shown = number / steps[i].factor;
    if (i + 1 == STEPS && shown == floor(shown))
        strbuf_addf(out, "%.0f %s", shown, steps[i].unit);
    else
        strbuf_addf(out, "%.2f %s", shown, steps[i].unit);
}

/* A damaged trace may have any number, also one that rounds up to 2^64. */
static unsigned long long whole(double n)
{
    return n >= 0x1p64 ? ULLONG_MAX : n > 0 ? (unsigned long long)n : 0;
}

void trace_cell_text(struct strbuf *out, enum trace_unit unit, const struct trace_cell *cell)
{
    const double n = cell->number;
    if (unit == UNIT_TEXT) {
        safe_text_add(out, cell->text ? cell->text : "", cell->text ? strlen(cell->text) : 0,
                      false);
        return;
    }
    if (isnan(n)) {
        strbuf_adds(out, "-");
        return;
    }
    switch (unit) {
    case UNIT_COUNT:
        format_thousands(out, whole(n));
        break;
    case UNIT_TIME:
        add_scaled(out, n, times);
        break;
    case UNIT_MOMENT:
        strbuf_addf(out, "%.6f s", n / 1e9);
        break;
    case UNIT_BYTES:
        add_scaled(out, n, sizes);
        break;
    case UNIT_RATE:
        add_scaled(out, n, rates);
        break;
    case UNIT_PERCENT:
        strbuf_addf(out, "%.1f %%", n);
        break;
    default:
        strbuf_addf(out, "%.2f", n);
    }
}

/* The table as texts. Release with text_table_free(). */
static void make_texts(const struct trace_table *table, struct text_table *texts,
                       const char **names, bool *right, struct text_width *widths)
{
    for (size_t i = 0; i < table->column_count; i++) {
        names[i] = table->columns[i].title;
        right[i] = table->columns[i].unit != UNIT_TEXT;
        widths[i] = (struct text_width){0, right[i] ? 0 : WIDEST_TEXT};
    }
    *texts = (struct text_table){
        .columns = table->column_count, .names = names, .right = right, .widths = widths};
    for (size_t row = 0; row < table->rows; row++) {
        struct strbuf cells[TRACE_MOST_COLUMNS] = {0};
        const char *shown[TRACE_MOST_COLUMNS];
        for (size_t i = 0; i < table->column_count; i++) {
            strbuf_adds(&cells[i], "");
            trace_cell_text(&cells[i], table->columns[i].unit, trace_table_cell(table, row, i));
            shown[i] = cells[i].data ? cells[i].data : "";
        }
        text_table_add(texts, shown);
        for (size_t i = 0; i < table->column_count; i++)
            strbuf_free(&cells[i]);
    }
}

static void print_note(const struct trace_table *table, const char *indent, FILE *out)
{
    const char *note = table->note ? table->note : table->rows ? NULL : "nothing was recorded";
    if (!note)
        return;
    char *safe = safe_text(note);
    fprintf(out, "%s%s\n", indent, safe);
    free(safe);
}

void trace_print_text(const struct trace_table *table, FILE *out)
{
    const char *names[TRACE_MOST_COLUMNS];
    bool right[TRACE_MOST_COLUMNS];
    struct text_width widths[TRACE_MOST_COLUMNS];
    struct text_table texts;
    fprintf(out, "%s\n", table->title);
    if (table->rows) {
        make_texts(table, &texts, names, right, widths);
        texts.line = longest;
        text_table_print(&texts, out);
        text_table_print_rule(&texts, out);
        text_table_free(&texts);
    }
    print_note(table, "  ", out);
    fputc('\n', out);
}

void trace_print_markdown(const struct trace_table *table, FILE *out)
{
    const char *names[TRACE_MOST_COLUMNS];
    bool right[TRACE_MOST_COLUMNS];
    struct text_width widths[TRACE_MOST_COLUMNS];
    struct text_table texts;
    fprintf(out, "### %s\n\n", table->title);
    if (table->rows) {
        make_texts(table, &texts, names, right, widths);
        markdown_table(&texts, out);
        text_table_free(&texts);
    }
    if (table->note || !table->rows) {
        struct strbuf note = {0};
        markdown_add_text(&note, table->note ? table->note : "nothing was recorded");
        fprintf(out, "%s\n\n", note.data);
        strbuf_free(&note);
    }
}

static const char *base_unit(enum trace_unit unit)
{
    switch (unit) {
    case UNIT_TIME:
    case UNIT_MOMENT:
        return " (ns)";
    case UNIT_BYTES:
        return " (byte)";
    case UNIT_RATE:
        return " (byte/s)";
    case UNIT_PERCENT:
        return " (%)";
    default:
        return "";
    }
}

static void add_plain(struct strbuf *out, double number)
{
    if (isnan(number))
        return;
    if (number == floor(number) && fabs(number) < 9e15)
        strbuf_addf(out, "%.0f", number);
    else
        strbuf_addf(out, "%.3f", number);
}

void trace_print_csv(const struct trace_table *table, FILE *out)
{
    struct strbuf line = {0};
    for (size_t i = 0; i < table->column_count; i++) {
        struct strbuf title = {0};
        strbuf_addf(&title, "%s%s", table->columns[i].title, base_unit(table->columns[i].unit));
        format_csv_field(&line, title.data ? title.data : "", i == 0);
        strbuf_free(&title);
    }
    fprintf(out, "%s\n", line.data);
    for (size_t row = 0; row < table->rows; row++) {
        strbuf_clear(&line);
        for (size_t i = 0; i < table->column_count; i++) {
            const struct trace_cell *cell = trace_table_cell(table, row, i);
            struct strbuf plain = {0};
            strbuf_adds(&plain, cell->text ? cell->text : "");
            if (table->columns[i].unit != UNIT_TEXT)
                add_plain(&plain, cell->number);
            format_csv_field(&line, plain.data ? plain.data : "", i == 0);
            strbuf_free(&plain);
        }
        fprintf(out, "%s\n", line.data);
    }
    strbuf_free(&line);
}

void trace_print_json(const struct trace_table *table, struct json_writer *json)
{
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "page", table->page);
    json_string(json, "title", table->title);
    json_string(json, "note", table->note);
    json_open(json, "rows", JSON_ARRAY);
    for (size_t row = 0; row < table->rows; row++) {
        json_open_line(json, NULL, JSON_OBJECT);
        for (size_t i = 0; i < table->column_count; i++) {
            const struct trace_cell *cell = trace_table_cell(table, row, i);
            if (table->columns[i].unit == UNIT_TEXT)
                json_string(json, table->columns[i].key, cell->text);
            else
                json_number(json, table->columns[i].key, cell->number);
        }
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

void trace_print(const struct trace_table *table, enum page_format format, struct json_writer *json,
                 FILE *out)
{
    if (format == FORMAT_JSON)
        trace_print_json(table, json);
    else if (format == FORMAT_CSV)
        trace_print_csv(table, out);
    else if (format == FORMAT_MARKDOWN)
        trace_print_markdown(table, out);
    else
        trace_print_text(table, out);
}
