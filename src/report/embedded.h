/* embedded: the files that the binary carries: sections, themes and, with CUDA, the injection
 * library. */
#ifndef ROOFTOP_EMBEDDED_H
#define ROOFTOP_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* "sections/SpeedOfLight.section" */
    const char *data; /* not NUL-ended */
    size_t size;
};

extern const struct embedded_file embedded_files[];
extern const size_t embedded_count;

/* NULL if there is none of that name. */
const struct embedded_file *embedded_find(const char *name);

#endif
