/* inputs: finds the report files that the words after --import stand for.
 *
 * A word is a file; a folder, which stands for every report in it (report_suffix.h); or otherwise a
 * pattern for glob(7), which may match folders, too. The files keep the order of the words; the
 * files of one word are in natural order. Everything that is no folder counts as a report until it
 * is opened. */
#ifndef ROOFTOP_REPORT_FILE_INPUTS_H
#define ROOFTOP_REPORT_FILE_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

struct input {
    char *path;
    bool again; /* the same file as an earlier one */
};

struct inputs {
    struct input *list;
    size_t count, capacity;
};

/* Adds the files of a word. If `recursive` is set, a folder includes the folders below it, but no
 * links to folders. Returns false with the error for a folder without reports, a pattern without
 * matches, or a folder that cannot be read. */
bool inputs_add(struct inputs *inputs, const char *word, bool recursive, struct error *error);

/* Marks the files that occur more than once, under whatever names. */
void inputs_find_again(struct inputs *inputs);

void inputs_free(struct inputs *inputs);

#endif
