/* source_files: the text of the source files that a module was compiled from.
 *
 * Looked for, in this order: among the files the user names, in the report, on disk, below the
 * folders the user names. Of several named files with the same name the one fits that shares the
 * longest end of its path. Only regular files up to 64 MiB are read. */
#ifndef ROOFTOP_SOURCE_FILES_H
#define ROOFTOP_SOURCE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"

struct source_text {
    const char *path;   /* as shown: that of the file that was named, else the one compiled */
    const char **lines; /* without the ends of lines */
    size_t *lengths;
    size_t count, capacity;
    char *bytes; /* all of it, NUL-ended beyond its length */
    size_t length;
    bool differs; /* its size is not that of the file that was compiled */

    /* private */
    char *wanted, *shown;
    const Rep__SourceFiles *files;
};

struct source_files {
    const char *named, *folders; /* comma-separated; NULL: none */
    bool disk;                   /* whether files are read at all that the report does not hold */
    struct source_text **texts;
    size_t count, capacity;
};

/* The text of a file with this path, and size if it is known (else 0); NULL: it is nowhere. files:
 * those of the module in the report, or NULL. Kept until source_files_free(). */
const struct source_text *source_files_get(struct source_files *all, const Rep__SourceFiles *files,
                                           const char *path, size_t size);
void source_files_free(struct source_files *all);

#endif
