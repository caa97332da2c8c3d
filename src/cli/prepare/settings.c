#include "cli/prepare/settings.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/names/export_name.h"
#include "report/names/rank_here.h"

struct plan_request settings_request(const struct options *o)
{
    return (struct plan_request){(const char *const *)o->sets.words,
                                 o->sets.count,
                                 (const char *const *)o->sections.words,
                                 o->sections.count,
                                 (const char *const *)o->metrics.words,
                                 o->metrics.count,
                                 o->extra_suffixes,
                                 NULL};
}

/* Each rank writes a file of its own. Only the first rank says how the files are named. */
static bool name_report(struct profile_settings *settings, const struct options *o,
                        struct error *error)
{
    bool shared = settings->rank >= 0 && !rank_names_file(o->export_path, settings->rank);
    char *pattern = shared ? rank_add_to_name(o->export_path) : mem_strdup(o->export_path);
    settings->export_path = export_name(pattern, error);
    if (settings->export_path && shared && (unsigned)settings->rank == number_list_first(&o->ranks))
        settings->naming = mem_printf("each rank writes its own report, this one is %s; %%r in the "
                                      "name of -o stands for the rank",
                                      settings->export_path);
    free(pattern);
    return settings->export_path;
}

static bool are_ranges(const struct options *o)
{
    return o->replay_mode == REPLAY_RANGE || o->replay_mode == REPLAY_APP_RANGE;
}

/* Memory that is not saved cannot be put back, and memory that is not put back does not have to be
 * saved. So each of the two options leaves out both. */
static bool leaves_host(const struct options *o)
{
    for (size_t i = 0; i < o->range_options.count; i++)
        if (strncmp(o->range_options.words[i], "disable-host-", 13) == 0)
            return true;
    return false;
}

bool settings_from_options(struct profile_settings *settings, struct options *o,
                           const struct section_library *library, const struct rule_choice *rules,
                           struct error *error)
{
    *settings = (struct profile_settings){
        .program = o->program,
        .command_line = o->command_line,
        .filter = &o->filter,
        .choice = o->choice,
        .budget = (double)o->auto_budget,
        .input = o->input,
        .program_filter = {.nvtx_filter = &o->filter.nvtx,
                           .ranges = &o->ranges,
                           .nvtx = o->nvtx,
                           .nvtx_of_process = o->nvtx_of_process,
                           .stack_filter = &o->filter.stacks,
                           .native_stacks =
                               o->stack_types.native || (o->call_stack && !o->stack_types.python),
                           .python_stacks = o->stack_types.python,
                           .whole_ranges = are_ranges(o),
                           .stopped_at_start = !o->profile_from_start,
                           .ignore_profiler_calls = o->ignore_profiler_calls},
        .request = settings_request(o),
        .library = library,
        .rules = rules,
        .flush_caches = o->cache_control == CACHE_ALL,
        .clocks = o->clock_control == CLOCK_BASE    ? CLOCKS_BASE
                  : o->clock_control == CLOCK_BOOST ? CLOCKS_BOOST
                                                    : CLOCKS_LEFT,
        .window = o->window,
        .whole_graphs = o->whole_graphs,
        .series = &o->series,
        .mps = o->mps,
        .attaches = o->start == ATTACH_ONLY,
        .ports = o->ports,
        .mode = o->replay_mode,
        .leave_host = leaves_host(o),
        .match_key = o->app_match,
        .match_mode = o->app_mode,
        .buffer_in_memory = o->app_buffer_in_memory,
        .import_code = o->import_code,
        .import_source = o->import_source,
        .source_files = o->page.source.named_files,
        .source_folders = o->page.source.folders,
        .kill_when_done = o->kill,
        .root_process_only = o->root_process_only,
        .check_exit_code = o->check_exit_code,
        .strict = o->strict,
        .overwrite = o->force_overwrite,
        .null_input = o->null_input,
        .verbose = o->verbose,
        .replay_timeout = (unsigned)o->replay_timeout,
        .sampling = {o->sampling_interval > 0,
                     (unsigned)(o->sampling_interval ? o->sampling_interval - 1 : 0),
                     (unsigned)o->sampling_passes, o->sampling_buffer},
        .time_sampling = {o->pm_interval, o->pm_buffer, o->pm_passes},
        .ranks = &o->ranks,
    };
    settings->request.rules = rules ? rules->library : NULL;
    if (o->mps.role == MPS_CONTROL && !o->mps.has_clients && !o->mps.has_timeout) {
        settings->mps.has_clients = true; /* its own program is the only client */
        settings->mps.clients = 1;
    }
    struct rank_here rank = rank_here();
    settings->rank = rank.size != 1 ? rank.number : -1;
    return !o->export_path || name_report(settings, o, error);
}

void settings_free(struct profile_settings *settings)
{
    free((char *)settings->export_path);
    free((char *)settings->naming);
}
