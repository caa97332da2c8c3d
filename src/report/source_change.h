/* source_change: how a number of an instruction or a line differs from that of its partner in a
 * baseline: see value_change.h. */
#ifndef ROOFTOP_SOURCE_CHANGE_H
#define ROOFTOP_SOURCE_CHANGE_H

#include "source_metrics.h"
#include "value_change.h"

/* NAN: there is no number; duration: see value_change_judge(). A group of samples is judged as its
 * members; nothing is said of two zeros. */
struct value_change source_change_judge(const char *metric, double before, double now,
                                        double duration);

/* The sum of a column over some instructions, or what there is of its codes, against the same
 * metric of the baseline's: says nothing if the baseline has none. */
struct value_change source_change_of(const struct source_column *column, const size_t *now,
                                     size_t now_count, const struct source_metrics *before,
                                     const size_t *partners, size_t partner_count, double duration);

/* What stands there, as text: "" if it is the same, else "was Global(2)". */
struct value_change source_change_text(const char *before, const char *now);

#endif
