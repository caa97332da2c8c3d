#include "cli/options/option_rules.h"

#include <string.h>

#include "report/trace/trace_writer.h"

enum { LAST_PORT = 65535 };
enum { MOST_SECONDS = 24 * 60 * 60 };

/* Of warp sampling and of counters over time. */
enum { MOST_PASSES = 1000, LEAST_BUFFER = 65536 };
enum { LEAST_INTERVAL = 1000, MOST_INTERVAL = 1000000000 }; /* of counters over time, ns */
#define MOST_BUFFER ((uint64_t)4 << 30)

#define OF_RANGES                                                                                  \
    ", and the results of --replay-mode range and app-range are ranges: --nvtx-include and "       \
    "--range-filter choose these"
#define NO_DIFF ": it has no use with diff"

enum {
    MOST_RANGES = 64
}; /* as many as the injection library has room for: PROGRAM_FILTER_PATTERNS */

static bool range_options_known(const struct word_list *given)
{
    static const char *const known[] = {"enable-greedy-sync", "disable-host-save",
                                        "disable-host-restore",
                                        "disable-dependent-kernel-detection"};
    size_t found = 0;
    for (size_t i = 0; i < given->count; i++)
        for (size_t j = 0; j < sizeof known / sizeof *known; j++)
            found += strcmp(given->words[i], known[j]) == 0;
    return found == given->count;
}

bool option_rules_check(const struct options *o, struct error *error)
{
    bool diff = o->action == ACTION_DIFF, source = o->page.page == PAGE_SOURCE;
    bool hot = o->page.page == PAGE_HOTSPOTS, gains = o->page.page == PAGE_SUMMARY;
    bool ranks = o->page.page == PAGE_RANKS, tells = o->page.page == PAGE_DIAGNOSIS;
    bool ranges =
        o->program && (o->replay_mode == REPLAY_RANGE || o->replay_mode == REPLAY_APP_RANGE);
    bool query = o->action == ACTION_QUERY_METRICS, list = o->action == ACTION_LIST_METRICS;
    const bool tracing = o->action == ACTION_TRACE, traces = o->trace.files.count > 0;
    const bool compares =
        diff && o->diff[1] && trace_is_name(o->diff[0]) && trace_is_name(o->diff[1]);
    const unsigned compared =
        1u << TRACE_PAGE_KERNELS | 1u << TRACE_PAGE_COPIES | 1u << TRACE_PAGE_GAPS;
    const bool report_page = o->page_given && !o->trace.pages && o->page.page != PAGE_DETAILS;
    const bool trace_option = o->trace.kinds || o->trace.cpu || o->trace.api || o->trace.queued ||
                              o->trace.buffer || o->trace.delay || o->trace.duration;
    const struct {
        bool broken, program; /* program: the text begins with the program's name */
        const char *text;
    } rules[] = {
        {diff && !o->diff[1], false,
         "diff compares two reports: rooftop diff A.ncu-rep B.ncu-rep (to profile a program of "
         "this name, put -- before it)"},
        {diff && o->program, true, "is left over: diff compares two reports"},
        {diff && o->imports.count, false, "--import shows reports" NO_DIFF},
        {diff && o->baselines.count, false, "--baseline is for the screen" NO_DIFF},
        {o->baselines.count && (o->interface == INTERFACE_TEXT || o->page_given), false,
         "--baseline is for the screen; rooftop diff A.ncu-rep B.ncu-rep prints changes"},
        {diff && o->export_path, false, "--export writes a report" NO_DIFF},
        {diff && o->html_path, false, "--html writes a page" NO_DIFF},
        {o->html_path && (tracing || traces || o->program), false,
         "--html is for reports: rooftop --html FILE REPORT (a run writes one with -o first)"},
        {diff && o->interface == INTERFACE_TUI, false, "--tui opens the screen" NO_DIFF},
        {diff && o->page.page == PAGE_SESSION, false, "--page session shows no results" NO_DIFF},
        {diff && source, false, "--page source is for a single report" NO_DIFF},
        {diff && gains, false, "--page summary is for a single report" NO_DIFF},
        {diff && hot, false, "--page hotspots is for a single report" NO_DIFF},
        {diff && tells, false, "--page diagnosis is for a single report" NO_DIFF},
        {diff && ranks, false, "--page ranks compares the ranks of one job" NO_DIFF},
        {diff && o->page.summary, false, "--print-summary is for a single report" NO_DIFF},
        {diff && o->page.nvtx_rename, false, "--print-nvtx-rename is for a single report" NO_DIFF},
        {o->merge && o->program, true, "is left over: merge makes one report of several"},
        {o->merge && !o->export_path, false,
         "merge needs the name of the new report: rooftop merge -o all result.rank*"},
        {tracing && !o->program && !traces, false,
         "trace needs a program to trace: rooftop trace [options] program"},
        {tracing && traces, false,
         "trace records a program; to look at a trace, leave the word trace out"},
        {tracing && o->imports.count, false,
         "trace records a program; to look at a report, leave the word trace out"},
        {traces && o->program, true, "is left over: with a trace nothing is run"},
        {tracing &&
             (o->filter.skip || o->filter.skip_before || o->filter.count || o->filter.name.text ||
              o->filter.id.name.text || o->filter.id.has_context || o->filter.id.has_stream ||
              o->filter.id.invocation.text || o->filter.devices || o->filter.mode ||
              !nvtx_filter_takes_all(&o->filter.nvtx) || o->ranges.starts || o->ranges.ranges ||
              !stack_filter_takes_all(&o->filter.stacks) || !o->profile_from_start),
         false,
         "trace records all launches of a program: it takes no filters of launches, devices, NVTX "
         "ranges, call stacks and profiler ranges; --delay and --duration choose a part of the "
         "time"},
        {tracing && (o->sets.count || o->sections.count || o->metrics.count), false,
         "trace counts nothing: --set, --section and --metrics are for a run that profiles, or "
         "--auto, which does both"},
        {tracing && o->page.summary, false,
         "--print-summary is for reports; --page kernels has the kernels of a trace"},
        {o->trace.cpu && !tracing, false,
         "--cpu counts beside a run that is not replayed: rooftop trace --cpu LIST ./app; launches "
         "that are replayed would be counted once for each pass"},
        {trace_option && !tracing, false,
         "--trace, --api, --queued, --delay, --duration and --buffer say what rooftop trace "
         "records"},
        {(tracing || traces) && report_page, false,
         "a trace has the pages summary, kernels, copies, fills, api, launches, gaps, overlap, "
         "sync, nvtx, um, memory, streams, graphs, overhead, ranks, cpu, jit, env, decompress and "
         "all"},
        {diff && o->diff[1] && trace_is_name(o->diff[0]) != trace_is_name(o->diff[1]), false,
         "diff compares two reports or two traces, not one of each"},
        {compares && (report_page || o->trace.pages & ~compared), false,
         "diff of traces has the pages kernels, copies and gaps"},
        {!tracing && !traces && !compares && o->trace.pages && o->page.page == PAGE_DETAILS, false,
         "--page: this page is one of a trace: rooftop trace records one, and .rtrace files hold "
         "them"},
        {traces && o->export_path && strcmp(o->export_path, "chrome") != 0 &&
             !strstr(o->export_path, ".json"),
         false,
         "--export of a trace writes JSON for Perfetto: chrome, or a name that ends in .json"},
        {o->automatic && (o->imports.count || traces), false,
         "--auto profiles a program; the page auto of its report shows what it found"},
        {o->automatic && o->action != ACTION_RUN, false,
         "--auto traces and measures by itself: leave the other command out"},
        {o->automatic && (o->replay_mode != REPLAY_KERNEL || o->whole_graphs), false,
         "--auto measures launches of kernels: it has no use with --graph-profiling graph and "
         "other "
         "replay modes than kernel"},
        {o->automatic &&
             (o->filter.skip || o->filter.skip_before || o->filter.count ||
              o->filter.id.name.text || o->filter.id.has_context || o->filter.id.has_stream ||
              o->filter.id.invocation.text || o->filter.devices || o->filter.mode),
         false, "--auto chooses the launches itself; of the filters of launches it takes -k"},
        {o->automatic &&
             (!nvtx_filter_takes_all(&o->filter.nvtx) || o->ranges.starts || o->ranges.ranges ||
              !stack_filter_takes_all(&o->filter.stacks) || !o->profile_from_start),
         false,
         "--auto looks at the whole program: it has no use with filters of NVTX ranges, call "
         "stacks "
         "and profiler ranges"},
        {o->automatic && (launch_series_given(&o->series) || o->mps.role), false,
         "--auto has no use with --series and --mps"},
        {o->automatic && (!o->auto_budget || o->auto_budget > MOST_SECONDS), false,
         "--auto-budget is from 1 to 86400 seconds"},
        {query && o->query_mode == QUERY_SUFFIX && !o->metrics.count, false,
         "--query-metrics-mode suffix needs --metrics: the metrics whose suffixes are listed"},
        {(query || list) && o->page.format == FORMAT_MARKDOWN, false,
         "--markdown has no use with lists of metrics; they are printed as text, --csv or --json"},
        {o->chips.count && o->devices.count, false,
         "--chips and --devices are both given: a list is for chips or for this machine's GPUs"},
        {o->chips.count && !query && !list, false,
         "--chips needs --query-metrics or --list-metrics"},
        {o->kill && o->filter.mode, false,
         "--kill needs --filter-mode global: in the other modes, more may come on another GPU or "
         "in another configuration"},
        {o->imports.count && o->ranks.count, false,
         "--ranks chooses which ranks are profiled; to show some ranks, open only their reports"},
        {o->sampling_passes < 1 || o->sampling_passes > MOST_PASSES, false,
         "--warp-sampling-max-passes is from 1 to 1000"},
        {o->sampling_buffer < LEAST_BUFFER || o->sampling_buffer > MOST_BUFFER, false,
         "--warp-sampling-buffer-size is from 65536 to 4294967296 bytes"},
        {o->pm_interval && (o->pm_interval < LEAST_INTERVAL || o->pm_interval > MOST_INTERVAL),
         false, "--pm-sampling-interval is from 1000 to 1000000000 nanoseconds, or 0"},
        {o->pm_buffer && (o->pm_buffer < LEAST_BUFFER || o->pm_buffer > MOST_BUFFER), false,
         "--pm-sampling-buffer-size is from 65536 to 4294967296 bytes, or 0"},
        {o->replay_timeout > MOST_SECONDS, false, "--replay-timeout is at most 86400 seconds"},
        {o->quiet && o->verbose, false, "--quiet and --verbose are both given: leave one out"},
        {o->action == ACTION_RESET_CLOCKS && o->program, true,
         "is left over: --clock-control reset undoes a lock of clocks and exits"},
        {o->action == ACTION_DOCTOR && o->program, true, "is left over: --doctor runs no program"},
        {(o->action == ACTION_RESET_CLOCKS || o->action == ACTION_DOCTOR) && o->imports.count,
         false, "--import shows reports: it has no use with --doctor or --clock-control reset"},
        {o->action == ACTION_DOCTOR &&
             (o->page.format == FORMAT_CSV || o->page.format == FORMAT_MARKDOWN),
         false, "--doctor prints text or --json"},
        {(o->explain || o->write_folder) && o->program, true,
         "is left over: --explain and --write-sections run no program"},
        {(o->explain || o->write_folder) && o->imports.count, false,
         "--import shows reports: it has no use with --explain and --write-sections"},
        {o->restore_sections && !o->write_folder, false,
         "--section-folder-restore needs --section-folder: rooftop's own sections are a part of "
         "it, "
         "and this writes them into that folder"},
        {o->write_folder && !*o->write_folder, false,
         "--write-sections needs the name of a folder"},
        {o->exit_code && o->action == ACTION_RUN, false,
         "--exit-code is for rooftop diff A.ncu-rep B.ncu-rep"},
        {o->imports.count && o->program, true, "is left over: with a report nothing is run"},
        {o->imports.count && o->page_given && o->page.page != PAGE_DETAILS &&
             (o->sections.count || o->sets.count),
         false,
         "with a report, --section and --set choose what the details page shows; use --metrics "
         "with the pages raw and source"},
        {o->imports.count && o->page_given && o->page.page != PAGE_DETAILS && !gains && !hot &&
             !tells && o->rules.count,
         false,
         "with a report, --rule chooses the findings of the pages details, diagnosis, hotspots and "
         "summary"},
        {o->form && (!o->program || o->action != ACTION_RUN || o->automatic ||
                     o->start == ATTACH_ONLY || o->start == LAUNCH_ONLY),
         false, "--form is for a program that is profiled: rooftop --form ./app"},
        {o->program && (o->filter.nvtx.include.count > MOST_RANGES ||
                        o->filter.nvtx.exclude.count > MOST_RANGES),
         false, "--nvtx-include and --nvtx-exclude can each be given 64 times while profiling"},
        {o->ranges.ranges && !o->filter.nvtx.include.count, false,
         "--range-filter counts the NVTX ranges of --nvtx-include, which is not given"},
        {(o->ranges.starts || o->ranges.restart) && o->ignore_profiler_calls, false,
         "--range-filter counts profiler ranges, which --disable-profiler-start-stop ignores"},
        {o->imports.count && (o->ranges.starts || o->ranges.ranges), false,
         "--range-filter is for profiling: reports do not number the ranges"},
        {o->renames_path && !o->rename_kernels, false,
         "--rename-kernels-path has no use with --rename-kernels no"},
        {o->view_given && !source, false, "--print-source needs --page source"},
        {source && o->page.summary, false, "--print-summary has no use with --page source"},
        {hot && o->page.summary, false, "--print-summary has no use with --page hotspots"},
        {tells && o->page.summary, false, "--print-summary has no use with --page diagnosis"},
        {gains && o->page.summary, false, "--print-summary has no use with --page summary"},
        {ranks && o->page.summary, false, "--print-summary has no use with --page ranks"},
        {ranges && launch_filter_names(&o->filter), false,
         "-k and --kernel-id choose kernels" OF_RANGES},
        {ranges && o->window, false, "--replay-window is for launches" OF_RANGES},
        {ranges && !stack_filter_takes_all(&o->filter.stacks), false,
         "filters of call stacks are for launches" OF_RANGES},
        {ranges && (o->call_stack || o->stack_types.native || o->stack_types.python), false,
         "--call-stack is for launches" OF_RANGES},
        {ranges && o->whole_graphs, false,
         "--graph-profiling graph measures graphs by themselves; in a range, they are a part of "
         "the range"},
        {ranges && o->ignore_profiler_calls && !o->filter.nvtx.include.count, false,
         "--disable-profiler-start-stop leaves only the ranges of --nvtx-include, which is not "
         "given"},
        {o->program && o->range_options.count && o->replay_mode != REPLAY_RANGE, false,
         "--range-replay-options needs --replay-mode range"},
        {!range_options_known(&o->range_options), false,
         "--range-replay-options takes enable-greedy-sync, disable-host-save, "
         "disable-host-restore, disable-dependent-kernel-detection"},
        {launch_series_given(&o->series) && o->replay_mode != REPLAY_KERNEL, false,
         "--series needs --replay-mode kernel: its launches run on memory that is put back"},
        {launch_series_given(&o->series) && o->window > 1, false,
         "--replay-window has no use with --series: each launch is measured by itself"},
        {(o->mps.has_clients || o->mps.has_timeout) && o->mps.role == MPS_NONE, false,
         "--mps-num-clients and --mps-timeout need --mps control or client"},
        {o->mps.role == MPS_CONTROL && !o->program && !o->mps.has_clients && !o->mps.has_timeout,
         false,
         "--mps control needs --mps-num-clients or --mps-timeout: how many clients to wait for, or "
         "how long"},
        {o->mps.has_clients && o->mps.role != MPS_CONTROL && o->mps.role != MPS_NONE, false,
         "--mps-num-clients is for --mps control, which waits for the clients"},
        {o->mps.has_clients && !o->mps.clients, false,
         "--mps-num-clients is 0: a control without clients measures nothing"},
        {o->mps.timeout > MOST_SECONDS, false, "--mps-timeout is at most 86400 seconds"},
        {(o->mps.role == MPS_CLIENT || o->mps.role == MPS_PRIMARY_CLIENT) && !o->program, false,
         "--mps client needs a program: the one that the control profiles"},
        {(o->mps.role == MPS_CLIENT || o->mps.role == MPS_PRIMARY_CLIENT) && o->export_path, false,
         "--export is for --mps control, which writes the report of all clients"},
        {o->mps.role == MPS_CONTROL && o->replay_mode != REPLAY_KERNEL, false,
         "--mps control profiles with --replay-mode kernel: it does not start the clients again"},
        {o->mps.role == MPS_CONTROL && o->root_process_only, false,
         "--target-processes application-only would leave out all clients of --mps control"},
        {o->imports.count && o->mps.role, false, "--mps is for profiling"},
        {o->imports.count && o->start, false, "--mode is for profiling"},
        {o->start && (o->action == ACTION_TRACE || diff), false,
         "--mode launch and attach are for profiling: trace starts its program itself"},
        {o->start == LAUNCH_ONLY && !o->program && o->action == ACTION_RUN, false,
         "--mode launch needs a program: the one that waits for rooftop --mode attach"},
        {o->start == LAUNCH_ONLY && o->export_path, false,
         "--export is for rooftop --mode attach, which measures and writes the report"},
        {o->start == ATTACH_ONLY && o->program, true,
         "is left over: --mode attach profiles the program of a rooftop --mode launch"},
        {o->start == ATTACH_ONLY && (o->preload || o->null_input), false,
         "--preload-library and --null-stdin are for rooftop --mode launch, which starts the "
         "program"},
        {o->start == ATTACH_ONLY &&
             (o->replay_mode == REPLAY_APPLICATION || o->replay_mode == REPLAY_APP_RANGE),
         false,
         "--mode attach cannot start the program again, which --replay-mode application and "
         "app-range do"},
        {o->start && (o->automatic || o->mps.role), false,
         "--mode launch and attach have no use with --auto, which runs the program twice, and "
         "--mps"},
        {o->hostname && !*o->hostname, false, "--hostname needs the name of a machine"},
        {!o->ports.first || o->ports.first > LAST_PORT, false, "--port is from 1 to 65535"},
        {!o->ports.count || o->ports.first + o->ports.count - 1 > LAST_PORT, false,
         "--max-connections is at least 1, and the ports end at 65535"},
        {o->imports.count && launch_series_given(&o->series), false,
         "--series is for profiling; the pages of a report show the series that it holds"},
        {o->kill && !o->filter.count, false,
         "--kill needs --launch-count: it ends the program after that many results"}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].broken && rules[i].program)
            return error_set(error, "\"%s\" %s", o->program[0], rules[i].text);
        if (rules[i].broken)
            return error_set(error, "%s", rules[i].text);
    }
    return true;
}
