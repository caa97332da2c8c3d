/* inputs: the report files that the words after --import stand for.
 *
 * A word is a file; a folder, for every *.ncu-rep in it; or, where there is neither, a pattern for
 * glob(7), whose matches may be folders, too. Words keep their order; what one word stands for is
 * in natural order. Whatever is no folder is taken for a file: whether it is a report shows when it
 * is opened. */
#ifndef ROOFTOP_INPUTS_H
#define ROOFTOP_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct input {
    char *path;
    bool again; /* the same file as one before */
};

struct inputs {
    struct input *list;
    size_t count, capacity;
};

/* Adds the files of a word. recursive: of a folder also those in the folders below it, links to
 * folders left out. false: a folder without reports, a pattern without matches, or a folder that
 * cannot be read. */
bool inputs_add(struct inputs *inputs, const char *word, bool recursive, struct error *error);

/* Marks the files that are there more than once, by whatever names. */
void inputs_find_again(struct inputs *inputs);

void inputs_free(struct inputs *inputs);

#endif
