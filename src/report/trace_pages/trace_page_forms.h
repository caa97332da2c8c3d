/* trace_page_forms: the functions that make the tables of each page, and what they share. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_PAGE_FORMS_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_PAGE_FORMS_H

#include "report/trace/trace_environment.h"
#include "report/trace/trace_stats.h"
#include "report/trace_pages/trace_pages.h"

/* Makes the tables of one page. Returns how many. */
typedef size_t trace_page_maker(const struct trace_view *view, struct trace_table **tables);

trace_page_maker trace_page_summary, trace_page_kernels, trace_page_copies, trace_page_fills,
    trace_page_api, trace_page_launches, trace_page_gaps, trace_page_overlap, trace_page_sync,
    trace_page_nvtx, trace_page_um, trace_page_memory, trace_page_streams, trace_page_graphs,
    trace_page_overhead, trace_page_ranks, trace_page_cpu, trace_page_jit, trace_page_environment,
    trace_page_decompressions;

/* The columns that every table of times begins with: share, total, count, mean, median, minimum,
 * maximum, deviation; and their cells. */
void trace_stat_columns(struct trace_table *table);
void trace_stat_cells(struct trace_table *table, const struct trace_stat *group, double whole);

/* The row that was filled last leads to the longest record of the group, whose rows were told
 * (trace_stat_add_row()). */
void trace_stat_spot(struct trace_table *table, const struct trace_stat *group,
                     enum trace_kind kind);

/* A statistic of one number per record: the table's note gets the records without times. */
void trace_note_bad(struct trace_table *table, const struct trace_stats *stats, const char *what);

/* What CUPTI's numbers are called. */
const char *trace_copy_word(uint64_t kind);     /* "H→D" */
const char *trace_memory_word(uint64_t kind);   /* "pinned" */
const char *trace_wait_word(uint64_t type);     /* "stream" */
const char *trace_overhead_word(uint64_t kind); /* "lazy function loading" */
const char *trace_um_word(uint64_t kind);       /* "GPU page faults" */
const char *trace_jit_word(uint64_t operation); /* "compiled" */
const char *trace_jit_code(uint64_t code);      /* "PTX to SASS" */
const char *trace_launch_word(uint64_t mode);   /* "tail" */
const char *trace_um_cause(uint64_t kind, uint64_t flags);

/* "GPU 0", with the rank or the number of the file before it if there are several. */
void trace_gpu_text(const struct trace_view *view, size_t gpu, char *text, size_t room);

/* The same for a series of a GPU that may have no works. */
void trace_series_gpu_text(const struct trace_view *view, const struct trace_series *series,
                           char *text, size_t room);

/* Whether a kernel passes -k, by the number of its name. */
bool trace_view_takes(const struct trace_view *view, uint64_t name);

/* Memory kinds of CUPTI that pages ask about. */
enum { TRACE_PAGEABLE = 1, TRACE_PINNED = 2 };

/* The name of a work, for people: of a kernel or "copy H→D"; the result may lie in `room`. */
const char *trace_work_name(const struct trace_view *view, const struct trace_work *work,
                            char *room, size_t size);

#endif
