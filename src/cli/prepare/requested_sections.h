/* requested_sections: the sections that a profiling run reads. */
#ifndef ROOFTOP_CLI_PREPARE_REQUESTED_SECTIONS_H
#define ROOFTOP_CLI_PREPARE_REQUESTED_SECTIONS_H

#include <stdio.h>

#include "cli/options/options.h"
#include "report/section/section.h"

/* Like load_sections(), but leaves out what plan_make() does not look at (plan_sections.h). Where
 * the user has sections, all are read, and the broken ones are named. */
bool load_requested_sections(struct section_library *library, const struct options *options,
                             FILE *messages, struct error *error);

#endif
