/* settings: makes the settings of a profiling run from the options. */
#ifndef ROOFTOP_CLI_PREPARE_SETTINGS_H
#define ROOFTOP_CLI_PREPARE_SETTINGS_H

#include "cli/options/options.h"
#include "collect/run/profile.h"

/* The settings point into options, library and rules. Release them with settings_free(). false: no
 * name for the report can be found. */
bool settings_from_options(struct profile_settings *settings, struct options *options,
                           const struct section_library *library, const struct rule_choice *rules,
                           struct error *error);

void settings_free(struct profile_settings *settings);

/* What the options ask to collect. It points into the options. */
struct plan_request settings_request(const struct options *options);

#endif
