/* left_out: launches that the programs did not ask about, since the choice (choice.h) leaves them
 * out, for the message when none was profiled. */
#ifndef ROOFTOP_LEFT_OUT_H
#define ROOFTOP_LEFT_OUT_H

#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

enum { LEFT_OUT_NAMES = 12 };

struct left_out {
    uint64_t outside, stopped, other_stacks;
    char *open[LEFT_OUT_NAMES]; /* NVTX ranges at those outside */
    size_t open_count;
};

void left_out_add(struct left_out *left_out, const Wire__Bye *bye);
/* A sentence; free() it. NULL: there were none. */
char *left_out_text(const struct left_out *left_out);
void left_out_free(struct left_out *left_out);

#endif
