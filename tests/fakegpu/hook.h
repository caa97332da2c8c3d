/* hook: what the driver double tells the CUPTI double, and what that one may ask.
 *
 * The driver exports one object named fakegpu_driver; the CUPTI double finds it with dlsym, so that
 * neither library is linked to the other, as with the real ones. No lock is held while a hook
 * function runs: it may call the driver. */
#ifndef FAKEGPU_HOOK_H
#define FAKEGPU_HOOK_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One driver call, seen at its entry (result is NULL) and at its exit. */
struct fakegpu_api {
    const char *name;
    uint32_t cbid;
    const void *params;
    CUresult *result;
    const char *symbol; /* the kernel's name, launches only */
    CUcontext context;
    uint32_t context_uid;
    uint64_t *correlation_data;
    uint32_t correlation_id;
};

/* An event of the resource domain; cbid is a CUpti_CallbackIdResource. */
struct fakegpu_resource {
    uint32_t cbid;
    CUcontext context;
    CUstream stream;
    uint32_t module_id; /* 0: not about a module */
    const char *cubin;
    size_t cubin_size;
};

/* What the device ran: a kernel, a kernel of a graph, or, behind its kernels, a whole graph with
 * the facts of its first kernel. */
struct fakegpu_work {
    enum { WORK_KERNEL, WORK_NODE, WORK_GRAPH } kind;
    CUcontext context;
    const char *name;
    unsigned grid[3];
    unsigned block[3];
    uint64_t threads;
    uint32_t kernels;
    int carveout; /* of a kernel: percent, -1: no preference */
};

struct fakegpu_hook {
    void (*api)(const struct fakegpu_api *call);
    void (*resource)(const struct fakegpu_resource *event);
    void (*work)(const struct fakegpu_work *work);
};

struct fakegpu_driver {
    void (*set_hook)(const struct fakegpu_hook *hook); /* NULL: none */
    bool (*initialized)(void);
    bool (*started)(void); /* cuInit has loaded the injection, and gone on */
    bool (*context_uid)(CUcontext context, uint32_t *uid); /* false: no such context */
    int (*context_device)(CUcontext context);              /* -1: no such context */
    bool (*stream_id)(CUcontext context, CUstream stream, bool per_thread, uint32_t *id);
    CUcontext (*current)(void);
    bool (*set_monitors)(bool on); /* whether they are on then; see driver_file.c */
    bool (*monitors_on)(void);
};

bool file_set_monitors(bool on);
bool file_monitors_on(void);

#endif
