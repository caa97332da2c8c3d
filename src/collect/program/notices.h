/* notices: what the injection library's notices tell the user. A text gets advice if it has an
 * error of CUPTI with a known remedy, and the kernel's name if it is about one kernel. Each text is
 * shown once in a run, however many processes and contexts send it, unless the process cannot be
 * profiled because of it. */
#ifndef ROOFTOP_COLLECT_PROGRAM_NOTICES_H
#define ROOFTOP_COLLECT_PROGRAM_NOTICES_H

#include <stddef.h>

#include "wire.pb-c.h"

struct notices {
    char **said;
    size_t count, capacity;
};

/* What the error of CUPTI that the text names means for the user, and what to do; NULL: that is not
 * known. */
const char *notices_advice(const char *text);
/* The text with this advice behind it; free() it. */
char *notices_explained(const char *text);

/* The text for the user; free() it. NULL: it was shown before. */
char *notices_text(struct notices *notices, const Wire__Notice *notice);
void notices_free(struct notices *notices);

#endif
