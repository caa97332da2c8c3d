/* load_sections: loads the sections that a command shows or collects. */
#ifndef ROOFTOP_CLI_OPEN_LOAD_SECTIONS_H
#define ROOFTOP_CLI_OPEN_LOAD_SECTIONS_H

#include <stdio.h>

#include "cli/options/options.h"

/* Loads the built-in sections, the user's own and the sections of the folders on the command line.
 * Broken files are named on `messages`. false: a folder cannot be read. */
bool load_sections(struct section_library *library, const struct options *options, FILE *messages,
                   struct error *error);

/* Sets the choice to what --section and --set ask for. It points to the options' list of sets.
 * false: a name is not a regular expression. Release with section_choice_free() in any case. */
bool choose_sections(struct section_choice *choice, const struct options *options,
                     struct error *error);

/* Whether the command line asks for sections, so that a page shows others than the report has. */
bool wants_sections(const struct options *options);

#endif
