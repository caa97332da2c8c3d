/* Counter data of application replay, and the results that are made of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app_replay_state.h"
#include "mem.h"
#include "peer_window.h"
#include "private_file.h"

static bool write_image(struct app_replay *s, struct app_image *image, const uint8_t *bytes,
                        size_t size, struct error *error)
{
    if (image->size != size) {
        image->at = s->file_end;
        image->size = size;
        s->file_end += (off_t)size;
    }
    return private_file_write(s->file, bytes, size, image->at) ||
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

bool app_image_store(struct profile *p, struct app_image *image, const Wire__GroupData *data,
                     size_t range, struct error *error)
{
    struct app_replay *s = p->series;
    ProtobufCBinaryData sum = {0};
    if (p->settings.choice.whole_ranges)
        return write_image(s, image, data->image.data, data->image.len, error);
    const bool good = (!image->size || app_image_load(s, image, &sum, error)) &&
                      counter_merge_add(s->merge, &sum.data, &sum.len, data->image.data,
                                        data->image.len, range, error) &&
                      write_image(s, image, sum.data, sum.len, error);
    free(sum.data);
    return good;
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
