/* trace_run: one traced run of a program. It starts the program, answers the injection libraries in
 * its processes, and keeps the blocks of records that they send: in memory, in a file, or in both.
 *
 * Everything happens inside loop_step(), on its thread. */
#ifndef ROOFTOP_COLLECT_TRACE_RUN_TRACE_RUN_H
#define ROOFTOP_COLLECT_TRACE_RUN_TRACE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/os/loop.h"
#include "collect/program/program_input.h"
#include "report/base/error.h"
#include "report/base/number_list.h"
#include "report/filter/process_filter.h"
#include "report/trace/trace.h"

/* What is recorded. */
struct trace_kinds {
    bool cuda, runtime, driver, both, sync, memory, um, overhead, nvtx;
    bool jit, environment, decompressions, rotations, device_graphs;
    bool whole_graphs, queued;
    double delay, duration; /* seconds since the program was started; 0: from there, to its end */
    uint64_t buffer_bytes;  /* in each process */
};

struct trace_settings {
    char *const *program;
    const char *command_line; /* of rooftop, for the trace */
    struct trace_kinds kinds;
    const struct process_filter *processes;
    const struct number_list *ranks;
    int rank; /* which of several ranks this rooftop is; -1: none */
    bool root_process_only, check_exit_code, null_input;
    struct program_input *input; /* for a program that runs again; NULL: it gets ours */
    const char *export_path;     /* with its suffix; NULL: no file */
    bool overwrite;
    bool keep;       /* the records stay in memory, for tables or the screen */
    bool own_output; /* the program's output comes as events, through a terminal of this size */
    int rows, columns;
};

enum trace_message { TRACE_MESSAGE_NOTE, TRACE_MESSAGE_WARNING, TRACE_MESSAGE_ERROR };

struct trace_events {
    void *context;
    void (*message)(void *context, enum trace_message level, const char *text);
    void (*output)(void *context, const char *bytes, size_t length);
};

struct trace_run;

/* Starts the program. NULL: nothing was started; see error. */
struct trace_run *trace_run_start(struct loop *loop, const struct trace_settings *settings,
                                  const struct trace_events *events, struct error *error);

/* To be called after each loop_step(): notices the program's end. */
void trace_run_check(struct trace_run *run);
bool trace_run_goes_on(const struct trace_run *run);

/* The records so far. */
struct trace *trace_run_trace(struct trace_run *run);

/* Adds rows that rooftop itself has made (see struct trace_rows). */
void trace_run_add(struct trace_run *run, enum trace_kind kind, size_t rows,
                   const uint64_t *columns, size_t stride, const char *const *texts, uint64_t now);

/* How many records have come, and how many were lost in the program. */
uint64_t trace_run_records(const struct trace_run *run);
uint64_t trace_run_lost(const struct trace_run *run);

/* Passes a signal on to the program; a second one ends the waiting for its children. */
void trace_run_signal(struct trace_run *run, int signal_number);

/* The status that rooftop should exit with. */
int trace_run_exit_status(const struct trace_run *run);

/* Ends the program if it still runs, completes the file, and frees everything but the records,
 * which go to the caller. *written: false if the file could not be written; the listener knows
 * why. */
struct trace *trace_run_finish(struct trace_run *run, bool *written);

#endif
