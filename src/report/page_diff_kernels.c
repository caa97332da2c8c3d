#include "page_diff_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff_cells.h"
#include "mem.h"

enum kernel_column {
    COLUMN_TOTAL_A,
    COLUMN_TOTAL_B,
    COLUMN_MEAN_A,
    COLUMN_MEAN_B,
    COLUMN_CHANGE,
    COLUMN_PERCENT,
    COLUMN_SHARE,
    COLUMN_VERDICT,
    KERNEL_COLUMNS
};

static const char *const kernel_columns[KERNEL_COLUMNS] = {
    "Total A", "Total B", "Mean A", "Mean B", "Change", "%", "Share", "Verdict"};

struct kernel_row {
    char *cells[KERNEL_COLUMNS];
};

static char *with_unit(char *number, const struct diff_form *form)
{
    char *text = *number ? mem_printf("%s %s", number, form->scale.unit) : mem_strdup("");
    free(number);
    return text;
}

static double known(double number)
{
    return isnan(number) ? 0 : number;
}

static void fill_times(struct kernel_row *row, const double total[DIFF_SIDES],
                       const double mean[DIFF_SIDES], bool base_units)
{
    double change = known(total[DIFF_B]) - known(total[DIFF_A]);
    struct diff_form t = diff_form_of("ns", total[DIFF_A], total[DIFF_B], base_units);
    struct diff_form m = diff_form_of("ns", mean[DIFF_A], mean[DIFF_B], base_units);
    struct diff_form c = diff_form_of("ns", change, NAN, base_units);
    for (int side = 0; side < DIFF_SIDES; side++) {
        row->cells[COLUMN_TOTAL_A + side] = with_unit(diff_number_text(total[side], &t), &t);
        row->cells[COLUMN_MEAN_A + side] = with_unit(diff_number_text(mean[side], &m), &m);
    }
    row->cells[COLUMN_CHANGE] = with_unit(diff_change_text(change, &c), &c);
    row->cells[COLUMN_PERCENT] = diff_percent_text(total[DIFF_A], total[DIFF_B]);
}

static struct kernel_row group_row(const struct diff_group *group, bool base_units)
{
    struct kernel_row row;
    fill_times(&row, group->total, group->mean, base_units);
    row.cells[COLUMN_SHARE] =
        group->share > 0 ? mem_printf("%.0f %%", group->share * 100) : mem_strdup("");
    row.cells[COLUMN_VERDICT] = mem_strdup(change_verdict_names[group->duration.verdict]);
    return row;
}

static struct kernel_row total_row(const struct report_diff *diff, bool base_units)
{
    struct kernel_row row;
    double none[DIFF_SIDES] = {NAN, NAN};
    fill_times(&row, diff->total, none, base_units);
    row.cells[COLUMN_SHARE] = mem_strdup("");
    row.cells[COLUMN_VERDICT] = mem_strdup("");
    return row;
}

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
    struct kernel_row *rows = mem_alloc((count + 1) * sizeof *rows);
    bool several = false;
    for (size_t i = 0; i < count; i++) {
        rows[i] = group_row(&diff->groups[i], options->base_units);
        several = several || diff->groups[i].count > 1;
    }
    rows[count] = total_row(diff, options->base_units);
    for (size_t j = 0; j < KERNEL_COLUMNS; j++) {
        /* The mean of one launch is its total. */
        if ((j == COLUMN_MEAN_A || j == COLUMN_MEAN_B) && !several)
            continue;
        widths[j] = strlen(kernel_columns[j]);
        for (size_t i = 0; i <= count; i++)
            if (strlen(rows[i].cells[j]) > widths[j])
                widths[j] = strlen(rows[i].cells[j]);
    }
    fputs("\nKernels, by change of their total time\n", out);
    print_kernel_row(out, kernel_columns, widths);
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
