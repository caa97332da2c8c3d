/* rank: finds the rank in a parallel program (MPI or similar), and the host, of each report in a
 * set.
 *
 * The rank comes from the first of these that has one:
 *   - the environment that the report recorded as "NAME=VALUE" parts (rank_launchers);
 *   - a part of the path that names it: "rank3" or "rank_3", also as a folder;
 *   - a part of the file names that differs within the set: "r3" or "p3" in all of them, or bare
 *     numbers as in "a.3.ncu-rep".
 *
 * In the last case all numbers must be different and, except behind "r", one must be 0: ranks begin
 * with 0, while other numbers, like process ids, rarely do. If more than one part would do, none is
 * taken.
 *
 * A host that is not recorded comes from the file names, if exactly one further part differs that
 * is no number. */
#ifndef ROOFTOP_REPORT_NAMES_RANK_H
#define ROOFTOP_REPORT_NAMES_RANK_H

#include <stdbool.h>
#include <stddef.h>

/* The variables in which launchers tell a process its rank, the number of ranks, and its rank on
 * its host (NULL: they do not). The innermost launcher, or the most reliable one, is first; an
 * entry with rank NULL ends the table. */
struct rank_launcher {
    const char *rank, *size, *local;
    bool needs_size, needs_local; /* without these the rank means something else */
};
extern const struct rank_launcher rank_launchers[];

/* Returns the rank that a part of the path names, as in "rank3" and "rank_3", or -1. */
int rank_in_path(const char *path);

struct rank_source {
    const char *path;
    const char *environment; /* as recorded; NULL: not recorded */
    const char *host;        /* as recorded; "": not recorded */
};

struct rank {
    int number; /* -1: unknown */
    char *host; /* "" if unknown; owned */
};

/* Returns a rank for each source; release with rank_free(). */
struct rank *rank_find(const struct rank_source *sources, size_t count);
void rank_free(struct rank *ranks, size_t count);

#endif
