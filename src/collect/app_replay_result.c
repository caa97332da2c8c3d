/* Counter data of application replay, and the results that are made of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app_replay_state.h"
#include "evaluators.h"
#include "in_parallel.h"
#include "mem.h"
#include "peer_window.h"
#include "private_file.h"

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

/* On any thread. */
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
    struct app_replay *s = p->series;
    size_t size;
    if (p->settings.choice.whole_ranges) {
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
    struct app_replay *s = p->series;
    struct error error;
    const bool good = !data || !s->store_count || store_all(p, data, &error);
    for (size_t i = 0; i < s->store_count && good; i++)
        s->stores[i].launch->passes++;
    s->store_count = 0;
    if (!good)
        app_replay_fail(p, error.text);
}

static unsigned passes_of(const struct chip_plan *plan)
{
    unsigned passes = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        passes += plan->groups[i].passes;
    return passes;
}

/* All groups; those with missing passes without data. */
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
    if (!launch->window->results[0]->error && !add_groups(p->series, launch, &error))
        launch->window->results[0]->error = mem_strdup(error.text);
    peer_window_queue(launch->peer, launch->window);
    launch->window = NULL;
}

void app_results_make(struct profile *p, bool end)
{
    struct app_replay *s = p->series;
    for (; s->settled < s->match.count; s->settled++) {
        struct app_launch *launch = &s->launches[s->settled];
        const Wire__Window *window = launch->window;
        const bool failed = window && window->results[0]->error, wanted = launch->taken;
        const bool complete =
            window && !failed && launch->passes == passes_of(app_launch_plan(launch));
        const bool rest = end && window && !launch->lost && !s->over;
        if (wanted && !complete && !failed && !launch->lost && !end)
            return;
        s->incomplete += wanted && !complete && !failed && rest;
        if (wanted && (complete || failed || rest))
            make(p, launch);
    }
}
