/* report_internal: what report.c, report_input.c and report_summary.c share. */
#ifndef ROOFTOP_REPORT_INTERNAL_H
#define ROOFTOP_REPORT_INTERNAL_H

#include "mapped_file.h"
#include "report.h"
#include "section_pool.h"
#include "unit_memo.h"

struct report_source {
    const struct entry *entry;
    uint32_t process;
    Rep__SourceData *data;
};

/* One file of a report, or the one in the making. */
struct report_input {
    size_t number; /* in the report */
    char *path;
    struct container container;
    struct container_scanner scanner;
    struct mapped_file *mapped;
    uint32_t *names; /* ids in the report of its strings; NULL: they are the same */
    size_t name_count;
    Rep__ReportSessionDetails *session;
    const Rep__ProcessInfo **processes;
    size_t process_count, process_capacity;
    Rep__ProcessInfo **owned_processes;
    size_t owned_count, owned_capacity;
    Rep__ProcessInfo no_process; /* of blocks that name none */
    struct report_source *sources;
    size_t source_count, source_capacity;
    size_t first, count; /* its results in the report */
    struct kernel_names *kernels;
    size_t kernels_seen; /* results whose names are in `kernels` */
};

struct report_row {
    struct entry entry;
    struct report_input *input;
    const Rep__ProcessInfo *process;
    uint8_t *packed; /* owned bytes of a result in the making */
    struct result *result;
    struct result_summary *summary;
    char *kernel;        /* full signature; NULL: not asked for, or none */
    char *stored;        /* name that the report stores for it; NULL: none */
    char *parameters;    /* in a series; NULL: in none */
    size_t kernel_names; /* how many there were when the summary got its name */
};

struct report {
    char *title; /* NULL: the path of the only file */
    struct report_input **inputs;
    size_t input_count, input_capacity;
    struct report_file *files; /* what is told of the inputs; NULL: to be made */
    struct report_row *rows;
    size_t row_count, row_capacity;
    char **strings;
    size_t string_count, string_capacity;
    uint32_t *slots; /* hash of the strings; NULL until one is looked for */
    size_t slot_count;
    uint32_t *shared; /* with it: by id the first id of the same text */
    uint8_t *places;  /* by id of a name: where its value stands in summaries */
    size_t placed;
    const struct kernel_renames *renames;
    struct section_pool *sections;
    struct unit_memo units;
};

struct report_input *report_input_new(const char *path);
/* Begins to index a file's bytes. false: not a report. */
bool report_input_scan(struct report_input *input, const uint8_t *bytes, size_t length,
                       struct error *error);
bool report_input_scan_step(struct report_input *input); /* true: that is done */
void report_input_free(struct report_input *input);
bool report_input_free_step(struct report_input *input); /* true: that is done */

/* The process of that id: the one known already, else this. */
const Rep__ProcessInfo *report_input_process(struct report_input *input,
                                             const Rep__ProcessInfo *process);
/* A copy of it that the input owns, if it is new. */
const Rep__ProcessInfo *report_input_copy_process(struct report_input *input,
                                                  const Rep__ProcessInfo *process);
void report_input_add_source(struct report_input *input, struct report_source source);
void report_input_merge_session(struct report_input *input,
                                const Rep__ReportSessionDetails *session);

/* The name to show of a kernel of the file, by its full signature and the name that the file
 * stores for it, if any; it lives as long as the input, the renames and `stored`. */
const char *report_input_kernel(const struct report *report, struct report_input *input,
                                const char *full, const char *stored);

/* How many names of kernels there are: while that stays, so do their short names. */
size_t report_input_kernels(const struct report *report, struct report_input *input);

/* Id in the report of a string of the file; one out of range stays out of range. */
uint32_t report_input_name(const struct report_input *input, uint32_t id);

#endif
