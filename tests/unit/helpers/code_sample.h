/* code_sample: a report of code with what was counted and sampled in it, for the source view: a
 * kernel, `blur`, and a range that ran it and a function of another module, `helper`, of which
 * nothing but the code is known. */
#ifndef CODE_SAMPLE_H
#define CODE_SAMPLE_H

#include "build_report.h"

/* Of blur's instructions, the listing has as many: */
enum { CODE_INSTRUCTIONS = 12, CODE_ADDRESS = 0x700000 };

struct code_sample {
    size_t instructions; /* at least CODE_INSTRUCTIONS; what is more is of one line */
    bool no_file;        /* the source file is not in the report */
    bool no_lines;       /* it was compiled without -lineinfo */
    bool no_metrics;
    bool timed;  /* its duration is known, 40 us */
    bool before; /* an older version of blur: other code and source, other numbers */
};

void build_code(struct build *build, const struct code_sample *sample);

/* What nvdisasm would print of the modules of both functions. */
void code_listing(struct strbuf *out, const struct code_sample *sample);

#endif
