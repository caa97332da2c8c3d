/* rank_here: finds which rank of a parallel program a process is.
 *
 * The launcher says so in the environment. Known are Open MPI, MVAPICH, MPICH and others with PMI,
 * PALS, JSM, Flux, PMIx and Slurm. */
#ifndef ROOFTOP_REPORT_NAMES_RANK_HERE_H
#define ROOFTOP_REPORT_NAMES_RANK_HERE_H

#include <stdbool.h>
#include <stddef.h>

struct rank_here {
    int number;    /* -1: not started as a rank */
    unsigned size; /* ranks in all; 0: unknown */
};

/* Returns the rank of this process. */
struct rank_here rank_here(void);
/* Returns the rank of a process with this environment: texts "NAME=VALUE", each with a NUL behind
 * it. */
struct rank_here rank_in_block(const char *environment, size_t length);

/* Returns whether the variable differs between ranks. *local is set if it does so only among the
 * ranks of one host. */
bool rank_variable_is_known(const char *variable, bool *local);

/* Returns whether a name of --export (export_name.h) is unique to this rank. It is if it has %r,
 * %p, a variable that names the rank, %h and a variable that names the rank on its host, or a part
 * like "rank3" that names this rank. %i is not enough: ranks would look for a free number at the
 * same time. */
bool rank_names_file(const char *pattern, int rank);

/* Returns the pattern with ".rank%r" before its suffix as a new string. */
char *rank_add_to_name(const char *pattern);

#endif
