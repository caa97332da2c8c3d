/* trace_names: kernel names of a trace for people, as lists and pages of reports have them: short,
 * with the user's renames; or in another form that an option asks for. Each name is made once. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_NAMES_H
#define ROOFTOP_REPORT_TRACE_TRACE_NAMES_H

#include "report/names/kernel_names.h"
#include "report/names/kernel_renames.h"
#include "report/trace/trace.h"

struct trace_names;

/* renames: NULL for none; must outlive the names. */
struct trace_names *trace_names_new(struct trace *trace, enum kernel_name_form form,
                                    const struct kernel_renames *renames);
void trace_names_free(struct trace_names *names);

/* The name of a kernel, by the number of its string. Valid as long as `names`. */
const char *trace_kernel_name(struct trace_names *names, uint64_t string);

#endif
