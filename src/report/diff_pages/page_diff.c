#include "report/diff_pages/page_diff.h"

#include "report/diff_pages/page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/diff_pages/diff_lines.h"

/* Breaks the text at blanks. Further lines are indented like the text of the first one. */
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

struct text_page {
    FILE *details;
    const struct page_diff_options *options;
};

static void print_detail(void *context, const struct diff_group *group,
                         const struct diff_detail *detail)
{
    struct text_page *page = context;
    if (!detail || !diff_is_told(detail))
        return;
    page_diff_names(page->details, group, page->options->columns);
    for (size_t i = 0; i < detail->count; i++)
        page_diff_section(page->details, &detail->sections[i], page->options);
    page_diff_findings(page->details, &detail->found, page->options->columns);
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
        page_diff_kernels(out, diff, options);
        if (length)
            fprintf(out, "\nChanges beyond noise, by kernel\n%s", details);
    } else {
        print_warnings(out, diff, options->columns);
        char *line = diff_nothing_text(outcome);
        fprintf(out, "%s\n%s%s", line, length ? "\n" : "", details);
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
