#include "report/page_parts/page_body.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/content/body_span.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_words.h"

/* Prints a text table with rules around it and a blank line behind it. */
static void print_ruled(const struct text_table *table, FILE *out)
{
    text_table_print(table, out);
    text_table_print_rule(table, out);
    fputc('\n', out);
}

enum { WIDEST_VALUE = 30 };

void page_cells(FILE *out, const struct view_cell *const *cells, size_t count,
                const struct page_options *options)
{
    struct text_table table = {
        .columns = 3,
        .names = (const char *const[]){"Metric Name", "Metric Unit", "Metric Value"},
        .right = (const bool[]){false, true, true},
        .widths = (const struct text_width[]){{0}, {0}, {0, WIDEST_VALUE}},
        .indent = 4};
    for (size_t i = 0; i < count; i++) {
        struct strbuf name = {0};
        struct strbuf value = {0};
        page_add_metric(&name, cells[i]->label, cells[i]->metric, options->naming);
        strbuf_addf(&value, "%s%s", cells[i]->odd ? "(!) " : "", cells[i]->value);
        text_table_add(&table, (const char *const[]){name.data, cells[i]->unit, value.data});
        strbuf_free(&value);
        strbuf_free(&name);
    }
    print_ruled(&table, out);
    text_table_free(&table);
}

void page_line(FILE *out, const char *before, const char *text)
{
    char *safe = safe_text(text);
    fprintf(out, "    %s%s\n", before, safe);
    free(safe);
}

/* The unit that all cells of a column share. NULL if they differ; then each cell has its own. */
static const char *column_unit(const struct body_table *table, size_t column)
{
    const char *unit = NULL;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_cell *cell = &table->rows[i].cells[column];
        if (!cell->text)
            continue;
        if (unit && strcmp(unit, cell->unit) != 0)
            return NULL;
        unit = cell->unit;
    }
    return unit ? unit : "";
}

static char *cell_text(const struct body_table *table, const struct body_row *row, size_t column,
                       bool shared_unit)
{
    char *text = body_span_text(table, row, column, shared_unit);
    char *cell =
        mem_printf("%s%s", text, body_span_bracket(table, row, column, false, safe_text_utf8()));
    free(text);
    return cell;
}

static bool has_course(const struct body_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].course)
            return true;
    return false;
}

static void add_label(struct strbuf *text, const struct body_row *row,
                      const struct page_options *options)
{
    if (row->metric)
        page_add_metric(text, row->label, row->metric, options->naming);
    else
        strbuf_adds(text, row->label);
}

/* The columns of the text table: labels, cells, and the course if a row has one. */
struct layout {
    const struct body_table *body;
    size_t columns;
    char **names; /* made safe, since they can come from the report */
    bool *right;
    const char **units; /* of the columns of cells, see column_unit() */
};

/* Numbers of devices and links stand on the right. */
static bool has_numbers(const struct body_table *body)
{
    for (size_t i = 0; i < body->row_count; i++)
        if (!*body->rows[i].label || body->rows[i].label[strspn(body->rows[i].label, "0123456789")])
            return false;
    return !body->points;
}

static bool has_letter(const char *text)
{
    while (*text && !isalpha((unsigned char)*text))
        text++;
    return *text;
}

static bool has_words(const struct body_table *body, size_t column)
{
    for (size_t i = 0; i < body->row_count; i++) {
        const struct body_cell *cell = &body->rows[i].cells[column];
        if (cell->text && !cell->has_number && has_letter(cell->text))
            return true;
    }
    return false;
}

static void plan_layout(struct layout *layout, const struct body_table *body)
{
    *layout = (struct layout){.body = body, .columns = body->column_count + 1 + has_course(body)};
    layout->names = mem_alloc(layout->columns * sizeof *layout->names);
    layout->right = mem_alloc(layout->columns * sizeof *layout->right);
    layout->units = mem_alloc(layout->columns * sizeof *layout->units);
    layout->names[0] = safe_text(body->row_name);
    layout->right[0] = has_numbers(body);
    for (size_t i = 0; i < body->column_count; i++) {
        const char *unit = layout->units[i] = column_unit(body, i);
        char *name = unit && *unit ? mem_printf("%s [%s]", body->columns[i], unit)
                                   : mem_strdup(body->columns[i]);
        layout->names[i + 1] = safe_text(name);
        layout->right[i + 1] = !has_words(body, i);
        free(name);
    }
    if (layout->columns > body->column_count + 1)
        layout->names[layout->columns - 1] = mem_strdup("Course");
}

static void free_layout(struct layout *layout)
{
    for (size_t i = 0; i < layout->columns; i++)
        free(layout->names[i]);
    free(layout->names);
    free(layout->right);
    free(layout->units);
}

static void add_body_row(struct text_table *table, const struct layout *layout,
                         const struct body_row *row, const struct page_options *options)
{
    char **cells = mem_alloc(layout->columns * sizeof *cells);
    struct strbuf label = {0};
    add_label(&label, row, options);
    cells[0] = strbuf_detach(&label);
    for (size_t i = 0; i < layout->body->column_count; i++)
        cells[i + 1] = cell_text(layout->body, row, i, layout->units[i]);
    if (layout->columns > layout->body->column_count + 1)
        cells[layout->columns - 1] = mem_strdup(row->course ? row->course : "");
    text_table_add(table, (const char *const *)cells);
    for (size_t i = 0; i < layout->columns; i++)
        free(cells[i]);
    free(cells);
}

void page_body_table(const struct body_table *body, const struct page_options *options, FILE *out,
                     void (*print)(const struct text_table *table, FILE *out))
{
    struct layout layout;
    plan_layout(&layout, body);
    struct text_table table = {.columns = layout.columns,
                               .names = (const char *const *)layout.names,
                               .right = layout.right,
                               .indent = 4};
    for (size_t i = 0; i < body->row_count; i++)
        add_body_row(&table, &layout, &body->rows[i], options);
    print(&table, out);
    text_table_free(&table);
    free_layout(&layout);
}

static void print_body_table(FILE *out, const struct body_table *body,
                             const struct page_options *options)
{
    page_body_table(body, options, out, print_ruled);
}

/* Prints the item's name and text above its first table, then what each table shows. */
static void print_titles(FILE *out, const struct page_part *part, const struct page_part *before)
{
    bool same = before && before->item == part->item;
    if (!same && *part->label)
        page_line(out, "Table Name : ", part->label);
    if (!same && *part->description)
        page_line(out, "Table Description : ", part->description);
    if (part->group && *part->group && (!same || part->roof != before->roof))
        page_line(out, "", part->group);
    if (part->half)
        page_line(out, "", part->half);
}

static void print_part(FILE *out, const struct page_part *part, const struct page_options *options)
{
    if (part->table) {
        print_body_table(out, part->table, options);
        return;
    }
    size_t count;
    const struct view_cell **cells = page_block_cells(&part->block, &count);
    page_cells(out, cells, count, options);
    free(cells);
}

/* Prints what is said about the topology of links in a body that has nothing to show. `at` is
 * the first part behind those of earlier bodies. */
static void print_no_links(FILE *out, const struct page_section *parts, size_t at, size_t body)
{
    bool empty = at == parts->part_count || parts->parts[at].body != body;
    if (empty && page_body_has_topology(parts->view->section->body[body]))
        fputs("    No NVLink connections were found.\n\n", out);
}

void page_body(FILE *out, const struct page_section *parts, const struct page_options *options)
{
    const Rep__ProfilerSection *section = parts->view->section;
    size_t at = 0;
    for (size_t i = 0; i < section->n_body && options->details != DETAILS_HEADER; i++) {
        const Rep__ProfilerSectionBody *body = section->body[i];
        if (body->displayname && *body->displayname && page_body_is_named(body))
            page_line(out, "", body->displayname);
        print_no_links(out, parts, at, i);
        for (const struct page_part *before = NULL;
             at < parts->part_count && parts->parts[at].body == i; at++) {
            print_titles(out, &parts->parts[at], before);
            print_part(out, &parts->parts[at], options);
            before = &parts->parts[at];
        }
    }
}

void page_cells_csv(FILE *out, const char *identity, const char *table,
                    const struct view_cell *const *cells, size_t count,
                    const struct page_options *options, bool rules)
{
    for (size_t i = 0; i < count; i++) {
        struct strbuf row = {0}, name = {0};
        page_add_metric(&name, cells[i]->label, cells[i]->metric, options->naming);
        strbuf_adds(&row, identity);
        if (options->details != DETAILS_HEADER)
            format_csv_field(&row, table, false);
        format_csv_field(&row, name.data, false);
        format_csv_field(&row, cells[i]->unit, false);
        format_csv_field(&row, cells[i]->value, false);
        fprintf(out, "%s%s\n", row.data, rules ? "," : "");
        strbuf_free(&row);
        strbuf_free(&name);
    }
}

/* "Point (DRAM Roofline)". Names of our tables have their units; those of ncu's tables have
 * none. */
static void add_csv_names(struct strbuf *row, const struct body_table *table)
{
    bool points = table->kind == BODY_POINTS;
    char *name =
        points ? mem_printf("%s (%s)", table->row_name, table->label) : mem_strdup(table->row_name);
    format_csv_field(row, name, true);
    free(name);
    for (size_t i = 0; i < table->column_count; i++) {
        const char *unit = points ? column_unit(table, i) : "";
        name = unit && *unit ? mem_printf("%s [%s]", table->columns[i], unit)
                             : mem_strdup(table->columns[i]);
        format_csv_field(row, name, false);
        free(name);
    }
}

/* Without the fields that identify a result. */
void page_body_table_csv(FILE *out, const struct body_table *table, bool exact)
{
    struct strbuf row = {0};
    add_csv_names(&row, table);
    fprintf(out, "%s\n", row.data);
    for (size_t i = 0; i < table->row_count; i++) {
        strbuf_clear(&row);
        format_csv_field(&row, table->rows[i].label, true);
        for (size_t j = 0; j < table->column_count; j++) {
            const struct body_cell *cell = &table->rows[i].cells[j];
            char number[40];
            snprintf(number, sizeof number, "%.17g", cell->number);
            format_csv_field(&row,
                             exact && cell->has_number ? number
                             : cell->text              ? cell->text
                                                       : "",
                             false);
        }
        fprintf(out, "%s\n", row.data);
    }
    strbuf_free(&row);
}

static void print_csv_part(FILE *out, const char *identity, const struct page_part *part,
                           const struct page_options *options, bool rules)
{
    size_t count;
    if (part->table) {
        if (part->in_csv)
            page_body_table_csv(out, part->table, false);
        return;
    }
    const struct view_cell **cells = page_block_cells(&part->block, &count);
    page_cells_csv(out, identity, part->group ? part->group : part->label, cells, count, options,
                   rules);
    free(cells);
}

void page_body_csv(FILE *out, const char *identity, const struct page_section *parts,
                   const struct page_options *options, bool rules)
{
    size_t at = 0;
    for (size_t i = 0; i < parts->view->section->n_body; i++) {
        print_no_links(out, parts, at, i);
        for (; at < parts->part_count && parts->parts[at].body == i; at++)
            print_csv_part(out, identity, &parts->parts[at], options, rules);
    }
}
