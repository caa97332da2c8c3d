/* attach_remote: "rooftop --mode attach --hostname HOST". The rooftop of that machine attaches,
 * through ssh, and its report comes back through the same connection. */
#ifndef ROOFTOP_CLI_COMMANDS_ATTACH_REMOTE_H
#define ROOFTOP_CLI_COMMANDS_ATTACH_REMOTE_H

#include "cli/commands/outputs.h"
#include "cli/options/options.h"

/* Whether the options ask for that. The names of this machine are none of another one. */
bool wants_attach_remote(const struct options *options);

/* Writes the report that --export names, or shows what came. Returns the exit status: that of the
 * rooftop there, or of ssh. */
int attach_remote(struct options *options, const struct outputs *to);

#endif
