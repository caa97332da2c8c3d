#include "option_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "nearest.h"

/* Where the member lies, which must have this type; an enum is an unsigned. */
#define AT(member, type)                                                                           \
    (offsetof(struct options, member) +                                                            \
     0 * sizeof(_Generic(((struct options *)0)->member, type : 0)))

#define ON(member) option_take_flag, AT(member, bool), .constant = true
#define OFF(member) option_take_flag, AT(member, bool), .constant = false
#define BOOL(member) option_take_bool, AT(member, bool)
#define COUNT(member) option_take_count, AT(member, uint64_t)
#define AUTO_COUNT(member) option_take_auto_count, AT(member, uint64_t)
#define TEXT(member) option_take_text, AT(member, const char *)
#define WORD(member) option_take_word, AT(member, struct word_list)
#define DEVICES(member) option_take_devices, AT(member, struct word_list)
#define PROCESSES(member) option_take_processes, AT(member, struct process_filter)
#define RANKS(member) option_take_ranks, AT(member, struct number_list)
#define LIST(member) option_take_list, AT(member, struct word_list)
#define FOLDER(recursive)                                                                          \
    option_take_folder, AT(sources, struct section_sources), .constant = (recursive)
#define PATTERN(member) option_take_pattern, AT(member, struct name_pattern)
#define ID(member) option_take_id, AT(member, struct kernel_id)
#define NVTX(member) option_take_nvtx, AT(member, struct nvtx_patterns)
#define STACKS(member) option_take_stacks, AT(member, struct stack_patterns)
#define WORDS(...)                                                                                 \
    .choices = (const char *const[])                                                               \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define CHOICE(member, ...) option_take_choice, AT(member, unsigned), WORDS(__VA_ARGS__)
#define EITHER(member, ...) option_take_either, AT(member, bool), WORDS(__VA_ARGS__)
#define CONSTANT(member, value) option_take_constant, AT(member, unsigned), .constant = (value)
#define ALSO(member) .also = AT(member, bool)
#define FORMAT(value)                                                                              \
    option_take_format, AT(page.format, unsigned), .constant = (value), ALSO(page_given)

const struct option option_table[] = {
    {"help", 'h', NULL, "General", "show this list and exit", CONSTANT(action, ACTION_HELP)},
    {"version", 'v', NULL, "General", "show the version and exit",
     CONSTANT(action, ACTION_VERSION)},
    {"import", 'i', "FILE", "Report",
     "show this report instead of profiling; may be repeated, and be a folder or a pattern",
     WORD(imports)},
    {"import-recursive", 0, NULL, "Report",
     "of folders given with -i take the reports in the folders below, too", ON(import_recursive)},
    {"baseline", 0, "FILE", "Report",
     "on the screen show the changes against this report; may be repeated", WORD(baselines)},
    {"export", 'o', "FILE", "Report",
     "write the report here (.ncu-rep is added); without it results are shown and not kept",
     TEXT(export_path)},
    {"force-overwrite", 'f', NULL, "Report", "replace an existing report", ON(force_overwrite)},
    {"set", 0, "NAME", "Collect",
     "set of sections to collect (default: basic), or of a report to show", LIST(sets)},
    {"section", 0, "NAME", "Collect",
     "collect this section, or of a report show only it; may be repeated; identifier or regex:EXPR",
     WORD(sections)},
    {"metrics", 0, "LIST", "Collect",
     "comma-separated metrics to collect; with --page raw or source: to print", LIST(metrics)},
    {"disable-extra-suffixes", 0, NULL, "Collect",
     "do not add the sibling rollups (avg, max, min, sum) of a metric", OFF(extra_suffixes)},
    {"apply-rules", 0, "BOOL", "Collect",
     "say what limits each kernel (default: yes), also of a report that holds findings",
     BOOL(apply_rules), ALSO(rules_given)},
    {"rule", 0, "NAME", "Collect",
     "of the rules only this; may be repeated; identifier or regex:EXPR", WORD(rules),
     ALSO(rules_given)},
    {"section-folder", 0, "FOLDER", "Collect",
     "add the .section files and the rules (.yaml) of this folder; may be repeated", FOLDER(false)},
    {"section-folder-recursive", 0, "FOLDER", "Collect",
     "the same, with those of the folders below", FOLDER(true)},
    {"list-sets", 0, NULL, "Collect", "list the sets and their sections and exit",
     CONSTANT(action, ACTION_LIST_SETS)},
    {"list-sections", 0, NULL, "Collect", "list the sections and exit",
     CONSTANT(action, ACTION_LIST_SECTIONS)},
    {"list-rules", 0, NULL, "Collect", "list the rules and exit",
     CONSTANT(action, ACTION_LIST_RULES)},
    {"list-metrics", 0, NULL, "Collect",
     "list the metrics that would be collected, what they cost, and exit",
     CONSTANT(action, ACTION_LIST_METRICS)},
    {"doctor", 0, NULL, "Machine",
     "check what profiling on this machine needs, say what to do about the rest, and exit",
     CONSTANT(action, ACTION_DOCTOR)},
    {"list-chips", 0, NULL, "Query", "list the chips that --chips takes and exit",
     CONSTANT(action, ACTION_LIST_CHIPS)},
    {"query-metrics", 0, NULL, "Query", "list the metrics that chips have and exit",
     ON(query_given)},
    {"query-metrics-mode", 0, "MODE", "Query",
     "base (default): names without suffix; suffix: the suffixes of --metrics; all: every name",
     option_take_choice, AT(query_mode, unsigned), .choices = query_mode_names, ALSO(query_given)},
    {"query-metrics-collection", 0, "KIND", "Query",
     "kind of metrics: profiling (default), pmsampling, launch, source, ... (man rooftop)",
     option_take_choice, AT(query_collection, unsigned), .choices = query_collection_names,
     ALSO(query_given)},
    {"chips", 0, "LIST", "Query",
     "comma-separated chips to list metrics of (default: those of this machine's GPUs)",
     LIST(chips)},
    {"devices", 0, "LIST", "Filter",
     "comma-separated numbers of GPUs: only launches there; with --query-metrics: of these",
     DEVICES(devices)},
    {"kernel-name", 'k', "NAME", "Filter",
     "only kernels of this name; exact, or regex:EXPR for a part of it", PATTERN(filter.name)},
    {"kernel-name-base", 0, "BASE", "Filter",
     "name that -k and --kernel-id test: function (default), demangled, mangled",
     CHOICE(filter.base, "function", "demangled", "mangled")},
    {"kernel-id", 0, "ID", "Filter",
     "only CONTEXT:STREAM:[regex:]NAME:INVOCATION; empty parts fit everything", ID(filter.id)},
    {"rename-kernels", 0, "BOOL", "Filter",
     "shorten kernel names and apply a file of renames (default: yes)", BOOL(rename_kernels)},
    {"rename-kernels-path", 0, "FILE", "Filter",
     "the file of renames (default: ncu-kernel-renames.yaml, if there is one)", TEXT(renames_path)},
    {"launch-skip", 's', "N", "Filter", "skip the first N launches that match", COUNT(filter.skip)},
    {"launch-count", 'c', "N", "Filter", "stop after N results", COUNT(filter.count)},
    {"launch-skip-before-match", 0, "N", "Filter",
     "skip the first N launches, whether they match or not", COUNT(filter.skip_before)},
    {"filter-mode", 0, "MODE", "Filter",
     "launches that -s, -c and the like count: global (default), per-gpu, per-launch-config",
     CHOICE(filter.mode, "global", "per-gpu", "per-launch-config")},
    {"target-processes-filter", 0, "LIST", "Filter",
     "only processes of these names: NAME, regex:EXPR, exclude:NAME, exclude-tree:NAME",
     PROCESSES(filter.processes)},
    {"ranks", 0, "LIST", "Filter",
     "profile only these ranks of an MPI or Slurm job: 0,4-7; the others just run", RANKS(ranks)},
    {"nvtx-include", 0, "EXPR", "Filter",
     "only launches inside these NVTX ranges: [DOMAIN@]RANGE/ (pushed) or RANGE (started); "
     "repeatable",
     NVTX(filter.nvtx.include)},
    {"nvtx-exclude", 0, "EXPR", "Filter", "no launches inside these NVTX ranges; repeatable",
     NVTX(filter.nvtx.exclude)},
    {"nvtx-push-pop-scope", 0, "SCOPE", "Filter",
     "thread (default) or process: whose launches a pushed NVTX range is about",
     EITHER(nvtx_of_process, "thread", "process")},
    {"native-include", 0, "EXPR", "Filter",
     "only launches with these frames in their native call stack: [[MODULE@]FILE@]FUNCTION; "
     "repeatable",
     STACKS(filter.stacks.native_include)},
    {"native-exclude", 0, "EXPR", "Filter", "no launches with these frames; repeatable",
     STACKS(filter.stacks.native_exclude)},
    {"python-include", 0, "EXPR", "Filter",
     "only launches with these frames in their Python call stack: [FILE@]FUNCTION; repeatable",
     STACKS(filter.stacks.python_include)},
    {"python-exclude", 0, "EXPR", "Filter", "no launches with these frames of Python; repeatable",
     STACKS(filter.stacks.python_exclude)},
    {"range-filter", 0, "SPEC", "Filter",
     "only these instances of ranges: RESTART:STARTS:RANGES (man rooftop)", option_take_ranges,
     AT(ranges, struct range_filter)},
    {"profile-from-start", 0, "BOOL", "Filter",
     "no: nothing before the program's first cu(da)ProfilerStart (default: yes)",
     BOOL(profile_from_start)},
    {"disable-profiler-start-stop", 0, NULL, "Filter",
     "ignore the program's cu(da)ProfilerStart and Stop", ON(ignore_profiler_calls)},
    {"clock-control", 0, "MODE", "Profile",
     "base (default), boost: lock the GPU clocks while profiling; none: leave them; reset: undo",
     CHOICE(clock_control, "base", "boost", "none", "reset")},
    {"cache-control", 0, "MODE", "Profile",
     "all (default): flush the GPU caches before every pass; none: leave them",
     CHOICE(cache_control, "all", "none")},
    {"replay-window", 0, "N", "Profile",
     "launches that are measured together: auto (default), or a number; 1: each by itself",
     AUTO_COUNT(window)},
    {"graph-profiling", 0, "MODE", "Profile",
     "node (default): each kernel of a CUDA graph is a result; graph: each launch of a graph",
     EITHER(whole_graphs, "node", "graph")},
    {"replay-mode", 0, "MODE", "Profile",
     "what a result is of and how it gets its passes: kernel (default): each launch is repeated; "
     "application: the program is; range, app-range: the same of whole ranges, from "
     "cu(da)ProfilerStart to Stop or those of --nvtx-include",
     CHOICE(replay_mode, "kernel", "application", "range", "app-range")},
    {"range-replay-options", 0, "LIST", "Profile",
     "of --replay-mode range: disable-host-save, disable-host-restore (pinned memory is not put "
     "back between passes), enable-greedy-sync, disable-dependent-kernel-detection (no effect)",
     LIST(range_options)},
    {"series", 0, "PARAMETER[=VALUES]", "Profile",
     "profile each launch again with other parameters, all combinations: block, grid, smem, "
     "cluster, "
     "carveout, cache, cache-control; repeatable (man rooftop)",
     option_take_series, AT(series, struct launch_series)},
    {"mps", 0, "ROLE", "Profile",
     "under MPS: none (default); client, primary-client: the program waits for a control, which "
     "profiles it; control: profile clients",
     CHOICE(mps.role, "none", "client", "primary-client", "control")},
    {"mps-num-clients", 0, "N", "Profile", "with --mps control: wait for so many clients",
     COUNT(mps.clients), ALSO(mps.has_clients)},
    {"mps-timeout", 0, "SECONDS", "Profile",
     "with --mps: wait no longer for clients, or for the control", COUNT(mps.timeout),
     ALSO(mps.has_timeout)},
    {"app-replay-match", 0, "KEY", "Profile",
     "what identifies a launch in each run: name, grid (default: and shape), all (and context, "
     "stream)",
     CHOICE(app_match, "name", "grid", "all")},
    {"app-replay-mode", 0, "MODE", "Profile",
     "launches of the runs: balanced (default): the same; strict: in the same order; relaxed: "
     "leave "
     "out what differs",
     CHOICE(app_mode, "strict", "balanced", "relaxed")},
    {"app-replay-buffer", 0, "PLACE", "Profile",
     "where application replay keeps data between runs: file (default), memory",
     EITHER(app_buffer_in_memory, "file", "memory")},
    {"kill", 0, "BOOL", "Profile", "end the program once --launch-count results are there",
     BOOL(kill)},
    {"target-processes", 0, "SCOPE", "Profile",
     "all (default): children too; application-only: just the program itself",
     EITHER(root_process_only, "all", "application-only")},
    {"check-exit-code", 0, "BOOL", "Profile",
     "report an exit status of the program other than 0 (default: yes)", BOOL(check_exit_code)},
    {"replay-timeout", 0, "SECONDS", "Profile",
     "give up measuring a kernel that does not end within this time when it is replayed "
     "(default: 30; 0: never)",
     COUNT(replay_timeout)},
    {"null-stdin", 0, NULL, "Profile", "give the program an empty standard input", ON(null_input)},
    {"forward-signals", 0, NULL, "Profile",
     "pass on also the signals that programs give a meaning of their own (USR1, USR2, ...)",
     ON(forward_signals)},
    {"nvtx", 0, NULL, "Profile",
     "record the NVTX ranges of each launch; filters of ranges do so, too", ON(nvtx)},
    {"call-stack", 0, NULL, "Profile",
     "record the call stack of each launch; a report's stacks are shown in any case",
     ON(call_stack)},
    {"call-stack-type", 0, "TYPE", "Profile",
     "native (default) or python; may be repeated; filters of call stacks record theirs, too",
     option_take_stack_type, AT(stack_types, struct stack_types), WORDS("native", "python")},
    {"import-source", 0, "BOOL", "Profile",
     "store the source files that the kernels come from in the report (default: no)",
     BOOL(import_source)},
    {"import-sass", 0, "BOOL", "Profile",
     "store the code of the kernels in the report (default: yes)", BOOL(import_code)},
    {"page", 0, "NAME", "Text", "print a page: details (default), raw, session, source, summary",
     CHOICE(page.page, "details", "raw", "session", "source", "summary"), ALSO(page_given)},
    {"csv", 0, NULL, "Text", "print comma-separated values", FORMAT(FORMAT_CSV)},
    {"json", 0, NULL, "Text", "print JSON (man rooftop-json)", FORMAT(FORMAT_JSON)},
    {"markdown", 0, NULL, "Text", "print Markdown, to paste into an issue",
     FORMAT(FORMAT_MARKDOWN)},
    {"print-units", 0, "MODE", "Text", "auto: scale units to the values; base: do not",
     EITHER(page.base_units, "auto", "base")},
    {"print-kernel-base", 0, "BASE", "Text",
     "form of kernel names: demangled (default), function, mangled",
     CHOICE(page.kernel_name, "demangled", "function", "mangled"), ALSO(page_given)},
    {"print-fp", 0, NULL, "Text", "print whole numbers with decimals too", ON(page.real),
     ALSO(page_given)},
    {"print-metric-instances", 0, "MODE", "Text",
     "instances of metrics: none (default), values, details (with their ids)",
     CHOICE(page.instances, "none", "values", "details"), ALSO(page_given)},
    {"print-details", 0, "PART", "Text", "details page: header (default), body or all of a section",
     CHOICE(page.details, "header", "body", "all"), ALSO(page_given)},
    {"print-rule-details", 0, NULL, "Text", "what findings rest on: tables of their rules, metrics",
     ON(page.rule_details), ALSO(page_given)},
    {"print-metric-name", 0, "FORM", "Text",
     "details page: label (default), name or label-name of metrics",
     CHOICE(page.naming, "label", "name", "label-name"), ALSO(page_given)},
    {"print-nvtx-rename", 0, "MODE", "Text",
     "none (default); kernel: put the innermost NVTX range before the kernel's name",
     EITHER(page.nvtx_rename, "none", "kernel"), ALSO(page_given)},
    {"print-summary", 0, "MODE", "Text",
     "none (default); one for all launches of a kernel: per-kernel, per-gpu, per-nvtx",
     CHOICE(page.summary, "none", "per-gpu", "per-kernel", "per-nvtx"), ALSO(page_given)},
    {"exit-code", 0, NULL, "Text",
     "diff: exit with 1 if something got worse beyond noise, with 2 after an error", ON(exit_code)},
    {"print-source", 0, "VIEW", "Text", "source page: sass (default), ptx, cuda, or cuda,sass",
     option_take_choice, AT(page.source.kind, unsigned), .choices = source_kind_names,
     ALSO(view_given)},
    {"resolve-source-file", 0, "LIST", "Text",
     "comma-separated source files to show instead of those of the same name",
     TEXT(page.source.named_files)},
    {"source-folders", 0, "LIST", "Text", "comma-separated folders to search for source files",
     TEXT(page.source.folders)},
    {"nvdisasm", 0, "FILE", "Text",
     "source page: the disassembler (default: in CUDA_HOME, PATH or /usr/local/cuda)",
     TEXT(page.source.nvdisasm)},
    {"log-file", 0, "FILE", "Text", "where messages and pages go: stdout, stderr or a file",
     TEXT(log_file)},
    {"quiet", 0, NULL, "Text", "print no progress and no notes", ON(quiet)},
    {"verbose", 0, NULL, "Text", "say which processes, devices and windows are measured",
     ON(verbose)},
    {"tui", 0, NULL, "Screen", "open the screen even if --page or --csv is given",
     CONSTANT(interface, INTERFACE_TUI)},
    {"no-tui", 0, NULL, "Screen", "print pages, never open the screen",
     CONSTANT(interface, INTERFACE_TEXT)},
    {"theme", 0, "NAME", "Screen", "colours: a theme's name or a .yaml file", TEXT(theme)},
};
const size_t option_count = sizeof option_table / sizeof *option_table;

const struct option *option_by_name(const char *name, size_t length, struct error *error)
{
    for (size_t i = 0; i < option_count; i++)
        if (strlen(option_table[i].name) == length &&
            strncmp(option_table[i].name, name, length) == 0)
            return &option_table[i];
    char *word = mem_strndup(name, length);
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; i < option_count; i++)
        nearest_offer(&nearest, option_table[i].name);
    if (nearest.best)
        error_set(error, "unknown option --%s; nearest is --%s", word, nearest.best);
    else
        error_set(error, "unknown option --%s; see rooftop --help", word);
    free(word);
    return NULL;
}

static const struct option *with_letter(int letter)
{
    for (size_t i = 0; i < option_count; i++)
        if (letter && option_table[i].letter == letter)
            return &option_table[i];
    return NULL;
}

const struct option *option_by_letter(const char *word, struct error *error)
{
    const struct option *option = with_letter(*word);
    /* "-page" lacks a dash, and is not -p with a value. */
    bool lacks_dash = word[1] && option_by_name(word, strlen(word), NULL);
    if (option && !lacks_dash)
        return option;
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; word[1] && word[2] && i < option_count; i++)
        nearest_offer(&nearest, option_table[i].name);
    const struct option *other =
        with_letter(isupper((unsigned char)*word) ? tolower((unsigned char)*word)
                                                  : toupper((unsigned char)*word));
    if (nearest.best)
        error_set(error, "unknown option -%s; nearest is --%s", word, nearest.best);
    else if (other)
        error_set(error, "unknown option -%c; nearest is -%c (--%s)", *word, other->letter,
                  other->name);
    else
        error_set(error, "unknown option -%c; see rooftop --help", *word);
    return NULL;
}
