/* list_value: what a result has in a column of the list, as numbers and texts to sort, group and
 * reckon with. Part of the list's view. */
#ifndef ROOFTOP_LIST_VALUE_H
#define ROOFTOP_LIST_VALUE_H

#include "list_stats.h"
#include "list_view.h"

struct list_value {
    double number;
    const char *text; /* as the file has it; NULL: it is a number; until the next result comes */
};

/* Both NAN and NULL: the result has none. */
struct list_value list_value(struct list_view *view, const struct list_column *column,
                             size_t result);

/* Appends the text of a value, of a number without its unit; false: there is none. */
bool list_value_text(struct list_view *view, const struct list_column *column, size_t result,
                     struct strbuf *out);

/* Appends "64×64 × 16×16" or one of both; nothing for what has no grid. */
void list_value_launch(struct strbuf *out, const struct result_summary *summary, const char *times);
void list_value_size(struct strbuf *out, const uint64_t size[3], const char *times);

/* The numbers of a group's results; false: not all were read yet. */
bool list_value_stats(struct list_view *view, const struct list_column *column,
                      const struct list_group *group, struct list_stats *stats);

/* The text that all results of a group have, or the one that most have: *all says which. NULL: they
 * have none, or not all were read yet. */
const char *list_value_common(struct list_view *view, const struct list_column *column,
                              const struct list_group *group, bool *all);

#endif
