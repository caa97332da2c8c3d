/* Modules and libraries: names in an image become functions and device memory. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver_api.h"
#include "fault.h"

static uint32_t last_module_id;
static struct module *all;

static struct global *global_new(struct module *module, const struct symbol *symbol)
{
    struct global *global = calloc(1, sizeof *global);
    if (!global)
        return NULL;
    global->name = symbol->name;
    global->size = symbol->size;
    enum memory_kind kind = symbol->kind == SYMBOL_MANAGED ? MEMORY_MANAGED : MEMORY_GLOBAL;
    if (memory_allocate(&global->address, symbol->size, kind) != CUDA_SUCCESS) {
        free(global);
        return NULL;
    }
    global->next = module->globals;
    module->globals = global;
    return global;
}

static struct module **link_to(const struct module *module)
{
    struct module **link = &all;
    while (*link && *link != module)
        link = &(*link)->next_of_all;
    return link;
}

static void module_free(struct module *module)
{
    driver_lock();
    struct module **link = link_to(module);
    if (*link)
        *link = module->next_of_all;
    driver_unlock();
    while (module->globals) {
        struct global *global = module->globals;
        module->globals = global->next;
        memory_release(global->address, MEMORY_GLOBAL | MEMORY_MANAGED);
        free(global);
    }
    while (module->functions) {
        struct function *function = module->functions;
        module->functions = function->next;
        function->magic = 0;
        free(function);
    }
    if (!module->library)
        image_free(module->image);
    free(module);
}

/* Takes the image when there is no library that owns it. */
struct module *module_load(struct context *context, struct image *image, struct library *library)
{
    struct module *module = calloc(1, sizeof *module);
    if (!module)
        return NULL;
    module->context = context;
    module->library = library;
    module->image = image;
    module->id = __atomic_add_fetch(&last_module_id, 1, __ATOMIC_RELAXED);
    bool good = true;
    context_enter(context);
    for (size_t i = 0; good && i < image->count; i++)
        good = image->symbols[i].kind == SYMBOL_KERNEL || global_new(module, &image->symbols[i]);
    context_leave();
    if (!good) {
        module_free(module);
        return NULL;
    }
    driver_lock();
    module->next_of_all = all;
    all = module;
    driver_unlock();
    driver_load_lock();
    const char *pause = getenv("FAKEGPU_LOAD_MS");
    if (pause)
        usleep((useconds_t)atoi(pause) * 1000);
    driver_resource(CUPTI_CBID_RESOURCE_MODULE_LOADED, context, NULL, module);
    driver_load_unlock();
    return module;
}

void module_unload(struct module *module)
{
    driver_resource(CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING, module->context, NULL, module);
    module_free(module);
}

static void leave_library(struct module *module)
{
    struct module **link = &module->library->modules;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
}

void modules_forget_context(const struct context *context)
{
    for (struct module *module = all, *next; module; module = next) {
        next = module->next_of_all;
        if (module->context != context)
            continue;
        if (module->library)
            leave_library(module);
        module_free(module);
    }
}

/* The real driver reads what lies at the handle, and may end with a segmentation fault. */
static struct module *module_of(CUmodule handle)
{
    driver_lock();
    struct module *module = *link_to((struct module *)handle);
    driver_unlock();
    if (!module) {
        fault_log("CUmodule", "%s", "the module is gone");
        abort();
    }
    return module;
}

struct function *module_function(struct module *module, const char *name)
{
    driver_lock();
    struct function *function = module->functions;
    while (function && strcmp(function->name, name) != 0)
        function = function->next;
    driver_unlock();
    const struct kernel_info *info = kernel_find(name);
    if (function || !info || !image_find(module->image, SYMBOL_KERNEL, name))
        return function;
    function = calloc(1, sizeof *function);
    if (!function)
        return NULL;
    function->magic = MAGIC_FUNCTION;
    function->module = module;
    function->info = info;
    function->max_dynamic_shared = 49152 - info->static_shared;
    function->carveout = -1;
    snprintf(function->name, sizeof function->name, "%s", name);
    driver_lock();
    function->next = module->functions;
    module->functions = function;
    driver_unlock();
    return function;
}

struct global *module_global(struct module *module, const char *name)
{
    for (struct global *global = module->globals; global; global = global->next)
        if (strcmp(global->name, name) == 0)
            return global;
    return NULL;
}

static struct module *find_or_load(struct library *library, struct context *context)
{
    driver_lock();
    struct module *module = library->modules;
    while (module && module->context != context)
        module = module->next;
    driver_unlock();
    if (module || !context)
        return module;
    module = module_load(context, library->image, library);
    if (!module)
        return NULL;
    driver_lock();
    module->next = library->modules;
    library->modules = module;
    driver_unlock();
    return module;
}

/* Two threads that need it at the same time get one module. Recursive, for callbacks about modules.
 */
struct module *library_module(struct library *library, struct context *context)
{
    static pthread_mutex_t loading = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_lock(&loading);
    struct module *module = find_or_load(library, context);
    pthread_mutex_unlock(&loading);
    return module;
}

struct function *function_of(CUfunction handle)
{
    struct function *function = (struct function *)handle;
    return function && function->magic == MAGIC_FUNCTION ? function : NULL;
}

struct kernel *kernel_of(CUkernel handle)
{
    struct kernel *kernel = (struct kernel *)handle;
    return kernel && kernel->magic == MAGIC_KERNEL ? kernel : NULL;
}

struct function *launchable_in(struct context *context, CUfunction handle)
{
    struct kernel *kernel = kernel_of((CUkernel)handle);
    if (!kernel)
        return function_of(handle);
    struct module *module = library_module(kernel->library, context);
    return module ? module_function(module, kernel->name) : NULL;
}

struct function *launchable(CUfunction handle)
{
    return launchable_in(context_current(), handle);
}

const char *handle_name(CUfunction handle)
{
    struct kernel *kernel = kernel_of((CUkernel)handle);
    struct function *function = function_of(handle);
    return kernel ? kernel->name : function ? function->name : NULL;
}

static CUresult load(CUmodule *handle, const void *bytes)
{
    CONTEXT_OR_RETURN(context);
    struct image *image = image_parse(bytes);
    if (!image)
        return CUDA_ERROR_INVALID_IMAGE;
    struct module *module = module_load(context, image, NULL);
    *handle = (CUmodule)module;
    return module ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

DRIVER_API(cuModuleLoadData, (CUmodule * module, const void *image), module, image)
{
    return load(p->module, p->image);
}

DRIVER_API(cuModuleLoadDataEx,
           (CUmodule * module, const void *image, unsigned int numOptions, CUjit_option *options,
            void **optionValues),
           module, image, numOptions, options, optionValues)
{
    return load(p->module, p->image);
}

DRIVER_API(cuModuleLoadFatBinary, (CUmodule * module, const void *fatCubin), module, fatCubin)
{
    return load(p->module, p->fatCubin);
}

/* Ends with a zero byte, which text needs. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
        bytes = calloc(1, (size_t)size + 64);
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

DRIVER_API(cuModuleLoad, (CUmodule * module, const char *fname), module, fname)
{
    char *bytes = read_file(p->fname);
    if (!bytes)
        return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult result = load(p->module, bytes);
    free(bytes);
    return result;
}

DRIVER_API(cuModuleUnload, (CUmodule hmod), hmod)
{
    struct module *module = (struct module *)p->hmod;
    if (!module || module->library)
        return CUDA_ERROR_INVALID_HANDLE;
    TRY(capture_unsafe());
    module_unload(module);
    return CUDA_SUCCESS;
}

DRIVER_API(cuModuleGetFunction, (CUfunction * hfunc, CUmodule hmod, const char *name), hfunc, hmod,
           name)
{
    struct function *function = module_function(module_of(p->hmod), p->name);
    *p->hfunc = (CUfunction)function;
    return function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

static CUresult get_global(CUdeviceptr *address, size_t *size, struct module *module,
                           const char *name)
{
    struct global *global = module && name ? module_global(module, name) : NULL;
    if (!global)
        return CUDA_ERROR_NOT_FOUND;
    if (address)
        *address = global->address;
    if (size)
        *size = global->size;
    return CUDA_SUCCESS;
}

DRIVER_API(cuModuleGetGlobal_v2,
           (CUdeviceptr * dptr, size_t *bytes, CUmodule hmod, const char *name), dptr, bytes, hmod,
           name)
{
    return get_global(p->dptr, p->bytes, module_of(p->hmod), p->name);
}

DRIVER_API(cuLibraryLoadData,
           (CUlibrary * library, const void *code, CUjit_option *jitOptions,
            void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions,
            void **libraryOptionValues, unsigned int numLibraryOptions),
           library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions,
           libraryOptionValues, numLibraryOptions)
{
    struct library *library = calloc(1, sizeof *library);
    struct image *image = image_parse(p->code);
    if (!library || !image) {
        free(library);
        image_free(image);
        return CUDA_ERROR_INVALID_IMAGE;
    }
    library->image = image;
    *p->library = (CUlibrary)library;
    return CUDA_SUCCESS;
}

DRIVER_API(cuLibraryUnload, (CUlibrary library), library)
{
    struct library *library = (struct library *)p->library;
    if (!library)
        return CUDA_ERROR_INVALID_HANDLE;
    while (library->modules) {
        struct module *module = library->modules;
        library->modules = module->next;
        module_unload(module);
    }
    while (library->kernels) {
        struct kernel *kernel = library->kernels;
        library->kernels = kernel->next;
        kernel->magic = 0;
        free(kernel);
    }
    image_free(library->image);
    free(library);
    return CUDA_SUCCESS;
}

DRIVER_API(cuLibraryGetKernel, (CUkernel * pKernel, CUlibrary library, const char *name), pKernel,
           library, name)
{
    struct library *library = (struct library *)p->library;
    const struct kernel_info *info = kernel_find(p->name);
    if (!info || !image_find(library->image, SYMBOL_KERNEL, p->name))
        return CUDA_ERROR_NOT_FOUND;
    struct kernel *kernel = library->kernels;
    while (kernel && strcmp(kernel->name, p->name) != 0)
        kernel = kernel->next;
    if (!kernel) {
        kernel = calloc(1, sizeof *kernel);
        if (!kernel)
            return CUDA_ERROR_OUT_OF_MEMORY;
        kernel->magic = MAGIC_KERNEL;
        kernel->library = library;
        kernel->info = info;
        snprintf(kernel->name, sizeof kernel->name, "%s", p->name);
        kernel->next = library->kernels;
        library->kernels = kernel;
    }
    *p->pKernel = (CUkernel)kernel;
    return CUDA_SUCCESS;
}

DRIVER_API(cuLibraryGetModule, (CUmodule * pMod, CUlibrary library), pMod, library)
{
    CONTEXT_OR_RETURN(context);
    *p->pMod = (CUmodule)library_module((struct library *)p->library, context);
    return *p->pMod ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

DRIVER_API(cuLibraryGetGlobal,
           (CUdeviceptr * dptr, size_t *bytes, CUlibrary library, const char *name), dptr, bytes,
           library, name)
{
    CONTEXT_OR_RETURN(context);
    struct library *library = (struct library *)p->library;
    return get_global(p->dptr, p->bytes, library_module(library, context), p->name);
}

DRIVER_API(cuLibraryGetManaged,
           (CUdeviceptr * dptr, size_t *bytes, CUlibrary library, const char *name), dptr, bytes,
           library, name)
{
    CONTEXT_OR_RETURN(context);
    struct library *library = (struct library *)p->library;
    if (!p->name || !image_find(library->image, SYMBOL_MANAGED, p->name))
        return CUDA_ERROR_NOT_FOUND;
    return get_global(p->dptr, p->bytes, library_module(library, context), p->name);
}
