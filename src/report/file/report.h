/* report: results with their names, processes and sessions, from one or several files, or from a
 * program that is being profiled.
 *
 * A file is mapped and indexed when it is opened; its descriptor is closed at once, so that the
 * number of open reports is limited by memory alone. The results of several files form one list:
 * files in the order in which they were added, the results of a file in the order of processes. A
 * result is decoded when it is asked for and stays until report_drop() or report_close(). A decoded
 * result takes about ten times its bytes, so whoever goes through many drops them.
 *
 * All files share one table of names: the strings of the first keep their ids, and those of the
 * others are added to it. Decoded metrics have ids of that table, so nobody who looks at a result
 * needs to know its file. A result's `index` is its place in the list, its `id` the number in its
 * file. Process ids and sources are looked up in the file.
 *
 * A run is a file of the report that exists only in memory: it takes packed results one by one
 * while a program is profiled (report_new(), report_begin_run()). Only the last file takes results.
 * For one thread only. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_H
#define ROOFTOP_REPORT_FILE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "report/base/error.h"
#include "report/file/container.h"
#include "report/file/result.h"
#include "report/names/kernel_renames.h"

struct report;

/* Opens and indexes a file. A damaged file opens with what is whole: see report_damage(). Returns
 * NULL with the error if the file is no report. */
struct report *report_open(const char *path, struct error *error);
/* Opens bytes in memory, which must outlive the report. */
struct report *report_open_bytes(const char *name, const uint8_t *bytes, size_t length,
                                 struct error *error);
/* Returns a report with one run. */
struct report *report_new(const char *name);
/* Begins a run behind all other files. What is added from now on belongs to it. If path is "", it
 * is called "run N". */
void report_begin_run(struct report *report, const char *path);
void report_close(struct report *report);

/* Opening and closing in steps of some tenths of a millisecond. Until the last step of opening, a
 * report has no results and knows only its path and its settings; it can be closed. After the first
 * step of closing only the next step may be called. */
struct report *report_open_begin(const char *path, struct error *error);
bool report_open_step(struct report *report); /* true: it is open */
int report_open_percent(const struct report *report);
bool report_close_step(struct report *report); /* true: it is closed */

/* report_new_list() returns a report without files. The others add a file; on failure they return
 * false and change nothing. They invalidate what report_file() returned. */
struct report *report_new_list(void);
bool report_add_file(struct report *report, const char *path, struct error *error);
bool report_add_bytes(struct report *report, const char *name, const uint8_t *bytes, size_t length,
                      struct error *error);

/* Shares decoded sections with another report; either may be closed first. Must be called before
 * the first result of `report` is decoded. */
void report_share_sections(struct report *report, const struct report *with);

/* Sets how kernels are named. The renames must outlive the report. Must be called before the first
 * result or summary is asked for. NULL, the default, shows shortened names, or the names
 * that the report stores. */
void report_set_renames(struct report *report, const struct kernel_renames *renames);
const struct kernel_renames *report_renames(const struct report *report);
/* Returns the short name of result i's kernel among those of its file. Returns `full` for other
 * kinds. */
const char *report_short_name(const struct report *report, size_t i, const char *full);
/* Returns the name to show for a kernel of the last run, which may have no result yet. */
const char *report_kernel_name(const struct report *report, const char *full);

/* A file of the report. A run counts as one. */
struct report_file {
    const char *path, *name; /* name: the shortest end of the path that no other file has */
    const char *label;       /* "rank 3 @ node1" if ranks tell the files apart, else the name */
    const char *damage;      /* "" if the file is whole */
    const Rep__ReportSessionDetails *session; /* merged from all blocks */
    const char *host;                         /* where it was measured; "" if unknown */
    int rank;                                 /* of MPI or similar, -1 if unknown: see rank.h */
    size_t first, count;                      /* its results in the report */
};
size_t report_file_count(const struct report *report);
/* Returns a file. The pointer is valid until the next file is added. */
const struct report_file *report_file(struct report *report, size_t file);
/* Returns the file of result i. */
size_t report_result_file(const struct report *report, size_t i);

/* Returns the path of the only file, or "3 reports" for several. */
const char *report_path(const struct report *report);
const char *report_damage(const struct report *report); /* of the first one; "" if all are whole */
/* Returns the path of a file that became shorter after it was opened, so that its end reads as
 * zeros, or NULL. Only pages that were read are known. */
const char *report_shortened(const struct report *report);

size_t report_count(const struct report *report);
/* Returns the decoded result i, or NULL with the error. It stays until it is dropped. */
struct result *report_result(struct report *report, size_t i, struct error *error);
/* Frees the decoded result i. It is decoded again when it is asked for. */
void report_drop(struct report *report, size_t i);
/* Lets the system use the memory of result i's bytes in the file for something else, for those who
 * go through a long report. The bytes stay valid. */
void report_rest(const struct report *report, size_t i);
void report_rest_all(const struct report *report); /* also before a report is open */

/* Returns the file that was opened or begun last. Results that are measured are added to it. */
size_t report_newest_file(const struct report *report);
/* Returns whether a file is a run. A run has no container. */
bool report_is_run(const struct report *report, size_t file);

/* For copying: the bytes of a file, split into entries, and the entry of result i. For a run the
 * container is NULL and the entry belongs to none. */
const struct container *report_container(const struct report *report, size_t file);
const struct entry *report_entry(const struct report *report, size_t i);
const Rep__ProcessInfo *report_result_process(const struct report *report, size_t i);

/* What the list of results shows. It is found without decoding the entry. */
struct result_summary {
    size_t id, file;
    enum entry_kind kind;
    const char *name; /* shown name, without "void" */
    uint64_t grid[3], block[3];
    double duration, compute, memory, occupancy; /* ns, %, %, %; NAN: not collected */
    double l1, l2, dram;                         /* % of peak */
    const char *limit;   /* what limits the kernel: a root cause, see report_set_limit(); else */
    const char *verdict; /* what its throughputs say, see verdict.h */
    uint32_t series; /* number in its process, see report_series.h; valid if `parameters` is set */
    const char *parameters; /* "block=128, grid=64"; NULL: in no profile series */
};
const struct result_summary *report_summary(struct report *report, size_t i);
/* Says what limits result i, once more is known of it than its summary tells: rules have looked at
 * it. The text must live as long as the report, or until it is replaced; NULL: the verdict again.
 */
void report_set_limit(struct report *report, size_t i, const char *limit);

/* Calls use() for each metric of result i with the id of its name and its value, NAN if that is no
 * number. The entry is not decoded. */
typedef void report_value_use(void *context, uint32_t name, double value);
void report_metric_values(const struct report *report, size_t i, report_value_use *use,
                          void *context);

/* Reads some metrics of result i without decoding the entry. wanted[id of a name] is the index in
 * `values` plus 1, or 0 for a name that is not wanted. Values that the result lacks stay as they
 * are. */
struct report_value {
    bool known;       /* the result has the metric with a value */
    double number;    /* NAN: a text, or no number */
    const char *text; /* not NUL-ended, in the bytes of the file; NULL: no text */
    size_t length;
};
void report_pick_values(const struct report *report, size_t i, const uint16_t *wanted,
                        size_t wanted_count, struct report_value *values);

/* What filters look at in a launch. It is read without decoding the entry. */
struct result_launch {
    const char *demangled, *function, *mangled;
    uint32_t context, stream;
    bool has_stream;
    uint64_t grid[3], block[3]; /* kernels only */
    uint32_t thread;
    const uint8_t *nvtx; /* the packed NVTX state in the bytes of the report, or NULL */
    size_t nvtx_length;
    const uint8_t *stacks[2]; /* packed call stacks, native and Python, or NULL */
    size_t stack_lengths[2];
    char *own[3]; /* private */
};
void report_launch(const struct report *report, size_t i, struct result_launch *launch);
void result_launch_free(struct result_launch *launch);

/* Returns the session details of all blocks of a file, merged. The report owns them. */
const Rep__ReportSessionDetails *report_session(const struct report *report, size_t file);

size_t report_process_count(const struct report *report, size_t file);
const Rep__ProcessInfo *report_process(const struct report *report, size_t file, size_t i);

/* Metric names: the string table of the file, or a common one for several files. Decoded results
 * have ids of this table. An id out of range has the name "". */
const char *report_string(const struct report *report, uint32_t id);
uint32_t report_string_count(const struct report *report);
/* Returns the id of the name. A new name is added. */
uint32_t report_intern(struct report *report, const char *name);
/* Returns the id that all names with the same text share: a file may have a name twice. Returns
 * UINT32_MAX for an id out of range. */
uint32_t report_shared_id(struct report *report, uint32_t id);
/* Finds this shared id by the name. Returns false, with UINT32_MAX, if there is no such name. */
bool report_find_name(struct report *report, const char *name, uint32_t *id);

/* Writes the unit of a metric as metric_unit() does, but finds it only once per name. */
const char *report_unit(struct report *report, const char *name, char *unit, size_t size);

/* Returns the source entry with this reference in that process of a file, or NULL. It is decoded on
 * demand. */
const Rep__SourceData *report_source(struct report *report, size_t file, uint32_t process,
                                     uint64_t reference);

/* Returns the n-th of the entries with this reference, or NULL. One has the code; others have what
 * was loaded later. */
const Rep__SourceData *report_source_part(struct report *report, size_t file, uint32_t process,
                                          uint64_t reference, size_t n);

/* Adds a packed result to the last run and returns its index. The report takes ownership of the
 * bytes. */
size_t report_add_result(struct report *report, enum entry_kind kind, uint8_t *packed,
                         size_t length, const Rep__ProcessInfo *process);
/* Replaces the bytes of result i, of which the report takes ownership. The result is decoded
 * again. */
void report_replace_result(struct report *report, size_t i, uint8_t *packed, size_t length);
/* Result i lies in an open file, too, from `offset` on: gives its memory back and reads it there
 * from now on, which the system keeps in memory as long as there is room. The file may be closed,
 * and may lose its name, but its bytes must stay. Must be called before anybody else has looked at
 * the result; does nothing if the file cannot be mapped. */
void report_put_away(struct report *report, size_t i, int file, off_t offset);
/* Adds a source entry, of which the report takes ownership. */
void report_add_source(struct report *report, uint32_t process, Rep__SourceData *source);
void report_merge_session(struct report *report, const Rep__ReportSessionDetails *session);

#endif
