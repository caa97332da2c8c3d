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

/* Reports that the group has results of. */
static size_t count_reports(const struct summary_group *group)
{
    size_t count = 1;
    for (size_t i = 1; i < group->count; i++)
        count += group->results[i]->file != group->results[i - 1]->file;
    return count;
}

static bool on_one_device(const struct summary_group *group)
{
    for (size_t i = 1; i < group->count; i++)
        if (result_device(group->results[i]) != result_device(group->results[0]))
            return false;
    return true;
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
        const char *host = is_list(group->results[0]) ? host_of(group->results[0]) : "";
        page_add_device(&line, group->results[0]);
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
    page_add_kernel(&line, group->results[0]);
    strbuf_adds(&line, ", ");
    if (mode != SUMMARY_PER_GPU && on_one_device(group)) {
        page_add_device(&line, group->results[0]);
        strbuf_adds(&line, ", ");
    } else if (mode != SUMMARY_PER_GPU) {
        unsigned arch = result_arch(group->results[0]);
        strbuf_addf(&line, "CC %u.%u, ", arch / 10, arch % 10);
    }
    if (is_list(group->results[0]))
        strbuf_addf(&line, "Reports %zu, ", count_reports(group));
    strbuf_addf(&line, "Invocations %zu", group->count);
    fprintf(out, "%s%s\n", has_headings(mode) ? "    " : "  ", line.data);
    strbuf_free(&line);
}

/* What a page shows of a group. The raw page has all metrics at once, under their names. */
static struct summary_section *sections_of(const struct summary_group *group,
                                           const struct page_options *options, size_t *count)
{
    if (options->page != PAGE_RAW)
        return summary_sections(group, count);
    *count = 1;
    return summary_all_metrics(group, page_raw_wants, options->metrics);
}

static enum metric_naming naming_of(const struct page_options *options)
{
    return options->page == PAGE_RAW ? METRIC_NAME : options->naming;
}

static void print_section(FILE *out, const struct summary_section *section, size_t indent,
                          const struct page_options *options)
{
    if (!section->count)
        return;
    if (section->section) {
        char *title = safe_text(section->section->displayname);
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
        page_add_metric(&name, row->label, row->metric, naming_of(options));
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
    struct report *report = groups[0].results[0]->report;
    bool list = is_list(groups[0].results[0]);
    for (size_t i = 0; i < report_file_count(report); i++)
        page_report_heading(out, report, i);
    for (size_t i = 0; i < count; i++) {
        if (!list)
            process = page_process_line(out, groups[i].results[0], process);
        if (has_headings(options->summary) &&
            (!i || !summary_same_heading(&groups[i - 1], &groups[i], options->summary)))
            print_heading(out, &groups[i], options->summary);
        print_group_line(out, &groups[i], options->summary);
        size_t section_count;
        struct summary_section *sections = sections_of(&groups[i], options, &section_count);
        for (size_t j = 0; j < section_count; j++)
            print_section(out, &sections[j], indent, options);
        summary_sections_free(sections, section_count);
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

/* The field, if all results of the group have the same there; else it stays empty. With group NULL
 * its name. */
static void add_csv_common(struct strbuf *row, const struct summary_group *group,
                           enum page_field field)
{
    struct strbuf first = {0}, other = {0};
    bool same = true;
    strbuf_adds(&first, "");
    page_csv_field(&first, group ? group->results[0] : NULL, field);
    for (size_t i = 1; group && i < group->count && same; i++) {
        strbuf_clear(&other);
        page_csv_field(&other, group->results[i], field);
        same = strcmp(first.data, other.data) == 0;
    }
    if (same)
        page_csv_field(row, group ? group->results[0] : NULL, field);
    else
        format_csv_field(row, "", row->length == 0);
    strbuf_free(&first);
    strbuf_free(&other);
}

/* Where reports are summed up: the only one that the group has results of, or how many they are. */
static void add_csv_report(struct strbuf *row, const struct summary_group *group)
{
    size_t reports = group ? count_reports(group) : 1;
    char number[40];
    snprintf(number, sizeof number, "%zu reports", reports);
    if (reports > 1)
        format_csv_field(row, number, true);
    else
        page_csv_field(row, group ? group->results[0] : NULL, FIELD_REPORT);
}

/* The host of all the group's results; only lists of reports tell more of it than its processes do.
 */
static void add_csv_host(struct strbuf *row, const struct summary_group *group)
{
    const char *host = host_of(group->results[0]);
    for (size_t i = 1; i < group->count; i++)
        if (strcmp(host_of(group->results[i]), host) != 0)
            host = "";
    format_csv_field(row, host, false);
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
    page_add_metric(&name, metric->label, metric->metric, naming_of(options));
    summary_row_text(metric, options->base_units, &text);
    strbuf_adds(&row, identity);
    if (section->section)
        format_csv_field(&row, section->section->displayname, false);
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
    size_t count;
    struct summary_section *sections = sections_of(group, options, &count);
    add_csv_group(&identity, group, options->summary, columns);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < sections[i].count; j++)
            print_csv_row(out, identity.data, &sections[i], &sections[i].rows[j], options);
    summary_sections_free(sections, count);
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

void page_summary(const struct page_selection *selection, const struct page_options *options,
                  FILE *out)
{
    size_t count;
    struct summary_group *groups =
        summary_groups(selection->results, selection->count, options->summary, &count);
    if (options->csv)
        print_csv(out, groups, count, options, page_csv_columns(selection));
    else
        print_text(out, groups, count, options);
    summary_groups_free(groups, count);
}
