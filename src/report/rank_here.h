/* rank_here: which rank of a parallel program a process is, as the launcher that started it tells
 * in its environment (Open MPI, MVAPICH, MPICH and others with PMI, PALS, JSM, Flux, PMIx, Slurm).
 */
#ifndef ROOFTOP_RANK_HERE_H
#define ROOFTOP_RANK_HERE_H

#include <stdbool.h>
#include <stddef.h>

struct rank_here {
    int number;    /* -1: not started as a rank */
    unsigned size; /* ranks in all; 0: not told */
};

/* Of this process. */
struct rank_here rank_here(void);
/* Of one with this environment: "NAME=VALUE" texts, each with a 0 behind it. */
struct rank_here rank_in_block(const char *environment, size_t length);

/* Whether the variable is another for each rank; local: only for those of one host. */
bool rank_is_told_by(const char *variable, bool *local);

/* Whether no other rank has this name of --export (see export_name.h): it has %r, %p, a variable
 * that tells the rank, or one that tells it on this host and %h, or a part says "rank3" and this is
 * rank 3. %i does not do: ranks would look for the free number at the same time. */
bool rank_names_file(const char *pattern, int rank);

/* The pattern with ".rank%r" before its suffix; a new string. */
char *rank_add_to_name(const char *pattern);

#endif
