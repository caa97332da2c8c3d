/* python_host: the process that imports and runs rules in Python.
 *
 * It is a python3 (ROOFTOP_PYTHON names another program) in a session of its own: without a
 * terminal, with its input empty, its output dropped (ROOFTOP_RULE_OUTPUT names a file that gets it
 * instead), at most 4 GiB of memory, and a limit of time for each request. It is started by the
 * first request. When it dies, writes nonsense or takes too long, it is killed, the request fails
 * with a sentence that says so, and the next request starts another one. For one thread at a time.
 */
#ifndef ROOFTOP_REPORT_PYTHON_PYTHON_HOST_H
#define ROOFTOP_REPORT_PYTHON_PYTHON_HOST_H

#include <stdbool.h>

#include "python.pb-c.h"
#include "report/base/error.h"

struct python_host;

/* Seconds for one request. */
enum { PYTHON_SECONDS = 10 };

/* Starts nothing yet. */
struct python_host *python_host_new(void);
void python_host_free(struct python_host *host); /* ends the process; NULL is allowed */

/* Why a request failed. */
enum python_fault {
    PYTHON_FINE,
    PYTHON_MISSING, /* there is no python3, or the modules cannot be unpacked: no request will
                       succeed */
    PYTHON_DIED,    /* the rule ended the process */
    PYTHON_SLOW     /* the rule took too long */
};

/* Imports a file. Returns NULL with the error and the fault; release with
 * py__rule__free_unpacked(). */
Py__Rule *python_host_load(struct python_host *host, const char *file, enum python_fault *fault,
                           struct error *error);

/* What a rule is to look at. */
struct python_number {
    const char *name;
    double value;
};
struct python_numbers {
    const char *from; /* the rule that sent them */
    const struct python_number *list;
    size_t count;
};
struct python_task {
    const char *file;   /* of the rule, which need not be loaded before */
    const char *report; /* path of a report */
    size_t result;      /* in it */
    const struct python_numbers *received;
    size_t received_count;
};

/* Runs a rule on a result. Returns NULL with the error and the fault; release with
 * py__findings__free_unpacked(). */
Py__Findings *python_host_run(struct python_host *host, const struct python_task *task,
                              enum python_fault *fault, struct error *error);

#endif
