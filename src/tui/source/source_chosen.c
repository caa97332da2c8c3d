#include "tui/source/source_chosen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"

void source_chosen_free(struct source_chosen *chosen)
{
    for (size_t i = 0; i < chosen->count; i++)
        free(chosen->items[i].metric);
    free(chosen->items);
    *chosen = (struct source_chosen){0};
}

static struct source_chosen_column *find(const struct source_chosen *chosen, const char *metric)
{
    for (size_t i = 0; chosen && i < chosen->count; i++)
        if (strcmp(chosen->items[i].metric, metric) == 0)
            return &chosen->items[i];
    return NULL;
}

bool source_chosen_sees(const struct source_chosen *chosen, const struct code_column *column,
                        bool leads)
{
    const struct source_chosen_column *item = find(chosen, column->metric);
    if (item || (chosen && chosen->all))
        return !item || item->seen;
    return leads ? column->visible != COLUMN_HIDDEN : column->visible == COLUMN_VISIBLE;
}

static void choose(struct source_chosen *chosen, const char *metric, bool seen)
{
    struct source_chosen_column *item = find(chosen, metric);
    if (item) {
        item->seen = seen;
        return;
    }
    mem_grow(&chosen->items, chosen->count, &chosen->capacity, sizeof *chosen->items);
    chosen->items[chosen->count++] = (struct source_chosen_column){mem_strdup(metric), seen};
}

/* Returns the column of that label or metric, or NULL with the error. */
static const struct code_column *column_of(const struct source_metrics *metrics, const char *word,
                                           struct error *error)
{
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; i < metrics->count; i++) {
        const struct code_column *column = &metrics->columns[i];
        if (strcasecmp(column->label, word) == 0 || strcmp(column->metric, word) == 0)
            return column;
        nearest_offer(&nearest, column->label);
    }
    error_set(error, "no column of this code is called \"%s\"%s%s%s", word,
              nearest.best ? "; nearest is \"" : "", nearest.best ? nearest.best : "",
              nearest.best ? "\"" : "");
    return NULL;
}

/* Returns the next word without its sign and the blanks around it, a new string, or NULL. */
static char *next_word(const char **words, bool *seen)
{
    const char *at = *words + strspn(*words, " ,");
    if (!*at)
        return NULL;
    *seen = *at != '-';
    at += *at == '-' || *at == '+';
    at += strspn(at, " ");
    size_t length = strcspn(at, ",");
    *words = at + length;
    while (length && at[length - 1] == ' ')
        length--;
    return mem_strndup(at, length);
}

bool source_chosen_set(struct source_chosen *chosen, const struct source_metrics *metrics,
                       const char *words, struct error *error)
{
    const char *at = words;
    char *word;
    bool seen, known = true;
    if (strcmp(words, "usual") == 0 || strcmp(words, "all") == 0) {
        source_chosen_free(chosen);
        chosen->all = *words == 'a';
        return true;
    }
    while (known && (word = next_word(&at, &seen))) {
        known = column_of(metrics, word, error);
        free(word);
    }
    for (at = words; known && (word = next_word(&at, &seen)); free(word))
        choose(chosen, column_of(metrics, word, error)->metric, seen);
    return known;
}
