/* fact_list: headings with facts below them. A fact is a name with a value, which may come from
 * a metric. The views of launches and of sessions show such lists. Texts are those of the file:
 * make them safe for a terminal. Values can have several lines. */
#ifndef ROOFTOP_REPORT_CONTENT_FACT_LIST_H
#define ROOFTOP_REPORT_CONTENT_FACT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/file/result.h"

enum fact_weight { FACT_PLAIN, FACT_WARNING, FACT_ERROR };

struct fact {
    size_t level; /* of a heading 0, 1, ...; of a fact the level of its heading + 1 */
    bool heading;
    bool closed; /* a heading that is folded at first */
    char *name, *value;
    char *source; /* name of the metric that the value comes from; "": none */
    enum fact_weight weight;
};

struct fact_list {
    struct fact *facts;
    size_t count, capacity;
    size_t level; /* of what is added next */
};

/* Adds a heading; facts and deeper headings follow. A heading without anything below it is
 * removed when the next heading of its level or above comes, and by fact_list_end(). */
struct fact *fact_list_heading(struct fact_list *list, size_t level, const char *name);
void fact_list_end(struct fact_list *list);

/* Add a fact. Nothing is added if the value is NULL or "". */
void fact_list_add(struct fact_list *list, const char *name, const char *value);
void fact_list_addf(struct fact_list *list, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds the value of a metric. Returns false, and adds nothing, if the metric has no value. */
bool fact_list_add_metric(struct fact_list *list, const char *name, const struct result *result,
                          const char *metric);
/* Adds a value that was made from a metric's value. */
void fact_list_add_of(struct fact_list *list, const char *name, const char *value,
                      const char *metric);

/* Prints the list as lines of text, or as CSV. */
void fact_list_print(const struct fact_list *list, bool csv, FILE *out);
void fact_list_free(struct fact_list *list);

#endif
