#include "report/base/markdown.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_markdown.h"
#include "report/pages/page_summary.h"

static void print_heading(FILE *out, const struct summary_group *group, enum summary_mode mode)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "## ");
    if (mode == SUMMARY_PER_GPU) {
        page_add_device(&line, group->first);
    } else if (*group->domain) {
        markdown_add_text(&line, group->domain);
        strbuf_adds(&line, ": ");
        markdown_add_text(&line, group->names);
    } else {
        strbuf_adds(&line, "no NVTX range");
    }
    fprintf(out, "%s\n\n", line.data);
    strbuf_free(&line);
}

static void print_group_line(FILE *out, const struct summary_group *group)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "### ");
    page_markdown_add_kernel(&line, group->first);
    strbuf_adds(&line, "\n\n");
    page_markdown_add_process(&line, group->first);
    page_add_device(&line, group->first);
    fprintf(out, "%s, Invocations %zu\n\n", line.data, group->count);
    strbuf_free(&line);
}

static void print_section(FILE *out, const struct summary_section *section,
                          const struct page_options *options)
{
    if (section->title)
        page_markdown_title(out, section->title);
    markdown_table_begin(out,
                         (const char *const[]){"Metric", "Unit", "Minimum", "Maximum", "Average"},
                         (const bool[]){false, false, true, true, true}, 5);
    for (size_t i = 0; i < section->count; i++) {
        const struct summary_row *row = &section->rows[i];
        struct strbuf name = {0}, unit = {0};
        struct summary_text text;
        if (!row->count)
            continue;
        page_markdown_add_metric(&name, row->label, row->metric,
                                 row->label ? options->naming : METRIC_NAME);
        summary_row_text(row, options->base_units, &text);
        strbuf_adds(&unit, "");
        markdown_add_text(&unit, text.unit);
        markdown_table_row(out,
                           (const char *const[]){name.data, unit.data, text.minimum.data,
                                                 text.maximum.data, text.average.data},
                           5);
        summary_text_free(&text);
        strbuf_free(&name);
        strbuf_free(&unit);
    }
    fputc('\n', out);
}

void page_markdown_summary(const struct summary_group *groups, size_t count,
                           const struct page_options *options, FILE *out)
{
    bool headings = options->summary == SUMMARY_PER_GPU || options->summary == SUMMARY_PER_NVTX;
    for (size_t i = 0; i < count; i++) {
        if (headings && (!i || !summary_same_heading(&groups[i - 1], &groups[i], options->summary)))
            print_heading(out, &groups[i], options->summary);
        print_group_line(out, &groups[i]);
        for (size_t j = 0; j < groups[i].section_count; j++)
            if (groups[i].sections[j].count)
                print_section(out, &groups[i].sections[j], options);
    }
}
