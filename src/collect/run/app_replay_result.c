/* Counter data of application replay, and the results that are made of it. The data of each launch
 * and group lies at its own place in the private file and keeps its size. When counter data of many
 * launches comes, threads read each launch's sum, add the pass (counter_merge.h) and write it back.
 * A launch with all its passes becomes a window like one of kernel replay, and a result by the same
 * way (result_queue.h). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/os/in_parallel.h"
#include "collect/os/private_file.h"
#include "collect/result/evaluators.h"
#include "collect/run/app_replay_state.h"
#include "collect/run/result_queue.h"
#include "report/base/mem.h"

static bool write_image(const struct app_replay *s, const struct app_image *image,
                        const uint8_t *bytes, struct error *error)
{
    return private_file_write(s->file, bytes, image->size, image->at) ||
           error_set(error,
                     "counter data cannot be kept for the next run: %s; TMPDIR names another "
                     "folder, --app-replay-buffer memory keeps it in memory",
                     strerror(errno));
}

bool app_image_load(const struct app_replay *s, const struct app_image *image,
                    ProtobufCBinaryData *data, struct error *error)
{
    data->len = image->size;
    data->data = mem_alloc(image->size + 1);
    return private_file_read(s->file, data->data, data->len, image->at) ||
           error_set(error, "counter data cannot be read back: %s", strerror(errno));
}

/* What the threads of app_images_store() have in common. */
struct storing {
    struct app_replay *series;
    const Wire__GroupData *data;
    const uint8_t *blank;
};

/* Runs on any thread. */
static void add_pass(void *context, size_t index)
{
    const struct storing *storing = context;
    struct app_replay *s = storing->series;
    struct app_store *store = &s->stores[index];
    const struct app_image *image = &store->launch->images[store->group];
    ProtobufCBinaryData sum = {0};
    if (store->first)
        sum = (ProtobufCBinaryData){image->size,
                                    memcpy(mem_alloc(image->size), storing->blank, image->size)};
    store->good = (store->first || app_image_load(s, image, &sum, &store->error)) &&
                  counter_merge_add(s->merge, &sum.data, &sum.len, storing->data->image.data,
                                    storing->data->image.len, store->range, &store->error) &&
                  write_image(s, image, sum.data, &store->error);
    free(sum.data);
}

static void place(struct app_replay *s, struct app_image *image, size_t size)
{
    if (image->size == size)
        return;
    *image = (struct app_image){s->file_end, size};
    s->file_end += (off_t)size;
}

static bool store_all(struct profile *p, const Wire__GroupData *data, struct error *error)
{
    struct app_replay *s = p->app;
    size_t size;
    if (s->of_ranges) {
        struct app_image *image = &s->stores[0].launch->images[s->stores[0].group];
        place(s, image, data->image.len);
        return write_image(s, image, data->image.data, error);
    }
    const uint8_t *blank =
        counter_merge_blank(s->merge, data->image.data, data->image.len, &size, error);
    if (!blank)
        return false;
    for (size_t i = 0; i < s->store_count; i++) {
        struct app_image *image = &s->stores[i].launch->images[s->stores[i].group];
        s->stores[i].first = !image->size;
        if (!image->size)
            place(s, image, size);
    }
    struct storing storing = {s, data, blank};
    in_parallel(evaluators_threads() + 1, s->store_count, add_pass, &storing);
    for (size_t i = 0; i < s->store_count; i++)
        if (!s->stores[i].good) {
            *error = s->stores[i].error;
            return false;
        }
    return true;
}

void app_images_store(struct profile *p, const Wire__GroupData *data)
{
    struct app_replay *s = p->app;
    struct error error;
    const bool good = !data || !s->store_count || store_all(p, data, &error);
    for (size_t i = 0; i < s->store_count && good; i++)
        s->stores[i].launch->passes++;
    s->store_count = 0;
    if (!good)
        app_replay_fail(p, error.text);
}

/* Adds all groups to the window; groups that lack passes have no data. */
static bool add_groups(const struct app_replay *s, struct app_launch *launch, struct error *error)
{
    const struct chip_plan *plan = app_launch_plan(launch);
    Wire__Window *window = launch->window;
    unsigned made = launch->passes;
    bool good = true;
    free(window->groups);
    window->groups = mem_alloc((plan->group_count + 1) * sizeof *window->groups);
    for (size_t i = 0; i < plan->group_count; i++) {
        const unsigned passes = plan->groups[i].passes;
        const struct app_image *image = launch->images ? &launch->images[i] : NULL;
        Wire__GroupData *data = mem_alloc(sizeof *data);
        wire__group_data__init(data);
        data->has_passes = data->has_ranges = true;
        data->has_image = image && made >= passes && image->size;
        data->passes = made < passes ? made : passes;
        data->ranges = data->has_image;
        if (data->has_image)
            good = good && app_image_load(s, image, &data->image, error);
        made -= data->passes;
        window->groups[window->n_groups++] = data;
    }
    return good;
}

static void make(struct profile *p, struct app_launch *launch)
{
    struct error error;
    if (!launch->window->results[0]->error && !add_groups(p->app, launch, &error))
        launch->window->results[0]->error = mem_strdup(error.text);
    result_queue_add(launch->peer, launch->window);
    result_queue_make_room(launch->peer->profile);
    launch->window = NULL;
}

void app_results_make(struct profile *p, bool end)
{
    struct app_replay *s = p->app;
    for (; s->settled < s->match.count; s->settled++) {
        struct app_launch *launch = &s->launches[s->settled];
        const Wire__Window *window = launch->window;
        const bool failed = window && window->results[0]->error, wanted = launch->admitted;
        const bool complete =
            window && !failed && launch->passes == app_replay_passes(app_launch_plan(launch));
        const bool rest = end && window && !launch->lost && !s->over;
        if (wanted && !complete && !failed && !launch->lost && !end)
            return;
        s->incomplete += wanted && !complete && !failed && rest;
        if (wanted && (complete || failed || rest))
            make(p, launch);
    }
}
