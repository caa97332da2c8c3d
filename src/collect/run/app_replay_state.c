/* Application replay runs the whole program once for each pass. The first run counts nothing: it
 * finds the launches. Run n measures pass n - 2, counted over the groups of the chip's plan in
 * order. Chips may have different numbers of passes, so each launch asks the plan of its own chip
 * whether it has to be measured in this run. */
#include "collect/run/app_replay_state.h"

size_t app_replay_group(const struct app_replay *s, const struct chip_plan *plan, unsigned *pass)
{
    size_t group = 0;
    *pass = s->run > 1 ? s->run - 2 : 0;
    while (group < plan->group_count && *pass >= plan->groups[group].passes)
        *pass -= plan->groups[group++].passes;
    return group;
}

unsigned app_replay_passes(const struct chip_plan *plan)
{
    unsigned passes = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        passes += plan->groups[i].passes;
    return passes;
}

const struct chip_plan *app_launch_plan(const struct app_launch *launch)
{
    const struct chip_state *chip =
        launch->is.device < MOST_DEVICES ? launch->peer->devices[launch->is.device].chip : NULL;
    return chip ? &chip->plan : NULL;
}

bool app_launch_goes_on(const struct app_replay *s, const struct app_launch *launch)
{
    const struct chip_plan *plan = app_launch_plan(launch);
    unsigned pass;
    return launch->admitted && !launch->lost && launch->window &&
           !launch->window->results[0]->error && launch->passes + 2 == s->run && plan &&
           app_replay_group(s, plan, &pass) < plan->group_count;
}

void app_replay_fail(struct profile *p, const char *text)
{
    if (!p->app->over)
        run_say(p, MESSAGE_ERROR, "%s", text);
    p->app->over = p->outcome.failed = true;
}
