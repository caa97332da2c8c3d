/* value_change: how one value of a result differs from that of a baseline, judged as
 * metric_change.h does and told in few columns.
 *
 * "+12.3 %"; at twice and more "×2.13", below a tenth "÷12.3" (x and / without UTF-8); "from 0",
 * "to 0"; "~" within noise, "=" where nothing changed. What only one side has is said, never taken
 * for 0: "n/a before", "was 12.3 us". Values that say nothing of the kernel have no change. */
#ifndef ROOFTOP_VALUE_CHANGE_H
#define ROOFTOP_VALUE_CHANGE_H

#include "metric_change.h"
#include "result.h"
#include "view_cells.h"

struct value_change {
    enum change_verdict verdict;
    double before;  /* the baseline's number; NAN: none */
    double percent; /* of the baseline's number; NAN: not known */
    char text[64];  /* safe; "" if there is nothing to say */
};

/* Numbers in one unit, NAN where there is none; duration: of a launch in ns, or NAN. metric "": of
 * none that is known, which varies as times do and is neither better nor worse. */
struct value_change value_change_judge(const char *metric, double before, double now,
                                       double duration);

/* A metric of both, which may be a text. baseline NULL: nothing to say. */
struct value_change value_change_of(const struct result *result, const struct result *baseline,
                                    const char *metric);

/* The longer duration of the two in ns, by which noise is judged; NAN: not known. */
double value_change_duration(const struct result *result, const struct result *baseline);

/* What became of the time: "1.43× faster", "2.10× slower", "as fast" within noise, or that a
 * duration is missing. */
struct value_change value_change_speed(double before, double now);

#endif
