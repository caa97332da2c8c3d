/* rerun_text: what a run will cost, in words: what is known of it, and no more. */
#ifndef ROOFTOP_RERUN_TEXT_H
#define ROOFTOP_RERUN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

struct rerun_cost {
    size_t metrics;
    unsigned passes;
    bool application;       /* the program is run once for each pass, and once before */
    uint64_t launches;      /* to be measured; 0: not known */
    double pass_seconds;    /* of one launch in one pass, as measured; 0: not known */
    double program_seconds; /* of the program alone, as measured; 0: not known */
};

/* "24 metrics, 14 passes, about 6 s for 10 launches" */
void rerun_text_cost(struct strbuf *out, const struct rerun_cost *cost);

#endif
