/* list_sections: --list-sets and --list-sections. */
#ifndef ROOFTOP_CLI_COMMANDS_LIST_SECTIONS_H
#define ROOFTOP_CLI_COMMANDS_LIST_SECTIONS_H

#include "cli/options/options.h"

/* Prints a line for each set with its sections, or a line for each section: identifier, name, sets,
 * file and what it replaces. Returns the exit status: 1 if a file or a folder is wrong, which is
 * said on standard error. */
int list_sections(const struct options *options);

#endif
