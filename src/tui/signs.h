/* signs: what the signs of the screen mean, as the glyphs in use have them; for the help. */
#ifndef ROOFTOP_SIGNS_H
#define ROOFTOP_SIGNS_H

#include <stddef.h>

#include "glyphs.h"

struct sign {
    const char *help;
    size_t at;                                        /* of its text in struct glyphs, or */
    const char *(*text)(const struct glyphs *glyphs); /* what says it; NULL: `at` does */
};

extern const struct sign signs[];
extern const size_t sign_count;

const char *sign_text(const struct sign *sign, const struct glyphs *glyphs);

#endif
