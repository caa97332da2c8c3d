/* What a profiled program sends: frames of messages, and what is made of them without CUPTI: call
 * stacks, NVTX states, metrics of launches. A program may say anything. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/metrics/launch_metrics.h"
#include "collect/metrics/metric_list.h"
#include "collect/os/frame.h"
#include "collect/program/launch_nvtx.h"
#include "collect/program/launch_stacks.h"
#include "report/file/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

struct peer {
    struct symbolizer symbolizer;
    struct launch_stacks stacks;
    struct launch_nvtx nvtx;
    struct metric_list metrics;
    Wire__ToHost *device; /* the message that had the last one */
};

static void take_stack(struct peer *peer, Wire__LaunchStack *stack, bool taken)
{
    const struct stack_filter all = {0};
    launch_stacks_announce(&peer->stacks, &peer->symbolizer, stack, taken);
    launch_stacks_fit(&peer->stacks, &all, stack);
}

static void take_facts(struct peer *peer, const Wire__Facts *facts)
{
    /* result_queue.c refuses results without sizes. */
    if (!facts || !facts->grid || !facts->block || !peer->device)
        return;
    launch_metrics_add(&peer->metrics, facts, peer->device->device, "f");
    launch_metrics_add_in_range(&peer->metrics, facts, peer->device->device, "f");
}

static void take_window(struct peer *peer, const Wire__Window *window)
{
    for (size_t i = 0; i < window->n_results; i++) {
        const Wire__Result *result = window->results[i];
        take_facts(peer, result->facts);
        struct launch_stack *stack = launch_stacks_take(&peer->stacks, result->launch);
        Rep__NvtxState *nvtx = launch_nvtx_take(&peer->nvtx, result->launch);
        if (stack)
            launch_stack_done(stack);
        if (nvtx)
            launch_nvtx_done(nvtx);
    }
}

static void take_message(struct peer *peer, const uint8_t *bytes, size_t length)
{
    Wire__ToHost *message = wire__to_host__unpack(NULL, length, bytes);
    if (!message)
        return;
    if (message->seen) {
        launch_nvtx_announce(&peer->nvtx, message->seen, message->seen->launch % 2);
        if (message->seen->stack)
            take_stack(peer, message->seen->stack, message->seen->launch % 2);
    }
    if (message->stack)
        take_stack(peer, message->stack, true);
    if (message->window)
        take_window(peer, message->window);
    if (message->device) {
        device_metrics_add(&peer->metrics, message->device);
        Wire__ToHost *last = peer->device;
        peer->device = message;
        message = last;
    }
    if (message)
        wire__to_host__free_unpacked(message, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct peer peer = {0};
    struct frame_reader reader = {0};
    struct report *report = report_new_list();
    uint8_t *frame;
    size_t frame_length;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
        write(ends[0], bytes, length) != (ssize_t)length)
        abort();
    close(ends[0]);
    metric_list_init(&peer.metrics, report);
    while (frame_reader_fill(&reader, ends[1]))
        while (frame_reader_next(&reader, &frame, &frame_length))
            take_message(&peer, frame, frame_length);
    close(ends[1]);
    frame_reader_free(&reader);
    launch_stacks_free(&peer.stacks);
    launch_nvtx_free(&peer.nvtx);
    symbolizer_free(&peer.symbolizer);
    metric_list_free(&peer.metrics);
    if (peer.device)
        wire__to_host__free_unpacked(peer.device, NULL);
    report_close(report);
    return 0;
}
