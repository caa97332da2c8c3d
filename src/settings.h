/* settings: from the command line to what a profiling run takes. */
#ifndef ROOFTOP_SETTINGS_H
#define ROOFTOP_SETTINGS_H

#include "collect/profile.h"
#include "options.h"

/* Points into options, library and rules; release it with settings_free(). false: there is no name
 * for the report. */
bool settings_from_options(struct profile_settings *settings, struct options *options,
                           const struct section_library *library, const struct rule_choice *rules,
                           struct error *error);

void settings_free(struct profile_settings *settings);

/* What is to be collected; points into options. */
struct plan_request settings_request(const struct options *options);

#endif
