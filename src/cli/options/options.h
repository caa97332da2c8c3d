/* options: the command line, read into a struct. One table (option_table.h) drives the parser, the
 * help, the list in the manual page and "did you mean".
 *
 * Options have the names and meanings that they have in ncu; some exist only in rooftop. Options
 * come before the program: everything from the first word that is not an option belongs to the
 * program. Words that end in .ncu-rep are reports to show; options may stand before and after them.
 *
 * If the first word that is not an option is "trace", the program behind it is traced. Words that
 * end in .rtrace are traces to show.
 *
 * If the first word that is not an option is "diff", the two reports that follow it are compared. A
 * program of the name diff is meant where "--" stands before it, or where the next word that is not
 * an option is not a report. The same holds for "merge", which makes one report of several.
 */
#ifndef ROOFTOP_CLI_OPTIONS_OPTIONS_H
#define ROOFTOP_CLI_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/options/word_list.h"
#include "collect/program/attach_point.h"
#include "collect/program/mps_role.h"
#include "collect/run/app_match.h"
#include "collect/run/run_mode_id.h"
#include "report/base/error.h"
#include "report/base/number_list.h"
#include "report/filter/launch_filter.h"
#include "report/filter/launch_series.h"
#include "report/filter/range_filter.h"
#include "report/metric/query_kind.h"
#include "report/names/kernel_renames.h"
#include "report/pages/page.h"
#include "report/rules/section_sources.h"
#include "report/sample/sample_choice.h"
#include "report/trace_pages/trace_pages.h"

enum action {
    ACTION_RUN,
    ACTION_HELP,
    ACTION_SHORT_HELP,
    ACTION_VERSION,
    ACTION_LIST_SETS,
    ACTION_LIST_SECTIONS,
    ACTION_LIST_RULES,
    ACTION_PYTHON_PATH,
    ACTION_LIST_METRICS,
    ACTION_LIST_CHIPS,
    ACTION_QUERY_METRICS,
    ACTION_RESET_CLOCKS,
    ACTION_DOCTOR,
    ACTION_DIFF,
    ACTION_TRACE /* the program is traced */
};
enum clock_control { CLOCK_BASE, CLOCK_BOOST, CLOCK_NONE, CLOCK_RESET };
enum cache_control { CACHE_ALL, CACHE_NONE };
/* What --mode asks for: all at once, a program that waits, or a rooftop that comes to it. */
enum start_mode { LAUNCH_AND_ATTACH, LAUNCH_ONLY, ATTACH_ONLY };
enum interface { INTERFACE_AUTO, INTERFACE_TUI, INTERFACE_TEXT };

/* Which calls a trace records: those that the program makes, or also those of the driver that are
 * made inside of the runtime's. */
enum trace_api { TRACE_API_PROGRAM, TRACE_API_RUNTIME, TRACE_API_DRIVER, TRACE_API_BOTH };

struct trace_options {
    struct word_list files; /* traces to show */
    const char *kinds;      /* a list of what to record; NULL: the default */
    const char *cpu;        /* groups of metrics of the CPU; NULL: none */
    unsigned api;           /* enum trace_api */
    bool queued;
    const char *buffer;           /* a size; NULL: the default */
    const char *delay, *duration; /* seconds; NULL: the whole program */
    unsigned pages;               /* bits of enum trace_page; 0: none was asked for */
};

struct options {
    enum action action;
    struct trace_options trace;
    struct word_list imports; /* reports to show (see inputs.h); none: profile the program */
    bool import_recursive;
    struct word_list baselines; /* reports that the screen compares with */
    const char *diff[2];        /* ACTION_DIFF: the reports to compare */
    bool exit_code;             /* ACTION_DIFF: the exit status says whether something got worse */
    const char *html_path;      /* NULL: no HTML page is written */
    bool merge;                 /* the reports are to become one */
    const char *export_path;    /* NULL: results are shown and not kept */
    bool force_overwrite;
    struct word_list sets, sections;
    struct section_sources sources;
    bool apply_rules, rules_given; /* given: --rule or --apply-rules is on the command line */
    struct word_list rules;        /* apply only these; none: all */
    const char *explain;           /* a term to explain; NULL: none */
    const char *write_folder;      /* where the built-in sections are written; NULL: nowhere */
    struct word_list metrics;
    struct word_list chips, devices; /* what a query is about; the filter has the devices, too */
    bool query_given;                /* an option of --query-metrics is given */
    enum query_mode query_mode;
    enum query_collection query_collection;
    struct launch_filter filter;
    bool rename_kernels;
    const char *renames_path;      /* NULL: the default file if it exists */
    struct kernel_renames renames; /* the pairs of that file; main() reads it */
    enum clock_control clock_control;
    enum cache_control cache_control;
    uint64_t window; /* most launches of a window; 0: rooftop chooses */
    bool whole_graphs;
    struct launch_series series;
    struct mps_settings mps;
    enum start_mode start;
    struct attach_ports ports; /* where a program waits that is started now and attached to later */
    const char *hostname;      /* of the machine that it waits on; NULL: this one */
    enum run_mode_id replay_mode;
    enum app_match_key app_match; /* this and the next two are for application replay */
    enum app_match_mode app_mode;
    bool app_buffer_in_memory;
    struct word_list range_options; /* for range replay */
    bool kill;
    bool automatic;               /* --auto: the program is traced, then its launches are chosen */
    uint64_t auto_budget;         /* seconds */
    struct sample_choice *choice; /* owned; NULL until the program was traced */
    struct program_input *input;  /* for both runs; run_auto.h owns it */
    bool root_process_only;
    struct number_list ranks;   /* the ranks to profile; none: all */
    uint64_t replay_timeout;    /* seconds; 0: none */
    uint64_t sampling_interval; /* of warps: one more than is asked for; 0: auto */
    uint64_t sampling_passes, sampling_buffer;
    uint64_t pm_interval, pm_buffer, pm_passes; /* of counters over time; 0: auto */
    bool null_input, forward_signals;
    bool form; /* the form of the run is shown before it */
    bool quiet, verbose;
    bool as_ncu; /* this program was started under the name ncu */
    bool check_exit_code;
    bool strict; /* a run without results fails */
    bool import_code, import_source;
    bool extra_suffixes;
    bool nvtx, call_stack; /* collect them; if a report has them, they are always shown */
    struct stack_types {
        bool native, python;
    } stack_types;
    bool nvtx_of_process; /* push/pop ranges belong to the process, not to threads */
    bool profile_from_start, ignore_profiler_calls; /* cuProfilerStart and cuProfilerStop */
    struct range_filter ranges;
    const char *log_file; /* NULL or "stdout": standard output; "stderr"; or a path */
    bool view_given;      /* --print-source */
    bool units_given;     /* --print-units */
    bool page_named;      /* --page */
    bool page_given;      /* --page, or an option that says how to print a page */
    struct page_options page;
    char *nvdisasm, *sass_cache; /* owned; main() finds them for the source page */
    enum interface interface;
    const char *theme;
    struct word_list notes;  /* on options of ncu that have no effect */
    bool config;             /* config.ncu-cfg gives defaults */
    const char *config_path; /* NULL: it is looked for */
    const char *preload;     /* libraries for LD_PRELOAD of the program; NULL: none */
    bool restore_sections;
    struct word_list words; /* the command line, with response files in it */
    struct word_list config_words;
    char **program;     /* NULL-ended arguments; NULL: none given */
    char *command_line; /* as the user typed it, for the report */
};

struct option;
/* Returns the option at argv[*at] and moves *at behind the option and its value. *value is NULL if
 * the option takes no value. NULL: the option is unknown, or its value is missing. */
const struct option *options_next(int argc, char *const *argv, int *at, const char **value,
                                  struct error *error);

/* false: an option is wrong, or options do not go together. Release with options_free() in any
 * case; the options point into argv. */
bool options_parse(struct options *options, int argc, char **argv, struct error *error);
void options_free(struct options *options);
void options_print_help(FILE *out);
/* Prints how rooftop is called and the first options to know, which fit on a screen of 24 lines. */
void options_print_short_help(FILE *out);

#endif
