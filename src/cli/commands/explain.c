#include "cli/commands/explain.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/error.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/nearest.h"
#include "report/base/safe_text.h"
#include "report/metric/glossary.h"
#include "report/metric/metric_words.h"
#include "tui/list/list_column.h"

enum { INDENT = 2, WIDE = 100 };

struct page {
    FILE *out;
    size_t columns;
    size_t count;
    const char *term; /* as it was asked for, safe */
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

/* Says which word is nearest. Returns 1. */
static int unknown(const char *term, const struct label_list *labels)
{
    struct nearest nearest = {.wanted = term};
    struct error error;
    glossary_each(offer, &nearest);
    for (size_t i = 0; i < labels->count; i++)
        nearest_offer(&nearest, labels->items[i].label);
    error_set(&error, "--explain: no term is called \"%s\"%s%s%s; --explain all prints all terms",
              term, nearest.best ? "; nearest is \"" : "", nearest.best ? nearest.best : "",
              nearest.best ? "\"" : "");
    message_print(stderr, error.text);
    return 1;
}

static void print_metric(struct page *page, const char *name)
{
    struct metric_words words = metric_words(name);
    fprintf(page->out, "%s%s (metric)\n", page->count ? "\n" : "", name);
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

/* "High Pipe Utilization (rule HighPipeUtilization)", "Small Launches (finding of the rule
 * Configurations)" */
static void print_label(void *context, const struct label_meaning *meaning)
{
    static const char *const kinds[] = {[LABEL_FIGURE] = "in the section",
                                        [LABEL_SECTION] = "section",
                                        [LABEL_RULE] = "rule",
                                        [LABEL_FINDING] = "finding of the rule"};
    struct page *page = context;
    if (meaning->kind == LABEL_METRIC) {
        print_metric(page, meaning->metric);
        return;
    }
    const bool own = meaning->kind == LABEL_SECTION || meaning->kind == LABEL_RULE;
    const char *label = strchr(meaning->label, '*') ? page->term : meaning->label;
    fprintf(page->out, "%s%s (%s %s)\n", page->count++ ? "\n" : "", own ? meaning->in : label,
            kinds[meaning->kind], own ? meaning->id : meaning->in);
    print_wrapped(page, meaning->text);
}

static bool explain_column(const char *term, struct page *page)
{
    const struct list_field_row *field = list_field_called(term);
    if (!field)
        return false;
    fprintf(page->out, "%s (column %s of the list)\n", field->title, field->name);
    print_wrapped(page, field->about);
    return true;
}

bool explain_word(const char *word, const struct label_list *labels, FILE *out, size_t columns)
{
    char *safe = safe_text(word);
    struct page page = {
        .out = out, .columns = columns > 20 && columns < WIDE ? columns : WIDE, .term = safe};
    bool found = glossary_find(word, print_term, &page) || explain_stall(word, &page);
    if (!found && strstr(word, "__")) {
        print_metric(&page, safe);
        found = true;
    }
    found = found || label_find(labels, word, print_label, &page) || explain_column(word, &page);
    free(safe);
    return found;
}

int explain(const char *term, FILE *out, size_t columns)
{
    struct built_in_labels labels;
    struct page page = {.out = out, .columns = columns > 20 && columns < WIDE ? columns : WIDE};
    if (strcmp(term, "all") == 0) {
        glossary_each(print_term, &page);
        return 0;
    }
    built_in_labels_init(&labels);
    const int status =
        explain_word(term, &labels.list, out, columns) ? 0 : unknown(term, &labels.list);
    built_in_labels_free(&labels);
    return status;
}
