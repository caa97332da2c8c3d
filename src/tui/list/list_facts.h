/* list_facts: values that the list shows beside the summaries of results: metrics, and facts of the
 * launch.
 *
 * They are read from the wire bytes of a result, all wanted ones at once, before its row is drawn,
 * or step by step for all results. They are kept. */
#ifndef ROOFTOP_TUI_LIST_LIST_FACTS_H
#define ROOFTOP_TUI_LIST_LIST_FACTS_H

#include "report/base/name_index.h"
#include "report/file/report.h"
#include "tui/list/list_column.h"

struct list_fact {
    bool is_read, is_known; /* known: the result has it */
    double number;          /* NAN: it is a text */
    const char *text;       /* as in the file; NULL: a number; lives as long as this */
};

/* Where a column takes its values from. */
struct list_source {
    enum list_field field;
    char *metric;
    struct list_fact *facts; /* by result */
    size_t capacity;
    size_t next;   /* all results before it are read */
    bool is_named; /* the report has the name of the metric */
};

/* Initialise with {.report = report}; release with list_facts_free(). The report must outlive it.
 */
struct list_facts {
    struct report *report;
    struct list_source *sources;
    size_t count, capacity;
    uint16_t *wanted;                /* by id of a name: index of the source + 1 */
    size_t wanted_count, wanted_for; /* numbers of names and sources in `wanted` */
    struct report_value *values;     /* by source */
    struct name_index texts;
};

/* LIST_NOT_READ: the column needs a source, and list_facts_source() has not made it yet. */
enum { LIST_NO_SOURCE = -1, LIST_NOT_READ = -2 };

void list_facts_free(struct list_facts *facts);

/* Returns the source of a column, which is made if it is new, or LIST_NO_SOURCE if the summary has
 * its values. */
int list_facts_source(struct list_facts *facts, const struct list_column *column);
/* Returns the same, or LIST_NOT_READ, and makes nothing. */
int list_facts_find(const struct list_facts *facts, const struct list_column *column);
/* Looks up the names of metrics that have come to the report. list_facts_named() is fast then. */
void list_facts_settle(struct list_facts *facts);

/* Returns whether the report has the column's metric, or the column has none. */
bool list_facts_named(const struct list_facts *facts, const struct list_column *column);

/* Returns the fact of a result, which is read now if needed. */
const struct list_fact *list_facts_get(struct list_facts *facts, int source, size_t result);
/* Returns the fact of a result, or NULL if it is not read yet. */
const struct list_fact *list_facts_kept(const struct list_facts *facts, int source, size_t result);

/* list_facts_whole() returns whether all results are read, list_facts_percent() how many of them.
 * list_facts_step() reads the next one. */
bool list_facts_whole(const struct list_facts *facts, int source);
int list_facts_percent(const struct list_facts *facts, int source);
void list_facts_step(struct list_facts *facts, int source);

#endif
