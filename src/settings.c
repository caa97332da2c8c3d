#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "export_name.h"

struct plan_request settings_request(const struct options *o)
{
    return (struct plan_request){(const char *const *)o->sets.words,
                                 o->sets.count,
                                 (const char *const *)o->sections.words,
                                 o->sections.count,
                                 (const char *const *)o->metrics.words,
                                 o->metrics.count,
                                 o->extra_suffixes};
}

bool settings_from_options(struct profile_settings *settings, struct options *o,
                           const struct section_library *library, const struct rule_choice *rules,
                           struct error *error)
{
    *settings = (struct profile_settings){
        .program = o->program,
        .command_line = o->command_line,
        .filter = &o->filter,
        .request = settings_request(o),
        .library = library,
        .rules = rules,
        .flush_caches = o->cache_control == CACHE_ALL,
        .clocks = o->clock_control == CLOCK_BASE    ? CLOCKS_BASE
                  : o->clock_control == CLOCK_BOOST ? CLOCKS_BOOST
                                                    : CLOCKS_LEFT,
        .window = o->window,
        .application_replay = o->replay_mode == REPLAY_APPLICATION,
        .match_key = o->app_match,
        .match_mode = o->app_mode,
        .buffer_in_memory = o->app_buffer_in_memory,
        .kill_when_done = o->kill,
        .root_process_only = o->root_process_only,
        .check_exit_code = o->check_exit_code,
        .overwrite = o->force_overwrite,
    };
    if (o->export_path)
        settings->export_path = export_name(o->export_path, error);
    return !o->export_path || settings->export_path;
}
