/* source_import: puts the text of the source files that modules were compiled from into the
 * modules' entries of a report, so that the lines of a kernel can be read where the files are not.
 *
 * It looks for the files that the module's line table names, headers included; source_files.h says
 * where they are looked for. Each file is read once in a run. A file with a zero byte is no text
 * and counts as missing. */
#ifndef ROOFTOP_COLLECT_RESULT_SOURCE_IMPORT_H
#define ROOFTOP_COLLECT_RESULT_SOURCE_IMPORT_H

#include "report.pb-c.h"
#include "report/code/source_files.h"

struct source_import {
    struct source_files files; /* its settings are the caller's */
    size_t modules, lined; /* modules that were looked at, and those of them with a line table */
};

/* Adds the files to the entry of a module. The entry has its binary and no files yet. */
void source_import_add(struct source_import *import, Rep__SourceData *source);

/* What the user should know when all modules have come, as a sentence; free() it. NULL: nothing. */
char *source_import_note(const struct source_import *import);

void source_import_free(struct source_import *import);

#endif
