/* rank: which rank of a parallel program (MPI or the like) each report of a set is of, and on which
 * host it ran.
 *
 * A rank is taken from, in this order:
 *  - the environment that the report recorded, "NAME=VALUE" parts (rank_launchers);
 *  - a part of the path that says so: "rank3", "rank_3", also as a folder;
 *  - a part of the file names of a set that differs between them: "r3" or "p3" in all of them, or
 *    bare numbers as in "a.3.ncu-rep". All must be different and, but behind "r", one of them 0:
 *    ranks begin with 0, other numberings, as of processes, rarely. Where more than one part would
 *    do, none is taken.
 *
 * A host that is not recorded is taken from the file names, where beside the rank just one more
 * part differs that is no number. */
#ifndef ROOFTOP_RANK_H
#define ROOFTOP_RANK_H

#include <stdbool.h>
#include <stddef.h>

/* Variables in which launchers tell a process its rank, how many ranks there are, and its rank on
 * its host (NULL: not told); the most telling first, behind the last one rank is NULL. */
struct rank_launcher {
    const char *rank, *size, *local;
    bool needs_size; /* without the size the rank is of something else */
};
extern const struct rank_launcher rank_launchers[];

/* The rank that a part of the path names, as "rank3" and "rank_3" do; -1: none does. */
int rank_in_path(const char *path);

struct rank_source {
    const char *path;
    const char *environment; /* as recorded; NULL: not recorded */
    const char *host;        /* as recorded; "": not recorded */
};

struct rank {
    int number; /* -1: not known */
    char *host; /* "" if not known; owned */
};

/* A rank for each of the sources; release with rank_free(). */
struct rank *rank_find(const struct rank_source *sources, size_t count);
void rank_free(struct rank *ranks, size_t count);

#endif
