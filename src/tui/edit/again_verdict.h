/* again_verdict: what became of a kernel that was measured again, in one line: its time, whether
 * that changed beyond the noise (metric_change.h), and how many metrics did. */
#ifndef ROOFTOP_TUI_EDIT_AGAIN_VERDICT_H
#define ROOFTOP_TUI_EDIT_AGAIN_VERDICT_H

#include "report/base/error.h"
#include "report/file/result_cache.h"
#include "report/section/section_choice.h"

/* Compares two results of a report, the one before and the one now, with the metrics in the headers
 * of these sections. The cache is that of the report. Returns a new string, or NULL with the error.
 */
char *again_verdict(struct report *report, struct result_cache *cache, const size_t results[2],
                    struct section_choice *sections, struct error *error);

#endif
