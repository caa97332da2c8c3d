/* source_import: the text of the source files that modules were compiled from, put into their
 * entries of a report, so that the lines of a kernel can be read where the files are not.
 *
 * Which files: those that the module's line table names, headers too. Where
 * they are looked for: source_files.h. Each is read once for a run. A file that is no text (it has
 * a zero byte) counts as missing. */
#ifndef ROOFTOP_SOURCE_IMPORT_H
#define ROOFTOP_SOURCE_IMPORT_H

#include "report.pb-c.h"
#include "source_files.h"

struct source_import {
    struct source_files files; /* its settings are the caller's */
    size_t modules, lined;     /* that were looked at, that have a line table */
};

/* Adds the files to the entry of a module, which has its binary and no files yet. */
void source_import_add(struct source_import *import, Rep__SourceData *source);

/* What the user should know when all modules have come: a sentence to free(), or NULL. */
char *source_import_note(const struct source_import *import);

void source_import_free(struct source_import *import);

#endif
