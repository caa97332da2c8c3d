/* trace_kind: the kinds of records that a trace holds, and the fields of each kind.
 *
 * A record is a row of whole numbers. Kinds whose rows carry a text as well have it behind their
 * fields. Times are nanoseconds since 1970 by the clock of the machine that ran the program
 * (CLOCK_REALTIME, CUPTI's default clock on Linux), so that processes and machines can be joined.
 * In kinds that last, field 0 is the start and field 1 the end.
 *
 * This module uses nothing of rooftop: the injection library packs the same records. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_KIND_H
#define ROOFTOP_REPORT_TRACE_TRACE_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* The numbers are those of the file: a new kind comes at the end. */
enum trace_kind {
    TRACE_FACT,          /* of the run: the command, the host (enum trace_fact) */
    TRACE_PROCESS,       /* a process that was traced; its text is its executable */
    TRACE_STRING,        /* a name that other records of the process refer to by its number */
    TRACE_DEVICE,        /* a GPU that the process sees; its text is its name */
    TRACE_THREAD,        /* a name that the program gave a thread */
    TRACE_KERNEL,        /* a launch */
    TRACE_COPY,          /* a copy of memory */
    TRACE_FILL,          /* a fill of memory */
    TRACE_API,           /* a call of the runtime or of the driver */
    TRACE_WAIT,          /* the host or a stream waited */
    TRACE_MEMORY,        /* memory was allocated or released */
    TRACE_UM,            /* an event of unified memory */
    TRACE_OVERHEAD,      /* time that tracing or the driver itself took */
    TRACE_GRAPH,         /* a launch of a graph, traced as one */
    TRACE_RANGE,         /* an NVTX range or mark */
    TRACE_LOSS,          /* records that were lost */
    TRACE_COST,          /* what tracing took in the process; one row when it ends */
    TRACE_CPU,           /* a metric of the CPU over a time; its text is its name, with its unit */
    TRACE_JIT,           /* code was compiled while the program ran, or came from the cache */
    TRACE_ENVIRONMENT,   /* a clock, a temperature, a power of a GPU at a time */
    TRACE_DECOMPRESSION, /* a batch of copies that the GPU decompressed */
    TRACE_DEVICE_GRAPH,  /* a launch of a graph by another graph, traced as one */
    TRACE_KINDS
};

enum trace_fact { FACT_COMMAND, FACT_HOST, FACT_VERSION, FACT_NOTE, FACT_KINDS };

enum { TRACE_MOST_FIELDS = 28 };

enum fact_field { FACT_WHAT };
enum process_field { PROCESS_PID, PROCESS_PARENT, PROCESS_RANK, PROCESS_STARTED };
enum string_field { STRING_ID };
enum device_field {
    DEVICE_ID,      /* its ordinal in the process */
    DEVICE_ADDRESS, /* on the PCI bus: domain << 16 | bus << 8 | device */
    DEVICE_SMS,
    DEVICE_MEMORY,
    DEVICE_MAJOR, /* compute capability */
    DEVICE_MINOR,
};
enum thread_field { THREAD_ID };

/* Of all kinds that last. */
enum span_field { SPAN_START, SPAN_END };

enum kernel_field {
    KERNEL_QUEUED = 2, /* 0: not recorded */
    KERNEL_SUBMITTED,
    KERNEL_DEVICE,
    KERNEL_CONTEXT,
    KERNEL_STREAM,
    KERNEL_CORRELATION, /* that of the call which launched it */
    KERNEL_NAME,        /* a string, mangled */
    KERNEL_GRID_X,
    KERNEL_GRID_Y,
    KERNEL_GRID_Z,
    KERNEL_BLOCK_X,
    KERNEL_BLOCK_Y,
    KERNEL_BLOCK_Z,
    KERNEL_CLUSTER_X, /* 0: none */
    KERNEL_CLUSTER_Y,
    KERNEL_CLUSTER_Z,
    KERNEL_REGISTERS,
    KERNEL_STATIC_SHARED,
    KERNEL_DYNAMIC_SHARED,
    KERNEL_SHARED_CONFIG,
    KERNEL_LOCAL,
    KERNEL_GRAPH, /* 0: none */
    KERNEL_NODE,
    KERNEL_LAUNCH_TYPE, /* CUpti_ActivityLaunchType: 1 is cooperative */
    KERNEL_BY_DEVICE,   /* 1: of a graph that the GPU launched */
};

enum copy_field {
    COPY_KIND = 2, /* CUpti_ActivityMemcpyKind */
    COPY_FROM,     /* CUpti_ActivityMemoryKind */
    COPY_TO,
    COPY_BYTES,
    COPY_DEVICE,
    COPY_CONTEXT,
    COPY_STREAM,
    COPY_CORRELATION,
    COPY_FROM_DEVICE, /* of copies between GPUs */
    COPY_TO_DEVICE,
    COPY_ASYNC,
    COPY_GRAPH,
    COPY_NODE,
};

enum fill_field {
    FILL_VALUE = 2,
    FILL_BYTES,
    FILL_MEMORY, /* CUpti_ActivityMemoryKind */
    FILL_DEVICE,
    FILL_CONTEXT,
    FILL_STREAM,
    FILL_CORRELATION,
    FILL_GRAPH,
    FILL_NODE,
};

enum api_field {
    API_DOMAIN = 2, /* 0: runtime, 1: driver, 2: inside of another launch */
    API_NAME,       /* a string */
    API_THREAD,
    API_CORRELATION,
    API_RESULT, /* 0: success */
};

enum wait_field {
    WAIT_TYPE = 2, /* CUpti_ActivitySynchronizationType */
    WAIT_CONTEXT,
    WAIT_STREAM,
    WAIT_EVENT,
    WAIT_CORRELATION,
    WAIT_RESULT,
};

enum memory_field {
    MEMORY_TIME,
    MEMORY_RELEASE, /* 0: allocated, 1: released */
    MEMORY_KIND,    /* CUpti_ActivityMemoryKind */
    MEMORY_ADDRESS,
    MEMORY_BYTES,
    MEMORY_DEVICE,
    MEMORY_CONTEXT,
    MEMORY_STREAM,
    MEMORY_ASYNC,
    MEMORY_CORRELATION,
    MEMORY_NAME, /* of a variable, or 0 */
};

enum um_field {
    UM_KIND = 2, /* CUpti_ActivityUnifiedMemoryCounterKind */
    UM_VALUE,
    UM_ADDRESS,
    UM_FROM,
    UM_TO,
    UM_FLAGS, /* cause of a migration, or access of a fault */
    UM_STREAM,
};

enum overhead_field {
    OVERHEAD_KIND = 2, /* CUpti_ActivityOverheadKind, or one of ours */
    OVERHEAD_THREAD,   /* 0: not of a thread */
    OVERHEAD_CORRELATION,
};

/* Kinds of overheads that CUPTI has other records of: its own above 1 are multiples of 65536. */
enum overhead_kind {
    OVERHEAD_DRAIN = 2, /* confidential computing: a channel is blocked until its work is over */
    OVERHEAD_ROTATION,  /* and until its keys are new */
};

enum graph_field {
    GRAPH_ID = 2,
    GRAPH_DEVICE,
    GRAPH_CONTEXT,
    GRAPH_STREAM,
    GRAPH_CORRELATION,
};

enum range_kind { RANGE_PUSHED, RANGE_STARTED, RANGE_MARK };

enum range_field {
    RANGE_KIND = 2,
    RANGE_THREAD,
    RANGE_DOMAIN, /* a string, or 0 */
    RANGE_NAME,   /* a string */
    RANGE_DEPTH,  /* of pushed ranges: how many of its thread and domain were open around it */
    RANGE_COLOR,  /* ARGB, or 0 */
    RANGE_OPEN,   /* 1: the program ended first */
};

enum loss_kind { LOSS_CUPTI, LOSS_ROOM, LOSS_SEND, LOSS_UNKNOWN, LOSS_KINDS };

enum loss_field { LOSS_KIND = 2, LOSS_COUNT };

enum cost_field {
    COST_TIME,
    COST_RECORDS,
    COST_BUFFERS,
    COST_BYTES,    /* that went to the host */
    COST_CALLBACK, /* ns in CUPTI's buffer callbacks */
    COST_PACK,     /* ns of processor time in the thread that packs */
};

enum cpu_field { CPU_VALUE = 2 }; /* in millionths, not negative */

enum jit_field {
    JIT_OPERATION = 2, /* CUpti_ActivityJitOperationType */
    JIT_CODE,          /* CUpti_ActivityJitEntryType: what is compiled to what */
    JIT_DEVICE,
    JIT_THREAD,
    JIT_CORRELATION, /* that of the call inside of which it happened */
    JIT_UNIT,        /* the same for a compilation and for its code in the cache */
    JIT_BYTES,       /* of the cache */
    JIT_PATH,        /* of the code in the cache: a string, or 0 */
};

/* A record of CUPTI has several values, and here is a row for each of them. */
enum environment_what {
    ENVIRONMENT_SM_CLOCK,     /* MHz */
    ENVIRONMENT_MEMORY_CLOCK, /* MHz */
    ENVIRONMENT_LINK_GENERATION,
    ENVIRONMENT_LINK_WIDTH,
    ENVIRONMENT_THROTTLE,    /* CUpti_EnvironmentClocksThrottleReason, bits */
    ENVIRONMENT_TEMPERATURE, /* degrees C */
    ENVIRONMENT_POWER,       /* mW */
    ENVIRONMENT_POWER_LIMIT, /* mW */
    ENVIRONMENT_FAN,         /* % */
    ENVIRONMENT_WHATS
};

enum environment_field {
    ENVIRONMENT_TIME,
    ENVIRONMENT_DEVICE,
    ENVIRONMENT_WHAT,
    ENVIRONMENT_VALUE,
};

enum decompression_field {
    DECOMPRESSION_COPIES = 2, /* of the batch */
    DECOMPRESSION_BYTES,      /* that were read; 0: not known */
    DECOMPRESSION_DEVICE,
    DECOMPRESSION_CONTEXT,
    DECOMPRESSION_STREAM,
    DECOMPRESSION_CORRELATION,
};

enum device_graph_field {
    DEVICE_GRAPH_ID = 2,
    DEVICE_GRAPH_LAUNCHER, /* the graph that launched it */
    DEVICE_GRAPH_MODE,     /* CUpti_DeviceGraphLaunchMode */
    DEVICE_GRAPH_DEVICE,
    DEVICE_GRAPH_CONTEXT,
    DEVICE_GRAPH_STREAM,
};

/* What is in a row of the kind. */
struct trace_kind_info {
    const char *word; /* in messages: "kernels" */
    size_t fields;
    bool has_text;
    bool lasts; /* has a start and an end */
};

/* A value of the CPU as it is kept, and back. */
unsigned long long trace_cpu_number(double value);
double trace_cpu_value(unsigned long long number);

/* NULL: there is no such kind. */
const struct trace_kind_info *trace_kind_info(unsigned kind);

#endif
