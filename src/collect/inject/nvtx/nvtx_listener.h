/* nvtx_listener: whoever wants to know when the program opens and closes NVTX ranges, with their
 * times: the trace. Called on the program's threads, inside of guard_enter(), without a lock. */
#ifndef ROOFTOP_COLLECT_INJECT_NVTX_NVTX_LISTENER_H
#define ROOFTOP_COLLECT_INJECT_NVTX_NVTX_LISTENER_H

#include <stdint.h>

struct nvtx_event {
    const char *name, *domain; /* "" for the default domain */
    uint32_t domain_number;
    uint32_t color; /* ARGB; 0: none */
};

struct nvtx_listener {
    void (*push)(const struct nvtx_event *event);
    void (*pop)(uint32_t domain);
    void (*start)(uint64_t range, const struct nvtx_event *event);
    void (*end)(uint64_t range);
    void (*mark)(const struct nvtx_event *event);
};

/* There is one at most, and it stays. */
void nvtx_listen(const struct nvtx_listener *listener);

#endif
