#include "page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "safe_text.h"

enum { MISSING_NAMED = 8 };

const char page_diff_letters[DIFF_SIDES] = {'A', 'B'};

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
    page_diff_names(page->details, group, page->options->columns);
    for (size_t i = 0; i < detail->count; i++)
        page_diff_section(page->details, &detail->sections[i], page->options);
}

static void print_missing(FILE *out, const struct report_diff *diff, size_t columns)
{
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct name_index *missing = &diff->missing[side];
        struct strbuf line = {0};
        if (!missing->count)
            continue;
        strbuf_addf(&line, "Only in %c, so not compared: %zu metric%s, ", page_diff_letters[side],
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
        page_diff_kernels(out, diff, options);
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
