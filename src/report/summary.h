/* summary: several results as one: groups of results of the same kernel, and for each metric of
 * their sections the least, the greatest and the mean value.
 *
 * Results of one process, device, name, grid and block make a group (per kernel). Per GPU the
 * groups stand together by device; per NVTX, results of a group also share a domain and the ranges
 * that were open in it, and a result counts once in every domain in which a range was open.
 * Of several reports the results of all processes are summed up, whichever GPU of a kind they ran
 * on; per GPU, those of one device of one host.
 *
 * Values that are texts or missing do not count; a metric without any number has no row, a section
 * without rows is left out. The mean is the arithmetic one over the results that have a number. */
#ifndef ROOFTOP_SUMMARY_H
#define ROOFTOP_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"
#include "strbuf.h"

enum summary_mode { SUMMARY_NONE, SUMMARY_PER_GPU, SUMMARY_PER_KERNEL, SUMMARY_PER_NVTX };

struct summary_group {
    const struct result **results; /* in the list's order, at least one */
    size_t count, capacity;
    const char *domain; /* per NVTX; "" where no range was open */
    char *ranges;       /* per NVTX: in the form of CSV pages, ' "A:none:..."  "B:..." ' */
    char *names;        /* per NVTX: their names, "A / B" */
};

/* Groups, ordered by process or host, then device or NVTX context where these group, then name,
 * grid and block. The results must outlive them; release with summary_groups_free(). */
struct summary_group *summary_groups(struct result *const *results, size_t result_count,
                                     enum summary_mode mode, size_t *count);
void summary_groups_free(struct summary_group *groups, size_t count);

/* Whether the two stand under the same device or NVTX context. */
bool summary_same_heading(const struct summary_group *a, const struct summary_group *b,
                          enum summary_mode mode);

struct summary_row {
    char *label;
    const char *metric;
    double minimum, maximum, total;
    size_t count; /* values; at least one */
};

struct summary_section {
    const Rep__ProfilerSection *section; /* NULL: all metrics */
    struct summary_row *rows;            /* ordered by metric name */
    size_t count, capacity;
};

/* The sections of a group, ordered by display name; release with summary_sections_free(). */
struct summary_section *summary_sections(const struct summary_group *group, size_t *count);

/* One without a section, of all metrics that `wants` lets pass: called with its context and a name.
 */
struct summary_section *summary_all_metrics(const struct summary_group *group,
                                            bool (*wants)(const char *context, const char *name),
                                            const char *context);
void summary_sections_free(struct summary_section *sections, size_t count);

/* Unit of a row, scaled to its greatest value (as columns of the raw page are) unless base_units,
 * and its numbers: thousands separators and always two decimals. */
struct summary_text {
    char unit[48];
    struct strbuf minimum, maximum, average;
};
void summary_row_text(const struct summary_row *row, bool base_units, struct summary_text *text);
void summary_text_free(struct summary_text *text);

#endif
