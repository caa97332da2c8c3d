#include <stdlib.h>
#include <string.h>

#include "metric_format.h"
#include "page_internal.h"
#include "safe_text.h"
#include "summary.h"
#include "text_table.h"

static bool is_list(const struct result *result)
{
    return report_file_count(result->report) > 1;
}

static const char *host_of(const struct result *result)
{
    return report_file(result->report, result->file)->host;
}

static void print_gpu(FILE *out, const struct summary_group *group)
{
    struct strbuf line = {0};
    const char *host = is_list(group->first) ? host_of(group->first) : "";
    page_add_device(&line, group->first);
    if (*host) {
        strbuf_adds(&line, " @ ");
        safe_text_add(&line, host, strlen(host), false);
    }
    fprintf(out, "  %s\n", line.data);
    strbuf_free(&line);
}

static void print_safe(FILE *out, const char *before, const char *text)
{
    char *safe = safe_text(text);
    fprintf(out, "%s%s\n", before, safe);
    free(safe);
}

/* The domain above its groups, the ranges above each. */
static void print_nvtx(FILE *out, const struct summary_group *group,
                       const struct summary_group *before)
{
    if (!before || strcmp(before->domain, group->domain) != 0) {
        fputs("\n== NVTX State ==\n", out);
        print_safe(out, "", group->domain);
    }
    for (size_t i = 0; i < group->line_count; i++)
        print_safe(out, "  ", group->range_lines[i]);
}

/* Ranges have the size 0 here, as in the reference's summaries. */
static void add_kernel(struct strbuf *line, const struct result *result)
{
    page_add_kernel(line, result);
    if (result->kind == ENTRY_RANGE)
        strbuf_adds(line, " (0, 0, 0)x(0, 0, 0)");
}

static void print_group_line(FILE *out, const struct summary_group *group, enum summary_mode mode)
{
    struct strbuf line = {0};
    add_kernel(&line, group->first);
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
    fprintf(out, "%s%s\n", mode == SUMMARY_PER_GPU ? "    " : "  ", line.data);
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

/* Results outside of ranges are not part of a summary of these. */
static bool is_shown(const struct summary_group *group, enum summary_mode mode)
{
    return mode != SUMMARY_PER_NVTX || group->range_count;
}

static void print_text(FILE *out, struct report *report, const struct summary_group *groups,
                       size_t count, const struct page_options *options)
{
    const Rep__ProcessInfo *process = NULL;
    const struct summary_group *before = NULL;
    enum summary_mode mode = options->summary;
    bool list = report_file_count(report) > 1;
    for (size_t i = 0; i < report_file_count(report); i++)
        page_report_heading(out, report, i);
    for (size_t i = 0; i < count; i++) {
        if (!is_shown(&groups[i], mode))
            continue;
        /* Nor do they name a process here. */
        if (!list && mode != SUMMARY_PER_NVTX && groups[i].first->kind != ENTRY_RANGE)
            process = page_process_line(out, groups[i].first, process);
        if (mode == SUMMARY_PER_NVTX)
            print_nvtx(out, &groups[i], before);
        else if (mode == SUMMARY_PER_GPU &&
                 (!before || !summary_same_heading(before, &groups[i], mode)))
            print_gpu(out, &groups[i]);
        print_group_line(out, &groups[i], mode);
        for (size_t j = 0; j < groups[i].section_count; j++)
            if (groups[i].sections[j].count)
                print_section(out, &groups[i].sections[j], mode == SUMMARY_PER_GPU ? 6 : 4,
                              options);
        before = &groups[i];
    }
    fputs(
        "  Note: an average is the arithmetic mean over the launches of a kernel. Where these ran\n"
        "  with unlike caches or shared memory it can mislead: look at the results one by one.\n\n",
        out);
}

/* Columns of the group: those of other CSV pages in an order of their own for each kind of summary;
 * -1 ends them. NVTX ranges stand before. */
static const int columns_of[][PAGE_CSV_IDENTITY] = {
    [SUMMARY_PER_GPU] = {FIELD_PROCESS_ID, FIELD_PROCESS, FIELD_HOST, FIELD_DEVICE, FIELD_CC,
                         FIELD_KERNEL, FIELD_BLOCK, FIELD_GRID, -1},
    [SUMMARY_PER_KERNEL] = {FIELD_PROCESS_ID, FIELD_PROCESS, FIELD_HOST, FIELD_KERNEL, FIELD_BLOCK,
                            FIELD_GRID, FIELD_DEVICE, FIELD_CC, -1},
    [SUMMARY_PER_NVTX] = {FIELD_KERNEL, FIELD_BLOCK, FIELD_GRID, FIELD_DEVICE, FIELD_CC, -1}};
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

static void add_csv_size(struct strbuf *row, const struct summary_group *group,
                         enum page_field field)
{
    if (group && group->first->kind == ENTRY_RANGE)
        format_csv_field(row, "(0, 0, 0)", false);
    else
        add_csv_common(row, group, field);
}

/* The fields of the group, or with group NULL their names. */
static void add_csv_group(struct strbuf *row, const struct summary_group *group,
                          enum summary_mode mode, bool list)
{
    if (list)
        add_csv_report(row, group);
    if (mode == SUMMARY_PER_NVTX) {
        format_csv_field(row, group ? group->domain : "Domain", row->length == 0);
        format_csv_field(
            row, group ? group->ranges : "Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
            false);
    }
    for (const int *field = columns_of[mode]; *field >= 0; field++)
        if (list && group && *field == FIELD_HOST)
            add_csv_host(row, group);
        else if (page_field_is_size((enum page_field) * field))
            add_csv_size(row, group, (enum page_field) * field);
        else
            add_csv_common(row, group, (enum page_field) * field);
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
                            const struct page_options *options, bool list)
{
    struct strbuf identity = {0};
    add_csv_group(&identity, group, options->summary, list);
    for (size_t i = 0; i < group->section_count; i++)
        for (size_t j = 0; j < group->sections[i].count; j++)
            print_csv_row(out, identity.data, &group->sections[i], &group->sections[i].rows[j],
                          options);
    strbuf_free(&identity);
}

static void print_csv(FILE *out, const struct summary_group *groups, size_t count,
                      const struct page_options *options, bool list)
{
    struct strbuf row = {0};
    add_csv_group(&row, NULL, options->summary, list);
    if (options->page != PAGE_RAW)
        format_csv_field(&row, "Section Name", false);
    for (size_t i = 0; i < sizeof value_names / sizeof *value_names; i++)
        format_csv_field(&row, value_names[i], false);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
    for (size_t i = 0; i < count; i++)
        if (is_shown(&groups[i], options->summary))
            print_csv_group(out, &groups[i], options, list);
}

static void add_result(void *context, const struct result *result)
{
    summary_add(context, result);
}

bool page_sum_up(struct report *report, const struct page_options *options,
                 struct summary **summary, struct error *error)
{
    /* The raw page has all metrics at once, under their names. */
    *summary = summary_new(options->summary, options->page == PAGE_RAW ? page_raw_wants : NULL,
                           options->metrics);
    return page_each(report, options, add_result, *summary, error);
}

bool page_summary(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error)
{
    struct summary *summary;
    bool good = page_sum_up(report, options, &summary, error);
    size_t count;
    const struct summary_group *groups = summary_groups(summary, &count);
    if (count && options->format == FORMAT_CSV)
        print_csv(out, groups, count, options, report_file_count(report) > 1);
    else if (count && options->format == FORMAT_MARKDOWN)
        page_markdown_summary(groups, count, options, out);
    else if (count)
        print_text(out, report, groups, count, options);
    summary_free(summary);
    return good;
}
