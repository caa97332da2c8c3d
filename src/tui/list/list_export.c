#include "tui/list/list_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/json_writer.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/list/list_change.h"
#include "tui/list/list_value.h"

/* A column of the list may be several in a file. */
enum part {
    PART_VALUE,
    PART_GRID,
    PART_BLOCK,
    PART_LEAST,
    PART_MOST,
    PART_GROUP,
    PART_LAUNCHES,
    PART_BASELINE,
    PART_CHANGE
};

struct field {
    enum part part;
    const struct list_column *column; /* NULL: none */
    const char *name;
    enum list_measure measure; /* of a change */
};

static const char *const change_names[LIST_MEASURES] = {
    [LIST_OF_DURATION] = "duration_change_pct",
    [LIST_OF_COMPUTE] = "compute_change_pct",
    [LIST_OF_MEMORY] = "memory_change_pct",
    [LIST_OF_OCCUPANCY] = "occupancy_change_pct",
};

struct table {
    struct list_view *view;
    struct field *fields;
    size_t count, capacity;
    enum page_format format;
    FILE *out;
    bool selected; /* only the row of the cursor, unless there are tags */
};

/* The content of a cell. It has neither a text nor a number if it is unknown. */
struct content {
    char *text;
    double number;
};

static void add_field(struct table *table, enum part part, const struct list_column *column,
                      const char *name)
{
    mem_grow(&table->fields, table->count, &table->capacity, sizeof *table->fields);
    table->fields[table->count++] = (struct field){part, column, name, 0};
}

/* Adds all changes if changes are shown, because a file has room. */
static void add_changes(struct table *table)
{
    if (!list_change_is_shown(table->view->baselines))
        return;
    baselines_settle(table->view->baselines);
    add_field(table, PART_BASELINE, NULL, "baseline");
    for (int i = 0; i < LIST_MEASURES; i++) {
        add_field(table, PART_CHANGE, NULL, change_names[i]);
        table->fields[table->count - 1].measure = (enum list_measure)i;
    }
}

/* Adds the chosen columns, with details that only a file has room for. */
static void choose_fields(struct table *table, bool grouped)
{
    struct list_view *view = table->view;
    if (grouped) {
        add_field(table, PART_GROUP, NULL, "group");
        add_field(table, PART_LAUNCHES, NULL, "launches");
    }
    for (size_t i = 0; i < view->columns.count; i++) {
        const struct list_column *column = &view->columns.items[i];
        bool of_groups = column->field == LIST_SPREAD || column->field == LIST_SUM;
        if (of_groups ? !grouped : column->field != LIST_REPORT && !list_view_shows(view, column))
            continue;
        if (column->field == LIST_LAUNCH) {
            add_field(table, PART_GRID, column, "grid");
            add_field(table, PART_BLOCK, column, "block");
        } else if (column->field == LIST_SPREAD) {
            add_field(table, PART_LEAST, column, "min_ns");
            add_field(table, PART_MOST, column, "max_ns");
        }
        if (column->field != LIST_LAUNCH)
            add_field(table, PART_VALUE, column,
                      column->metric ? column->metric : list_fields[column->field].key);
    }
    add_changes(table);
}

static char *size_text(const uint64_t d[3])
{
    return d[0] ? mem_printf("%llux%llux%llu", (unsigned long long)d[0], (unsigned long long)d[1],
                             (unsigned long long)d[2])
                : NULL;
}

static struct content of_result(struct list_view *view, const struct field *field, size_t result)
{
    const struct result_summary *s = report_summary(view->report, result);
    enum list_field of = field->column->field;
    if (of == LIST_NUMBER)
        return (struct content){NULL, (double)s->id};
    if (of == LIST_REPORT)
        return (struct content){mem_strdup(report_file(view->report, s->file)->label), NAN};
    if (of == LIST_SUM || of == LIST_SPREAD)
        return (struct content){NULL, NAN};
    if (field->part == PART_GRID || of == LIST_GRID)
        return (struct content){size_text(s->grid), NAN};
    if (field->part == PART_BLOCK || of == LIST_BLOCK)
        return (struct content){size_text(s->block), NAN};
    struct list_value value = list_value(view, field->column, result);
    return (struct content){value.text ? mem_strdup(value.text) : NULL, value.number};
}

static bool is_same(const struct content *a, const struct content *b)
{
    return a->text && b->text ? strcmp(a->text, b->text) == 0 : !a->text && !b->text;
}

/* Returns the text that all results of the group have, or none. */
static struct content of_texts(struct list_view *view, const struct field *field,
                               const struct list_group *group)
{
    const size_t *results = view->tree.order + group->first;
    struct content first = of_result(view, field, results[0]);
    for (size_t i = 1; first.text && i < group->count; i++) {
        struct content other = of_result(view, field, results[i]);
        if (!is_same(&first, &other)) {
            free(first.text);
            first.text = NULL;
        }
        free(other.text);
    }
    return first;
}

static struct content of_group(struct list_view *view, const struct field *field,
                               const struct list_group *group)
{
    struct list_stats stats;
    bool all;
    enum list_field of = field->column->field;
    if (of == LIST_NUMBER)
        return (struct content){NULL, NAN};
    if (of == LIST_LIMIT) {
        const char *most = list_value_common(view, field->column, group, &all);
        return (struct content){most ? mem_strdup(most) : NULL, NAN};
    }
    struct content text = of_texts(view, field, group);
    if (text.text || of == LIST_REPORT || of == LIST_LAUNCH || of == LIST_GRID ||
        of == LIST_BLOCK || !list_value_keep_stats(view, field->column, group, &stats))
        return text;
    text.number = field->part == PART_LEAST  ? stats.least
                  : field->part == PART_MOST ? stats.most
                  : of == LIST_SPREAD        ? list_stats_spread(&stats)
                  : list_field_adds_up(of)   ? (stats.count ? stats.sum : NAN)
                                             : stats.median;
    return text;
}

static struct content of_change(struct list_view *view, const struct field *field, size_t result)
{
    struct strbuf name = {0};
    if (field->part == PART_CHANGE)
        return (struct content){NULL,
                                list_change_of(view->baselines, result, field->measure).percent};
    struct baseline_partner partner = baselines_settled_partner(view->baselines, result);
    if (partner.index != NO_LAUNCH)
        baselines_name(&partner, &name);
    return (struct content){name.data, NAN};
}

static struct content content_of(struct list_view *view, const struct field *field,
                                 const struct list_row *row)
{
    const struct list_group *group = row->group == SIZE_MAX ? NULL : &view->tree.groups[row->group];
    bool is_group = group && row->kind == LIST_ROW_GROUP;
    if (field->part == PART_GROUP)
        return (struct content){group ? mem_strdup(list_view_label(view, group)) : NULL, NAN};
    if (field->part == PART_LAUNCHES)
        return (struct content){NULL, is_group ? (double)group->count : 1};
    if (!field->column)
        return is_group ? (struct content){NULL, NAN} : of_change(view, field, row->result);
    /* A result that is a whole group has a sum, too. */
    enum list_field of = field->column->field;
    is_group = is_group ||
               (group && row->kind == LIST_ROW_RESULT && (of == LIST_SUM || of == LIST_SPREAD));
    return is_group ? of_group(view, field, group) : of_result(view, field, row->result);
}

static void put_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_markdown(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("|\\<*_`[", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void put_cell(const char *text, enum page_format format, FILE *out)
{
    if (format == FORMAT_CSV)
        put_quoted(text, out);
    else if (format == FORMAT_MARKDOWN)
        put_markdown(text, out);
    else
        fputs(text, out);
}

/* Returns a text that is safe for a terminal, "" if the content is unknown. */
static char *cell_text(const struct content *content)
{
    return content->text            ? safe_text(content->text)
           : isnan(content->number) ? mem_strdup("")
                                    : mem_printf("%.15g", content->number);
}

/* Writes a row; NULL: the names of the fields. */
static void put_row(const struct table *table, const struct list_row *row)
{
    enum page_format format = table->format;
    const char *between = format == FORMAT_CSV ? "," : format == FORMAT_MARKDOWN ? " | " : "\t";
    fputs(format == FORMAT_MARKDOWN ? "| " : "", table->out);
    for (size_t i = 0; i < table->count; i++) {
        fputs(i ? between : "", table->out);
        if (!row) {
            put_cell(table->fields[i].name, format, table->out);
            continue;
        }
        struct content content = content_of(table->view, &table->fields[i], row);
        char *text = cell_text(&content);
        put_cell(text, format, table->out);
        free(text);
        free(content.text);
    }
    fputs(format == FORMAT_MARKDOWN ? " |\n" : "\n", table->out);
}

static void put_object(const struct table *table, struct json_writer *json,
                       const struct list_row *row)
{
    json_open_line(json, NULL, JSON_OBJECT);
    for (size_t i = 0; i < table->count; i++) {
        struct content content = content_of(table->view, &table->fields[i], row);
        char *text = cell_text(&content);
        if (!*text)
            json_null(json, table->fields[i].name);
        else if (content.text)
            json_string(json, table->fields[i].name, text);
        else
            json_number(json, table->fields[i].name, content.number);
        free(text);
        free(content.text);
    }
    json_close(json);
}

/* Finds the next row: the tagged results in the order of the list if there are any, else the shown
 * rows, or only the selected one. */
static bool next_row(const struct table *table, size_t *at, struct list_row *row)
{
    const struct list_view *view = table->view;
    size_t count = view->tags ? view->known : view->tree.row_count;
    for (; *at < count; ++*at) {
        if (view->tags)
            *row = (struct list_row){.result = view->sorted[*at], .group = SIZE_MAX};
        else
            *row = view->tree.rows[*at];
        if (view->tags ? view->tagged[row->result] : !table->selected || *at == view->cursor.at) {
            ++*at;
            return true;
        }
    }
    return false;
}

/* Returns whether the first known value of the field is a number. */
static bool has_numbers(const struct table *table, const struct field *field)
{
    struct list_row row;
    for (size_t at = 0; next_row(table, &at, &row);) {
        struct content content = content_of(table->view, field, &row);
        bool text = content.text;
        free(content.text);
        if (text || !isnan(content.number))
            return !text;
    }
    return false;
}

static void put_rows(const struct table *table, bool names)
{
    struct list_row row;
    if (names)
        put_row(table, NULL);
    for (size_t i = 0; names && table->format == FORMAT_MARKDOWN && i < table->count; i++)
        fprintf(table->out, "| %s%s", has_numbers(table, &table->fields[i]) ? "---: " : "--- ",
                i + 1 < table->count ? "" : "|\n");
    for (size_t at = 0; next_row(table, &at, &row);)
        put_row(table, &row);
}

void list_export(struct list_view *view, enum page_format format, FILE *out)
{
    struct table table = {.view = view, .format = format, .out = out};
    choose_fields(&table, view->is_grouped && !view->tags);
    if (format == FORMAT_JSON) {
        struct json_writer json;
        struct list_row row;
        json_begin(&json, out);
        json_open(&json, NULL, JSON_ARRAY);
        for (size_t at = 0; next_row(&table, &at, &row);)
            put_object(&table, &json, &row);
        json_finish(&json);
    } else {
        put_rows(&table, true);
    }
    free(table.fields);
}

void list_export_row(struct list_view *view, enum page_format format, FILE *out)
{
    struct table table = {.view = view, .format = format, .out = out, .selected = true};
    size_t at = 0;
    struct list_row row;
    choose_fields(&table, view->is_grouped && !view->tags);
    if (next_row(&table, &at, &row))
        put_rows(&table, format == FORMAT_MARKDOWN);
    free(table.fields);
}
