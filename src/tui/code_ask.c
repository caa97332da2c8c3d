#include "code_ask.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "mem.h"

static void unwatch(struct code_view *view, int i)
{
    if (view->watched[i] >= 0)
        loop_unwatch(view->loop, view->watched[i]);
    view->watched[i] = -1;
}

static void forget(struct code_view *view)
{
    for (int i = 0; i < 3; i++)
        unwatch(view, i);
    if (view->timer >= 0)
        close(view->timer);
    view->timer = -1;
    view->run = NULL;
}

/* What came of it. The reason may be forgotten by the set before the function is closed. */
static void take_in(struct code_view *view)
{
    struct source_view *function = view->open->view;
    free(view->no_text);
    view->no_text = function->no_text ? mem_strdup(function->no_text) : NULL;
    function->no_text = NULL;
    code_sheet_measure(&view->open->sass);
    if (view->no_text)
        view->open->sass.longest = 1;
}

static void on_output(void *context, int fd, short events)
{
    struct code_view *view = context;
    (void)events;
    if (fd != view->timer)
        nvdisasm_take(view->run, fd);
    /* A descriptor that was closed is another one's from now on. */
    for (int i = 0; i < 2; i++)
        if (nvdisasm_descriptors(view->run)[i] < 0)
            unwatch(view, i);
    if (nvdisasm_left(view->run))
        return;
    struct nvdisasm *run = view->run;
    forget(view);
    source_view_answer(view->set, view->open->view, run);
    take_in(view);
}

void code_ask_start(struct code_view *view)
{
    view->run = source_view_ask(view->set, view->open->view);
    if (!view->run) {
        take_in(view);
        return;
    }
    int left = nvdisasm_left(view->run) + 1;
    struct itimerspec time = {.it_value = {left / 1000, left % 1000 * 1000000L}};
    view->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    timerfd_settime(view->timer, 0, &time, NULL);
    memcpy(view->watched, nvdisasm_descriptors(view->run), 2 * sizeof(int));
    view->watched[2] = view->timer;
    for (int i = 0; i < 3; i++)
        if (view->watched[i] >= 0)
            loop_watch(view->loop, view->watched[i], POLLIN, on_output, view);
}

void code_ask_stop(struct code_view *view)
{
    if (view->run) {
        size_t length;
        struct error error;
        struct nvdisasm *run = view->run;
        forget(view);
        free(nvdisasm_end(run, &length, &error));
    }
    free(view->no_text);
    view->no_text = NULL;
}
