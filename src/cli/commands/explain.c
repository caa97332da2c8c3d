#include "cli/commands/explain.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/base/error.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/nearest.h"
#include "report/base/safe_text.h"
#include "report/metric/glossary.h"
#include "report/metric/metric_words.h"
#include "report/section/section.h"

enum { INDENT = 2, WIDE = 100 };

struct page {
    FILE *out;
    size_t columns;
    size_t count;
};

static void print_wrapped(const struct page *page, const char *text)
{
    while (*text) {
        size_t length = safe_text_wrap(text, page->columns - INDENT);
        fprintf(page->out, "%*s%.*s\n", INDENT, "", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
}

/* "Long Scoreboard (stall; long_scoreboard, stall_long_sb)" */
static void print_term(void *context, const struct glossary_term *term)
{
    struct page *page = context;
    fprintf(page->out, "%s%s (%s", page->count++ ? "\n" : "", term->name, term->topic);
    for (const char *at = term->also; *at;) {
        size_t length = strcspn(at, ",");
        fprintf(page->out, "%s%.*s", at == term->also ? "; also " : ", ", (int)length, at);
        at += length + (at[length] == ',');
    }
    fputs(")\n", page->out);
    print_wrapped(page, term->text);
    if (*term->advice) {
        fprintf(page->out, "%*sWhat to try first:\n", INDENT, "");
        print_wrapped(page, term->advice);
    }
}

static void offer(void *context, const struct glossary_term *term)
{
    nearest_offer(context, term->name);
}

/* Says which term is nearest. Returns 1. */
static int unknown(const char *term)
{
    struct nearest nearest = {.wanted = term};
    struct error error;
    glossary_each(offer, &nearest);
    error_set(&error, "--explain: no term is called \"%s\"%s%s%s; --explain all prints all terms",
              term, nearest.best ? "; nearest is \"" : "", nearest.best ? nearest.best : "",
              nearest.best ? "\"" : "");
    message_print(stderr, error.text);
    return 1;
}

static void print_metric(struct page *page, const char *name)
{
    struct metric_words words = metric_words(name);
    fprintf(page->out, "%s (metric)\n", name);
    print_wrapped(page, words.sentence.data);
    for (int i = 0; i < METRIC_PARTS; i++)
        if (words.parts[i].name.length)
            fprintf(page->out, "%*s%s %s: %s\n", INDENT, "", metric_part_names[i],
                    words.parts[i].name.data, words.parts[i].words.data);
    page->count++;
    glossary_of_metric(name, print_term, page);
    metric_words_free(&words);
}

/* A stall as the source view calls it: "long_sb". */
static bool explain_stall(const char *term, struct page *page)
{
    char *stall = mem_printf("stall_%s", term);
    const bool found = glossary_find(stall, print_term, page);
    free(stall);
    return found;
}

static bool is_called(const char *name, const char *term)
{
    return name && strcasecmp(name, term) == 0;
}

/* A label in the header of a built-in section, "Memory Throughput", or the name of a section. */
static bool explain_label(const char *term, struct page *page)
{
    struct section_library library;
    bool found = false;
    section_library_init(&library);
    for (size_t i = 0; i < library.count && !found; i++) {
        const Rep__ProfilerSection *section = library.sections[i].message;
        const Rep__ProfilerSectionHeader *header = section ? section->header : NULL;
        for (size_t j = 0; header && j < header->n_metrics && !found; j++) {
            const char *metric = header->metrics[j]->name;
            found = is_called(header->metrics[j]->label, term) && metric && *metric;
            if (found)
                print_metric(page, metric);
        }
        if (!found && section &&
            (is_called(section->displayname, term) || is_called(section->identifier, term))) {
            found = true;
            fprintf(page->out, "%s (section %s)\n", section->displayname, section->identifier);
            print_wrapped(page, section->description ? section->description : "");
        }
    }
    section_library_free(&library);
    return found;
}

int explain(const char *term, FILE *out, size_t columns)
{
    struct page page = {.out = out, .columns = columns > 20 && columns < WIDE ? columns : WIDE};
    char *safe = safe_text(term);
    int status = 0;
    if (strcmp(term, "all") == 0)
        glossary_each(print_term, &page);
    else if (glossary_find(term, print_term, &page) || explain_stall(term, &page))
        status = 0;
    else if (strstr(term, "__"))
        print_metric(&page, safe);
    else if (explain_label(term, &page))
        status = 0;
    else
        status = unknown(term);
    free(safe);
    return status;
}
