/* fact_list: headings, and under them names with values, of which some come from a metric: what
 * the views of launches and sessions show. Texts are as the file has them: make them safe for a
 * terminal; values may have several lines. */
#ifndef ROOFTOP_FACT_LIST_H
#define ROOFTOP_FACT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "result.h"

enum fact_weight { FACT_PLAIN, FACT_WARNING, FACT_ERROR };

struct fact {
    size_t level; /* of a heading 0, 1, ...; of a fact that of its heading + 1 */
    bool heading;
    bool closed; /* a heading that is folded at first */
    char *name, *value;
    char *source; /* name of the metric; "" if it is none's */
    enum fact_weight weight;
};

struct fact_list {
    struct fact *facts;
    size_t count, capacity;
    size_t level; /* of what is added next */
};

/* Facts and deeper headings follow. One without any goes when the next one of its level or above
 * comes, and with fact_list_end(). */
struct fact *fact_list_heading(struct fact_list *list, size_t level, const char *name);
void fact_list_end(struct fact_list *list);

/* Values that are NULL or "" are left out. */
void fact_list_add(struct fact_list *list, const char *name, const char *value);
void fact_list_addf(struct fact_list *list, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* false, and nothing is added: it has no value. */
bool fact_list_add_metric(struct fact_list *list, const char *name, const struct result *result,
                          const char *metric);
/* The same for a value that was put together of the metric's. */
void fact_list_add_of(struct fact_list *list, const char *name, const char *value,
                      const char *metric);

/* Lines, or as CSV. */
void fact_list_print(const struct fact_list *list, bool csv, FILE *out);
void fact_list_free(struct fact_list *list);

#endif
