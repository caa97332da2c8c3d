/* embedded: the files that the binary carries: sections, themes and, if built with CUDA, the
 * injection library. */
#ifndef ROOFTOP_REPORT_BASE_EMBEDDED_H
#define ROOFTOP_REPORT_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* "sections/SpeedOfLight.section" */
    const char *data; /* not NUL-ended */
    size_t size;
};

extern const struct embedded_file embedded_files[];
extern const size_t embedded_count;

/* Returns the file of that name, or NULL. */
const struct embedded_file *embedded_find(const char *name);

/* Returns what follows the text where the file has it first, or NULL. */
const char *embedded_behind(const struct embedded_file *file, const char *text);

#endif
