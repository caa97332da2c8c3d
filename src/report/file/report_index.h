/* report_index: the summaries of a large file, kept in the user's cache.
 *
 * To summarize 100,000 results takes seconds, since the bytes of each have to be read. So what was
 * read once is kept, and the next time the list is there at once. An index belongs to a file of
 * this size, with these times, whose results lie where they lay, and which has the same bytes at
 * its start, at its end and at places in between. Any other file, a damaged index, and a cache that
 * cannot be used mean the same: the results are read. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_INDEX_H
#define ROOFTOP_REPORT_FILE_REPORT_INDEX_H

#include "report/file/report_internal.h"

/* Files with fewer results have no index. */
enum { REPORT_INDEX_LEAST = 2000 };

/* Takes what is kept for a file whose results are in the list. `file` describes it when it was
 * mapped. */
void report_index_take(struct report *report, struct report_input *input, const struct stat *file);
void report_index_free(struct report_index *index); /* NULL is ignored */

/* Fills in the summary of a row and the names of its kernel. Returns false without an index. */
bool report_index_summary(struct report_input *input, size_t i, struct result_summary *summary,
                          struct report_row *row);
/* Adds the kernels of all results. Returns false without an index. */
bool report_index_kernels(const struct report_input *input, struct kernel_names *kernels);
/* To be called when a summary was made from a result's bytes. With the last one, all are kept. */
void report_index_seen(const struct report *report, struct report_input *input);

#endif
