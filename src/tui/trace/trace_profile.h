/* trace_profile: from a kernel of the timeline to its counters: the commands that profile it and
 * that show the results which reports have of it. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_PROFILE_H
#define ROOFTOP_TUI_TRACE_TRACE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/word_list.h"
#include "report/trace_pages/trace_pages.h"

struct trace_profile {
    struct word_list program; /* with its arguments; empty: not known */
    struct word_list reports; /* that may have results of kernels */
    char *beside;             /* what new reports are named after, with the folder */
};

/* The kernel that is meant. */
struct trace_kernel {
    const char *mangled, *shown;
    unsigned long long before; /* launches of this name before it */
};

void trace_profile_free(struct trace_profile *profile);

/* Takes the program from the command that the trace keeps, else the first process without its
 * arguments. */
void trace_profile_read_program(struct trace_profile *profile, struct trace *trace);

/* Which kernel a work of the index is. false: it is none. */
bool trace_kernel_of(const struct trace_view *view, size_t work, struct trace_kernel *kernel);

/* The command that profiles a kernel, with the form first; the name of the report that it will
 * write goes to the reports. Both end with a NULL. */
void trace_profile_words(struct trace_profile *profile, const struct trace_kernel *kernel,
                         struct word_list *words);

/* The command that shows a report's results of the kernel. false: no report has any. */
bool trace_profile_open_words(const struct trace_profile *profile,
                              const struct trace_kernel *kernel, struct word_list *words);

/* Whether a report has a result of the kernel. */
bool trace_profile_has(const char *report, const struct trace_kernel *kernel);

#endif
