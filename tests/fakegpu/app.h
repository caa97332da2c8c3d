/* app: what the modes of fakeapp share. A mode returns the exit status; expect() notes a failure.
 */
#ifndef FAKEGPU_APP_H
#define FAKEGPU_APP_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernels.h"

enum { APP_GRID = 64, APP_BLOCK = 256, APP_COUNT = APP_GRID * APP_BLOCK };

struct app {
    CUcontext context;
    CUmodule module;
    CUstream stream;
};

struct mode {
    const char *name;
    int (*run)(int count); /* count: the N of the command line, 0 when there is none */
};

extern const struct mode kernel_modes[], memory_modes[], flow_modes[], process_modes[],
    service_modes[], nvtx_modes[], strain_modes[], graph_modes[], run_modes[], range_modes[],
    series_modes[], stack_modes[], wait_modes[], shadow_modes[], pool_modes[], exposed_modes[],
    device_modes[], elsewhere_modes[], chance_modes[], open_modes[], pageable_modes[],
    wrong_modes[];

/* False stops nothing: the mode goes on and fails at its end. */
bool expect_true(bool ok, const char *text, const char *file, int line);
bool expect_result(CUresult result, const char *text, const char *file, int line);
bool app_failed(void);

#define EXPECT(condition) expect_true((condition), #condition, __FILE__, __LINE__)
#define CU(call) expect_result((call), #call, __FILE__, __LINE__)

/* A context of the primary kind (or a created one), a module with all kernels, a stream. */
void app_begin(struct app *app, bool primary);
void app_end(struct app *app, bool primary);

CUfunction app_kernel(const struct app *app, const char *name);
void app_launch(CUfunction function, unsigned grid, unsigned block, CUstream stream, void **params);
/* after: NULL, or the node that it waits for. */
CUgraphNode app_add_kernel(CUgraph graph, CUfunction function, unsigned grid, unsigned block,
                           void **params, CUgraphNode after);
/* An ELF module image with every kernel and the variable device_value; the caller frees it. */
void *app_image(void);
extern bool app_has_managed; /* set before app_begin(): with managed_value, too */

/* A device array of floats that hold their index, modulo 7; and the check after `steps` of x = x *
 * 0.5 + 1. */
CUdeviceptr app_floats(void);
void app_check_steps(CUdeviceptr x, int steps);
void app_fill(float *x);
float app_stepped(size_t index, int steps);
void app_inplace(const struct app *app, CUdeviceptr x, int times);
int app_vector_add(int launches);

#endif
