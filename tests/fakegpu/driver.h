/* driver: the objects of the driver double and the functions its files share.
 *
 * Device memory is host memory and work runs inside the call that submits it. driver_lock protects
 * the lists (memory, contexts, streams, modules); it is never held while a kernel or a hook runs.
 */
#ifndef FAKEGPU_DRIVER_H
#define FAKEGPU_DRIVER_H

#include <cuda.h>
#include <cupti.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "hook.h"
#include "kernels.h"

enum { MAGIC_FUNCTION = 0x46554e43, MAGIC_KERNEL = 0x4b45524e, MAGIC_ARRAY = 0x41525259 };

struct graph;
struct pool;

struct stream {
    struct stream *next;
    struct context *context;
    uint32_t id;
    unsigned flags;
    int priority;
    struct graph *capture; /* not NULL while the stream is capturing */
    bool capture_origin;
    bool capture_invalid;
    CUstreamCaptureMode capture_mode;
    pthread_t capture_thread; /* that began it */
    bool waits;               /* a kernel in it has gone on running after its launch */
};

struct context {
    struct context *next;
    uint32_t uid;
    CUdevice device;
    unsigned flags;
    bool primary;
    struct stream legacy;
    struct stream per_thread;
    size_t limits[CU_LIMIT_MAX];
    CUfunc_cache cache_config;
};

struct event {
    bool recorded;
    bool waits; /* behind a kernel of this device that goes on running */
    int device;
    struct graph *capture; /* recorded in a capturing stream */
    struct timespec time;
};

/* A name in a module image. */
enum symbol_kind { SYMBOL_KERNEL, SYMBOL_GLOBAL, SYMBOL_MANAGED };

struct symbol {
    enum symbol_kind kind;
    char name[256];
    size_t size;
};

struct image {
    struct symbol *symbols;
    size_t count;
    unsigned char *cubin; /* always an ELF file: built when the image was text */
    size_t cubin_size;
};

struct function {
    uint32_t magic;
    struct function *next;
    struct module *module;
    const struct kernel_info *info;
    char name[256];
    int max_dynamic_shared;
    int carveout;
    CUfunc_cache cache_config;
};

struct global {
    struct global *next;
    const char *name;
    CUdeviceptr address;
    size_t size;
};

struct module {
    struct module *next; /* in its library */
    struct module *next_of_all;
    uint32_t id;
    struct context *context;
    struct library *library; /* NULL: loaded by cuModuleLoad* */
    struct image *image;
    struct function *functions;
    struct global *globals;
};

struct kernel {
    uint32_t magic;
    struct kernel *next;
    struct library *library;
    const struct kernel_info *info;
    char name[256];
};

struct library {
    struct image *image;
    struct module *modules; /* one for each context that used it: loaded on first use */
    struct kernel *kernels;
};

struct array {
    uint32_t magic;
    CUDA_ARRAY3D_DESCRIPTOR descriptor;
    size_t element;
    size_t size;
    int device;
    unsigned char *data;
    bool owned; /* false: a level of a mipmapped array */
};

enum memory_kind {
    MEMORY_DEVICE = 1,
    MEMORY_MANAGED = 2,
    MEMORY_POOL = 4,
    MEMORY_HOST = 8,
    MEMORY_REGISTERED = 16,
    MEMORY_MAPPED = 32,
    MEMORY_GLOBAL = 64,
};

struct allocation {
    uintptr_t base;
    size_t size;
    enum memory_kind kind;
    bool accessible;
    struct context *context;
    struct pool *pool; /* NULL: it is of none */
    uint64_t open;     /* MEMORY_MAPPED: a bit for each device that may write it */
};

/* driver_init.c */
void driver_lock(void);
void driver_unlock(void);
void driver_load_lock(void);
void driver_load_unlock(void);
const struct fakegpu_hook *driver_hook(void);
bool driver_ready(void);
void driver_resource(uint32_t cbid, struct context *context, CUstream stream,
                     struct module *module);

/* driver_attributes.c */
int device_attribute(CUdevice_attribute id, CUdevice device);
int device_count(void);

/* driver_context.c */
struct context *context_current(void);
/* What the driver does by itself in a context. */
void context_enter(struct context *context);
void context_leave(void);
/* The context that all users of a device share; it goes with the last of them. */
CUresult primary_retain(CUdevice device, struct context **context);
CUresult primary_release(CUdevice device);
bool context_exists(CUcontext context);

/* driver_memory.c */
size_t memory_total(void);
size_t memory_used(int device);
bool memory_charge(int device, size_t size);
void memory_uncharge(int device, size_t size);
CUresult memory_allocate(CUdeviceptr *pointer, size_t size, enum memory_kind kind);
CUresult memory_release(CUdeviceptr pointer, unsigned kinds);
void memory_release_context(struct context *context);
bool memory_track(uintptr_t base, size_t size, enum memory_kind kind, bool accessible);
bool memory_untrack(uintptr_t base, unsigned kinds, struct allocation *removed);
bool memory_find(uintptr_t address, struct allocation *found);
void memory_grant(uintptr_t base, size_t size, uint64_t devices);
void memory_forget_pool(const struct pool *pool);
/* Every byte lies in live, accessible memory that the device knows. */
bool memory_valid(uintptr_t address, size_t size);

/* driver_open.c */
struct pool *pool_standard(int device);
int pool_device(const struct pool *pool);
bool pool_is_host(const struct pool *pool);
void open_forget_context(const struct context *context);
/* Whether kernels of the device may write there. */
bool memory_open_to(int device, uintptr_t address);

/* driver_peer.c */
void peer_moment(void);
void peer_wait(int device);

/* driver_stream.c */
CUresult stream_create(CUstream *handle, struct context *context, unsigned flags, int priority);
struct stream *stream_resolve(CUstream handle, bool per_thread); /* NULL: no such stream */
CUcontext stream_context(const struct stream *stream);           /* its green one, if it has one */
void stream_forget_context(struct context *context);
/* CUDA_SUCCESS, or the error of a call that is not allowed while this thread or context captures;
 * such a call invalidates the capture, as it does with the real driver. */
CUresult capture_unsafe(void);
/* Instead of the call, of a stream that is captured. */
CUresult capture_allocation(struct stream *stream, CUdeviceptr *pointer, size_t size);
CUresult capture_free(struct stream *stream, CUdeviceptr pointer);
CUresult capture_context_sync(void);
CUresult capture_legacy_use(struct stream *stream);

/* driver_graph.c */
struct graph *graph_new(void);
void graph_unref(struct graph *graph);
void graph_ref(struct graph *graph);
/* Takes data (from malloc): run now and free, or keep in the graph that the stream captures. launch
 * is NULL for what is no kernel; params: of a copy or fill, as its node tells them. */
typedef void work_run(void *data);
struct launch;
CUresult stream_submit(struct stream *stream, CUgraphNodeType type, work_run *run, void *data,
                       const struct launch *launch, const void *params);

/* Makes the work of a node: data is from malloc. */
CUresult fill_prepare(const CUDA_MEMSET_NODE_PARAMS *params, work_run **run, void **data);
CUresult copy3d_prepare(const CUDA_MEMCPY3D *params, work_run **run, void **data);
/* A copy between any two memories, on the stream. */
CUresult copy_any(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream);
CUresult launch_prepare(const CUDA_KERNEL_NODE_PARAMS *params, struct launch **launch);

/* driver_image.c */
struct image *image_parse(const void *bytes); /* NULL: not an image */
void image_free(struct image *image);
const struct symbol *image_find(const struct image *image, enum symbol_kind kind, const char *name);

/* driver_module.c */
struct module *module_load(struct context *context, struct image *image, struct library *library);
/* The modules of a context go with it. */
void modules_forget_context(const struct context *context);
void module_unload(struct module *module);
struct function *module_function(struct module *module, const char *name);
struct global *module_global(struct module *module, const char *name);
struct module *library_module(struct library *library, struct context *context);
struct function *function_of(CUfunction handle); /* NULL: a CUkernel, or nothing */
struct kernel *kernel_of(CUkernel handle);       /* NULL: a CUfunction, or nothing */
struct function *launchable(CUfunction handle);  /* accepts both */
struct function *launchable_in(struct context *context, CUfunction handle);
const char *handle_name(CUfunction handle); /* the kernel's name, or NULL */

/* driver_launch.c */
struct launch {
    struct function *function;
    CUkernel kernel;   /* launched by this handle, or NULL */
    CUcontext context; /* as the driver tells it of a node: also a green one */
    unsigned grid[3];
    unsigned block[3];
    unsigned shared;
    unsigned cluster[3];
    int cooperative;
    int priority;
    unsigned char *params;
    size_t size; /* of these */
};
uint64_t launch_threads(const struct launch *launch);
void launch_run(void *launch);
struct launch *launch_copy(const struct launch *launch); /* NULL: no memory */
void launch_free(struct launch *launch);

#endif
