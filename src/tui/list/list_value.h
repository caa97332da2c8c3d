/* list_value: a result's value in a column of the list, to sort, group and compute with. Part of
 * the list's view. */
#ifndef ROOFTOP_TUI_LIST_LIST_VALUE_H
#define ROOFTOP_TUI_LIST_LIST_VALUE_H

#include "tui/list/list_stats.h"
#include "tui/list/list_view.h"

struct list_value {
    double number;
    const char *text; /* as in the file; NULL: a number; valid until the next result is added */
};

/* Returns the value. It is NAN and NULL if the result has none. list_value() reads it if needed.
 * list_value_kept() returns NAN and NULL also if it is not read yet. */
struct list_value list_value(struct list_view *view, const struct list_column *column,
                             size_t result);
struct list_value list_value_kept(const struct list_view *view, const struct list_column *column,
                                  size_t result);

/* Appends the value as text, numbers without their unit. Returns false if there is no value. */
bool list_value_text(struct list_view *view, const struct list_column *column, size_t result,
                     struct strbuf *out);

/* Append "64×64 × 16×16", or one size. Nothing is appended without a grid. */
void list_value_launch(struct strbuf *out, const struct result_summary *summary, const char *times);
void list_value_size(struct strbuf *out, const uint64_t size[3], const char *times);

/* Computes the statistics of a group's numbers. Returns false if not all are read yet.
 * list_value_keep_stats() also keeps them, which makes the next call for the group fast. */
bool list_value_stats(const struct list_view *view, const struct list_column *column,
                      const struct list_group *group, struct list_stats *stats);
bool list_value_keep_stats(struct list_view *view, const struct list_column *column,
                           const struct list_group *group, struct list_stats *stats);

/* Returns the text that all results of a group have, or the one that most have; *all says which it
 * is. Returns NULL if there is none, or not all are read yet. */
const char *list_value_common(const struct list_view *view, const struct list_column *column,
                              const struct list_group *group, bool *all);

#endif
