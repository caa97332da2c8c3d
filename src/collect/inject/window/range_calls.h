/* range_calls: a table that says what each driver call means inside a range that is run again. A
 * call that is neither in it nor harmless (call_harmless.h) cannot run again: it ends the
 * measurement of the range, not the program. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_RANGE_CALLS_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_RANGE_CALLS_H

#include <stdbool.h>

#include <cupti.h>

enum range_call_kind {
    RANGE_UNKNOWN,
    RANGE_LEFT_OUT, /* need not run again */
    RANGE_FILL,     /* and the next: work.h knows what exactly */
    RANGE_COPY,
    RANGE_COPY_2D, /* with rows; and 3D, with slices */
    RANGE_COPY_3D,
    RANGE_UPLOAD,
    RANGE_DOWNLOAD,      /* to the host */
    RANGE_GRAPH,         /* launches one */
    RANGE_GRAPH_CHANGES, /* an executable: not if the range has launched it */
    RANGE_ALLOCATES,
    RANGE_EVENT_RECORD,
    RANGE_STREAM_WAIT,
    RANGE_STREAM_SYNC, /* waits for it, or has found it idle; and the next two */
    RANGE_EVENT_SYNC,
    RANGE_CONTEXT_SYNC,
};

struct range_call {
    CUpti_CallbackId id;
    enum range_call_kind kind;
    bool async;      /* it has a stream; else, of copies: the host waits for it */
    bool per_thread; /* stream 0 is the thread's own */
};

/* What the call means. RANGE_UNKNOWN: it cannot run again. */
struct range_call range_call_of(CUpti_CallbackId id);

/* The stream that the call works on; CU_STREAM_PER_THREAD for a thread's own. */
CUstream range_call_stream(const struct range_call *call, const CUpti_CallbackData *data);

#endif
