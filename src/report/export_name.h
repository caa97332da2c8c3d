/* export_name: the path of a report to write, from what was given with --export.
 *
 *   %h         the name of this host
 *   %p         the id of this process
 *   %i         the lowest number from 1 with which no file of the name exists
 *   %r         the rank of this process in a parallel program (rank_here.h)
 *   %q{NAME}   the environment variable NAME
 *   %%         a % sign
 *
 * .ncu-rep is added where it is missing. */
#ifndef ROOFTOP_EXPORT_NAME_H
#define ROOFTOP_EXPORT_NAME_H

#include "error.h"

/* A new string, or NULL with the error: an unknown macro, a variable that is not set, no rank, no
 * number that is free, or no name behind a folder. */
char *export_name(const char *pattern, struct error *error);

#endif
