/* Saves and restores the heap of malloc on the device, by CUPTI's checkpoint library, which is
 * loaded when the first kernel needs it. The heap is set up by a kernel of ours first: a
 * checkpoint from before its first use puts back a heap in which malloc fails. */
#include "collect/inject/saved/checkpoint.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"

static const char start_heap[] = ".version 6.0\n"
                                 ".target sm_60\n"
                                 ".address_size 64\n"
                                 ".extern .func (.param .b64 made) malloc (.param .b64 size);\n"
                                 ".extern .func free (.param .b64 block);\n"
                                 ".visible .entry rooftop_start_heap()\n"
                                 "{\n"
                                 "    .reg .b64 %rd<3>;\n"
                                 "    mov.u64 %rd1, 16;\n"
                                 "    {\n"
                                 "    .param .b64 size;\n"
                                 "    st.param.b64 [size], %rd1;\n"
                                 "    .param .b64 made;\n"
                                 "    call.uni (made), malloc, (size);\n"
                                 "    ld.param.b64 %rd2, [made];\n"
                                 "    }\n"
                                 "    {\n"
                                 "    .param .b64 block;\n"
                                 "    st.param.b64 [block], %rd2;\n"
                                 "    call.uni free, (block);\n"
                                 "    }\n"
                                 "    ret;\n"
                                 "}\n";

const char *checkpoint_start_heap(struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    CUmodule module;
    CUfunction function;
    bool replaying = inject->replaying;
    /* Our module is not one of the program's. */
    inject->replaying = true;
    CUresult result = driver->module_load_data(&module, start_heap);
    if (result == CUDA_SUCCESS) {
        result = driver->module_get_function(&function, module, "rooftop_start_heap");
        if (result == CUDA_SUCCESS)
            result = driver->launch_kernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
        if (result == CUDA_SUCCESS)
            result = driver->ctx_synchronize();
        CUresult unloaded = driver->module_unload(module);
        result = result != CUDA_SUCCESS ? result : unloaded;
    }
    inject->replaying = replaying;
    return result == CUDA_SUCCESS ? NULL : inject_driver_error(inject, result);
}

static struct {
    bool tried;
    CUptiResult (*save)(struct cupti_checkpoint *);
    CUptiResult (*restore)(struct cupti_checkpoint *);
    CUptiResult (*free)(struct cupti_checkpoint *); /* NULL: the library cannot be used */
} library;

static void load(void)
{
    static const char name[] = "libcheckpoint.so";
    const char *cupti = getenv("ROOFTOP_CUPTI"), *slash = cupti ? strrchr(cupti, '/') : NULL;
    char path[4096];
    library.tried = true;
    if (snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - cupti) + 1 : 0,
                 slash ? cupti : "", name) >= (int)sizeof path)
        return;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return;
    *(void **)&library.save = dlsym(handle, "cuptiCheckpointSave");
    *(void **)&library.restore = dlsym(handle, "cuptiCheckpointRestore");
    if (library.save && library.restore)
        *(void **)&library.free = dlsym(handle, "cuptiCheckpointFree");
}

const char *checkpoint_save(struct cupti_checkpoint *checkpoint, struct inject *inject,
                            CUcontext context)
{
    if (!library.tried)
        load();
    if (!library.free)
        return "libcheckpoint.so, which comes with CUPTI, cannot be loaded";
    *checkpoint =
        (struct cupti_checkpoint){.size = sizeof *checkpoint, .context = context, .overwrite = 1};
    /* Modules that the library loads are not the program's. */
    inject->replaying = true;
    CUptiResult result = library.save(checkpoint);
    inject->replaying = false;
    if (result == CUPTI_SUCCESS)
        return NULL;
    *checkpoint = (struct cupti_checkpoint){0};
    return inject_cupti_error(inject, result);
}

bool checkpoint_restore(struct cupti_checkpoint *checkpoint)
{
    return library.restore(checkpoint) == CUPTI_SUCCESS;
}

void checkpoint_free(struct cupti_checkpoint *checkpoint)
{
    if (checkpoint->size)
        library.free(checkpoint);
    *checkpoint = (struct cupti_checkpoint){0};
}
