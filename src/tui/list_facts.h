/* list_facts: what the list shows of results beside their summaries: values of metrics, and facts
 * of the launch. They are read from the wire bytes of a result when its row is drawn, all that is
 * asked for in one go, or step by step for all results, and kept. */
#ifndef ROOFTOP_LIST_FACTS_H
#define ROOFTOP_LIST_FACTS_H

#include "list_column.h"
#include "name_index.h"
#include "report.h"

struct list_fact {
    bool is_read, is_known; /* known: the result has it */
    double number;          /* NAN: it is a text */
    const char *text;       /* as the file has it; NULL: it is a number; lives as long as this */
};

/* What one column takes its values from. */
struct list_source {
    enum list_field field;
    char *metric;
    struct list_fact *facts; /* by result */
    size_t capacity;
    size_t next;   /* results before it are all read */
    bool is_named; /* the report has the name of the metric */
};

/* Initialise with {.report = report}; release with list_facts_free(). The report must outlive it.
 */
struct list_facts {
    struct report *report;
    struct list_source *sources;
    size_t count, capacity;
    uint16_t *wanted;                /* by the id of a name: source + 1 */
    size_t wanted_count, wanted_for; /* names and sources that it knows */
    struct report_value *values;     /* by source */
    struct name_index texts;
};

enum { LIST_NO_SOURCE = -1 };

void list_facts_free(struct list_facts *facts);

/* The source of a column, made if it is new; LIST_NO_SOURCE: the summary has its values. */
int list_facts_source(struct list_facts *facts, const struct list_column *column);

/* Whether the report has the metric of the column, or that is of none. */
bool list_facts_named(struct list_facts *facts, const struct list_column *column);

/* What a result has of it, read now if it was not yet. */
const struct list_fact *list_facts_get(struct list_facts *facts, int source, size_t result);

/* Whether all results were read, how many of them were, and the next one of those that were not. */
bool list_facts_whole(const struct list_facts *facts, int source);
int list_facts_percent(const struct list_facts *facts, int source);
void list_facts_step(struct list_facts *facts, int source);

#endif
