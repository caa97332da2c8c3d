/* result_define: metrics that sections define, computed from those that a result has. */
#ifndef ROOFTOP_RESULT_DEFINE_H
#define ROOFTOP_RESULT_DEFINE_H

#include "expr_value.h"
#include "result.h"
#include "section.h"

/* Those of the sections from folders, in place of stored ones of the same names. A definition whose
 * metrics the result lacks leaves it as it is. */
void result_define(struct result *result, const struct section_library *library);

/* One metric, in place of one of that name. false: the result has no room. */
bool result_define_value(struct result *result, const char *name, const struct expr_value *value);

#endif
