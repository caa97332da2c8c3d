/* list_sections: the answers to --list-sets and --list-sections. */
#ifndef ROOFTOP_LIST_SECTIONS_H
#define ROOFTOP_LIST_SECTIONS_H

#include "options.h"

/* A set a line with its sections; or a section a line: identifier, name, sets, file and what it
 * replaces. What is wrong with files and folders goes to standard error; the status is then 1. */
int list_sections(const struct options *options);

#endif
