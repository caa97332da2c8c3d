/* trace_session: traces the process, in place of measuring its kernels: CUPTI's activity records
 * are enabled, and a thread of ours packs them and sends them to the host.
 *
 * No call of the program is watched: what tracing costs the program is what CUPTI takes to make its
 * records. Signals never reach our thread. */
#ifndef ROOFTOP_COLLECT_INJECT_TRACE_TRACE_SESSION_H
#define ROOFTOP_COLLECT_INJECT_TRACE_TRACE_SESSION_H

#include <stdbool.h>

#include "collect/inject/base/inject.h"

/* Begins, with what the host asked for. false: nothing is traced; the host has been told why. */
bool trace_session_start(struct inject *inject, const Wire__TraceSetup *setup);

/* Whether this process is traced. */
bool trace_session_runs(void);

/* The program ends: everything that CUPTI still has goes to the host. Waits a limited time. */
void trace_session_finish(void);

/* In a child of fork(): nothing is traced there. */
void trace_session_forked(void);

#endif
