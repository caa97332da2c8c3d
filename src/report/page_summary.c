#include <stdlib.h>
#include <string.h>

#include "metric_format.h"
#include "page_internal.h"
#include "safe_text.h"
#include "summary.h"
#include "text_table.h"

/* Headings stand on a line of their own above their groups, which then move to the right. */
static bool has_headings(enum summary_mode mode)
{
    return mode == SUMMARY_PER_GPU || mode == SUMMARY_PER_NVTX;
}

static bool is_list(const struct result *result)
{
    return report_file_count(result->report) > 1;
}

static const char *host_of(const struct result *result)
{
    return report_file(result->report, result->file)->host;
}

static void print_heading(FILE *out, const struct summary_group *group, enum summary_mode mode)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "  ");
    if (mode == SUMMARY_PER_GPU) {
        const char *host = is_list(group->first) ? host_of(group->first) : "";
        page_add_device(&line, group->first);
        if (*host) {
            strbuf_adds(&line, " @ ");
            safe_text_add(&line, host, strlen(host), false);
        }
    } else if (*group->domain) {
        safe_text_add(&line, group->domain, strlen(group->domain), false);
        strbuf_adds(&line, ": ");
        safe_text_add(&line, group->names, strlen(group->names), false);
    } else {
        strbuf_adds(&line, "no NVTX range");
    }
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

static void print_group_line(FILE *out, const struct summary_group *group, enum summary_mode mode)
{
    struct strbuf line = {0};
    page_add_kernel(&line, group->first);
    strbuf_adds(&line, ", ");
    if (mode != SUMMARY_PER_GPU && !(group->varies & SUMMARY_VARIES_DEVICE)) {
        page_add_device(&line, group->first);
        strbuf_adds(&line, ", ");
    } else if (mode != SUMMARY_PER_GPU) {
        unsigned arch = result_arch(group->first);
        strbuf_addf(&line, "CC %u.%u, ", arch / 10, arch % 10);
    }
    if (is_list(group->first))
        strbuf_addf(&line, "Reports %zu, ", group->reports);
    strbuf_addf(&line, "Invocations %zu", group->count);
    fprintf(out, "%s%s\n", has_headings(mode) ? "    " : "  ", line.data);
    strbuf_free(&line);
}

static enum metric_naming naming_of(const struct page_options *options)
{
    return options->page == PAGE_RAW ? METRIC_NAME : options->naming;
}

static void print_section(FILE *out, const struct summary_section *section, size_t indent,
                          const struct page_options *options)
{
    if (section->title) {
        char *title = safe_text(section->title);
        fprintf(out, "%*sSection: %s\n", (int)indent, "", title);
        free(title);
    }
    struct text_table table = {.columns = 5,
                               .names = (const char *const[]){"Metric Name", "Metric Unit",
                                                              "Minimum", "Maximum", "Average"},
                               .right = (const bool[]){false, true, true, true, true},
                               .indent = indent};
    for (size_t i = 0; i < section->count; i++) {
        const struct summary_row *row = &section->rows[i];
        struct summary_text text;
        struct strbuf name = {0};
        page_add_metric(&name, row->label ? row->label : row->metric, row->metric,
                        naming_of(options));
        summary_row_text(row, options->base_units, &text);
        text_table_add(&table, (const char *const[]){name.data, text.unit, text.minimum.data,
                                                     text.maximum.data, text.average.data});
        summary_text_free(&text);
        strbuf_free(&name);
    }
    text_table_print(&table, out);
    text_table_print_rule(&table, out);
    fputc('\n', out);
    text_table_free(&table);
}

static void print_text(FILE *out, const struct summary_group *groups, size_t count,
                       const struct page_options *options)
{
    const Rep__ProcessInfo *process = NULL;
    size_t indent = has_headings(options->summary) ? 6 : 4;
    struct report *report = groups[0].first->report;
    bool list = is_list(groups[0].first);
    for (size_t i = 0; i < report_file_count(report); i++)
        page_report_heading(out, report, i);
    for (size_t i = 0; i < count; i++) {
        if (!list)
            process = page_process_line(out, groups[i].first, process);
        if (has_headings(options->summary) &&
            (!i || !summary_same_heading(&groups[i - 1], &groups[i], options->summary)))
            print_heading(out, &groups[i], options->summary);
        print_group_line(out, &groups[i], options->summary);
        for (size_t j = 0; j < groups[i].section_count; j++)
            if (groups[i].sections[j].count)
                print_section(out, &groups[i].sections[j], indent, options);
    }
    fputs(
        "  Note: an average is the arithmetic mean over the launches of a kernel. Where these ran\n"
        "  with unlike caches or shared memory it can mislead: look at the results one by one.\n\n",
        out);
}

/* Columns of the group: those of other CSV pages, the NVTX context in their middle, as there. */
static const enum page_field before_nvtx[] = {FIELD_PROCESS_ID, FIELD_PROCESS, FIELD_HOST};
static const enum page_field after_nvtx[] = {FIELD_KERNEL, FIELD_BLOCK, FIELD_GRID, FIELD_DEVICE,
                                             FIELD_CC};
static const char *const value_names[] = {"Metric Name", "Metric Unit", "Minimum", "Maximum",
                                          "Average"};

static unsigned varies_of(enum page_field field)
{
    switch (field) {
    case FIELD_PROCESS_ID:
        return SUMMARY_VARIES_PROCESS;
    case FIELD_PROCESS:
        return SUMMARY_VARIES_NAME;
    case FIELD_HOST:
        return SUMMARY_VARIES_HOST;
    case FIELD_DEVICE:
        return SUMMARY_VARIES_DEVICE;
    default:
        return 0;
    }
}

/* The field, if all results of the group have the same there; else it stays empty. With group NULL
 * its name. */
static void add_csv_common(struct strbuf *row, const struct summary_group *group,
                           enum page_field field)
{
    if (group && (group->varies & varies_of(field)))
        format_csv_field(row, "", row->length == 0);
    else
        page_csv_field(row, group ? group->first : NULL, field);
}

/* Where reports are summed up: the only one that the group has results of, or how many they are. */
static void add_csv_report(struct strbuf *row, const struct summary_group *group)
{
    size_t reports = group ? group->reports : 1;
    char number[40];
    snprintf(number, sizeof number, "%zu reports", reports);
    if (reports > 1)
        format_csv_field(row, number, true);
    else
        page_csv_field(row, group ? group->first : NULL, FIELD_REPORT);
}

/* The host of all the group's results; only lists of reports tell more of it than its processes do.
 */
static void add_csv_host(struct strbuf *row, const struct summary_group *group)
{
    bool one = !(group->varies & SUMMARY_VARIES_FILE_HOST);
    format_csv_field(row, one ? host_of(group->first) : "", false);
}

/* The fields of the group, or with group NULL their names. */
static void add_csv_group(struct strbuf *row, const struct summary_group *group,
                          enum summary_mode mode, unsigned columns)
{
    bool sized = columns & PAGE_CSV_SIZES, list = columns & PAGE_CSV_REPORT;
    if (list)
        add_csv_report(row, group);
    for (size_t i = 0; i < sizeof before_nvtx / sizeof *before_nvtx; i++)
        if (list && group && before_nvtx[i] == FIELD_HOST)
            add_csv_host(row, group);
        else
            add_csv_common(row, group, before_nvtx[i]);
    if (mode == SUMMARY_PER_NVTX) {
        format_csv_field(row, group ? group->domain : "Domain", false);
        format_csv_field(
            row, group ? group->ranges : "Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
            false);
    }
    for (size_t i = 0; i < sizeof after_nvtx / sizeof *after_nvtx; i++)
        if (sized || !page_field_is_size(after_nvtx[i]))
            add_csv_common(row, group, after_nvtx[i]);
    char invocations[24];
    snprintf(invocations, sizeof invocations, "%zu", group ? group->count : 0);
    format_csv_field(row, group ? invocations : "Invocations", false);
}

static void print_csv_row(FILE *out, const char *identity, const struct summary_section *section,
                          const struct summary_row *metric, const struct page_options *options)
{
    struct strbuf row = {0}, name = {0};
    struct summary_text text;
    page_add_metric(&name, metric->label ? metric->label : metric->metric, metric->metric,
                    naming_of(options));
    summary_row_text(metric, options->base_units, &text);
    strbuf_adds(&row, identity);
    if (section->title)
        format_csv_field(&row, section->title, false);
    format_csv_field(&row, name.data, false);
    format_csv_field(&row, text.unit, false);
    format_csv_field(&row, text.minimum.data, false);
    format_csv_field(&row, text.maximum.data, false);
    format_csv_field(&row, text.average.data, false);
    fprintf(out, "%s\n", row.data);
    summary_text_free(&text);
    strbuf_free(&name);
    strbuf_free(&row);
}

static void print_csv_group(FILE *out, const struct summary_group *group,
                            const struct page_options *options, unsigned columns)
{
    struct strbuf identity = {0};
    add_csv_group(&identity, group, options->summary, columns);
    for (size_t i = 0; i < group->section_count; i++)
        for (size_t j = 0; j < group->sections[i].count; j++)
            print_csv_row(out, identity.data, &group->sections[i], &group->sections[i].rows[j],
                          options);
    strbuf_free(&identity);
}

static void print_csv(FILE *out, const struct summary_group *groups, size_t count,
                      const struct page_options *options, unsigned columns)
{
    struct strbuf row = {0};
    add_csv_group(&row, NULL, options->summary, columns);
    if (options->page != PAGE_RAW)
        format_csv_field(&row, "Section Name", false);
    for (size_t i = 0; i < sizeof value_names / sizeof *value_names; i++)
        format_csv_field(&row, value_names[i], false);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
    for (size_t i = 0; i < count; i++)
        print_csv_group(out, &groups[i], options, columns);
}

struct pass {
    struct summary *summary;
    unsigned columns; /* identifying ones that the results have */
};

static void add_result(void *context, const struct result *result, bool takes)
{
    struct pass *pass = context;
    if (!takes)
        return;
    pass->columns |= page_csv_columns_of(result);
    summary_add(pass->summary, result);
}

bool page_sum_up(struct report *report, const struct page_options *options,
                 struct summary **summary, unsigned *columns, struct error *error)
{
    /* The raw page has all metrics at once, under their names. */
    struct pass pass = {.summary = summary_new(options->summary,
                                               options->page == PAGE_RAW ? page_raw_wants : NULL,
                                               options->metrics)};
    bool good = page_each(report, options, add_result, &pass, error);
    *summary = pass.summary;
    *columns = pass.columns;
    return good;
}

bool page_summary(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error)
{
    struct summary *summary;
    unsigned columns;
    bool good = page_sum_up(report, options, &summary, &columns, error);
    size_t count;
    const struct summary_group *groups = summary_groups(summary, &count);
    if (count && options->format == FORMAT_CSV)
        print_csv(out, groups, count, options, columns);
    else if (count && options->format == FORMAT_MARKDOWN)
        page_markdown_summary(groups, count, options, out);
    else if (count)
        print_text(out, groups, count, options);
    summary_free(summary);
    return good;
}
