/* section_unknown: makes the error for an unknown name of a section or set, with the nearest known
 * name. The functions always return false. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_UNKNOWN_H
#define ROOFTOP_REPORT_SECTION_SECTION_UNKNOWN_H

#include "report/section/section.h"

bool section_unknown(const struct section_library *library, const char *name, struct error *error);
bool section_set_unknown(const struct section_library *library, const char *set,
                         struct error *error);

#endif
