/* What the first run chooses, and what later runs make of it. A launch is entered when the filters
 * have judged it in the first run. In a later run it is looked up by app_match.h; if it still needs
 * a pass it is admitted, whatever the filters say now, and stays `open` until its counter data
 * comes. What a later run launches more or less than the first is an error, or counted, as
 * --app-replay-mode says. */
#include <stdlib.h>
#include <string.h>

#include "collect/program/shared_images.h"
#include "collect/run/app_replay_state.h"
#include "collect/run/peer_answer.h"
#include "collect/run/result_queue.h"
#include "collect/run/run_end.h"
#include "report/base/mem.h"
#include "report/names/demangle.h"

static char *launch_text(const struct app_match_launch *l)
{
    char *full = demangle_full(l->mangled);
    char *text = mem_printf("%s (grid %ux%ux%u, block %ux%ux%u, context %u, stream %u)", full,
                            l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                            l->block[2], l->context, l->stream);
    free(full);
    return text;
}

/* Fails with "run 2 differs ...: REST" and names the option that allows it. */
static void fail(struct profile *p, const struct app_match_launch *l, const char *rest)
{
    static const char *const advice[] = {
        [APP_MATCH_STRICT] = "--app-replay-mode balanced accepts launches in any order, relaxed "
                             "leaves out launches that differ",
        [APP_MATCH_BALANCED] = "--app-replay-mode relaxed leaves out launches that differ"};
    const struct app_replay *s = p->app;
    char *name = launch_text(l);
    char *text = mem_printf("run %u differs from the first: process %zu, device %u: %s %s; %s",
                            s->run, l->process + 1, l->device, name, rest, advice[s->match.mode]);
    app_replay_fail(p, text);
    free(text);
    free(name);
}

/* The launch of this run is none of the first, where the filters would admit it; or another launch,
 * `instead`, should have come in its place. */
static void differs(struct profile *p, const struct app_match_launch *launch, ptrdiff_t instead)
{
    struct app_replay *s = p->app;
    if (s->match.mode == APP_MATCH_RELAXED) {
        s->extra++;
        return;
    }
    if (instead < 0 || !s->launches) {
        fail(p, launch, "is an extra launch");
        return;
    }
    char *expected = launch_text(&s->launches[instead].is);
    char *rest = mem_printf("came in place of %s", expected);
    fail(p, launch, rest);
    free(rest);
    free(expected);
}

void app_launches_missing(struct profile *p)
{
    struct app_replay *s = p->app;
    for (size_t i = 0; s->run > 1 && i < s->match.count; i++) {
        struct app_launch *launch = &s->launches[i];
        if (launch->found == s->run || !app_launch_goes_on(s, launch))
            continue;
        if (s->match.mode != APP_MATCH_RELAXED) {
            fail(p, &launch->is, "is missing");
            return;
        }
        launch->lost = true;
        s->missing++;
    }
}

static struct app_match_launch identify(const struct peer *peer, const Wire__Seen *seen)
{
    const Wire__Dimensions *grid = seen->grid, *block = seen->block;
    struct app_match_launch is = {.process = peer->number,
                                  .device = seen->device,
                                  .mangled = seen->range && *seen->range ? seen->range
                                             : seen->mangled             ? seen->mangled
                                                                         : "",
                                  .context = seen->context,
                                  .stream = seen->stream};
    if (grid)
        memcpy(is.grid, (const uint32_t[]){grid->x, grid->y, grid->z}, sizeof is.grid);
    if (block)
        memcpy(is.block, (const uint32_t[]){block->x, block->y, block->z}, sizeof is.block);
    return is;
}

static void open_launch(struct app_replay *s, const struct peer *peer, const Wire__Seen *seen,
                        size_t launch)
{
    mem_grow(&s->open, s->open_count, &s->open_capacity, sizeof *s->open);
    s->open[s->open_count++] = (struct app_open){peer, seen->launch, launch};
}

static const char *keep_name(struct app_replay *s, const char *mangled)
{
    size_t known = s->names.count;
    char *copy = mem_strdup(mangled);
    size_t number = name_index_add(&s->names, copy);
    if (s->names.count == known)
        free(copy);
    return s->names.names[number];
}

static void add(struct app_replay *s, struct peer *peer, const Wire__Seen *seen, bool admitted)
{
    struct app_match_launch is = identify(peer, seen);
    is.mangled = keep_name(s, is.mangled);
    mem_grow(&s->launches, s->match.count, &s->launch_capacity, sizeof *s->launches);
    size_t number = app_match_add(&s->match, &is);
    s->launches[number] =
        (struct app_launch){.is = is, .peer = peer, .admitted = admitted, .found = 1};
    if (admitted)
        open_launch(s, peer, seen, number);
}

/* Loads the counter data that earlier runs have left of the group, if the result is a range. */
static bool load_before(struct profile *p, const struct app_launch *launch,
                        ProtobufCBinaryData *image)
{
    unsigned pass;
    struct error error;
    size_t group = app_replay_group(p->app, app_launch_plan(launch), &pass);
    if (!pass || !p->app->of_ranges ||
        app_image_load(p->app, &launch->images[group], image, &error))
        return true;
    app_replay_fail(p, error.text);
    return false;
}

static enum launch_verdict judge_again(struct peer *peer, const Wire__Seen *seen,
                                       enum launch_verdict verdict, ProtobufCBinaryData *image)
{
    struct profile *p = peer->profile;
    struct app_replay *s = p->app;
    struct app_match_launch is = identify(peer, seen);
    ptrdiff_t instead, number = app_match_find(&s->match, &is, &instead);
    struct app_launch *launch = number < 0 ? NULL : &s->launches[number];
    if (launch)
        launch->found = s->run;
    else if (instead >= 0 || (verdict == LAUNCH_MEASURE && !s->cut))
        differs(p, &is, instead);
    if (launch && app_launch_goes_on(s, launch)) {
        s->processes[launch->is.process].left--;
        if (!load_before(p, launch, image))
            return LAUNCH_DONE;
        open_launch(s, peer, seen, (size_t)number);
        return LAUNCH_MEASURE;
    }
    bool wanted = peer->number < s->process_count && s->processes[peer->number].left;
    return s->over || (verdict == LAUNCH_DONE && !wanted) ? LAUNCH_DONE : LAUNCH_SKIP;
}

enum launch_verdict app_replay_judge(struct peer *peer, const Wire__Seen *seen,
                                     enum launch_verdict verdict, ProtobufCBinaryData *image)
{
    struct app_replay *s = peer->profile->app;
    if (verdict == LAUNCH_NEVER)
        return verdict;
    if (s->over)
        return LAUNCH_DONE;
    if (s->run > 1)
        return judge_again(peer, seen, verdict, image);
    if (verdict != LAUNCH_DONE)
        add(s, peer, seen, verdict == LAUNCH_MEASURE);
    return verdict;
}

static struct app_launch *close_launch(struct app_replay *s, const struct peer *peer, uint64_t id)
{
    for (size_t i = 0; i < s->open_count; i++)
        if (s->open[i].peer == peer && s->open[i].id == id) {
            size_t launch = s->open[i].launch;
            s->open[i] = s->open[--s->open_count];
            return &s->launches[launch];
        }
    return NULL;
}

/* Notes that a range of the counter data that came is the launch's; app_images_store() does the
 * rest.
 */
static void store(struct app_replay *s, struct app_launch *launch, size_t range)
{
    const struct chip_plan *plan = app_launch_plan(launch);
    unsigned pass;
    size_t group = app_replay_group(s, plan, &pass);
    if (!launch->images)
        launch->images = mem_alloc(plan->group_count * sizeof *launch->images);
    mem_grow(&s->stores, s->store_count, &s->store_capacity, sizeof *s->stores);
    s->stores[s->store_count++] =
        (struct app_store){.launch = launch, .group = group, .range = range};
}

static bool is_valid(const struct app_launch *launch, const Wire__Window *window,
                     const Wire__Result *result)
{
    const Wire__Facts *facts = result->facts;
    return app_launch_plan(launch) && window->n_groups <= 1 &&
           (launch->window || (facts && facts->device == launch->is.device));
}

/* Keeps a launch of the first run as a window of its own. Takes over the result. */
static Wire__Window *window_of(const Wire__Window *window, Wire__Result **result)
{
    Wire__Window *own = mem_alloc(sizeof *own);
    wire__window__init(own);
    own->has_bytes_accessible = own->has_bytes_saved = true;
    own->ended_by = window->ended_by ? mem_strdup(window->ended_by) : NULL;
    own->results = mem_alloc(sizeof(Wire__Result *));
    own->results[own->n_results++] = *result;
    *result = NULL;
    return own;
}

/* false: nobody has asked for the result. */
static bool add_result(struct peer *peer, Wire__Window *window, Wire__Result **result)
{
    struct profile *p = peer->profile;
    struct app_replay *s = p->app;
    struct app_launch *launch = close_launch(s, peer, (*result)->launch);
    const char *error = (*result)->error;
    if (!launch || (!error && !is_valid(launch, window, *result)))
        return false;
    s->measured++;
    if (!error && s->run > 1)
        store(s, launch, (*result)->range);
    if (error && launch->window)
        launch->window->results[0]->error = mem_printf("run %u: %s", s->run, error);
    if (!s->of_ranges) /* from here on its data has one range */
        (*result)->range = 0;
    if (!launch->window)
        launch->window = window_of(window, result);
    return true;
}

void app_replay_window(struct peer *peer, Wire__Window *window)
{
    struct profile *p = peer->profile;
    struct app_replay *s = p->app;
    struct error error;
    size_t kept = 0;
    bool good = true;
    result_queue_trace(p, window);
    if (!shared_images_map(window, &peer->reader, &error))
        app_replay_fail(p, error.text);
    for (size_t i = 0; i < window->n_results && good && !s->over; i++)
        good = add_result(peer, window, &window->results[i]);
    if (!good)
        app_replay_fail(p, "the program sent a result that was not asked for");
    app_images_store(p, window->n_groups ? window->groups[0] : NULL);
    for (size_t i = 0; i < window->n_results;
         i++) /* keeps the results that have no owner yet, to be freed */
        if (window->results[i])
            window->results[kept++] = window->results[i];
    window->n_results = kept;
    shared_images_unmap(window);
    wire__window__free_unpacked(window, NULL);
    app_results_make(p, false);
    if (p->settings.kill_when_done && p->settings.filter->count &&
        s->measured >= (s->run == 1 ? p->settings.filter->count : s->expected))
        run_stop(p);
}

void app_replay_begin_ranges(struct peer *peer, const Wire__BeginRanges *asked)
{
    struct app_replay *s = peer->profile->app;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Begun m = WIRE__BEGUN__INIT;
    Wire__GroupData *data = asked->data;
    struct error error = {"the program asks for ranges in counter data that it did not send"};
    m.has_good = true;
    uint8_t *image = data ? shared_image_open(data, &peer->reader, &error) : NULL;
    m.good = image && asked->ranges <= data->ranges &&
             counter_merge_begin(s->merge, image, asked->ranges, &error);
    m.has_image = m.good && data->has_image;
    if (m.has_image)
        m.image = data->image;
    message.begun = &m;
    peer_answer(peer, &message);
    if (!m.good)
        run_say(peer->profile, MESSAGE_ERROR, "%s", error.text);
    shared_image_close(data, image);
}
