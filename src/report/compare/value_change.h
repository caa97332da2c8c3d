/* value_change: how a value of a result differs from that of a baseline, judged by metric_change.h
 * and said in few columns.
 *
 * The text is "+12.3 %"; from twice on "×2.13", below a tenth "÷12.3" (x and / without UTF-8);
 * "from 0", "to 0"; "~" within noise, "=" for no change. A value that is missing on one side never
 * counts as 0: "n/a before", "was 12.3 us". Metrics that say nothing about the kernel have no
 * change. */
#ifndef ROOFTOP_REPORT_COMPARE_VALUE_CHANGE_H
#define ROOFTOP_REPORT_COMPARE_VALUE_CHANGE_H

#include "report/base/strbuf.h"
#include "report/content/view_cells.h"
#include "report/file/result.h"
#include "report/metric/metric_change.h"

struct value_change {
    enum change_verdict verdict;
    double before;  /* the baseline's number; NAN: none */
    double percent; /* of the baseline's number; NAN: unknown */
    char text[64];  /* safe; "" if there is nothing to say */
};

/* Compares two numbers in one unit; NAN: none. `duration` is that of a launch in ns, or NAN. A
 * metric "" is unknown: it varies as times do and is neither better nor worse. */
struct value_change value_change_judge(const char *metric, double before, double now,
                                       double duration);

/* Compares a metric of both results, which may be a text. The text is empty if baseline is NULL.
 * What is a matter of work (metric_is_of_work()) is neither better nor worse if their threads
 * differ. */
struct value_change value_change_of(const struct result *result, const struct result *baseline,
                                    const char *metric);

/* Returns the longer of the two durations in ns, which noise depends on; NAN if unknown. */
double value_change_duration(const struct result *result, const struct result *baseline);

/* How many times as many threads the result has as the baseline, see change_threads(). */
double value_change_threads(const struct result *result, const struct result *baseline);

/* Takes the judgement away if that is not 1 and the metric is a matter of work. */
void value_change_of_work(struct value_change *change, const char *metric, double threads);

/* Appends ", but with 4 times the threads", or nothing for 1. */
void value_change_add_threads(struct strbuf *out, double threads);

/* Says what became of the time: "1.43× faster", "2.10× slower", "as fast" within noise, or that a
 * duration is missing. */
struct value_change value_change_speed(double before, double now);

#endif
