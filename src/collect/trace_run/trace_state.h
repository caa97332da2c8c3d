/* trace_state: what the files of this room share of one traced run. */
#ifndef ROOFTOP_COLLECT_TRACE_RUN_TRACE_STATE_H
#define ROOFTOP_COLLECT_TRACE_RUN_TRACE_STATE_H

#include <sys/types.h>

#include "collect/os/frame.h"
#include "collect/program/launcher.h"
#include "collect/trace_run/trace_run.h"
#include "report/trace/trace_limits.h"
#include "report/trace/trace_writer.h"

/* A connected process. */
struct traced {
    struct traced *next;
    struct trace_run *run;
    int socket;
    pid_t pid;
    uint32_t number; /* its own of itself, which its blocks have, too */
    bool greeted, traced, said_bye, refused;
    size_t notices;
    struct frame_reader reader;
};

struct trace_run {
    struct loop *loop;
    struct trace_settings settings;
    struct trace_events events;
    struct launcher launcher;
    struct cupti_library *cupti;
    struct traced *connected;
    struct trace *trace; /* has the records with settings.keep */
    struct trace_writer *writer;
    struct trace_limits limits;
    uint64_t records, lost;
    uint64_t started; /* ns since 1970 */
    size_t greeted, excluded;
    int status;
    bool gone, finished, stopped, interrupted, failed, told_damage, told_full;
};

/* Tells the listener; after an error the run has failed. */
void trace_run_say(struct trace_run *run, enum trace_message level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
