/* section_unknown: what to say of the name of a section or of a set that stands for none, with the
 * nearest that there is. Always returns false. */
#ifndef ROOFTOP_SECTION_UNKNOWN_H
#define ROOFTOP_SECTION_UNKNOWN_H

#include "section.h"

bool section_unknown(const struct section_library *library, const char *name, struct error *error);
bool section_set_unknown(const struct section_library *library, const char *set,
                         struct error *error);

#endif
