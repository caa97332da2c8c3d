/* trace_chrome: writes a trace as the JSON that Perfetto (ui.perfetto.dev) and chrome://tracing
 * read ("Trace Event Format"): each GPU is a process with its streams as threads, each process has
 * its threads with calls and NVTX ranges, and arrows lead from calls to what they launched. Times
 * are microseconds since the start of the trace; otherData.start_ns says when that was. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_CHROME_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_CHROME_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/trace_pages/trace_pages.h"

void trace_chrome_print(const struct trace_view *view, FILE *out);

/* Writes it to a file, under a temporary name until it is complete. false: see error. */
bool trace_chrome_write(const struct trace_view *view, const char *path, bool overwrite,
                        struct error *error);

#endif
