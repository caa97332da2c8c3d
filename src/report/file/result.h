/* result: one profiled kernel, range, command list or graph, whatever message stores it.
 *
 * report_result() decodes it from its entry. It belongs to the report, and what it points to lives
 * as long as it does. A missing metric value is not 0: result_number() returns false for it. The
 * instances of metrics are most of a report, so they are decoded when result_instances() asks for
 * them; until then the metric's list is empty. */
#ifndef ROOFTOP_REPORT_FILE_RESULT_H
#define ROOFTOP_REPORT_FILE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "report/base/arena.h"
#include "report/file/container.h"
#include "report/names/kernel_names.h"

struct pooled_section;
struct report;

struct result {
    enum entry_kind kind;
    size_t index;          /* index in the report, over all files */
    size_t file;           /* index of its file in the report */
    size_t id;             /* number shown to the user: within its file, ordered by process */
    const char *name;      /* shown: demangled and shortened */
    const char *demangled; /* full signature */
    const char *function;
    const char *mangled;
    const char *chip;           /* display name of the GPU, "" if unknown */
    uint64_t grid[3], block[3]; /* see result_dimensions() */
    bool has_dimensions;
    unsigned arch; /* see result_arch() and result_device() */
    int device;
    uint32_t context, stream;
    bool has_stream;
    uint64_t creation_time; /* Unix seconds */
    bool has_clock_status, clocks_locked;
    float driver;               /* version, 580.159 */
    uint32_t thread;            /* that launched it */
    const Rep__NvtxState *nvtx; /* NULL: not recorded */
    const Rep__CpuStacktraceStackMessage *cpu_stack,
        *python_stack;    /* NULL: not recorded; see call_stack.h */
    const char *comments; /* NULL: none */
    Rep__Comment **section_comments;
    size_t comment_count;
    const Rep__ProcessInfo *process;
    const uint64_t *references; /* references of the modules with its code, for report_source() */
    size_t reference_count;

    Rep__ProfileMetricResult **metrics;
    size_t metric_count;
    Rep__ProfileMetricResult **stored_metrics; /* without those that were put, see
                                                * result_metric_is_new() */
    size_t stored_metric_count;
    Rep__ProfilerSection **sections; /* may be shared with other results */
    size_t section_count;
    Rep__RuleResult **rules; /* rooftop's first, then what another profiler stored */
    size_t rule_count, own_rule_count;
    struct rule_findings *found; /* NULL: no rules ran on it, see rule_choice.h; owned */

    /* private */
    ProtobufCMessage *message;
    struct arena arena;
    struct result_lists *lists;     /* where the instances are in the entry */
    struct pooled_section **pooled; /* owners of the sections, up to a NULL */
    uint32_t *slots;                /* hash of metric names: index + 1, 0 = free */
    size_t slot_count;
    struct report *report;
};

/* Returns whether the i-th rule needs a mark as foreign: rules of rooftop ran, too, and this is
 * none of them. */
bool result_rule_is_foreign(const struct result *result, size_t i);

/* Gives the findings of rules that belong to no section a place: a section without metrics, whose
 * identifier is "", behind all others. Nothing happens if there are none, or if it is there. */
void result_place_rules(struct result *result);

/* Decodes an entry. Returns NULL with the error if it is damaged. The report provides names and the
 * process. */
struct result *result_decode(struct report *report, const struct entry *entry, size_t index,
                             struct error *error);
void result_free(struct result *result);

/* Returns the memory that the decoded result takes, with the instances decoded so far, and as if it
 * owned its sections. */
size_t result_bytes(const struct result *result);

/* Returns a copy of what identifies the result: kind, id, names, sizes, device and process, but no
 * measurements. It may outlive the result, but not the report. Release it with result_free(). */
struct result *result_identity(const struct result *result);

/* Returns the name of the result in one of these forms. */
const char *result_kernel_name(const struct result *result, enum kernel_name_form form);

/* Returns the name of the i-th metric, never NULL. */
const char *result_metric_name(const struct result *result, size_t i);

/* Returns the metric of that name, the last one if there are several, or NULL. */
const Rep__ProfileMetricResult *result_metric(const struct result *result, const char *name);

/* Returns the i-th metric with its instances, which are decoded if needed. */
const Rep__ProfileMetricResult *result_instances(const struct result *result, size_t i);
/* Returns the metric of that name with its instances, the last one if there are several, or
 * NULL. */
const Rep__ProfileMetricResult *result_metric_instances(const struct result *result,
                                                        const char *name);
/* Returns whether the i-th metric has instances. Decodes nothing. */
bool result_has_instances(const struct result *result, size_t i);
/* Returns whether some instances could not be decoded. The list of their metric is empty. */
bool result_lost_instances(const struct result *result);

/* Adds a metric, or replaces the one of that name. What it points to must live as long as the
 * result, so allocate it in the result's arena. Returns false if the arena is full. */
bool result_put_metric(struct result *result, Rep__ProfileMetricResult *metric);

/* Returns whether the i-th metric was put by result_put_metric(): the report lacks it, or has
 * another value. */
bool result_metric_is_new(const struct result *result, size_t i);

/* Reads a value as a number. Returns false if there is no such metric, no value, or a text. */
bool result_number(const struct result *result, const char *name, double *value);

/* Returns a value as text, or NULL. */
const char *result_text(const struct result *result, const char *name);

/* Reads grid and block as the header line shows them: the launch__ metrics for ranges and graphs.
 * Returns false if they are unknown. */
bool result_dimensions(const struct result *result, uint64_t grid[3], uint64_t block[3]);

/* Returns the compute capability as 10 * major + minor, 0 if unknown. */
unsigned result_arch(const struct result *result);
int result_device(const struct result *result);

#endif
