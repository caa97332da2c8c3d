/* rooftop_report: reports of GPU profiles (.ncu-rep) for programs in any language.
 *
 * librooftop-report.so has these functions and nothing else. It needs no GPU and no CUDA. The
 * Python modules ncu_report and rooftop_report are made of it; librooftop-report(3) explains it
 * with an example.
 *
 * Numbers come as arrays, in one call for a whole result. Everything else comes as JSON, whose
 * members librooftop-report(3) lists; all texts are UTF-8. What a function returns belongs to the
 * report. It is valid until the next call with the same report, unless the function says more. A
 * report is for one thread at a time.
 *
 * Functions that can fail return NULL or false and put one sentence into `error`, which has room
 * for `size` bytes and may be NULL. Results count from 0, in the order of the report: files as they
 * were given, in them processes, and their launches. Out of memory, the process ends. */
#ifndef ROOFTOP_REPORT_H
#define ROOFTOP_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a function changes its meaning. rooftop_report_api() returns that of the library. */
#define ROOFTOP_REPORT_API 1
unsigned rooftop_report_api(void);
/* The version of rooftop, "0.1.0". */
const char *rooftop_report_version(void);

typedef struct rooftop_report rooftop_report;

/* Opens a report. A damaged one opens with what is whole. */
rooftop_report *rooftop_report_open(const char *path, char *error, size_t size);
/* Adds a file behind the others: several reports as one list of results. */
bool rooftop_report_add(rooftop_report *report, const char *path, char *error, size_t size);
void rooftop_report_close(rooftop_report *report); /* NULL is allowed */
size_t rooftop_report_count(const rooftop_report *report);

/* All names of metrics, in the order of their numbers; each ends with a NUL byte. Reading a result
 * may add some. */
const char *rooftop_report_names(rooftop_report *report, size_t *length, size_t *count);

/* What the files, their sessions and processes are. JSON. */
const char *rooftop_report_facts(rooftop_report *report, size_t *length);

/* Kinds of values. */
enum {
    ROOFTOP_NOTHING,
    ROOFTOP_TEXT,   /* data: byte offset in `texts` (low 32 bits) and length (high 32 bits) */
    ROOFTOP_FLOAT,  /* data: a double */
    ROOFTOP_DOUBLE, /* data: a double */
    ROOFTOP_UINT32, /* data: a whole number */
    ROOFTOP_UINT64  /* data: a whole number */
};

typedef struct rooftop_values {
    size_t count;
    const uint8_t *kinds;
    const uint64_t *data; /* 8 bytes each; the kind says what they are */
    const char *texts;
    size_t text_length;
} rooftop_values;

typedef struct rooftop_metrics {
    rooftop_values values;
    const uint32_t *names; /* numbers of the names; UINT32_MAX: a damaged file names none */
    const uint8_t *listed; /* 1: the metric has instances */
} rooftop_metrics;

typedef struct rooftop_instances {
    rooftop_values values, ids; /* both have the same count */
} rooftop_instances;

/* Reads the metrics of a result. */
bool rooftop_result_metrics(rooftop_report *report, size_t result, rooftop_metrics *metrics,
                            char *error, size_t size);
/* Reads the instances of the metric at this place among the metrics of a result. */
bool rooftop_result_instances(rooftop_report *report, size_t result, size_t metric,
                              rooftop_instances *instances, char *error, size_t size);
/* Fills values[result * name_count + name] for every result; what is no number is NaN. */
bool rooftop_report_table(rooftop_report *report, const char *const *names, size_t name_count,
                          double *values, char *error, size_t size);
/* Fills columns[name] with the texts of this metric for every result. The kind of a value is
 * ROOFTOP_TEXT, or ROOFTOP_NOTHING where the result lacks the metric or it is no text. */
bool rooftop_report_texts(rooftop_report *report, const char *const *names, size_t name_count,
                          rooftop_values *columns, char *error, size_t size);
/* The name of the function of every result, as rooftop_result_facts() has it. A JSON list. */
const char *rooftop_report_functions(rooftop_report *report, size_t *length);

/* What a result is: kind, names, sizes, device, process, NVTX ranges. JSON. */
const char *rooftop_result_facts(rooftop_report *report, size_t result, size_t *length, char *error,
                                 size_t size);
/* What rules found, as the report stores it. JSON. */
const char *rooftop_result_findings(rooftop_report *report, size_t result, size_t *length,
                                    char *error, size_t size);

/* Fills in which results have one of these NVTX ranges and none of the others, by the expressions
 * of --nvtx-include and
 * --nvtx-exclude. Without an expression to include, or with a wrong one, nothing is chosen by it.
 */
void rooftop_report_match_nvtx(rooftop_report *report, const char *const *include,
                               size_t include_count, const char *const *exclude,
                               size_t exclude_count, uint8_t *matches);

/* The source line of an instruction at an address. Returns its path, which lives as long as the
 * report, or NULL. */
const char *rooftop_result_line(rooftop_report *report, size_t result, uint64_t address,
                                unsigned *line);
/* The text of the instruction at an address, "" if it is not known. It needs nvdisasm (see
 * --nvdisasm). */
const char *rooftop_result_sass(rooftop_report *report, size_t result, uint64_t address);
const char *rooftop_result_ptx(rooftop_report *report, size_t result, uint64_t address);
/* The source files of a result: {"path": "content"}, "" for a file that the report does not hold.
 * JSON. */
const char *rooftop_result_files(rooftop_report *report, size_t result, size_t *length);

/* What the name of a metric says. */
typedef struct rooftop_metric_name {
    unsigned type, subtype, rollup; /* the numbers of IMetric of ncu_report; 0: none */
    char unit[64];
} rooftop_metric_name;
void rooftop_metric_parse(const char *name, rooftop_metric_name *parsed);
/* The unit of a metric in this report: that of its name, but for a few metrics which ncu shows with
 * another one if the report has certain other metrics. It is valid until the next call with this
 * report. */
const char *rooftop_report_unit(rooftop_report *report, const char *name);
/* One sentence about a metric. It is valid until the next call in this thread. */
const char *rooftop_metric_description(const char *name);

#ifdef __cplusplus
}
#endif

#endif
