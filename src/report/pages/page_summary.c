#include "report/pages/page_summary.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/content/raw_unit.h"
#include "report/content/summary.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_csv.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_results.h"
#include "report/page_parts/page_summary_raw.h"
#include "report/page_parts/page_words.h"

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

/* Prints the domain above its groups, on the raw page above each group, and the ranges above
 * each group. */
static void print_nvtx(FILE *out, const struct summary_group *group,
                       const struct summary_group *before, bool raw)
{
    if (raw || !before || strcmp(before->domain, group->domain) != 0) {
        fputs("\n== NVTX State ==\n", out);
        print_safe(out, "", group->domain);
    }
    for (size_t i = 0; i < group->line_count; i++)
        print_safe(out, "  ", group->range_lines[i]);
}

/* Ranges have the size 0 here, as in ncu's summaries. */
static void add_kernel(struct strbuf *line, const struct result *result)
{
    page_add_kernel(line, result);
    if (result->kind == ENTRY_RANGE)
        strbuf_adds(line, " (0, 0, 0)x(0, 0, 0)");
}

static void print_group_line(FILE *out, const struct summary_group *group, enum summary_mode mode,
                             bool indented)
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
    if (group->launches > (double)group->count)
        strbuf_addf(&line, ", for %.0f launches", group->launches);
    fprintf(out, "%s%s\n", indented ? "    " : "  ", line.data);
    strbuf_free(&line);
}

static void print_section(FILE *out, const struct summary_section *section, size_t indent,
                          const struct page_options *options)
{
    char *title = safe_text(section->title);
    fprintf(out, "%*sSection: %s\n", (int)indent, "", title);
    free(title);
    struct text_table table = {.columns = 5,
                               .names = (const char *const[]){"Metric Name", "Metric Unit",
                                                              "Minimum", "Maximum", "Average"},
                               .right = (const bool[]){false, true, true, true, true},
                               .indent = indent};
    for (size_t i = 0; i < section->count; i++) {
        const struct summary_row *row = &section->rows[i];
        struct summary_text text;
        struct strbuf name = {0};
        page_add_metric(&name, row->label, row->metric, options->naming);
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

/* Results outside of ranges are not part of a summary by ranges. */
static bool is_shown(const struct summary_group *group, enum summary_mode mode)
{
    return mode != SUMMARY_PER_NVTX || group->range_count;
}

static void print_sections(FILE *out, const struct summary_group *group,
                           const struct page_options *options)
{
    for (size_t i = 0; i < group->section_count; i++)
        if (group->sections[i].count)
            print_section(out, &group->sections[i], options->summary == SUMMARY_PER_GPU ? 6 : 4,
                          options);
}

/* The part of the metrics that stands below a group when the raw page is summed up. */
static enum summary_raw_part part_of_group(enum summary_mode mode)
{
    return mode == SUMMARY_PER_GPU ? SUMMARY_RAW_OTHERS : SUMMARY_RAW_ALL;
}

static void print_text(FILE *out, struct report *report, const struct summary_group *groups,
                       size_t count, const struct page_options *options)
{
    const Rep__ProcessInfo *process = NULL;
    const struct summary_group *before = NULL;
    enum summary_mode mode = options->summary;
    bool list = report_file_count(report) > 1, raw = options->page == PAGE_RAW;
    for (size_t i = 0; i < report_file_count(report); i++)
        page_report_heading(out, report, i);
    for (size_t i = 0; i < count; i++) {
        if (!is_shown(&groups[i], mode))
            continue;
        /* Summaries of ranges do not name a process. */
        if (!list && mode != SUMMARY_PER_NVTX && groups[i].first->kind != ENTRY_RANGE)
            process = page_process_line(out, groups[i].first, process);
        if (mode == SUMMARY_PER_NVTX)
            print_nvtx(out, &groups[i], before, raw);
        else if (mode == SUMMARY_PER_GPU &&
                 (!before || !summary_same_heading(before, &groups[i], mode))) {
            print_gpu(out, &groups[i]);
            if (raw)
                page_summary_raw(out, &groups[i], SUMMARY_RAW_DEVICE, options);
        }
        print_group_line(out, &groups[i], mode, mode == SUMMARY_PER_GPU && !raw);
        if (raw)
            page_summary_raw(out, &groups[i], part_of_group(mode), options);
        else
            print_sections(out, &groups[i], options);
        before = &groups[i];
    }
    fputs("  Note: an average is the arithmetic mean over the launches of a kernel. If they ran\n  "
          "with different caches or shared memory, it can mislead: look at the results one by "
          "one.\n\n",
          out);
}

/* The columns of a group. They are those of other CSV pages, in a different order for each kind
 * of summary; -1 ends them. NVTX ranges stand before them. */
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

/* Adds a field if all results of the group agree in it; else it stays empty. If group is NULL,
 * adds the field's name. */
static void add_csv_common(struct strbuf *row, const struct summary_group *group,
                           enum page_field field)
{
    if (group && (group->varies & varies_of(field)))
        format_csv_field(row, "", row->length == 0);
    else
        page_csv_field(row, group ? group->first : NULL, field);
}

/* If several reports are summed up: the name of the only report that has results of the group,
 * or the number of reports. */
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

/* The host of all results of the group. Only lists of reports know more of it than the processes
 * do. */
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

/* Adds the fields of the group, or their names if group is NULL. */
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

/* Per GPU: adds the fields of the group that belong to its device and leaves the others empty. */
static void add_csv_device(struct strbuf *row, const struct summary_group *group, bool list)
{
    if (list)
        format_csv_field(row, "", true);
    for (const int *field = columns_of[SUMMARY_PER_GPU]; *field >= 0; field++) {
        bool process = *field == FIELD_PROCESS_ID || *field == FIELD_PROCESS;
        if (list && *field == FIELD_HOST)
            add_csv_host(row, group);
        else if (page_field_is_size((enum page_field) * field) || *field == FIELD_KERNEL ||
                 (list && process))
            format_csv_field(row, "", row->length == 0);
        else
            page_csv_field(row, group->first, (enum page_field) * field);
    }
    format_csv_field(row, "", false);
}

static void print_csv_row(FILE *out, const char *identity, const struct summary_section *section,
                          const struct summary_row *metric, const struct page_options *options)
{
    struct strbuf row = {0}, name = {0};
    struct summary_text text;
    page_add_metric(&name, metric->label, metric->metric, options->naming);
    summary_row_text(metric, options->base_units, &text);
    strbuf_adds(&row, identity);
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

/* ncu breaks the rows of a device; here they are whole. */
static void print_csv_device(FILE *out, const struct summary_group *group,
                             const struct page_options *options, bool list)
{
    struct strbuf identity = {0};
    add_csv_device(&identity, group, list);
    page_summary_raw_csv(out, identity.data, group, SUMMARY_RAW_DEVICE, options);
    strbuf_free(&identity);
}

static void print_csv_group(FILE *out, const struct summary_group *group,
                            const struct page_options *options, bool list)
{
    struct strbuf identity = {0};
    bool raw = options->page == PAGE_RAW;
    add_csv_group(&identity, group, options->summary, list);
    if (raw)
        page_summary_raw_csv(out, identity.data, group, part_of_group(options->summary), options);
    for (size_t i = 0; i < group->section_count && !raw; i++)
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
    for (size_t i = 0; i < count; i++) {
        if (!is_shown(&groups[i], options->summary))
            continue;
        if (options->page == PAGE_RAW && options->summary == SUMMARY_PER_GPU &&
            (!i || !summary_same_heading(&groups[i - 1], &groups[i], options->summary)))
            print_csv_device(out, &groups[i], options, list);
        print_csv_group(out, &groups[i], options, list);
        if (options->page == PAGE_RAW && options->summary == SUMMARY_PER_NVTX)
            fputc('\n', out);
    }
}

static const char *unit_of(const void *units, const char *name)
{
    return raw_unit_other(units, name);
}

static void add_result(void *context, const struct result *result)
{
    summary_add(context, result);
}

bool page_sum_up(struct report *report, const struct page_options *options,
                 struct summary **summary, struct error *error)
{
    struct metric_choice *choice;
    struct error again; /* the first error is the one to tell */
    bool good = metric_choice_of(&choice, options->metrics, report, error);
    /* The raw page has all metrics, under their names. */
    *summary = summary_new(options->summary, options->page == PAGE_RAW ? metric_choice_takes : NULL,
                           choice);
    summary_choose(*summary, options->sections);
    good = page_each(report, options, add_result, *summary, good ? error : &again) && good;
    metric_choice_free(choice);
    if (options->page == PAGE_RAW) {
        struct raw_units units = {0};
        raw_units_add_report(&units, report);
        summary_set_units(*summary, unit_of, &units);
    }
    return good;
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
