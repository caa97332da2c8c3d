#include "report/diff_pages/page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/diff_pages/diff_cells.h"

static void print_kernel_row(FILE *out, const char *const *cells, const size_t *widths)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "   ");
    for (size_t i = 0; i < KERNEL_COLUMNS; i++) {
        if (!widths[i])
            continue;
        strbuf_addc(&line, ' ');
        size_t length = strlen(cells[i]);
        if (i == COLUMN_VERDICT)
            strbuf_adds(&line, cells[i]);
        else
            strbuf_addf(&line, "%*s%s", (int)(widths[i] - length), "", cells[i]);
    }
    while (line.length && line.data[line.length - 1] == ' ')
        line.data[--line.length] = '\0';
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

void page_diff_kernels(FILE *out, const struct report_diff *diff,
                       const struct page_diff_options *options)
{
    size_t widths[KERNEL_COLUMNS] = {0}, count = diff->group_count;
    struct diff_kernel_row *rows = mem_alloc((count + 1) * sizeof *rows);
    bool several = false;
    for (size_t i = 0; i < count; i++) {
        rows[i] = diff_group_row(&diff->groups[i], options->base_units);
        several = several || diff->groups[i].count > 1;
    }
    rows[count] = diff_total_row(diff, options->base_units);
    for (size_t j = 0; j < KERNEL_COLUMNS; j++) {
        /* The mean of a single launch is its total. */
        if ((j == COLUMN_MEAN_A || j == COLUMN_MEAN_B) && !several)
            continue;
        widths[j] = strlen(diff_kernel_columns[j]);
        for (size_t i = 0; i <= count; i++)
            if (strlen(rows[i].cells[j]) > widths[j])
                widths[j] = strlen(rows[i].cells[j]);
    }
    fputs("\nKernels, by change of their total time\n", out);
    print_kernel_row(out, diff_kernel_columns, widths);
    for (size_t i = 0; i <= count; i++) {
        if (i < count)
            page_diff_names(out, &diff->groups[i], options->columns);
        else
            fputs("  All\n", out);
        print_kernel_row(out, (const char *const *)rows[i].cells, widths);
        for (size_t j = 0; j < KERNEL_COLUMNS; j++)
            free(rows[i].cells[j]);
    }
    free(rows);
}
