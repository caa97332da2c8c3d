/* source_change: how a number of an instruction or a line differs from that of its partner in a
 * baseline: see value_change.h. */
#ifndef ROOFTOP_REPORT_COMPARE_SOURCE_CHANGE_H
#define ROOFTOP_REPORT_COMPARE_SOURCE_CHANGE_H

#include "report/code/source_metrics.h"
#include "report/compare/value_change.h"

/* Compares two numbers; NAN: none. value_change_judge() explains `duration`. A group of samples is
 * judged like its members. The text is empty if both are zero. */
struct value_change source_change_judge(const char *metric, double before, double now,
                                        double duration);

/* Compares the sum of a column over some instructions, or its codes, with the same metric in the
 * baseline. The text is empty if the baseline lacks the metric. */
struct value_change source_change_of(const struct code_column *column, const size_t *now,
                                     size_t now_count, const struct source_metrics *before,
                                     const size_t *partners, size_t partner_count, double duration);

/* Compares two texts. The change's text is "" if they are equal, else "was Global(2)". */
struct value_change source_change_text(const char *before, const char *now);

#endif
