/* chip_list: chips by name. */
#ifndef ROOFTOP_COLLECT_CUPTI_CHIP_LIST_H
#define ROOFTOP_COLLECT_CUPTI_CHIP_LIST_H

#include "collect/cupti/cupti_host.h"

/* The compute capability of a chip for the filters of sections: 90 for 9.0. 0: not known. */
unsigned chip_arch(const char *chip);

/* The name that CUPTI has for a chip that is written in any case; free() it. NULL: CUPTI knows no
 * such chip, and the error names the nearest ones and all. */
char *chip_named(struct cupti_library *library, const char *word, struct error *error);

/* The names of all chips, as "GV100, TU102, ..."; free() it. */
char *chip_names(struct cupti_library *library);

#endif
