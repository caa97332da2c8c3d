/* write_sections: --write-sections DIR. */
#ifndef ROOFTOP_CLI_COMMANDS_WRITE_SECTIONS_H
#define ROOFTOP_CLI_COMMANDS_WRITE_SECTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the built-in sections, rules and themes into the folders sections, rules and themes of a
 * folder, which are made if they are missing, and says how many. A file that is there and differs
 * stays, unless `replace`. Returns the exit status: 1 if a file stayed or could not be written,
 * which is said on standard error. */
int write_sections(const char *folder, bool replace, FILE *out);

#endif
