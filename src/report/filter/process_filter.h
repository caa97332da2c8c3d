/* process_filter: selects processes by --target-processes-filter.
 *
 * The items of a list are tested in order against the file name of the executable. The first one
 * that fits decides:
 *   NAME, regex:EXPR    the process is profiled
 *   exclude:NAME        it is not
 *   exclude-tree:NAME   neither it nor any process that it starts is
 * regex: also works behind exclude: and exclude-tree:. A process that fits no item is
 * profiled, unless the list has an item without exclude. Initialise with {0}, which lets every
 * process be profiled. */
#ifndef ROOFTOP_REPORT_FILTER_PROCESS_FILTER_H
#define ROOFTOP_REPORT_FILTER_PROCESS_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "report/base/name_pattern.h"

enum process_verdict { PROCESS_MEASURE, PROCESS_LEAVE, PROCESS_LEAVE_TREE };

struct process_filter {
    struct process_item {
        struct name_pattern name;
        enum process_verdict verdict;
    } * items;
    size_t count, capacity;
};

/* Adds the items of a comma-separated list. Returns false with the error if one is wrong. */
bool process_filter_add(struct process_filter *filter, const char *list, struct error *error);
/* Judges a process. Only the file name of `path`, its executable, counts. `name` is the name under
 * which the process was started if it differs (sh is a link to dash, a shell runs a script), or
 * NULL. */
enum process_verdict process_filter_judge(const struct process_filter *filter, const char *path,
                                          const char *name);
void process_filter_free(struct process_filter *filter);

#endif
