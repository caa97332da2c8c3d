/* result: one profiled kernel, range, command list or graph, whatever message it was stored in.
 *
 * A result is decoded from its entry's bytes by report_result() and belongs to the report; what it
 * points to lives as long as it. Metric values keep "no value" apart from 0: result_number()
 * returns false for it. The instances of metrics, which are most of a report, are decoded when
 * result_instances() asks for them; until then the metric's list is empty. */
#ifndef ROOFTOP_RESULT_H
#define ROOFTOP_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "container.h"
#include "report.pb-c.h"

struct pooled_section;
struct report;

struct result {
    enum entry_kind kind;
    size_t index;     /* in the report: in the list of all its files' results */
    size_t file;      /* of the report */
    size_t id;        /* number shown to the user: in its file, ordered by process, then as there */
    const char *name; /* shown: demangled, shortened */
    const char *demangled; /* full signature */
    const char *function;
    const char *mangled;
    const char *chip;           /* display name of the GPU, "" if unknown */
    uint64_t grid[3], block[3]; /* see result_dimensions() */
    bool has_dimensions;
    unsigned arch; /* see result_arch(), result_device() */
    int device;
    uint32_t context, stream;
    bool has_stream;
    uint64_t creation_time; /* Unix seconds */
    bool has_clock_status, clocks_locked;
    float driver;                                                   /* 580.159 */
    uint32_t thread;                                                /* the one that launched it */
    const Rep__NvtxState *nvtx;                                     /* NULL: not recorded */
    const Rep__CpuStacktraceStackMessage *cpu_stack, *python_stack; /* the same; see call_stack.h */
    const char *comments;                                           /* NULL: none */
    Rep__Comment **section_comments;
    size_t comment_count;
    const Rep__ProcessInfo *process;
    const uint64_t *references; /* of the modules with its code, for report_source() */
    size_t reference_count;

    Rep__ProfileMetricResult **metrics;
    size_t metric_count;
    Rep__ProfilerSection **sections; /* other results may share them */
    size_t section_count;
    Rep__RuleResult **rules; /* ours first, then those that another profiler stored */
    size_t rule_count, own_rule_count;
    struct rule_findings *found; /* NULL: no rules looked at it, see rule_choice.h; owned */

    /* private */
    ProtobufCMessage *message;
    struct arena arena;
    struct result_lists *lists;     /* where the instances stand */
    struct pooled_section **pooled; /* the sections' owners, up to a NULL */
    uint32_t *slots;                /* hash of the metric names: index + 1, 0 = free */
    size_t slot_count;
    struct report *report;
};

/* Whether what the i-th rule says must be told apart, as not ours: rules of ours spoke, too. */
bool result_rule_is_foreign(const struct result *result, size_t i);

/* Decodes; NULL for a damaged entry. report gives names and the process. */
struct result *result_decode(struct report *report, const struct entry *entry, size_t index,
                             struct error *error);
void result_free(struct result *result);

/* Memory that the decoded result takes, with the instances that were asked for and as if its
 * sections were its own. */
size_t result_bytes(const struct result *result);

/* A copy of who the result is: kind, id, names, sizes, device and process, without what was
 * measured. It outlives the result, not the report; release it with result_free(). */
struct result *result_identity(const struct result *result);

const char *result_kind_name(enum entry_kind kind); /* "kernel", "range", ... */

/* Name of the i-th metric, never NULL. */
const char *result_metric_name(const struct result *result, size_t i);

/* The metric of that name, or NULL; of several the last. */
const Rep__ProfileMetricResult *result_metric(const struct result *result, const char *name);

/* The i-th metric with its instances, decoded if they were not yet. */
const Rep__ProfileMetricResult *result_instances(const struct result *result, size_t i);
/* The metric of that name with its instances, or NULL; of several the last. */
const Rep__ProfileMetricResult *result_metric_instances(const struct result *result,
                                                        const char *name);
/* Whether the i-th metric has instances; decodes nothing. */
bool result_has_instances(const struct result *result, size_t i);
/* Whether instances that were asked for could not be decoded: the list of their metric is empty. */
bool result_lost_instances(const struct result *result);

/* One more metric, or in place of the one of that name; what it points to must live as long as the
 * result: take it from its arena. false: it has no room. */
bool result_put_metric(struct result *result, Rep__ProfileMetricResult *metric);

/* Value as a number. false: no such metric, no value, or a text. */
bool result_number(const struct result *result, const char *name, double *value);
bool value_number(const Rep__ProfileMetricValue *value, double *number);

/* Value as text, or NULL. */
const char *result_text(const struct result *result, const char *name);

/* What the header line shows for grid and block: launch__ values for ranges and graphs. */
bool result_dimensions(const struct result *result, uint64_t grid[3], uint64_t block[3]);

/* Compute capability as 10 * major + minor; 0 if unknown. */
unsigned result_arch(const struct result *result);
int result_device(const struct result *result);

#endif
