/* source_files: finds the text of the source files that a module was compiled from.
 *
 * It looks, in this order, among the files that the user names, in the report, on disk, and below
 * the folders that the user names. Of several named files with the same name, the one that shares
 * the longest end of the path is taken. Only regular files up to 64 MiB are read. */
#ifndef ROOFTOP_REPORT_CODE_SOURCE_FILES_H
#define ROOFTOP_REPORT_CODE_SOURCE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"

struct source_text {
    const char *path;   /* as shown: that of the named file, or else that of the compilation */
    const char **lines; /* without line breaks */
    size_t *lengths;
    size_t count, capacity;
    char *bytes; /* the whole text, NUL-ended beyond `length` */
    size_t length;
    bool differs; /* its size is not that of the compiled file */

    /* private */
    char *wanted, *shown;
    const Rep__SourceFiles *files;
};

struct source_files {
    const char *named, *folders; /* comma-separated; NULL: none */
    bool disk;                   /* whether files outside of the report are read at all */
    struct source_text **texts;
    size_t count, capacity;
};

/* Returns the text of the file with this path, and this size unless it is 0 (unknown), or NULL if
 * it is nowhere. `files` are the module's files in the report, or NULL. The text lives until
 * source_files_free(). */
const struct source_text *source_files_get(struct source_files *all, const Rep__SourceFiles *files,
                                           const char *path, size_t size);
/* Returns where the file with this path lies on this machine, whether or not the report has its
 * text: among the named files, at its path, or below the folders. A new string, or NULL. */
char *source_files_on_disk(const struct source_files *all, const char *path);
void source_files_free(struct source_files *all);

#endif
