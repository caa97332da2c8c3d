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

void functions_resolve(struct function *function, struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    CUmodule module;
    CUlibrary library;
    if (function->function)
        return;
    /* This call refuses a CUkernel. That the calls for kernels refuse a CUfunction is not
     * promised, so this comes first. */
    if (driver->func_get_module(&module, function->handle) == CUDA_SUCCESS) {
        function->function = function->handle;
        modules_add_module(inject->program.modules, module);
        return;
    }
    CUkernel kernel = (CUkernel)function->handle;
    if (driver->kernel_get_function(&function->function, kernel) != CUDA_SUCCESS)
        return;
    function->is_kernel = true;
    if (driver->func_get_module(&module, function->function) == CUDA_SUCCESS)
        modules_add_module(inject->program.modules, module);
    if (driver->kernel_get_library(&library, kernel) == CUDA_SUCCESS)
        modules_add_library(inject->program.modules, library);
}

void functions_clear(struct function_table *table)
{
    table->count = 0;
}
