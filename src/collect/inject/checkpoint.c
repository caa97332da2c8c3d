#include "checkpoint.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject.h"

static void load(struct checkpoint_library *library)
{
    static const char name[] = "libcheckpoint.so";
    const char *cupti = getenv("ROOFTOP_CUPTI"), *slash = cupti ? strrchr(cupti, '/') : NULL;
    char path[4096];
    library->tried = true;
    if (snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - cupti) + 1 : 0,
                 slash ? cupti : "", name) >= (int)sizeof path)
        return;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return;
    *(void **)&library->save = dlsym(handle, "cuptiCheckpointSave");
    *(void **)&library->restore = dlsym(handle, "cuptiCheckpointRestore");
    if (library->save && library->restore)
        *(void **)&library->free = dlsym(handle, "cuptiCheckpointFree");
}

const char *checkpoint_save(struct cupti_checkpoint *checkpoint, struct inject *inject,
                            CUcontext context)
{
    struct checkpoint_library *library = &inject->checkpoint;
    if (!library->tried)
        load(library);
    if (!library->free)
        return "libcheckpoint.so, which comes with CUPTI, cannot be loaded";
    *checkpoint =
        (struct cupti_checkpoint){.size = sizeof *checkpoint, .context = context, .overwrite = 1};
    /* What the library loads for itself is none of the program's modules. */
    inject->replaying = true;
    CUptiResult result = library->save(checkpoint);
    inject->replaying = false;
    if (result == CUPTI_SUCCESS)
        return NULL;
    *checkpoint = (struct cupti_checkpoint){0};
    return inject_cupti_error(inject, result);
}

bool checkpoint_restore(struct cupti_checkpoint *checkpoint, struct inject *inject)
{
    return inject->checkpoint.restore(checkpoint) == CUPTI_SUCCESS;
}

void checkpoint_free(struct cupti_checkpoint *checkpoint, struct inject *inject)
{
    if (checkpoint->size)
        inject->checkpoint.free(checkpoint);
    *checkpoint = (struct cupti_checkpoint){0};
}
