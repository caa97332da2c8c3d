/* report_tree: a report as trees of its messages (tree.h), which can be changed and written again.
 */
#ifndef ROOFTOP_HOSTILE_REPORT_TREE_H
#define ROOFTOP_HOSTILE_REPORT_TREE_H

#include "mutate.h"

enum { REPORT_KINDS = 5 }; /* of entries: enum entry_kind */

struct report_entry {
    unsigned kind;
    struct tree *message;
    int64_t lie; /* added to the size before it */
};

struct report_block {
    struct tree *header;
    struct report_entry *entries;
    size_t count, capacity;
    bool keeps_counts; /* counts and size in the header stay as they are; else they fit */
};

struct report_tree {
    struct arena *arena;
    struct tree *header;
    struct report_block *blocks;
    size_t count, capacity;
};

/* Reads a report; what is damaged in it is left out. NULL: it is none. */
struct report_tree *report_tree_read(struct arena *arena, const uint8_t *bytes, size_t length);

/* Appends the report's bytes. */
void report_tree_write(const struct report_tree *report, struct strbuf *out);

/* Leaves at most so many results, chosen by chance: what is small is fuzzed faster. */
void report_tree_thin(struct random *random, struct report_tree *report, size_t results);

/* Makes one change. other: a report that parts are taken from, or NULL. */
void report_tree_mutate(struct random *random, struct report_tree *report,
                        const struct report_tree *other);

/* Calls visit() for each message of the report: headers and entries. */
void report_tree_each(const struct report_tree *report,
                      void (*visit)(void *context, struct tree *message), void *context);

#endif
