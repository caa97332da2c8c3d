/* rerun_text: describes in words what a run will cost, as far as that is known. */
#ifndef ROOFTOP_TUI_RERUN_RERUN_TEXT_H
#define ROOFTOP_TUI_RERUN_RERUN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"

struct rerun_cost {
    size_t metrics;
    unsigned passes;
    bool application;  /* application replay: one run of the program for each pass and one before */
    uint64_t launches; /* launches to measure; 0: unknown */
    double pass_seconds;    /* measured time of one launch in one pass; 0: unknown */
    double program_seconds; /* measured time of the program alone; 0: unknown */
};

/* Appends for example "24 metrics, 14 passes, about 6 s for 10 launches". */
void rerun_text_cost(struct strbuf *out, const struct rerun_cost *cost);

#endif
