/* result_define: metrics that sections define, computed from those that a result has. */
#ifndef ROOFTOP_RESULT_DEFINE_H
#define ROOFTOP_RESULT_DEFINE_H

#include "result.h"
#include "section.h"

/* Those of the sections from folders, in place of stored ones of the same names. A definition whose
 * metrics the result lacks leaves it as it is. */
void result_define(struct result *result, const struct section_library *library);

#endif
