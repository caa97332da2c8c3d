/* cpu_command: rooftop cpu. */
#ifndef ROOFTOP_CLI_CPU_CPU_COMMAND_H
#define ROOFTOP_CLI_CPU_CPU_COMMAND_H

#include <stdbool.h>

/* Whether the first word of the command line is the command cpu. */
bool is_cpu_command(int argc, char **argv);

/* Does what the command line asks for; argv[1] is the word cpu. Returns the exit status. */
int cpu_command(int argc, char **argv);

#endif
