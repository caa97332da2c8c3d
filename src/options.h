/* options: the command line. One table (option_table.h) gives parsing, help, the man page's list
 * and "did you mean".
 *
 * Names and meanings are those of ncu; some are of rooftop alone. Options come before the program;
 * everything from the first word that is no option belongs to the program. Words that end in
 * .ncu-rep are reports to show, with options before and after them.
 *
 * The first word that is no option may be "diff": the two reports behind it are compared, unless
 * the next word that is no option is no report; then, and after "--", it is a program of this name.
 */
#ifndef ROOFTOP_OPTIONS_H
#define ROOFTOP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/app_match.h"
#include "collect/mps_role.h"
#include "error.h"
#include "kernel_renames.h"
#include "launch_filter.h"
#include "launch_series.h"
#include "number_list.h"
#include "page.h"
#include "query_kind.h"
#include "range_filter.h"
#include "section_sources.h"
#include "word_list.h"

enum action {
    ACTION_RUN,
    ACTION_HELP,
    ACTION_VERSION,
    ACTION_LIST_SETS,
    ACTION_LIST_SECTIONS,
    ACTION_LIST_RULES,
    ACTION_LIST_METRICS,
    ACTION_LIST_CHIPS,
    ACTION_QUERY_METRICS,
    ACTION_RESET_CLOCKS,
    ACTION_DOCTOR,
    ACTION_DIFF
};
enum clock_control { CLOCK_BASE, CLOCK_BOOST, CLOCK_NONE, CLOCK_RESET };
enum cache_control { CACHE_ALL, CACHE_NONE };
enum replay_mode { REPLAY_KERNEL, REPLAY_APPLICATION, REPLAY_RANGE, REPLAY_APP_RANGE };
enum interface { INTERFACE_AUTO, INTERFACE_TUI, INTERFACE_TEXT };

struct options {
    enum action action;
    struct word_list imports; /* reports to show: see inputs.h; none: profile the program */
    bool import_recursive;
    struct word_list baselines; /* reports that the screen compares with */
    const char *diff[2];        /* ACTION_DIFF: the reports to compare */
    bool exit_code;             /* ACTION_DIFF: what got worse is told by the exit status */
    const char *export_path;    /* NULL: results are shown and not kept */
    bool force_overwrite;
    struct word_list sets, sections;
    struct section_sources sources;
    bool apply_rules, rules_given; /* --rule turns them on; given: by one of the two options */
    struct word_list rules;        /* only these */
    struct word_list metrics;
    struct word_list chips, devices; /* that a query is about; devices: of the filter, too */
    bool query_given;                /* an option of --query-metrics */
    enum query_mode query_mode;
    enum query_collection query_collection;
    struct launch_filter filter;
    bool rename_kernels;
    const char *renames_path;      /* NULL: the default file, if there is one */
    struct kernel_renames renames; /* the file's pairs, once main() has read it */
    enum clock_control clock_control;
    enum cache_control cache_control;
    uint64_t window; /* most launches that are measured together; 0: as many as pays */
    bool whole_graphs;
    struct launch_series series;
    struct mps_settings mps;
    enum replay_mode replay_mode;
    enum app_match_key app_match; /* of application replay, and the next two */
    enum app_match_mode app_mode;
    bool app_buffer_in_memory;
    struct word_list range_options; /* of range replay */
    bool kill;
    bool root_process_only;
    struct number_list ranks; /* to profile; none: all */
    uint64_t replay_timeout;  /* seconds; 0: none */
    bool null_input, forward_signals;
    bool quiet, verbose;
    bool check_exit_code;
    bool import_code, import_source;
    bool extra_suffixes;
    bool nvtx, call_stack; /* of a report: shown in any case */
    struct stack_types {
        bool native, python;
    } stack_types;
    bool nvtx_of_process; /* push/pop ranges belong to the process, not to threads */
    bool profile_from_start, ignore_profiler_calls; /* cuProfilerStart and cuProfilerStop */
    struct range_filter ranges;
    const char *log_file; /* NULL or "stdout": standard output; "stderr"; or a path */
    bool view_given;      /* --print-source */
    bool page_given;      /* a page is asked for: by --page, or by how it is to be printed */
    struct page_options page;
    char *nvdisasm, *sass_cache; /* owned: what main() found for the source page */
    enum interface interface;
    const char *theme;
    char **program;     /* NULL-ended arguments; NULL: none given */
    char *command_line; /* as typed, for the report */
};

struct option;
/* The option at argv[*at], which moves behind it and its value (NULL: it takes none). NULL: it is
 * unknown, or its value is missing. */
const struct option *options_next(int argc, char *const *argv, int *at, const char **value,
                                  struct error *error);

bool options_parse(struct options *options, int argc, char **argv, struct error *error);
void options_free(struct options *options);
void options_print_help(FILE *out);

#endif
