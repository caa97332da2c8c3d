/* report: results with their names, processes and sessions, from one file or several, or in the
 * making.
 *
 * A file is mapped and indexed when it is opened, and then closed: as many can be open at once as
 * there is memory. Results of several files are one list: files in the order in which they were
 * added, in each the results in order of processes. A result is decoded when it is asked for and
 * stays until report_drop() or report_close(): a decoded result takes about ten times its bytes, so
 * whoever goes through many drops them. A report in the making (report_new) takes packed results
 * one by one. One thread. */
#ifndef ROOFTOP_REPORT_H
#define ROOFTOP_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "container.h"
#include "error.h"
#include "kernel_renames.h"
#include "result.h"

struct report;

/* Opens and indexes. A damaged file opens with what is whole: see report_damage(). */
struct report *report_open(const char *path, struct error *error);
/* The same over bytes in memory, which must stay. */
struct report *report_open_bytes(const char *name, const uint8_t *bytes, size_t length,
                                 struct error *error);
struct report *report_new(const char *name);
/* One more file in the making, behind all others: what is added from now on is its. path: "" if it
 * has none, then it is called by its number among these. */
void report_begin_run(struct report *report, const char *path);
void report_close(struct report *report);

/* Opening and closing in steps of some tenths of a millisecond. Until the last step of opening it
 * has no results, and is good for its path, the settings below and closing; from the first step of
 * closing on it is good for the next. */
struct report *report_open_begin(const char *path, struct error *error);
bool report_open_step(struct report *report); /* true: it is open */
int report_open_percent(const struct report *report);
bool report_close_step(struct report *report); /* true: it is closed */

/* A report of no file yet, and one more file for it; false: it stays as it was. What
 * report_file() gave before is no longer valid. */
struct report *report_new_list(void);
bool report_add_file(struct report *report, const char *path, struct error *error);
bool report_add_bytes(struct report *report, const char *name, const uint8_t *bytes, size_t length,
                      struct error *error);

/* Sections that both have are decoded once, whichever is closed first. Before the first result of
 * `report` is decoded. */
void report_share_sections(struct report *report, const struct report *with);

/* How kernels are named; must outlive the report. Before the first result or summary is asked for;
 * NULL, as in the beginning: shortened, or as the report stores them. */
void report_set_renames(struct report *report, const struct kernel_renames *renames);
const struct kernel_renames *report_renames(const struct report *report);
/* The short name of the kernel of result i among those of its file; of another kind: `full`. */
const char *report_short_name(const struct report *report, size_t i, const char *full);
/* In the making: the name to show of a kernel whose result may be to come. */
const char *report_kernel_name(const struct report *report, const char *full);

/* One of the files; a report in the making is one, too. */
struct report_file {
    const char *path, *name; /* name: the shortest end of the path that no other file has */
    const char *label;       /* "rank 3 @ node1" where ranks tell the files apart, else the name */
    const char *damage;      /* "" if whole */
    const Rep__ReportSessionDetails *session; /* of all its blocks, merged */
    const char *host;                         /* where it was measured; "" if that is not known */
    int rank;                                 /* of MPI or the like, -1 if not known: see rank.h */
    size_t first, count;                      /* its results */
};
size_t report_file_count(const struct report *report);
/* Until the next file is added. */
const struct report_file *report_file(struct report *report, size_t file);
/* The file of result i. */
size_t report_result_file(const struct report *report, size_t i);

/* "3 reports" for several files. */
const char *report_path(const struct report *report);
const char *report_damage(const struct report *report); /* the first; "" if all are whole */
/* The path of a file that has become shorter since it was opened, so that what was read behind its
 * end is zeros; NULL: none is known to have. */
const char *report_shortened(const struct report *report);

size_t report_count(const struct report *report);
/* Decoded result i of the list, or NULL with the error. It stays until it is dropped. */
struct result *report_result(struct report *report, size_t i, struct error *error);
/* Forgets what was decoded of result i, which is decoded anew when it is asked for. */
void report_drop(struct report *report, size_t i);

/* The last file, which is in the making, and whether a file is or was so: it has no container. */
size_t report_making(const struct report *report);
bool report_is_run(const struct report *report, size_t file);

/* For copying: the bytes of a file, cut into entries, and the one of result i. NULL and an entry of
 * no container for a report in the making. */
const struct container *report_container(const struct report *report, size_t file);
const struct entry *report_entry(const struct report *report, size_t i);
const Rep__ProcessInfo *report_result_process(const struct report *report, size_t i);

/* Columns of the results list, without decoding the entry. */
struct result_summary {
    size_t id, file;
    enum entry_kind kind;
    const char *name; /* shown name, without "void" */
    uint64_t grid[3], block[3];
    double duration, compute, memory, occupancy; /* ns, %, %, %; NAN = not collected */
    double l1, l2, dram;                         /* % of peak */
    const char *limit;                           /* see verdict.h */
    uint32_t series;        /* of its process, see report_series.h; only with parameters */
    const char *parameters; /* "block=128, grid=64"; NULL: it is in no series */
};
const struct result_summary *report_summary(struct report *report, size_t i);

/* Calls use() for each metric of result i with the id of its name and its value, NAN where that is
 * no number; the entry is not decoded. */
typedef void report_value_use(void *context, uint32_t name, double value);
void report_metric_values(const struct report *report, size_t i, report_value_use *use,
                          void *context);

/* What result i has of some metrics; the entry is not decoded. wanted: by the id of a name, one
 * less is its place in `values`; 0: it is not asked for. What the result lacks stays as it is. */
struct report_value {
    bool known;       /* the result has the metric, and a value of it */
    double number;    /* NAN: it is a text, or no number */
    const char *text; /* not ended, and as the file has it; NULL: it is none */
    size_t length;
};
void report_pick_values(const struct report *report, size_t i, const uint16_t *wanted,
                        size_t wanted_count, struct report_value *values);

/* What filters of launches look at, without decoding the entry. */
struct result_launch {
    const char *demangled, *function, *mangled;
    uint32_t context, stream;
    bool has_stream;
    uint64_t grid[3], block[3]; /* of a kernel */
    uint32_t thread;
    const uint8_t *nvtx; /* the packed NVTX state, which stays with the report, or NULL */
    size_t nvtx_length;
    const uint8_t *stacks[2]; /* the same, native and of Python */
    size_t stack_lengths[2];
    char *own[3]; /* private */
};
void report_launch(const struct report *report, size_t i, struct result_launch *launch);
void result_launch_free(struct result_launch *launch);

/* Session details of all blocks of a file, merged; owned by the report. */
const Rep__ReportSessionDetails *report_session(const struct report *report, size_t file);

size_t report_process_count(const struct report *report, size_t file);
const Rep__ProcessInfo *report_process(const struct report *report, size_t file, size_t i);

/* Metric names: the string table of the file, or of several files one of all their names. Decoded
 * results have ids of it. An id out of range has the name "". */
const char *report_string(const struct report *report, uint32_t id);
uint32_t report_string_count(const struct report *report);
/* Id of the name, added if new. */
uint32_t report_intern(struct report *report, const char *name);
/* The id that all names of the same text share, since a file may have a name twice. Of an
 * id out of range UINT32_MAX. */
uint32_t report_shared_id(struct report *report, uint32_t id);
/* That id of a name; false, and UINT32_MAX: there is no such name. */
bool report_find_name(struct report *report, const char *name, uint32_t *id);

/* The unit of a metric, as metric_unit() has it, but found out once for each name. */
const char *report_unit(struct report *report, const char *name, char *unit, size_t size);

/* Source entry with this reference in that process of a file, or NULL; decoded on demand. */
const Rep__SourceData *report_source(struct report *report, size_t file, uint32_t process,
                                     uint64_t reference);

/* The n-th of the entries with this reference, or NULL: the code is in one of them, what was loaded
 * later in others. */
const Rep__SourceData *report_source_part(struct report *report, size_t file, uint32_t process,
                                          uint64_t reference, size_t n);

/* In the making: adds what was packed; the report owns the bytes from now on. */
size_t report_add_result(struct report *report, enum entry_kind kind, uint8_t *packed,
                         size_t length, const Rep__ProcessInfo *process);
/* The same with other bytes in place of those of result i, which is decoded anew. */
void report_replace_result(struct report *report, size_t i, uint8_t *packed, size_t length);
/* Takes over a source entry that was made elsewhere. */
void report_add_source(struct report *report, uint32_t process, Rep__SourceData *source);
void report_merge_session(struct report *report, const Rep__ReportSessionDetails *session);

#endif
