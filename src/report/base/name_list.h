/* name_list: splits texts like "a,b,c", which options and reports contain, and sorts names. */
#ifndef ROOFTOP_REPORT_BASE_NAME_LIST_H
#define ROOFTOP_REPORT_BASE_NAME_LIST_H

#include <stddef.h>

/* Returns the next part as a new string and moves *list behind it. Returns NULL at the end or if
 * *list is NULL. Two adjacent commas have an empty part between them. */
char *name_list_next(const char **list);

/* Does the same for the lists that options are given: a comma in brackets does not separate, since
 * a regular expression may contain "{1,2}", and empty parts are left out. */
char *name_list_next_word(const char **list);

/* Sorts names that the list owns, as strcmp() orders them, and frees those that are there twice.
 * Returns how many are left. */
size_t name_list_sort(char **names, size_t count);

#endif
