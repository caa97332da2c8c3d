/* driver_api: one macro that gives a driver function its entry and exit callbacks, its faults and
 * its body.
 *
 * DRIVER_API(cuMemFree_v2, (CUdeviceptr dptr), dptr) { ... } defines the exported function; the
 * body sees its arguments as p->dptr, in the structure that CUPTI hands to callbacks. */
#ifndef FAKEGPU_DRIVER_API_H
#define FAKEGPU_DRIVER_API_H

#include "driver.h"

struct api_call {
    struct fakegpu_api info;
    const struct fakegpu_hook *hook; /* the same for entry and exit */
    uint64_t correlation_data;
    CUresult result;
};

/* False when the call has its result already and the body must not run. */
bool api_enter(struct api_call *call, const char *name, uint32_t cbid, const void *params,
               const char *symbol);
CUresult api_exit(struct api_call *call);

#define DRIVER_API_SYMBOL(name, symbol, params, ...)                                               \
    static CUresult do_##name(const name##_params *p);                                             \
    CUresult CUDAAPI name params                                                                   \
    {                                                                                              \
        name##_params values = {__VA_ARGS__};                                                      \
        struct api_call call;                                                                      \
        if (api_enter(&call, #name, CUPTI_DRIVER_TRACE_CBID_##name, &values, symbol))              \
            call.result = do_##name(&values);                                                      \
        return api_exit(&call);                                                                    \
    }                                                                                              \
    static CUresult do_##name(__attribute__((unused)) const name##_params *p)

#define DRIVER_API(name, params, ...) DRIVER_API_SYMBOL(name, NULL, params, __VA_ARGS__)

/* For bodies that need a context. */
#define CONTEXT_OR_RETURN(context)                                                                 \
    struct context *context = context_current();                                                   \
    if (!context)                                                                                  \
    return CUDA_ERROR_INVALID_CONTEXT

#define TRY(expression)                                                                            \
    do {                                                                                           \
        CUresult try_result = (expression);                                                        \
        if (try_result != CUDA_SUCCESS)                                                            \
            return try_result;                                                                     \
    } while (0)

#endif
