#include "cli/options/option_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"

/* The offset of the member. It does not compile if the member has another type than this one; the
 * type of an enum is unsigned. */
#define AT(member, type)                                                                           \
    (offsetof(struct options, member) +                                                            \
     0 * sizeof(_Generic(((struct options *)0)->member, type : 0)))

#define ON(member) option_take_flag, AT(member, bool), .constant = true
#define OFF(member) option_take_flag, AT(member, bool), .constant = false
#define BOOL(member) option_take_bool, AT(member, bool)
#define COUNT(member) option_take_count, AT(member, uint64_t)
#define AUTO_COUNT(member) option_take_auto_count, AT(member, uint64_t)
#define INTERVAL(member) option_take_interval, AT(member, uint64_t)
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
#define UNUSED(why) option_take_unused, AT(notes, struct word_list), .instead = (why)
#define NO_COMMUNICATOR                                                                            \
    "each rank is measured by itself and writes its own report; rooftop opens them as one list"
#define NO_LOCKSTEP                                                                                \
    "kernels that wait for other GPUs (NCCL, NVSHMEM) run unmeasured; rooftop trace has their "    \
    "times"
#define NO_WARPS_OVER_TIME                                                                         \
    "warps are sampled for each instruction (section SourceCounters), not over time"
#define ALSO(member) .also = AT(member, bool)
#define FORMAT(value)                                                                              \
    option_take_format, AT(page.format, unsigned), .constant = (value), ALSO(page_given)

const struct option option_table[] = {
    {"help", 'h', NULL, "General", "show all options and exit; -h: the first to know",
     CONSTANT(action, ACTION_HELP)},
    {"version", 'v', NULL, "General", "show the version and exit",
     CONSTANT(action, ACTION_VERSION)},
    {"import", 'i', "FILE", "Report",
     "show this report instead of profiling; also takes a folder or a pattern; repeatable",
     WORD(imports)},
    {"import-recursive", 0, NULL, "Report",
     "also read the reports in the subfolders of folders that -i names", ON(import_recursive)},
    {"baseline", 0, "FILE", "Report",
     "show the changes against this report on the screen; repeatable", WORD(baselines)},
    {"export", 'o', "FILE", "Report",
     "write the report to this file (.ncu-rep is added); without -o, results are shown and not "
     "kept",
     TEXT(export_path)},
    {"html", 0, "FILE", "Report",
     "write the report as one HTML page to send: causes, results and their sections, without "
     "scripts",
     TEXT(html_path)},
    {"force-overwrite", 'f', NULL, "Report", "replace the report if it exists",
     ON(force_overwrite)},
    {"set", 0, "NAME", "Collect",
     "collect this set of sections (default: basic); with a report: show only these sections",
     LIST(sets)},
    {"section", 0, "NAME", "Collect",
     "collect this section; with a report: show only this one; identifier or regex:EXPR; "
     "repeatable",
     WORD(sections)},
    {"metrics", 0, "LIST", "Collect",
     "collect these comma-separated metrics; with a report: print only these", LIST(metrics)},
    {"disable-extra-suffixes", 0, NULL, "Collect",
     "collect a metric without its sibling rollups (avg, max, min, sum)", OFF(extra_suffixes)},
    {"apply-rules", 0, "BOOL", "Collect",
     "let rules say what limits each kernel (default: yes); yes: also in reports that hold "
     "findings",
     BOOL(apply_rules), ALSO(rules_given)},
    {"rule", 0, "NAME", "Collect", "apply only this rule; identifier or regex:EXPR; repeatable",
     WORD(rules), ALSO(rules_given)},
    {"section-folder", 0, "FOLDER", "Collect",
     "also read the sections (.section) and rules (.yaml, .py) of this folder; repeatable",
     FOLDER(false)},
    {"section-folder-recursive", 0, "FOLDER", "Collect",
     "like --section-folder, but also read all subfolders", FOLDER(true)},
    {"list-sets", 0, NULL, "Collect", "list the sets with their sections and exit",
     CONSTANT(action, ACTION_LIST_SETS)},
    {"list-sections", 0, NULL, "Collect", "list the sections and exit",
     CONSTANT(action, ACTION_LIST_SECTIONS)},
    {"list-rules", 0, NULL, "Collect", "list the rules and exit",
     CONSTANT(action, ACTION_LIST_RULES)},
    {"write-sections", 0, "FOLDER", "Collect",
     "write the built-in sections, rules and themes into this folder, to edit them, and exit; -f "
     "replaces files that are there",
     TEXT(write_folder)},
    {"explain", 0, "TERM", "Collect",
     "say what a term or the name of a metric means and exit; all: every term", TEXT(explain)},
    {"python-path", 0, NULL, "Collect",
     "print the folder with the Python modules ncu_report and rooftop_report, for PYTHONPATH, and "
     "exit",
     CONSTANT(action, ACTION_PYTHON_PATH)},
    {"list-metrics", 0, NULL, "Collect",
     "list the metrics that would be collected, say what they cost, and exit",
     CONSTANT(action, ACTION_LIST_METRICS)},
    {"doctor", 0, NULL, "Machine",
     "check what profiling needs on this machine, say how to fix what is wrong, and exit",
     CONSTANT(action, ACTION_DOCTOR)},
    {"list-chips", 0, NULL, "Query", "list the chips that --chips accepts and exit",
     CONSTANT(action, ACTION_LIST_CHIPS)},
    {"query-metrics", 0, NULL, "Query", "list the metrics that chips have and exit",
     ON(query_given)},
    {"query-metrics-mode", 0, "MODE", "Query",
     "base (default): names without suffix; suffix: --metrics with all suffixes; all: every full "
     "name",
     option_take_choice, AT(query_mode, unsigned), .choices = query_mode_names, ALSO(query_given)},
    {"query-metrics-collection", 0, "KIND", "Query",
     "list metrics of this kind: profiling (default), pmsampling, launch, source or another one",
     option_take_choice, AT(query_collection, unsigned), .choices = query_collection_names,
     ALSO(query_given)},
    {"chips", 0, "LIST", "Query",
     "list the metrics of these comma-separated chips (default: the chips of this machine's GPUs)",
     LIST(chips)},
    {"devices", 0, "LIST", "Filter",
     "take only launches on these GPUs (comma-separated numbers); with --query-metrics: list "
     "their metrics",
     DEVICES(devices)},
    {"kernel-name", 'k', "NAME", "Filter",
     "take only kernels with exactly this name; regex:EXPR matches a part of the name",
     PATTERN(filter.name), .once = "regex:A|B takes the kernels of both names"},
    {"kernel-name-base", 0, "BASE", "Filter",
     "name that -k and --kernel-id look at: function (default), demangled or mangled",
     CHOICE(filter.base, "demangled", "function", "mangled")},
    {"kernel-id", 0, "ID", "Filter",
     "take only CONTEXT:STREAM:[regex:]NAME:INVOCATION; an empty part matches everything",
     ID(filter.id)},
    {"rename-kernels", 0, "BOOL", "Filter",
     "shorten kernel names and apply a file of renames (default: yes)", BOOL(rename_kernels)},
    {"rename-kernels-path", 0, "FILE", "Filter",
     "read the renames from this file (default: ncu-kernel-renames.yaml, if it exists)",
     TEXT(renames_path)},
    {"launch-skip", 's', "N", "Filter", "skip the first N launches that match", COUNT(filter.skip)},
    {"launch-count", 'c', "N", "Filter", "stop after N results", COUNT(filter.count)},
    {"launch-skip-before-match", 0, "N", "Filter",
     "skip the first N launches, whether they match or not", COUNT(filter.skip_before)},
    {"filter-mode", 0, "MODE", "Filter",
     "how -s, -c and invocations count launches: global (default), per-gpu, per-launch-config",
     CHOICE(filter.mode, "global", "per-gpu", "per-launch-config")},
    {"target-processes-filter", 0, "LIST", "Filter",
     "take only processes with these names: NAME, regex:EXPR, exclude:NAME, exclude-tree:NAME",
     PROCESSES(filter.processes)},
    {"ranks", 0, "LIST", "Filter",
     "profile only these ranks of an MPI or Slurm job, for example 0,4-7 or every:8; the others "
     "run unprofiled",
     RANKS(ranks)},
    {"nvtx-include", 0, "EXPR", "Filter",
     "take only launches inside these NVTX ranges: [DOMAIN@]RANGE/ (pushed) or RANGE (started); "
     "repeatable",
     NVTX(filter.nvtx.include)},
    {"nvtx-exclude", 0, "EXPR", "Filter", "take no launches inside these NVTX ranges; repeatable",
     NVTX(filter.nvtx.exclude)},
    {"nvtx-push-pop-scope", 0, "SCOPE", "Filter",
     "a pushed NVTX range holds the launches of its thread (default) or of the whole process",
     EITHER(nvtx_of_process, "thread", "process")},
    {"native-include", 0, "EXPR", "Filter",
     "take only launches with these frames in their native call stack: "
     "[[MODULE@]FILE@]FUNCTION; repeatable",
     STACKS(filter.stacks.native_include)},
    {"native-exclude", 0, "EXPR", "Filter",
     "take no launches with these frames in their native call stack; repeatable",
     STACKS(filter.stacks.native_exclude)},
    {"python-include", 0, "EXPR", "Filter",
     "take only launches with these frames in their Python call stack: [FILE@]FUNCTION; "
     "repeatable",
     STACKS(filter.stacks.python_include)},
    {"python-exclude", 0, "EXPR", "Filter",
     "take no launches with these frames in their Python call stack; repeatable",
     STACKS(filter.stacks.python_exclude)},
    {"range-filter", 0, "SPEC", "Filter",
     "profile only these instances of ranges: RESTART:STARTS:RANGES", option_take_ranges,
     AT(ranges, struct range_filter)},
    {"profile-from-start", 0, "BOOL", "Filter",
     "no: profile nothing before the program's first cu(da)ProfilerStart (default: yes)",
     BOOL(profile_from_start)},
    {"disable-profiler-start-stop", 0, NULL, "Filter",
     "ignore the program's calls of cu(da)ProfilerStart and Stop", ON(ignore_profiler_calls)},
    {"clock-control", 0, "MODE", "Profile",
     "base (default) or boost: lock the GPU clocks while profiling; none: leave them alone; reset: "
     "undo a lock",
     CHOICE(clock_control, "base", "boost", "none", "reset")},
    {"cache-control", 0, "MODE", "Profile",
     "all (default): flush the GPU caches before every pass; none: leave them alone",
     CHOICE(cache_control, "all", "none")},
    {"replay-window", 0, "N", "Profile",
     "measure up to N launches together (default: auto); 1: measure each launch by itself",
     AUTO_COUNT(window)},
    {"graph-profiling", 0, "MODE", "Profile",
     "node (default): each kernel of a CUDA graph is a result; graph: each launch of a graph is "
     "one",
     EITHER(whole_graphs, "node", "graph")},
    {"replay-mode", 0, "MODE", "Profile",
     "kernel (default): repeat each launch; application: repeat the program; range, app-range: the "
     "same for ranges",
     CHOICE(replay_mode, "kernel", "application", "range", "app-range")},
    {"range-replay-options", 0, "LIST", "Profile",
     "options of --replay-mode range: disable-host-save, disable-host-restore and two without "
     "effect",
     LIST(range_options)},
    {"series", 0, "PARAMETER[=VALUES]", "Profile",
     "measure each launch again with other values of block, grid, smem, cluster, carveout, cache, "
     "cache-control; repeatable",
     option_take_series, AT(series, struct launch_series)},
    {"mps", 0, "ROLE", "Profile",
     "under MPS: none (default); client or primary-client: wait for a control; control: profile "
     "clients",
     CHOICE(mps.role, "none", "client", "primary-client", "control")},
    {"mps-num-clients", 0, "N", "Profile", "with --mps control: wait until N clients have come",
     COUNT(mps.clients), ALSO(mps.has_clients)},
    {"mps-timeout", 0, "SECONDS", "Profile",
     "with --mps: wait at most this long for clients or for the control", COUNT(mps.timeout),
     ALSO(mps.has_timeout)},
    {"app-replay-match", 0, "KEY", "Profile",
     "what identifies a launch in each run: name, grid (default: name and shape) or all (also "
     "context and stream)",
     CHOICE(app_match, "name", "grid", "all")},
    {"app-replay-mode", 0, "MODE", "Profile",
     "runs must have the same launches (balanced, default), in the same order (strict), or may "
     "differ (relaxed)",
     CHOICE(app_mode, "strict", "balanced", "relaxed")},
    {"app-replay-buffer", 0, "PLACE", "Profile",
     "where application replay keeps data between runs: file (default) or memory",
     EITHER(app_buffer_in_memory, "file", "memory")},
    {"auto", 0, NULL, "Profile",
     "trace the program, choose the launches that stand for all, and measure these in a second run",
     ON(automatic)},
    {"auto-budget", 0, "SECONDS", "Profile",
     "with --auto: spend at most this long on measuring (default: 60)", COUNT(auto_budget)},
    {"kill", 0, "BOOL", "Profile",
     "end the program once the results of --launch-count are complete", BOOL(kill)},
    {"target-processes", 0, "SCOPE", "Profile",
     "all (default): profile the program and its children; application-only: profile only the "
     "program",
     EITHER(root_process_only, "all", "application-only")},
    {"check-exit-code", 0, "BOOL", "Profile",
     "warn if the program's exit status is not 0 (default: yes)", BOOL(check_exit_code)},
    {"strict", 0, NULL, "Profile",
     "fail if no launch, or no result of a report, passes the filters; else that is a warning, and "
     "the exit status 0",
     ON(strict)},
    {"replay-timeout", 0, "SECONDS", "Profile",
     "give up a kernel that does not end within this time (default: 30; 0: wait forever)",
     COUNT(replay_timeout)},
    {"warp-sampling-interval", 0, "N", "Profile",
     "sample warps each 2^(5+N) cycles, N from 0 to 31 (default: auto)",
     INTERVAL(sampling_interval)},
    {"warp-sampling-max-passes", 0, "N", "Profile",
     "passes that sampling may take if samples are lost or missing (default: 5)",
     COUNT(sampling_passes)},
    {"warp-sampling-buffer-size", 0, "BYTES", "Profile",
     "memory on the device for warp samples (default: 33554432)", COUNT(sampling_buffer)},
    {"pm-sampling-interval", 0, "NS", "Profile",
     "sample counters over time each NS nanoseconds (default: 0, chosen for the kernels)",
     COUNT(pm_interval)},
    {"pm-sampling-buffer-size", 0, "BYTES", "Profile",
     "memory on the device for samples of counters (default: 0, which is 67108864)",
     COUNT(pm_buffer)},
    {"pm-sampling-max-passes", 0, "N", "Profile",
     "passes that sampling counters may take (default: 0, as many as it needs)", COUNT(pm_passes)},
    {"null-stdin", 0, NULL, "Profile", "give the program an empty standard input", ON(null_input)},
    {"forward-signals", 0, NULL, "Profile",
     "also pass on signals to which programs give their own meaning (USR1, USR2, ...)",
     ON(forward_signals)},
    {"nvtx", 0, NULL, "Profile",
     "record the NVTX ranges of each launch; filters of NVTX ranges imply this", ON(nvtx)},
    {"call-stack", 0, NULL, "Profile",
     "record the call stack of each launch; the stacks of a report are always shown",
     ON(call_stack)},
    {"call-stack-type", 0, "TYPE", "Profile",
     "record native (default) or python call stacks; filters of call stacks imply their type; "
     "repeatable",
     option_take_stack_type, AT(stack_types, struct stack_types), WORDS("native", "python")},
    {"import-source", 0, "BOOL", "Profile",
     "store the source files of the kernels in the report (default: no)", BOOL(import_source)},
    {"import-sass", 0, "BOOL", "Profile",
     "store the code of the kernels in the report (default: yes)", BOOL(import_code)},
    {"mode", 0, "MODE", "Attach",
     "launch-and-attach (default); launch: the program waits for another rooftop; attach: profile "
     "a program that waits",
     CHOICE(start, "launch-and-attach", "launch", "attach")},
    {"port", 'p', "N", "Attach", "the first number that programs wait at (default: 49152)",
     COUNT(ports.first)},
    {"max-connections", 0, "N", "Attach", "how many numbers from there are tried (default: 64)",
     COUNT(ports.count)},
    {"hostname", 0, "HOST", "Attach",
     "attach to a program on this machine, through ssh and the rooftop there", TEXT(hostname)},
    {"trace", 0, "LIST", "Trace",
     "with rooftop trace: record these: cuda, api, sync, nvtx, overhead (default: all of these, "
     "about 1.3 us a launch; cuda alone: about 1.1), mem, um, jit, env, decompress, rotation, and "
     "device-graph (with --graph-profiling graph)",
     TEXT(trace.kinds)},
    {"cpu", 0, "LIST", "Trace",
     "also record what the CPU does: groups of rooftop cpu, such as scf,c2c (man rooftop-cpu)",
     TEXT(trace.cpu)},
    {"api", 0, "KIND", "Trace",
     "calls to record: program (default: those that the program makes), runtime, driver or both",
     CHOICE(trace.api, "program", "runtime", "driver", "both")},
    {"queued", 0, NULL, "Trace", "also record when launches were queued and submitted",
     ON(trace.queued)},
    {"delay", 0, "SECONDS", "Trace", "keep no records of the first seconds of the program",
     TEXT(trace.delay)},
    {"duration", 0, "SECONDS", "Trace", "keep records of so many seconds only",
     TEXT(trace.duration)},
    {"buffer", 0, "SIZE", "Trace",
     "memory for records in each process (default: 64M); more loses fewer records",
     TEXT(trace.buffer)},
    {"page", 0, "NAME", "Text",
     "print this page: details (default), auto, diagnosis, hotspots, ranks, raw, session, "
     "source or summary; of a trace: a list of summary, kernels, gaps and others",
     option_take_page, AT(page.page, unsigned), .choices = page_names, ALSO(page_given)},
    {"csv", 0, NULL, "Text", "print comma-separated values", FORMAT(FORMAT_CSV)},
    {"json", 0, NULL, "Text", "print JSON (man rooftop-json)", FORMAT(FORMAT_JSON)},
    {"markdown", 0, NULL, "Text", "print Markdown that can be pasted into an issue",
     FORMAT(FORMAT_MARKDOWN)},
    {"print-units", 0, "MODE", "Text",
     "auto: scale units to the values; base: print base units; default: base for --csv of a run, "
     "else auto",
     EITHER(page.base_units, "auto", "base"), ALSO(units_given)},
    {"print-kernel-base", 0, "BASE", "Text",
     "print kernel names in this form: demangled (default), function or mangled",
     CHOICE(page.kernel_name, "demangled", "function", "mangled"), ALSO(page_given)},
    {"print-fp", 0, NULL, "Text", "also print whole numbers with decimals", ON(page.real),
     ALSO(page_given)},
    {"print-metric-instances", 0, "MODE", "Text",
     "print the instances of metrics: none (default), values, or details (with their ids)",
     CHOICE(page.instances, "none", "values", "details"), ALSO(page_given)},
    {"print-details", 0, "PART", "Text",
     "print this part of each section on the details page: header (default), body or all",
     CHOICE(page.details, "header", "body", "all"), ALSO(page_given)},
    {"print-rule-details", 0, NULL, "Text",
     "print what findings are based on: the tables of their rules and the metrics",
     ON(page.rule_details), ALSO(page_given)},
    {"print-metric-name", 0, "FORM", "Text",
     "name metrics on the details page by label (default), name or label-name",
     CHOICE(page.naming, "label", "name", "label-name"), ALSO(page_given)},
    {"print-nvtx-rename", 0, "MODE", "Text",
     "kernel: put the innermost NVTX range before the kernel's name (default: none)",
     EITHER(page.nvtx_rename, "none", "kernel"), ALSO(page_given)},
    {"print-summary", 0, "MODE", "Text",
     "print all launches of a kernel as one: per-kernel, per-gpu or per-nvtx (default: none)",
     CHOICE(page.summary, "none", "per-gpu", "per-kernel", "per-nvtx"), ALSO(page_given)},
    {"exit-code", 0, NULL, "Text",
     "with diff: exit with 1 if something got worse beyond noise, and with 2 after an error",
     ON(exit_code)},
    {"print-source", 0, "VIEW", "Text",
     "show this on the source page: sass (default), ptx, cuda, or cuda,sass", option_take_choice,
     AT(page.source.kind, unsigned), .choices = source_kind_names, ALSO(view_given)},
    {"resolve-source-file", 0, "LIST", "Text",
     "show these comma-separated source files instead of those with the same name",
     TEXT(page.source.named_files)},
    {"source-folders", 0, "LIST", "Text", "search these comma-separated folders for source files",
     TEXT(page.source.folders)},
    {"nvdisasm", 0, "FILE", "Text",
     "use this disassembler (default: nvdisasm from CUDA_HOME, PATH or "
     "/usr/local/cuda)",
     TEXT(page.source.nvdisasm)},
    {"log-file", 0, "FILE", "Text", "write messages and pages to stdout, to stderr or to a file",
     TEXT(log_file)},
    {"quiet", 0, NULL, "Text", "print no progress and no notes", ON(quiet)},
    {"verbose", 0, NULL, "Text", "say which processes, devices and windows are measured",
     ON(verbose)},
    {"tui", 0, NULL, "Screen", "open the screen even if --page or --csv is given",
     CONSTANT(interface, INTERFACE_TUI)},
    {"form", 0, NULL, "Screen",
     "show these options in a form first, and run the program with what stands there then",
     ON(form)},
    {"no-tui", 0, NULL, "Screen", "print pages; never open the screen",
     CONSTANT(interface, INTERFACE_TEXT)},
    {"theme", 0, "NAME", "Screen", "use the colours of this theme (a name or a .yaml file)",
     TEXT(theme)},
    {"config-file", 0, "BOOL", "Of ncu",
     "take defaults from config.ncu-cfg of this folder or of ~/.config/NVIDIA Corporation "
     "(default: yes)",
     BOOL(config)},
    {"config-file-path", 0, "FILE", "Of ncu", "take them from this file", TEXT(config_path)},
    {"kernel-regex", 0, "EXPR", "Of ncu", "the same as -k regex:EXPR, in older versions",
     option_take_regex, AT(filter.name, struct name_pattern)},
    {"details-all", 0, NULL, "Of ncu", "the same as --print-details all, in older versions",
     CONSTANT(page.details, DETAILS_ALL), ALSO(page_given)},
    {"preload-library", 0, "FILE", "Of ncu", "load this library into the program before all others",
     TEXT(preload)},
    {"section-folder-restore", 0, NULL, "Of ncu",
     "write the built-in sections, rules and themes into the folder of --section-folder and exit",
     ON(restore_sections)},
    {"open-in-ui", 0, NULL, "Of ncu", "show the results on the screen",
     CONSTANT(interface, INTERFACE_TUI)},
    {"injection-path-32", 0, "FOLDER", "Of ncu", "no effect",
     UNUSED("CUDA has no programs of 32 bits any more")},
    {"injection-path-64", 0, "FOLDER", "Of ncu", "no effect",
     UNUSED("the library for the program is a part of rooftop")},
    {"support-32bit", 0, NULL, "Of ncu", "no effect",
     UNUSED("CUDA has no programs of 32 bits any more")},
    {"pipeline-boost-state", 0, "STATE", "Of ncu", "no effect",
     UNUSED("rooftop leaves the boost of tensor cores as it is")},
    {"rename-kernels-export", 0, "BOOL", "Of ncu", "no effect",
     UNUSED("write ncu-kernel-renames.yaml yourself, see rooftop(1); --page raw --csv lists the "
            "names")},
    {"print-metric-attribution", 0, NULL, "Of ncu", "no effect",
     UNUSED("the page session says which results are of green contexts")},
    {"communicator", 0, "KIND", "Of ncu", "no effect", UNUSED(NO_COMMUNICATOR)},
    {"communicator-tcp-num-peers", 0, "N", "Of ncu", "no effect", UNUSED(NO_COMMUNICATOR)},
    {"communicator-tcp-hostname", 0, "HOST", "Of ncu", "no effect", UNUSED(NO_COMMUNICATOR)},
    {"communicator-tcp-port", 0, "PORT", "Of ncu", "no effect", UNUSED(NO_COMMUNICATOR)},
    {"communicator-shmem-num-peers", 0, "N", "Of ncu", "no effect", UNUSED(NO_COMMUNICATOR)},
    {"lockstep-kernel-launch", 0, NULL, "Of ncu", "no effect", UNUSED(NO_LOCKSTEP)},
    {"lockstep-nvtx-include", 0, "CONFIG", "Of ncu", "no effect", UNUSED(NO_LOCKSTEP)},
    {"lockstep-nvtx-exclude", 0, "CONFIG", "Of ncu", "no effect", UNUSED(NO_LOCKSTEP)},
    {"metric-distribution-groups", 0, "N", "Of ncu", "no effect",
     UNUSED("each process measures all metrics, so there are no parts to merge")},
    {"warp-samples-per-interval", 0, "N", "Of ncu", "no effect", UNUSED(NO_WARPS_OVER_TIME)},
    {"disable-pm-warp-sampling", 0, NULL, "Of ncu", "no effect", UNUSED(NO_WARPS_OVER_TIME)},
};
const size_t option_count = sizeof option_table / sizeof *option_table;

/* Spellings of older versions of ncu. */
static const struct {
    const char *old, *name;
} spellings[] = {{"kernel-regex-base", "kernel-name-base"},
                 {"target-process", "target-processes"},
                 {"communicator-num-peers", "communicator-tcp-num-peers"},
                 {"sampling-interval", "warp-sampling-interval"},
                 {"sampling-max-passes", "warp-sampling-max-passes"},
                 {"sampling-buffer-size", "warp-sampling-buffer-size"}};

static const char *of_today(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strlen(spellings[i].old) == length && strncmp(spellings[i].old, name, length) == 0)
            return spellings[i].name;
    return NULL;
}

/* Options of some version of ncu, or of guides to it, that rooftop does not have, with what to do
 * instead. */
static const struct {
    const char *name, *instead;
} lacking[] = {
    {"process-id", "it cannot attach to any process; start the program with rooftop --mode launch "
                   "PROGRAM, then rooftop --mode attach finds it"},
    {"list-injection-path-64", "the library for the program is a part of rooftop, so there is no "
                               "path to list; leave it out"},
    {"save", "ncu has none, either; -o FILE writes the report"},
    {"compare", "ncu has none, either; rooftop diff A.ncu-rep B.ncu-rep compares two reports, and "
                "--baseline A.ncu-rep shows one beside another on the screen"},
    {"list-injection-path-32", "CUDA has no programs of 32 bits any more; leave it out"},
};

static bool say_lacking(const char *word, struct error *error)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        if (strcmp(lacking[i].name, word) == 0) {
            error_set(error, "rooftop has no --%s: %s", word, lacking[i].instead);
            return true;
        }
    return false;
}

static void say_unknown(const char *name, size_t length, struct error *error)
{
    char *word = mem_strndup(name, length);
    if (say_lacking(word, error)) {
        free(word);
        return;
    }
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; i < option_count; i++)
        nearest_offer(&nearest, option_table[i].name);
    if (nearest.best)
        error_set(error, "unknown option --%s; nearest is --%s", word, nearest.best);
    else
        error_set(error, "unknown option --%s; see rooftop --help", word);
    free(word);
}

/* Options that ncu does not have, or only since 2026: scripts that cut names are older. */
static const char *const only_here[] = {
    "api",
    "auto",
    "auto-budget",
    "baseline",
    "buffer",
    "communicator",
    "communicator-shmem-num-peers",
    "communicator-tcp-hostname",
    "communicator-tcp-num-peers",
    "communicator-tcp-port",
    "cpu",
    "delay",
    "details-all",
    "disable-pm-warp-sampling",
    "doctor",
    "duration",
    "exit-code",
    "explain",
    "html",
    "import-recursive",
    "json",
    "kernel-regex",
    "lockstep-kernel-launch",
    "lockstep-nvtx-exclude",
    "lockstep-nvtx-include",
    "markdown",
    "metric-distribution-groups",
    "no-tui",
    "nvdisasm",
    "python-path",
    "queued",
    "ranks",
    "replay-timeout",
    "replay-window",
    "series",
    "strict",
    "theme",
    "trace",
    "tui",
    "warp-samples-per-interval",
    "write-sections",
};

static bool is_only_here(const struct option *option)
{
    for (size_t i = 0; i < sizeof only_here / sizeof *only_here; i++)
        if (strcmp(only_here[i], option->name) == 0)
            return true;
    return false;
}

/* As ncu does: the beginning of a name is enough where it is the beginning of one name alone. What
 * means one option of ncu's means it here, whatever other options there are. */
static const struct option *option_by_beginning(const char *name, size_t length,
                                                struct error *error)
{
    const struct option *found = NULL, *of_ncu = NULL;
    struct strbuf several = {0};
    size_t count = 0, count_of_ncu = 0;
    for (size_t i = 0; length && i < option_count; i++)
        if (strncmp(option_table[i].name, name, length) == 0) {
            strbuf_addf(&several, "%s--%s", count ? ", " : "", option_table[i].name);
            found = &option_table[i];
            count++;
            if (!is_only_here(found)) {
                of_ncu = found;
                count_of_ncu++;
            }
        }
    if (count_of_ncu == 1) {
        found = of_ncu;
        count = 1;
    }
    if (count > 1)
        error_set(error, "--%.*s is the beginning of several options: %s", (int)length, name,
                  several.data);
    else if (!count)
        say_unknown(name, length, error);
    strbuf_free(&several);
    return count == 1 ? found : NULL;
}

const struct option *option_by_name(const char *name, size_t length, struct error *error)
{
    const char *today = of_today(name, length);
    if (today)
        return option_by_name(today, strlen(today), error);
    for (size_t i = 0; i < option_count; i++)
        if (strlen(option_table[i].name) == length &&
            strncmp(option_table[i].name, name, length) == 0)
            return &option_table[i];
    return option_by_beginning(name, length, error);
}

static const struct option *with_letter(int letter)
{
    for (size_t i = 0; i < option_count; i++)
        if (letter && option_table[i].letter == letter)
            return &option_table[i];
    return NULL;
}

static bool has_whole_name(const char *word)
{
    const struct option *option = option_by_name(word, strlen(word), NULL);
    return option && (strlen(option->name) == strlen(word) || of_today(word, strlen(word)));
}

const struct option *option_by_letter(const char *word, struct error *error)
{
    const struct option *option = with_letter(*word);
    /* "-page" is --page without one of its dashes, not -p with the value "age". */
    bool lacks_dash = word[1] && has_whole_name(word);
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
