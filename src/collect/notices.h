/* notices: what the injection library's notices tell the user: with advice where an error of CUPTI
 * has a known remedy, with the kernel's name where they are about one; once a run, however many
 * processes and contexts meet it, unless the process is lost by it. */
#ifndef ROOFTOP_NOTICES_H
#define ROOFTOP_NOTICES_H

#include <stddef.h>

#include "wire.pb-c.h"

struct notices {
    char **said;
    size_t count, capacity;
};

/* The text; free() it. NULL: it was said before. */
char *notices_text(struct notices *notices, const Wire__Notice *notice);
void notices_free(struct notices *notices);

#endif
