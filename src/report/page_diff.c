#include "page_diff.h"

#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "diff_cells.h"
#include "mem.h"
#include "safe_text.h"
#include "text_table.h"

/* Names and columns. */
enum { IDS_ENOUGH = 16, NAME_LEAST = 16, NAME_ENOUGH = 32, TABLE_INDENT = 4 };

/* --- lines --- */

/* Breaks the text at blanks; further lines stand under the first's text. */
static void print_wrapped(FILE *out, const char *text, size_t columns)
{
    char *safe = safe_text(text);
    const char *at = safe;
    size_t indent = 0;
    while (columns > 20 && safe_text_width(at) > columns - indent) {
        size_t length = safe_text_wrap(at, columns - indent);
        fprintf(out, "%*s%.*s\n", (int)indent, "", (int)length, at);
        at += length;
        at += strspn(at, " ");
        indent = 4;
    }
    fprintf(out, "%*s%s\n", (int)indent, "", at);
    free(safe);
}

static void print_source(FILE *out, const struct diff_source *source, char letter, size_t columns)
{
    struct strbuf line = {0};
    char *path = safe_text(report_path(source->report)), *facts = diff_source_facts(source);
    strbuf_addf(&line, "%c: ", letter);
    safe_text_fit_middle(&line, path, columns > 3 ? columns - 3 : SIZE_MAX);
    fprintf(out, "%s\n", line.data);
    char *text = mem_printf("   %s", facts);
    print_wrapped(out, text, columns);
    free(text);
    free(facts);
    free(path);
    strbuf_free(&line);
}

static void print_warnings(FILE *out, const struct report_diff *diff, size_t columns)
{
    for (size_t i = 0; i < diff->warning_count; i++) {
        char *text = mem_printf("Warning: %s", diff->warnings[i]);
        print_wrapped(out, text, columns);
        free(text);
    }
}

/* "  NAME (8, 1, 1)x(128, 1, 1), 3 launches"; the name is what gives way. */
static void print_name(FILE *out, const struct diff_group *group, enum diff_side side,
                       const char *before, bool last, size_t columns)
{
    struct strbuf line = {0}, tail = {0}, fitted = {0};
    bool matched = diff_group_matched(group);
    char *name = safe_text(columns ? demangle_brief(group->names[side]) : group->names[side]);
    strbuf_adds(&tail, "");
    diff_add_shape(&tail, group, side);
    if (last && (group->count > 1 || !matched))
        strbuf_addf(&tail, ", %zu launch%s", group->count, group->count == 1 ? "" : "es");
    if (!matched)
        strbuf_addf(&tail, " only in %c", diff_letters[side]);
    size_t room = columns > strlen(before) ? columns - strlen(before) : SIZE_MAX;
    if (!matched && (!columns || tail.length + IDS_ENOUGH + NAME_ENOUGH < room))
        diff_add_ids(&tail, group, side);
    strbuf_adds(&line, before);
    safe_text_fit_middle(&line, name,
                         room > tail.length + NAME_LEAST ? room - tail.length : NAME_LEAST);
    strbuf_adds(&line, tail.data);
    safe_text_fit(&fitted, line.data, columns ? columns : SIZE_MAX);
    fprintf(out, "%s\n", fitted.data);
    free(name);
    strbuf_free(&line);
    strbuf_free(&tail);
    strbuf_free(&fitted);
}

/* One line, or two where the kernel has another name or shape in B. */
static void print_names(FILE *out, const struct diff_group *group, size_t columns)
{
    if (!diff_group_matched(group)) {
        print_name(out, group, group->names[DIFF_A] ? DIFF_A : DIFF_B, "  ", true, columns);
        return;
    }
    print_name(out, group, DIFF_A, "  ", !group->altered, columns);
    if (group->altered)
        print_name(out, group, DIFF_B, "  B: ", true, columns);
}

/* --- kernels --- */

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

static void print_kernels(FILE *out, const struct report_diff *diff,
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
        /* The mean of one launch is its total. */
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
            print_names(out, &diff->groups[i], options->columns);
        else
            fputs("  All\n", out);
        print_kernel_row(out, (const char *const *)rows[i].cells, widths);
        for (size_t j = 0; j < KERNEL_COLUMNS; j++)
            free(rows[i].cells[j]);
    }
    free(rows);
}

/* --- metrics --- */

static size_t widest(const struct diff_metric_row *rows, size_t count, size_t column)
{
    size_t width = strlen(diff_metric_columns[column]);
    for (size_t i = 0; i < count; i++)
        if (safe_text_width(rows[i].cells[column]) > width)
            width = safe_text_width(rows[i].cells[column]);
    return width;
}

/* Columns that the name may take. The change, which its neighbours tell too, is left out where it
 * would leave a name no room. */
static size_t room_for_names(const struct diff_metric_row *rows, size_t count, size_t columns,
                             bool *with_change)
{
    size_t others = TABLE_INDENT, name = widest(rows, count, METRIC_COLUMN_NAME);
    for (size_t j = METRIC_COLUMN_UNIT; j < METRIC_COLUMNS; j++)
        others += 1 + widest(rows, count, j);
    if (name > NAME_ENOUGH)
        name = NAME_ENOUGH;
    *with_change = !columns || others + name <= columns;
    if (!*with_change)
        others -= 1 + widest(rows, count, METRIC_COLUMN_CHANGE);
    if (!columns)
        return SIZE_MAX;
    return columns > others + NAME_LEAST ? columns - others : NAME_LEAST;
}

static void print_rows(FILE *out, struct diff_metric_row *rows, size_t count, size_t columns)
{
    bool with_change;
    size_t room = room_for_names(rows, count, columns, &with_change);
    size_t shown = METRIC_COLUMNS - !with_change, order[METRIC_COLUMNS];
    const char *names[METRIC_COLUMNS];
    bool right[METRIC_COLUMNS];
    for (size_t j = 0; j < shown; j++) {
        order[j] = j + (!with_change && j >= METRIC_COLUMN_CHANGE);
        names[j] = diff_metric_columns[order[j]];
        right[j] = order[j] != METRIC_COLUMN_NAME && order[j] != METRIC_COLUMN_VERDICT;
    }
    struct text_table table = {
        .columns = shown, .names = names, .right = right, .indent = TABLE_INDENT};
    for (size_t i = 0; i < count; i++) {
        const char *cells[METRIC_COLUMNS];
        struct strbuf name = {0};
        safe_text_fit_middle(&name, rows[i].cells[METRIC_COLUMN_NAME], room);
        for (size_t j = 0; j < shown; j++)
            cells[j] = rows[i].cells[order[j]];
        cells[0] = name.data;
        text_table_add(&table, cells);
        strbuf_free(&name);
        for (size_t j = 0; j < METRIC_COLUMNS; j++)
            free(rows[i].cells[j]);
    }
    text_table_print(&table, out);
    fputc('\n', out);
    text_table_free(&table);
}

static void print_section(FILE *out, const struct diff_section *section,
                          const struct page_diff_options *options)
{
    struct diff_metric_row *rows = mem_alloc((section->count + 1) * sizeof *rows);
    size_t count = 0;
    for (size_t i = 0; i < section->count; i++)
        if (change_is_real(section->metrics[i].change.verdict))
            rows[count++] = diff_metric_row(&section->metrics[i], options);
    if (count) {
        char *title = safe_text(section->title);
        fprintf(out, "    %s\n", title);
        free(title);
        print_rows(out, rows, count, options->columns);
    }
    free(rows);
}

struct text_page {
    FILE *details;
    const struct page_diff_options *options;
};

static void print_detail(void *context, const struct diff_group *group,
                         const struct diff_detail *detail)
{
    struct text_page *page = context;
    if (!detail || !diff_has_changes(detail))
        return;
    print_names(page->details, group, page->options->columns);
    for (size_t i = 0; i < detail->count; i++)
        print_section(page->details, &detail->sections[i], page->options);
}

static void print_missing(FILE *out, const struct report_diff *diff, size_t columns)
{
    for (int side = 0; side < DIFF_SIDES; side++) {
        char *line = diff_missing_text(diff, (enum diff_side)side);
        if (line)
            print_wrapped(out, line, columns);
        free(line);
    }
}

bool page_diff_text(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                    struct diff_outcome *outcome, struct error *error)
{
    char *details;
    size_t length;
    struct text_page page = {open_memstream(&details, &length), options};
    bool good = page.details && report_diff_each(diff, print_detail, &page, outcome, error);
    if (!page.details)
        return error_set(error, "no memory for the comparison");
    fclose(page.details);
    if (outcome->changed || outcome->unmatched) {
        print_source(out, &diff->sources[DIFF_A], 'A', options->columns);
        print_source(out, &diff->sources[DIFF_B], 'B', options->columns);
        print_warnings(out, diff, options->columns);
        print_kernels(out, diff, options);
        if (length)
            fprintf(out, "\nChanges beyond noise, by kernel\n%s", details);
    } else {
        print_warnings(out, diff, options->columns);
        char *line = diff_nothing_text(outcome);
        fprintf(out, "%s\n", line);
        free(line);
    }
    print_missing(out, diff, options->columns);
    free(details);
    return good;
}

bool page_diff_print(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                     struct diff_outcome *outcome, struct error *error)
{
    typedef bool print_form(struct report_diff *, const struct page_diff_options *, FILE *,
                            struct diff_outcome *, struct error *);
    static print_form *const forms[] = {[FORMAT_TEXT] = page_diff_text,
                                        [FORMAT_CSV] = page_diff_csv,
                                        [FORMAT_JSON] = page_diff_json,
                                        [FORMAT_MARKDOWN] = page_diff_markdown};
    return forms[options->format](diff, options, out, outcome, error);
}
