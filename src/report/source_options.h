/* source_options: what the source page shows, and what it may take from this machine for it. All
 * zero: SASS, from the report alone; no program is run, no file read or written. */
#ifndef ROOFTOP_SOURCE_OPTIONS_H
#define ROOFTOP_SOURCE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

enum source_kind { SOURCE_SASS, SOURCE_PTX, SOURCE_CUDA, SOURCE_CUDA_SASS, SOURCE_KINDS };
extern const char *const source_kind_names[SOURCE_KINDS + 1]; /* NULL behind the last */

struct source_options {
    enum source_kind kind;
    const char *nvdisasm; /* the program (nvdisasm_find); NULL: instructions have no text */
    const char *cache;    /* folder of disk_cache.h; NULL: nothing is kept */
    const char *named_files, *folders; /* see source_files.h; NULL: none */
    bool disk;                         /* whether source files are read from disk */
    bool lines;                        /* SASS: whether the lines of instructions are read too */
    FILE *notes;                       /* what could not be shown, and why; NULL: nowhere */
};

#endif
