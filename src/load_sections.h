/* load_sections: the sections that the command line and the user's folder bring. */
#ifndef ROOFTOP_LOAD_SECTIONS_H
#define ROOFTOP_LOAD_SECTIONS_H

#include <stdio.h>

#include "options.h"

/* Sections built in, the user's own and those of the folders given. Broken files are named on
 * `messages`. false: a folder cannot be read. */
bool load_sections(struct section_library *library, const struct options *options, FILE *messages,
                   struct error *error);

/* What --section and --set ask for; the sets stay those of the options. false: a name is no regular
 * expression. Release with section_choice_free() in any case. */
bool choose_sections(struct section_choice *choice, const struct options *options,
                     struct error *error);

/* Whether a page of a report shows anything but what the report itself holds. */
bool wants_sections(const struct options *options);

#endif
