/* option_rules: which options have no use with which. */
#ifndef ROOFTOP_OPTION_RULES_H
#define ROOFTOP_OPTION_RULES_H

#include "options.h"

/* false: an option does not go with another or with what is asked for; the error says which. */
bool option_rules_check(const struct options *options, struct error *error);

#endif
