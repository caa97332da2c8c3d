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

static void print_heading(FILE *out, const struct summary_group *group, enum summary_mode mode)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "  ");
    if (mode == SUMMARY_PER_GPU) {
        page_add_device(&line, group->first);
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
    if (mode != SUMMARY_PER_GPU) {
        page_add_device(&line, group->first);
        strbuf_adds(&line, ", ");
    }
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
    for (size_t i = 0; i < count; i++) {
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

/* The fields of the group, or with group NULL their names. */
static void add_csv_group(struct strbuf *row, const struct summary_group *group,
                          enum summary_mode mode, bool sized)
{
    const struct result *result = group ? group->first : NULL;
    for (size_t i = 0; i < sizeof before_nvtx / sizeof *before_nvtx; i++)
        page_csv_field(row, result, before_nvtx[i]);
    if (mode == SUMMARY_PER_NVTX) {
        format_csv_field(row, group ? group->domain : "Domain", false);
        format_csv_field(
            row, group ? group->ranges : "Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
            false);
    }
    for (size_t i = 0; i < sizeof after_nvtx / sizeof *after_nvtx; i++)
        if (sized || !page_field_is_size(after_nvtx[i]))
            page_csv_field(row, result, after_nvtx[i]);
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
                            const struct page_options *options, bool sized)
{
    struct strbuf identity = {0};
    add_csv_group(&identity, group, options->summary, sized);
    for (size_t i = 0; i < group->section_count; i++)
        for (size_t j = 0; j < group->sections[i].count; j++)
            print_csv_row(out, identity.data, &group->sections[i], &group->sections[i].rows[j],
                          options);
    strbuf_free(&identity);
}

static void print_csv(FILE *out, const struct summary_group *groups, size_t count,
                      const struct page_options *options, bool sized)
{
    struct strbuf row = {0};
    add_csv_group(&row, NULL, options->summary, sized);
    if (options->page != PAGE_RAW)
        format_csv_field(&row, "Section Name", false);
    for (size_t i = 0; i < sizeof value_names / sizeof *value_names; i++)
        format_csv_field(&row, value_names[i], false);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
    for (size_t i = 0; i < count; i++)
        print_csv_group(out, &groups[i], options, sized);
}

struct pass {
    struct summary *summary;
    bool sized; /* a result has sizes */
};

static void add_result(void *context, const struct result *result, bool takes)
{
    struct pass *pass = context;
    if (!takes)
        return;
    pass->sized = pass->sized || (page_csv_columns_of(result) & PAGE_CSV_SIZES);
    summary_add(pass->summary, result);
}

bool page_sum_up(struct report *report, const struct page_options *options,
                 struct summary **summary, bool *sized, struct error *error)
{
    /* The raw page has all metrics at once, under their names. */
    struct pass pass = {.summary = summary_new(options->summary,
                                               options->page == PAGE_RAW ? page_raw_wants : NULL,
                                               options->metrics)};
    bool good = page_each(report, options, add_result, &pass, error);
    *summary = pass.summary;
    *sized = pass.sized;
    return good;
}

bool page_summary(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error)
{
    struct summary *summary;
    bool sized;
    bool good = page_sum_up(report, options, &summary, &sized, error);
    size_t count;
    const struct summary_group *groups = summary_groups(summary, &count);
    if (count && options->format == FORMAT_CSV)
        print_csv(out, groups, count, options, sized);
    else if (count && options->format == FORMAT_MARKDOWN)
        page_markdown_summary(groups, count, options, out);
    else if (count)
        print_text(out, groups, count, options);
    summary_free(summary);
    return good;
}
