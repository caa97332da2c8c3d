/* The diagnosis page as text, CSV and Markdown. */
#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/content/diagnosis.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_markdown.h"
#include "report/page_parts/page_results.h"

enum { INDENT = 4, NAMES = 24, WIDTH = 110 };

struct diagnosis_page {
    struct report *report;
    const struct page_options *options;
    FILE *out;
    const Rep__ProcessInfo *process;
    size_t printed;
};

/* --- text ------------------------------------------------------------------------------------- */

static void print_text_fact(FILE *out, const struct fact *fact)
{
    char *name = safe_text(fact->name);
    int used = (int)safe_text_width(name);
    bool below = used > NAMES;
    fprintf(out, "%*s%s%s", INDENT + 2, "", name, below ? "\n" : "");
    /* As on the screen, the name of the metric stands behind. */
    char *value = *fact->source ? mem_printf("%s [%s]", fact->value, fact->source) : NULL;
    const char *line = value ? value : fact->value;
    for (bool first = true; *line; first = false) {
        size_t length = strcspn(line, "\n");
        struct strbuf text = {0};
        strbuf_adds(&text, "");
        safe_text_add(&text, line, length, false);
        const char *at = text.data;
        do {
            size_t bytes = safe_text_wrap(at, WIDTH - INDENT - 2 - NAMES - 2);
            int indent =
                first && !below && at == text.data ? NAMES + 2 - used : INDENT + 2 + NAMES + 2;
            fprintf(out, "%*s%.*s\n", indent, "", (int)bytes, at);
            at += bytes;
            at += strspn(at, " ");
        } while (*at);
        strbuf_free(&text);
        line += length + (line[length] == '\n');
    }
    free(value);
    free(name);
}

static void print_text(struct diagnosis_page *page, const struct result *result,
                       const struct fact_list *list)
{
    page->process = page_process_line(page->out, result, page->process);
    page_result_line(page->out, result);
    for (size_t i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];
        if (fact->heading)
            fprintf(page->out, "%s%*s%s\n", i ? "\n" : "", INDENT, "", fact->name);
        else
            print_text_fact(page->out, fact);
    }
    fputc('\n', page->out);
}

/* --- Markdown --------------------------------------------------------------------------------- */

static void print_markdown(struct diagnosis_page *page, const struct result *result,
                           const struct fact_list *list)
{
    page_markdown_heading(page->out, result);
    for (size_t i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];
        struct strbuf text = {0};
        bool ends = i + 1 == list->count || list->facts[i + 1].heading;
        if (fact->heading) {
            page_markdown_title(page->out, fact->name);
            continue;
        }
        strbuf_adds(&text, "- **");
        markdown_add_text(&text, fact->name);
        strbuf_adds(&text, ":** ");
        markdown_add_text(&text, fact->value);
        if (*fact->source) {
            strbuf_adds(&text, " ");
            markdown_add_code(&text, fact->source, false);
        }
        fprintf(page->out, "%s\n%s", text.data, ends ? "\n" : "");
        strbuf_free(&text);
    }
}

/* --- CSV -------------------------------------------------------------------------------------- */

static void print_csv(struct diagnosis_page *page, const struct result *result,
                      const struct fact_list *list)
{
    const char *group = "";
    struct strbuf kernel = {0};
    page_add_kernel(&kernel, result);
    if (!page->printed)
        fputs("\"ID\",\"Kernel\",\"Group\",\"Name\",\"Value\",\"Metric Name\"\n", page->out);
    for (size_t i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];
        struct strbuf row = {0};
        if (fact->heading) {
            group = fact->name;
            continue;
        }
        strbuf_addf(&row, "\"%zu\"", result->id);
        format_csv_field(&row, kernel.data, false);
        format_csv_field(&row, group, false);
        format_csv_field(&row, fact->name, false);
        format_csv_field(&row, fact->value, false);
        format_csv_field(&row, fact->source, false);
        fprintf(page->out, "%s\n", row.data);
        strbuf_free(&row);
    }
    strbuf_free(&kernel);
}

static void print_result(void *context, const struct result *result)
{
    struct diagnosis_page *page = context;
    struct fact_list list = diagnosis_facts(page->report, result, page->options->rules);
    if (page->options->format == FORMAT_CSV)
        print_csv(page, result, &list);
    else if (page->options->format == FORMAT_MARKDOWN)
        print_markdown(page, result, &list);
    else
        print_text(page, result, &list);
    page->printed++;
    fact_list_free(&list);
}

bool page_diagnosis(struct report *report, const struct page_options *options, FILE *out,
                    struct error *error)
{
    struct diagnosis_page page = {.report = report, .options = options, .out = out};
    return page_each(report, options, print_result, &page, error);
}
