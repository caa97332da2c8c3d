#include "page_diff.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "mem.h"
#include "metric_format.h"
#include "metric_unit.h"
#include "page_internal.h"
#include "safe_text.h"
#include "text_table.h"

/* Names and columns. */
enum {
    MISSING_NAMED = 8,
    IDS_NAMED = 6,
    IDS_ENOUGH = 16,
    NAME_LEAST = 16,
    NAME_ENOUGH = 32,
    TEXT_MOST = 24,
    TABLE_INDENT = 4
};

static const char side_letters[DIFF_SIDES] = {'A', 'B'};

/* --- cells --- */

/* Two decimals unless all numbers of the row are whole, or three digits where these would show
 * nothing. */
static void add_number(struct strbuf *out, double number, bool whole)
{
    if (fabs(number) < 0.1 && number != 0)
        strbuf_addf(out, "%.3g", number);
    else if (whole)
        format_number(out, number);
    else
        format_real(out, number);
}

/* How the values of a row are printed: in one unit, alike. */
struct form {
    struct unit_scale scale;
    bool whole;
};

/* A missing value does not count. */
static struct form form_of(const char *unit, double a, double b, bool base_units)
{
    double largest = fmax(fabs(a), fabs(b));
    struct form form = {.scale =
                            unit_scale_for(unit, base_units || !isfinite(largest) ? 0 : largest)};
    double x = unit_scale_apply(&form.scale, a), y = unit_scale_apply(&form.scale, b);
    form.whole = (isnan(x) || x == floor(x)) && (isnan(y) || y == floor(y));
    return form;
}

static char *number_text(double number, const struct form *form)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (!isnan(number))
        add_number(&text, unit_scale_apply(&form->scale, number), form->whole);
    return strbuf_detach(&text);
}

static char *change_text(double change, const struct form *form)
{
    struct strbuf text = {0};
    strbuf_adds(&text, change > 0 ? "+" : "");
    if (isfinite(change) && change != 0)
        add_number(&text, unit_scale_apply(&form->scale, change), form->whole);
    return strbuf_detach(&text);
}

/* "+12.3 %", or how many times it is where that says more. */
static char *percent_text(double a, double b)
{
    double percent = change_percent(a, b);
    if (isnan(percent) || a == b)
        return mem_strdup("");
    if (percent >= 1000 && a > 0)
        return mem_printf("x%.3g", b / a);
    return mem_printf("%+.1f %%", percent);
}

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

static void add_fact(struct strbuf *line, const char *before, const char *text)
{
    if (*text)
        strbuf_addf(line, "%s%s%s", line->length ? ", " : "", before, text);
}

static void print_source(FILE *out, const struct diff_source *source, char letter, size_t columns)
{
    struct strbuf line = {0}, facts = {0};
    char *path = safe_text(report_path(source->report));
    strbuf_addf(&line, "%c: ", letter);
    safe_text_fit_middle(&line, path, columns > 3 ? columns - 3 : SIZE_MAX);
    fprintf(out, "%s\n", line.data);
    strbuf_adds(&facts, "");
    add_fact(&facts, "", source->devices);
    add_fact(&facts, "CC ", source->capability);
    add_fact(&facts, "driver ", source->driver);
    add_fact(&facts, "clocks ", source->clocks);
    add_fact(&facts, "", source->profiler);
    strbuf_addf(&facts, "%s%zu launch%s", facts.length ? ", " : "", source->launches,
                source->launches == 1 ? "" : "es");
    char *text = mem_printf("   %s", facts.data);
    print_wrapped(out, text, columns);
    free(text);
    free(path);
    strbuf_free(&facts);
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

static void add_shape(struct strbuf *out, const struct diff_group *group, enum diff_side side)
{
    const uint64_t *s = group->shapes[side];
    if (group->has_shape[side])
        strbuf_addf(
            out, " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")x(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")",
            s[0], s[1], s[2], s[3], s[4], s[5]);
}

static void add_ids(struct strbuf *out, const struct diff_group *group, enum diff_side side)
{
    for (size_t i = 0; i < group->count && i < IDS_NAMED; i++)
        strbuf_addf(out, "%s%zu", i ? ", " : " (#",
                    side == DIFF_A ? group->launches[i].a : group->launches[i].b);
    strbuf_adds(out, group->count > IDS_NAMED ? ", ...)" : ")");
}

/* "  NAME (8, 1, 1)x(128, 1, 1), 3 launches"; the name is what gives way. */
static void print_name(FILE *out, const struct diff_group *group, enum diff_side side,
                       const char *before, bool last, size_t columns)
{
    struct strbuf line = {0}, tail = {0}, fitted = {0};
    bool matched = diff_group_matched(group);
    char *name = safe_text(columns ? demangle_brief(group->names[side]) : group->names[side]);
    strbuf_adds(&tail, "");
    add_shape(&tail, group, side);
    if (last && (group->count > 1 || !matched))
        strbuf_addf(&tail, ", %zu launch%s", group->count, group->count == 1 ? "" : "es");
    if (!matched)
        strbuf_addf(&tail, " only in %c", side_letters[side]);
    size_t room = columns > strlen(before) ? columns - strlen(before) : SIZE_MAX;
    if (!matched && (!columns || tail.length + IDS_ENOUGH + NAME_ENOUGH < room))
        add_ids(&tail, group, side);
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

static char *with_unit(char *number, const struct form *form)
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
    struct form t = form_of("ns", total[DIFF_A], total[DIFF_B], base_units);
    struct form m = form_of("ns", mean[DIFF_A], mean[DIFF_B], base_units);
    struct form c = form_of("ns", change, NAN, base_units);
    for (int side = 0; side < DIFF_SIDES; side++) {
        row->cells[COLUMN_TOTAL_A + side] = with_unit(number_text(total[side], &t), &t);
        row->cells[COLUMN_MEAN_A + side] = with_unit(number_text(mean[side], &m), &m);
    }
    row->cells[COLUMN_CHANGE] = with_unit(change_text(change, &c), &c);
    row->cells[COLUMN_PERCENT] = percent_text(total[DIFF_A], total[DIFF_B]);
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

static void print_kernels(FILE *out, const struct report_diff *diff,
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

enum metric_column {
    METRIC_COLUMN_NAME,
    METRIC_COLUMN_UNIT,
    METRIC_COLUMN_A,
    METRIC_COLUMN_B,
    METRIC_COLUMN_CHANGE,
    METRIC_COLUMN_PERCENT,
    METRIC_COLUMN_VERDICT,
    METRIC_COLUMNS
};

static char *value_text(const struct diff_metric *metric, enum diff_side side,
                        const struct form *form, bool limited)
{
    if (!metric->texts[side])
        return number_text(side == DIFF_A ? metric->change.a : metric->change.b, form);
    struct strbuf text = {0};
    char *safe = safe_text(metric->texts[side]);
    safe_text_fit(&text, safe, limited ? TEXT_MOST : SIZE_MAX);
    free(safe);
    return strbuf_detach(&text);
}

struct metric_row {
    char *cells[METRIC_COLUMNS];
};

static struct metric_row metric_row(const struct diff_metric *metric,
                                    const struct page_diff_options *options)
{
    struct metric_row row;
    char unit[48];
    struct strbuf name = {0};
    const struct metric_change *change = &metric->change;
    struct form form = form_of(metric_unit(metric->metric, unit, sizeof unit), change->a, change->b,
                               options->base_units);
    bool texts = metric->texts[DIFF_A] || metric->texts[DIFF_B];
    page_add_metric(&name, metric->label ? metric->label : metric->metric, metric->metric,
                    metric->label ? options->naming : METRIC_NAME);
    row.cells[METRIC_COLUMN_NAME] = safe_text(name.data);
    row.cells[METRIC_COLUMN_UNIT] = mem_strdup(form.scale.unit);
    row.cells[METRIC_COLUMN_A] = value_text(metric, DIFF_A, &form, options->columns);
    row.cells[METRIC_COLUMN_B] = value_text(metric, DIFF_B, &form, options->columns);
    row.cells[METRIC_COLUMN_CHANGE] =
        texts ? mem_strdup("") : change_text(change->b - change->a, &form);
    row.cells[METRIC_COLUMN_PERCENT] = texts ? mem_strdup("") : percent_text(change->a, change->b);
    row.cells[METRIC_COLUMN_VERDICT] = mem_strdup(change_verdict_names[change->verdict]);
    strbuf_free(&name);
    return row;
}

static const char *const metric_columns[METRIC_COLUMNS] = {
    "Metric Name", "Metric Unit", "A", "B", "Change", "%", "Verdict"};

static size_t widest(const struct metric_row *rows, size_t count, size_t column)
{
    size_t width = strlen(metric_columns[column]);
    for (size_t i = 0; i < count; i++)
        if (safe_text_width(rows[i].cells[column]) > width)
            width = safe_text_width(rows[i].cells[column]);
    return width;
}

/* Columns that the name may take. The change, which its neighbours tell too, is left out where it
 * would leave a name no room. */
static size_t room_for_names(const struct metric_row *rows, size_t count, size_t columns,
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

static void print_rows(FILE *out, struct metric_row *rows, size_t count, size_t columns)
{
    bool with_change;
    size_t room = room_for_names(rows, count, columns, &with_change);
    size_t shown = METRIC_COLUMNS - !with_change, order[METRIC_COLUMNS];
    const char *names[METRIC_COLUMNS];
    bool right[METRIC_COLUMNS];
    for (size_t j = 0; j < shown; j++) {
        order[j] = j + (!with_change && j >= METRIC_COLUMN_CHANGE);
        names[j] = metric_columns[order[j]];
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
    struct metric_row *rows = mem_alloc((section->count + 1) * sizeof *rows);
    size_t count = 0;
    for (size_t i = 0; i < section->count; i++)
        if (change_is_real(section->metrics[i].change.verdict))
            rows[count++] = metric_row(&section->metrics[i], options);
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

static bool has_changes(const struct diff_detail *detail)
{
    return detail->verdicts[CHANGE_BETTER] || detail->verdicts[CHANGE_WORSE] ||
           detail->verdicts[CHANGE_OTHER];
}

static void print_detail(void *context, const struct diff_group *group,
                         const struct diff_detail *detail)
{
    struct text_page *page = context;
    if (!detail || !has_changes(detail))
        return;
    print_names(page->details, group, page->options->columns);
    for (size_t i = 0; i < detail->count; i++)
        print_section(page->details, &detail->sections[i], page->options);
}

static void print_missing(FILE *out, const struct report_diff *diff, size_t columns)
{
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct name_index *missing = &diff->missing[side];
        struct strbuf line = {0};
        if (!missing->count)
            continue;
        strbuf_addf(&line, "Only in %c, so not compared: %zu metric%s, ", side_letters[side],
                    missing->count, missing->count == 1 ? "" : "s");
        for (size_t i = 0; i < missing->count && i < MISSING_NAMED; i++)
            strbuf_addf(&line, "%s%s", i ? ", " : "", missing->names[i]);
        if (missing->count > MISSING_NAMED)
            strbuf_addf(&line, " and %zu more (--csv names all)", missing->count - MISSING_NAMED);
        print_wrapped(out, line.data, columns);
        strbuf_free(&line);
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
        fprintf(out, "Nothing differs: %zu launch%s, %zu metric%s equal, %zu within noise\n",
                outcome->matched, outcome->matched == 1 ? "" : "es",
                outcome->verdicts[CHANGE_EQUAL], outcome->verdicts[CHANGE_EQUAL] == 1 ? "" : "s",
                outcome->verdicts[CHANGE_NOISE]);
    }
    print_missing(out, diff, options->columns);
    free(details);
    return good;
}

bool page_diff_print(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                     struct diff_outcome *outcome, struct error *error)
{
    return options->csv ? page_diff_csv(diff, options, out, outcome, error)
                        : page_diff_text(diff, options, out, outcome, error);
}
