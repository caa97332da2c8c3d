#include "collect/inject/program/functions.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/modules.h"

struct function *functions_get(struct function_table *table, CUfunction handle)
{
    for (size_t i = table->count; i-- > 0;)
        if (table->entries[i].handle == handle)
            return &table->entries[i];
    if (table->count == table->capacity) {
        size_t wanted = table->capacity ? table->capacity * 2 : 64;
        struct function *larger = realloc(table->entries, wanted * sizeof *larger);
        if (!larger)
            return NULL;
        table->entries = larger;
        table->capacity = wanted;
    }
    table->entries[table->count] = (struct function){.handle = handle};
    return &table->entries[table->count++];
}

static CUcontext current_context(const struct inject *inject)
{
    CUcontext context = NULL;
    inject->driver.ctx_get_current(&context);
    return context;
}

/* A kernel is of a library, which has a module in each context that uses it. */
static void resolve_kernel(struct function *function, struct inject *inject, CUcontext context)
{
    const struct foil_driver *driver = &inject->driver;
    CUkernel kernel = (CUkernel)function->handle;
    if (driver->kernel_get_function(&function->function, kernel) != CUDA_SUCCESS)
        return;
    function->context = context;
    if (driver->func_get_module(&function->module, function->function) == CUDA_SUCCESS)
        modules_add_module(inject->program.modules, function->module, context);
    if (!function->is_kernel &&
        driver->kernel_get_library(&function->library, kernel) == CUDA_SUCCESS)
        modules_add_library(inject->program.modules, function->library);
    function->is_kernel = true;
}

void functions_resolve(struct function *function, struct inject *inject)
{
    if (function->function && !function->is_kernel)
        return;
    const CUcontext context = current_context(inject);
    if (function->function && function->context == context)
        return;
    /* This call refuses a CUkernel. That the calls for kernels refuse a CUfunction is not
     * promised, so this comes first. */
    if (!function->is_kernel &&
        inject->driver.func_get_module(&function->module, function->handle) == CUDA_SUCCESS) {
        function->function = function->handle;
        modules_add_module(inject->program.modules, function->module, context);
    } else {
        resolve_kernel(function, inject, context);
    }
}

static bool may_be_of(const struct function *function, CUmodule module, CUlibrary library)
{
    if (!function->function)
        return true;
    return library ? !function->library || function->library == library
                   : function->module == module;
}

static void drop(struct function_table *table, CUmodule module, CUlibrary library)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->count; i++)
        if (!may_be_of(&table->entries[i], module, library))
            table->entries[kept++] = table->entries[i];
    table->count = kept;
}

void functions_drop_module(struct function_table *table, CUmodule module)
{
    drop(table, module, NULL);
}

void functions_drop_library(struct function_table *table, CUlibrary library)
{
    drop(table, NULL, library);
}

void functions_clear(struct function_table *table)
{
    table->count = 0;
}
