/* trace_marks: which kernels of a trace have results in a report beside it, so that rows and names
 * of these can be marked: key o opens the results. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_MARKS_H
#define ROOFTOP_TUI_TRACE_TRACE_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options/word_list.h"
#include "report/trace/trace.h"
#include "report/trace_pages/trace_table.h"

struct trace_marks {
    struct word_list kernels; /* with results, mangled, sorted */
    bool *names;              /* whether the name with this number of the trace is one of them */
    size_t count;
    struct trace *trace;
};

/* Reads which kernels the reports have results of. Files that are no reports are left out. */
void trace_marks_read(struct trace_marks *marks, const struct word_list *reports);

/* Looks for their names in a trace; again when it has more. */
void trace_marks_find(struct trace_marks *marks, struct trace *trace);
void trace_marks_free(struct trace_marks *marks);

/* Whether a record is a launch of such a kernel; and whether a row leads to one. */
bool trace_marks_has(const struct trace_marks *marks, enum trace_kind kind, size_t row);
bool trace_marks_has_spot(const struct trace_marks *marks, const struct trace_spot *spot);

#endif
