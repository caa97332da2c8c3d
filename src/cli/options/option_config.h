/* option_config: defaults of options from config.ncu-cfg, a file of ncu.
 *
 *   [Launch-and-attach]
 *   -c = 1
 *   --section = LaunchStats, Occupancy
 *   [Import]
 *   --quiet
 *
 * The part [Import] is for reports, and the others for programs: [Launch-and-attach], or [Launch]
 * and [Attach] where --mode is given on the command line. A value is what follows the equals sign;
 * between commas there are several for an option that may be repeated. Lines that begin with "#" or
 * ";" say nothing. */
#ifndef ROOFTOP_CLI_OPTIONS_OPTION_CONFIG_H
#define ROOFTOP_CLI_OPTIONS_OPTION_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/options.h"

/* Takes the options of the file that are not among `given` (places of the table). Without a file
 * nothing happens, unless it was named. Returns false with the error, which names the file and the
 * line. */
bool option_config_take(struct options *options, const bool *given, struct error *error);

#endif
