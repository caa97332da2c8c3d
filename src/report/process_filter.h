/* process_filter: the processes that --target-processes-filter names. Items of a list are tested
 * on the file name of the executable, in order; the first that fits decides:
 *
 *     NAME, regex:EXPR    this process is taken
 *     exclude:NAME        it is not
 *     exclude-tree:NAME   nor are the processes that it starts, whatever fits them
 *
 * Behind exclude: and exclude-tree: regex: works too. What nothing fits is taken, unless an item
 * names what is to be taken. Initialise with {0}, which takes every process. */
#ifndef ROOFTOP_PROCESS_FILTER_H
#define ROOFTOP_PROCESS_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "name_pattern.h"

enum process_verdict { PROCESS_TAKE, PROCESS_LEAVE, PROCESS_LEAVE_TREE };

struct process_filter {
    struct process_item {
        struct name_pattern name;
        enum process_verdict verdict;
    } * items;
    size_t count, capacity;
};

/* Adds the items of a comma-separated list. */
bool process_filter_add(struct process_filter *filter, const char *list, struct error *error);
/* path: of the executable; its folders do not count. name: that the process was started under where
 * this is another (sh is a link to dash, a script is run by its shell), or NULL. */
enum process_verdict process_filter_judge(const struct process_filter *filter, const char *path,
                                          const char *name);
void process_filter_free(struct process_filter *filter);

#endif
