/* report_internal: the structs that report.c, report_input.c, report_summary.c and their neighbours
 * share. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_INTERNAL_H
#define ROOFTOP_REPORT_FILE_REPORT_INTERNAL_H

#include <sys/stat.h>

#include "report/base/mapped_file.h"
#include "report/file/report.h"
#include "report/file/section_pool.h"
#include "report/metric/unit_memo.h"

struct report_source {
    const struct entry *entry;
    uint32_t process;
    Rep__SourceData *data;
};

/* Where results of a run lie that are in a file already. The parts overlap by a page at most. */
struct put_away {
    struct mapped_file **parts;
    size_t count, capacity;
    off_t offset; /* where the last part begins */
    int file;     /* whose part it is */
};

/* A file of a report, or a run. */
struct report_input {
    size_t number; /* index in the report */
    char *path;
    struct container container;
    struct container_scanner scanner;
    struct mapped_file *mapped;
    struct put_away away;       /* of a run */
    struct stat described;      /* the mapped file, as it was when it was opened */
    struct report_index *index; /* report_index.h; NULL: there is none */
    uint32_t *names;            /* ids in the report by ids in the file; NULL: they are the same */
    size_t name_count;
    Rep__ReportSessionDetails *session;
    const Rep__ProcessInfo **processes;
    size_t process_count, process_capacity;
    Rep__ProcessInfo **owned_processes;
    size_t owned_count, owned_capacity;
    Rep__ProcessInfo no_process; /* for blocks that name no process */
    struct report_source *sources;
    size_t source_count, source_capacity;
    size_t first, count; /* its results in the report */
    struct kernel_names *kernels;
    size_t kernels_seen; /* number of results whose names are in `kernels` */
};

struct report_row {
    struct entry entry;
    struct report_input *input;
    const Rep__ProcessInfo *process;
    uint8_t *packed; /* owned bytes of a run's result */
    struct result *result;
    struct result_summary *summary;
    char *kernel;        /* full signature; NULL: not read yet, or no kernel */
    char *stored;        /* the name that the report stores for it, or NULL */
    char *parameters;    /* of its profile series, or NULL */
    size_t kernel_names; /* number of names when the summary got its name */
};

struct report {
    char *title; /* NULL: the path of the only file */
    struct report_input **inputs;
    size_t input_count, input_capacity;
    struct report_file *files; /* made by report_label.h; NULL: not yet */
    struct report_row *rows;
    size_t row_count, row_capacity;
    char **strings;
    size_t string_count, string_capacity;
    uint32_t *slots; /* hash of the strings; NULL until one is looked up */
    size_t slot_count;
    uint32_t *shared; /* made with it: the first id with the same text, by id */
    uint8_t *places;  /* what summaries do with a metric, by id of its name */
    size_t placed;
    const struct kernel_renames *renames;
    struct section_pool *sections;
    struct unit_memo units;
    struct report_weights *weights; /* of report_weight.h; NULL: not asked for yet */
};

struct report_index;
void report_weights_free(struct report_weights *weights);

struct report_input *report_input_new(const char *path);
/* Begins to index a file's bytes. Returns false with the error if they are no report. */
bool report_input_scan(struct report_input *input, const uint8_t *bytes, size_t length,
                       struct error *error);
bool report_input_scan_step(struct report_input *input); /* true: all is indexed */
void report_input_free(struct report_input *input);
/* Returns the bytes of an open file at that place, which stay valid as long as the input, or NULL.
 */
const uint8_t *report_input_put_away(struct report_input *input, int file, off_t offset,
                                     size_t length);
/* Lets the system use the memory of a result's bytes, if they lie in a file. */
void report_input_rest(const struct report_input *input, const uint8_t *bytes, size_t length);
bool report_input_free_step(struct report_input *input); /* true: all is freed */

/* Returns the known process with that id, or adds this one and returns it. */
const Rep__ProcessInfo *report_input_process(struct report_input *input,
                                             const Rep__ProcessInfo *process);
/* Returns the known process with that id, or adds a copy of this one, which the input owns, and
 * returns it. */
const Rep__ProcessInfo *report_input_copy_process(struct report_input *input,
                                                  const Rep__ProcessInfo *process);
void report_input_add_source(struct report_input *input, struct report_source source);
void report_input_merge_session(struct report_input *input,
                                const Rep__ReportSessionDetails *session);

/* Returns the name to show for a kernel, from its full signature and the name that the file stores
 * for it, which may be NULL. The result lives as long as the input, the renames and `stored`. */
const char *report_input_kernel(const struct report *report, struct report_input *input,
                                const char *full, const char *stored);

/* Returns the number of kernel names. Short names stay valid while it does not change. */
size_t report_input_kernels(const struct report *report, struct report_input *input);

/* Returns the id in the report for a string of the file. An id out of range stays out of range. */
uint32_t report_input_name(const struct report_input *input, uint32_t id);

#endif
