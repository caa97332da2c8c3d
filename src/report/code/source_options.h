/* source_options: what the source page shows, and what it may use on this machine.
 *
 * All zero means SASS from the report alone: no program is run, no file is read or written. */
#ifndef ROOFTOP_REPORT_CODE_SOURCE_OPTIONS_H
#define ROOFTOP_REPORT_CODE_SOURCE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

enum source_kind { SOURCE_SASS, SOURCE_PTX, SOURCE_CUDA, SOURCE_CUDA_SASS, SOURCE_KINDS };
extern const char *const source_kind_names[SOURCE_KINDS + 1]; /* NULL ends the list */

struct source_options {
    enum source_kind kind;
    const char *nvdisasm; /* the program (nvdisasm_find); NULL: instructions have no text */
    const char *cache;    /* folder for disk_cache.h; NULL: nothing is kept */
    const char *named_files, *folders; /* see source_files.h; NULL: none */
    bool disk;                         /* whether source files are read from disk */
    bool lines;                        /* whether SASS has the lines of its instructions */
    FILE *notes; /* where notes go about what cannot be shown; NULL: nowhere */
};

#endif
