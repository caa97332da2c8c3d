/* name_counts: names and how often each came: the kernels that were launched, the processes that
 * are not profiled, or why launches were not measured. They become messages to the user if there
 * are no results. Initialise with {0}.
 */
#ifndef ROOFTOP_COLLECT_PROGRAM_NAME_COUNTS_H
#define ROOFTOP_COLLECT_PROGRAM_NAME_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct name_counts {
    struct name_count {
        char *name;
        uint64_t times;
    } * names;
    size_t count, capacity;
    uint64_t unnamed; /* launches of kernels whose names the program did not send again */
};

/* Returns how often the name has come, this time included. */
uint64_t name_counts_add(struct name_counts *counts, const char *name);
bool name_counts_any(const struct name_counts *counts);
/* Text like "a, b (4 launches in all)"; free() it. The most frequent names come first, and at most
 * 12 are named. */
char *name_counts_text(struct name_counts *counts);
/* The names alone; free() the text. */
char *name_counts_names(struct name_counts *counts);
void name_counts_free(struct name_counts *counts);

#endif
