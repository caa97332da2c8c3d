#include "tui/source/source_ask.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "report/base/mem.h"

static void unwatch(struct source_ask *ask, int i)
{
    if (ask->watched[i] >= 0)
        loop_unwatch(ask->loop, ask->watched[i]);
    ask->watched[i] = -1;
}

static void forget(struct source_ask *ask)
{
    for (int i = 0; i < 3; i++)
        unwatch(ask, i);
    if (ask->timer >= 0)
        close(ask->timer);
    ask->timer = -1;
    ask->run = NULL;
}

/* Takes over the outcome. The reason is copied, because the set may drop it before the function is
 * closed. */
static void take_in(struct source_ask *ask)
{
    struct code_listing *function = ask->function->view;
    free(ask->no_text);
    ask->no_text = function->no_text ? mem_strdup(function->no_text) : NULL;
    function->no_text = NULL;
    source_sheet_measure(&ask->function->sass);
    source_function_take_live(ask->function);
    if (ask->no_text)
        ask->function->sass.longest = 1;
}

static void on_output(void *context, int fd, short events)
{
    struct source_ask *ask = context;
    (void)events;
    if (fd != ask->timer)
        nvdisasm_take(ask->run, fd);
    /* The number of a closed descriptor may be used again. */
    for (int i = 0; i < 2; i++)
        if (nvdisasm_descriptors(ask->run)[i] < 0)
            unwatch(ask, i);
    if (nvdisasm_left(ask->run))
        return;
    struct nvdisasm *run = ask->run;
    forget(ask);
    code_listing_answer(ask->set, ask->function->view, run);
    take_in(ask);
}

void source_ask_init(struct source_ask *ask, struct loop *loop)
{
    *ask = (struct source_ask){.loop = loop, .timer = -1, .watched = {-1, -1, -1}};
}

void source_ask_start(struct source_ask *ask, struct source_set *set,
                      struct source_function *function)
{
    ask->set = set;
    ask->function = function;
    ask->run = code_listing_ask(ask->set, ask->function->view);
    if (!ask->run) {
        take_in(ask);
        return;
    }
    int left = nvdisasm_left(ask->run) + 1;
    struct itimerspec time = {.it_value = {left / 1000, left % 1000 * 1000000L}};
    ask->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    timerfd_settime(ask->timer, 0, &time, NULL);
    memcpy(ask->watched, nvdisasm_descriptors(ask->run), 2 * sizeof(int));
    ask->watched[2] = ask->timer;
    for (int i = 0; i < 3; i++)
        if (ask->watched[i] >= 0)
            loop_watch(ask->loop, ask->watched[i], POLLIN, on_output, ask);
}

void source_ask_stop(struct source_ask *ask)
{
    if (ask->run) {
        size_t length;
        struct error error;
        struct nvdisasm *run = ask->run;
        forget(ask);
        free(nvdisasm_end(run, &length, &error));
    }
    free(ask->no_text);
    ask->no_text = NULL;
}
