/* The page of ranks as text, CSV and Markdown. */
#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/content/rank_spread.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/rank_cells.h"

/* Text and Markdown show the first kernels and findings; CSV and JSON have all. */
enum { SHOWN = 20 };

static void add_cells(struct text_table *table, char **cells)
{
    text_table_add(table, (const char *const *)cells);
    for (size_t i = 0; i < table->columns; i++)
        free(cells[i]);
}

static void print_table(FILE *out, const char *title, struct text_table *table, bool markdown)
{
    fprintf(out, markdown ? "## %s\n\n" : "\n%s\n", title);
    if (markdown)
        markdown_table(table, out);
    else
        text_table_print(table, out);
    if (markdown)
        fputc('\n', out);
    text_table_free(table);
}

static void print_parts(FILE *out, const struct rank_spread *spread,
                        const struct page_options *options)
{
    struct text_table table = {
        .columns = RANK_COLUMNS, .names = rank_columns, .right = rank_is_number, .indent = 2};
    for (size_t i = 0; i < spread->part_count; i++) {
        char *cells[RANK_COLUMNS];
        rank_cells(&spread->parts[i], options->base_units, cells);
        add_cells(&table, cells);
    }
    print_table(out, "Ranks", &table, options->format == FORMAT_MARKDOWN);
}

static void print_kernels(FILE *out, const struct rank_spread *spread,
                          const struct page_options *options)
{
    static const struct text_width widths[RANK_KERNEL_COLUMNS] = {
        [RANK_KERNEL_NAME] = {0, 40}, [RANK_KERNEL_ON] = {0, 24}};
    struct text_table table = {.columns = RANK_KERNEL_COLUMNS,
                               .names = rank_kernel_columns,
                               .right = rank_kernel_is_number,
                               .widths = widths,
                               .indent = 2};
    for (size_t i = 0; i < spread->kernel_count && i < SHOWN; i++) {
        char *cells[RANK_KERNEL_COLUMNS];
        rank_kernel_cells(spread, &spread->kernels[i], options->base_units, cells);
        add_cells(&table, cells);
    }
    print_table(out, rank_kernels_title, &table, options->format == FORMAT_MARKDOWN);
    if (spread->kernel_count > SHOWN)
        fprintf(out, "  and %zu more: --csv and --json have all\n", spread->kernel_count - SHOWN);
}

static void print_findings(FILE *out, const struct rank_spread *spread,
                           const struct page_options *options)
{
    const bool markdown = options->format == FORMAT_MARKDOWN;
    if (!spread->finding_count)
        fputs("\nNo rank stands out.\n", out);
    for (size_t i = 0; i < spread->finding_count && i < SHOWN; i++) {
        char *text = rank_finding_text(spread, &spread->findings[i], options->base_units);
        struct strbuf words = {0};
        if (markdown)
            markdown_add_text(&words, text);
        char *safe = markdown ? strbuf_detach(&words) : safe_text(text);
        fprintf(out, markdown ? "> %s\n\n" : "%s  %s\n",
                markdown ? safe
                : i      ? ""
                         : "\n",
                markdown ? "" : safe);
        free(safe);
        free(text);
    }
}

static void print_csv_row(FILE *out, const char *const *fields, size_t count)
{
    struct strbuf row = {0};
    for (size_t i = 0; i < count; i++)
        format_csv_field(&row, fields[i], i == 0);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
}

/* A row for each kernel on each rank that has it. */
static void print_csv(FILE *out, const struct rank_spread *spread)
{
    static const char *const names[] = {"Kernel",   "Grid",      "Block",       "Rank",
                                        "Launches", "Mean (ns)", "Median (ns)", "Ratio"};
    enum { FIELDS = sizeof names / sizeof *names };
    print_csv_row(out, names, FIELDS);
    for (size_t i = 0; i < spread->kernel_count; i++) {
        const struct rank_kernel *kernel = &spread->kernels[i];
        for (size_t j = 0; j < spread->part_count; j++) {
            if (!kernel->counts[j])
                continue;
            char *cells[FIELDS] = {mem_strdup(kernel->name),
                                   rank_size_text(kernel->grid),
                                   rank_size_text(kernel->block),
                                   mem_strdup(spread->parts[j].label),
                                   mem_printf("%zu", kernel->counts[j]),
                                   mem_printf("%.2f", kernel->means[j]),
                                   mem_printf("%.2f", kernel->median),
                                   mem_printf("%.4f", kernel->means[j] / kernel->median)};
            print_csv_row(out, (const char *const *)cells, FIELDS);
            for (size_t k = 0; k < FIELDS; k++)
                free(cells[k]);
        }
    }
}

static void print_head(FILE *out, struct report *report, const struct page_options *options)
{
    struct strbuf code = {0};
    if (options->format == FORMAT_MARKDOWN)
        markdown_add_code(&code, report_path(report), false);
    char *path =
        options->format == FORMAT_MARKDOWN ? strbuf_detach(&code) : safe_text(report_path(report));
    fprintf(out, "%s: %zu result%s\n%s", path, report_count(report),
            report_count(report) == 1 ? "" : "s", options->format == FORMAT_MARKDOWN ? "\n" : "");
    free(path);
}

bool page_ranks(struct report *report, const struct page_options *options, FILE *out,
                struct error *error)
{
    struct rank_spread spread;
    const bool good = rank_spread_make(&spread, report, options->filter, error);
    const char *why = rank_spread_why_none(&spread);
    const bool any = good && spread.part_count;
    if (any && options->format == FORMAT_CSV) {
        print_csv(out, &spread);
        if (why)
            message_tell(stderr, -1, why);
    } else if (any) {
        print_head(out, report, options);
        if (!why)
            print_findings(out, &spread, options);
        else
            fprintf(out, "\n%s\n", why);
        print_parts(out, &spread, options);
        if (spread.kernel_count)
            print_kernels(out, &spread, options);
    }
    rank_spread_free(&spread);
    return good;
}
