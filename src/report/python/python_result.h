/* python_result: where the process of rules in Python can read a result.
 *
 * A result of a file is read there. One that is in memory only, because it was measured just now,
 * or because sections of folders add metrics to it, is written into a small report in a private
 * folder, which has this result alone and lasts until the next one. */
#ifndef ROOFTOP_REPORT_PYTHON_PYTHON_RESULT_H
#define ROOFTOP_REPORT_PYTHON_PYTHON_RESULT_H

#include "report/file/result.h"

struct python_result;

struct python_result *python_result_new(void);
void python_result_free(
    struct python_result *place); /* removes what was written; NULL is allowed */

/* Returns the path of a report, and the number of the result in it. The path is valid until the
 * next call. Returns NULL with the error if nothing can be written. */
const char *python_result_place(struct python_result *place, const struct result *result,
                                size_t *number, struct error *error);

#endif
