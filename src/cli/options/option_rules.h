/* option_rules: checks that the options go together. */
#ifndef ROOFTOP_CLI_OPTIONS_OPTION_RULES_H
#define ROOFTOP_CLI_OPTIONS_OPTION_RULES_H

#include "cli/options/options.h"

/* Call it when all options are read. false: an option contradicts another one, has no effect with
 * it, or needs one that is not given; the error says which. */
bool option_rules_check(const struct options *options, struct error *error);

#endif
