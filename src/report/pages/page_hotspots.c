/* The hot spots page as text, CSV and Markdown. */
#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/base/message.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/hot_cells.h"
#include "report/page_parts/page_forms.h"

/* Text and Markdown show the first spots; CSV and JSON have all. */
enum { SHOWN = 20 };

/* Functions come first: they say which lines are worth reading. */
static const enum hot_by order[HOT_BYS] = {HOT_BY_FUNCTION, HOT_BY_LINE, HOT_BY_INSTRUCTION};

static void free_cells(char **cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(cells[i]);
}

/* Places without a line are addresses, which is less than could be said. */
static void print_what_lacks(FILE *out, const struct hot_spots *spots, const char *before)
{
    const size_t lack = spots->totals.without_lines;
    if (spots->by == HOT_BY_LINE && lack)
        fprintf(out, "%s%zu of %zu ha%s no source line: compile that code with -lineinfo\n", before,
                lack, spots->count, lack == 1 ? "s" : "ve");
}

static void print_table(FILE *out, const struct hot_spots *spots, bool base_units)
{
    static const struct text_width widths[HOT_COLUMNS] = {[HOT_PLACE] = {0, 34},
                                                          [HOT_STALL] = {0, 24},
                                                          [HOT_FINDING] = {0, 28},
                                                          [HOT_TEXT] = {0, 48}};
    struct text_table table = {.columns = HOT_COLUMNS,
                               .names = hot_columns[spots->by],
                               .right = hot_is_number,
                               .widths = widths,
                               .indent = 2};
    for (size_t i = 0; i < spots->count && i < SHOWN; i++) {
        char *cells[HOT_COLUMNS];
        hot_cells(&spots->items[i], spots->by, i + 1, base_units, cells);
        text_table_add(&table, (const char *const *)cells);
        free_cells(cells, HOT_COLUMNS);
    }
    fprintf(out, "\n%s\n", hot_titles[spots->by]);
    text_table_print(&table, out);
    text_table_free(&table);
    if (spots->count > SHOWN)
        fprintf(out, "  and %zu more: --csv and --json have all\n", spots->count - SHOWN);
    print_what_lacks(out, spots, "  ");
}

static void print_markdown(FILE *out, const struct hot_spots *spots, bool base_units)
{
    fprintf(out, "## %s\n\n", hot_titles[spots->by]);
    markdown_table_begin(out, hot_columns[spots->by], hot_is_number, HOT_COLUMNS);
    for (size_t i = 0; i < spots->count && i < SHOWN; i++) {
        char *cells[HOT_COLUMNS];
        const char *row[HOT_COLUMNS];
        struct strbuf texts[HOT_COLUMNS] = {{0}};
        hot_cells(&spots->items[i], spots->by, i + 1, base_units, cells);
        for (size_t j = 0; j < HOT_COLUMNS; j++) {
            strbuf_adds(&texts[j], "");
            if ((j == HOT_PLACE || j == HOT_TEXT) && *cells[j])
                markdown_add_code(&texts[j], cells[j], true);
            else
                markdown_add_text(&texts[j], cells[j]);
            row[j] = texts[j].data;
        }
        markdown_table_row(out, row, HOT_COLUMNS);
        for (size_t j = 0; j < HOT_COLUMNS; j++)
            strbuf_free(&texts[j]);
        free_cells(cells, HOT_COLUMNS);
    }
    if (spots->count > SHOWN)
        fprintf(out, "\nand %zu more: `--csv` and `--json` have all\n", spots->count - SHOWN);
    print_what_lacks(out, spots, "\n");
    fputc('\n', out);
}

static void print_csv_row(FILE *out, const char *const *fields)
{
    struct strbuf row = {0};
    for (size_t i = 0; i < HOT_FIELDS; i++)
        format_csv_field(&row, fields[i], i == 0);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
}

static void print_csv(FILE *out, struct report *report, const struct hot_spots *spots)
{
    for (size_t i = 0; i < spots->count; i++) {
        char *cells[HOT_FIELDS];
        hot_field_cells(report, &spots->items[i], spots->by, i + 1, cells);
        print_csv_row(out, (const char *const *)cells);
        free_cells(cells, HOT_FIELDS);
    }
}

static void print_head(FILE *out, struct report *report, const struct hot_totals *totals,
                       const struct page_options *options)
{
    char *path = safe_text(report_path(report)),
         *text = hot_totals_text(totals, options->base_units);
    const char *why = hot_spots_why_none(totals);
    bool markdown = options->format == FORMAT_MARKDOWN;
    struct strbuf code = {0};
    if (options->format == FORMAT_CSV) {
        print_csv_row(out, hot_fields);
    } else {
        if (markdown)
            markdown_add_code(&code, report_path(report), false);
        fprintf(out, "%s: %s\n%s", markdown ? code.data : path, text, markdown ? "\n" : "");
    }
    if (why && options->format == FORMAT_CSV)
        message_tell(stderr, -1, why);
    else if (why)
        fprintf(out, "%s%s\n", markdown ? "" : "\n", why);
    strbuf_free(&code);
    free(path);
    free(text);
}

static void print_all(FILE *out, struct report *report, const struct hot_index *index,
                      const struct page_options *options)
{
    for (int i = 0; i < HOT_BYS; i++) {
        struct hot_spots spots;
        hot_spots_find(&spots, index, order[i], NULL, NULL);
        if (i == 0)
            print_head(out, report, &spots.totals, options);
        if (options->format == FORMAT_CSV)
            print_csv(out, report, &spots);
        else if (spots.count && options->format == FORMAT_MARKDOWN)
            print_markdown(out, &spots, options->base_units);
        else if (spots.count)
            print_table(out, &spots, options->base_units);
        hot_spots_free(&spots);
    }
}

bool page_hotspots(struct report *report, const struct page_options *options, FILE *out,
                   struct error *error)
{
    struct hot_index *index;
    bool good = hot_index_of_page(report, options, &index, error);
    if (index->result_count)
        print_all(out, report, index, options);
    hot_index_free(index);
    return good;
}
