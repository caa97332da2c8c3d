/* chip_list: chips by name. */
#ifndef ROOFTOP_CHIP_LIST_H
#define ROOFTOP_CHIP_LIST_H

#include "cupti_host.h"

/* Compute capability, 90 for 9.0, for the filters of sections; 0: not known. */
unsigned chip_arch(const char *chip);

/* A chip of any case under the name that CUPTI has for it. NULL: it has none; the error names the
 * nearest and all. free() */
char *chip_named(struct cupti_library *library, const char *word, struct error *error);

/* All chips, as "GV100, TU102, ...". free() */
char *chip_names(struct cupti_library *library);

#endif
