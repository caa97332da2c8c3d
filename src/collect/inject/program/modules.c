#include "collect/inject/program/modules.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/cubin_elf.h"
#include "collect/inject/base/kernel_calls.h"

/* Makes room for one more; the list stays as it was when there is no memory. */
static bool grow(void **array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    void *larger = realloc(*array, wanted * size);
    if (!larger)
        return false;
    *array = larger;
    *capacity = wanted;
    return true;
}

static bool add_global(void *context, size_t index, const Elf64_Sym *symbol, const char *name)
{
    (void)index;
    struct cubin *cubin = context;
    cubin->names_heap = cubin->names_heap || kernel_calls_is_heap(symbol, name);
    if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || !symbol->st_size)
        return false;
    char **larger = realloc(cubin->globals, (cubin->global_count + 1) * sizeof *larger);
    if (larger)
        cubin->globals = larger;
    char *copy = larger ? strdup(name) : NULL;
    if (copy)
        cubin->globals[cubin->global_count++] = copy;
    return false;
}

bool modules_add_cubin(struct module_list *list, uint32_t module_id, const void *bytes, size_t size)
{
    struct elf elf;
    if (!bytes || !grow((void **)&list->cubins, list->cubin_count, &list->cubin_capacity,
                        sizeof *list->cubins))
        return false;
    struct cubin cubin = {.reference = (uint64_t)module_id << 32 | 1, .module_id = module_id};
    cubin.bytes = malloc(size);
    if (!cubin.bytes)
        return false;
    memcpy(cubin.bytes, bytes, size);
    cubin.size = size;
    if (!elf_open(&elf, cubin.bytes, size)) {
        free(cubin.bytes);
        return false;
    }
    elf_symbols(&elf, add_global, &cubin);
    list->cubins[list->cubin_count++] = cubin;
    list->generation++;
    return true;
}

static void release(struct cubin *cubin)
{
    for (size_t i = 0; i < cubin->global_count; i++)
        free(cubin->globals[i]);
    free(cubin->globals);
    free(cubin->bytes);
}

void modules_drop_cubin(struct module_list *list, uint32_t module_id)
{
    for (size_t i = 0; i < list->cubin_count; i++)
        if (list->cubins[i].module_id == module_id) {
            release(&list->cubins[i]);
            list->cubins[i] = list->cubins[--list->cubin_count];
            list->generation++;
            list->losses++;
            return;
        }
}

bool modules_have(const struct module_list *list, CUmodule module)
{
    for (size_t i = 0; i < list->module_count; i++)
        if (list->modules[i].module == module)
            return true;
    return false;
}

void modules_add_module(struct module_list *list, CUmodule module, CUcontext context)
{
    if (modules_have(list, module))
        return;
    if (grow((void **)&list->modules, list->module_count, &list->module_capacity,
             sizeof *list->modules))
        list->generation++,
            list->modules[list->module_count++] = (struct module_handle){module, context};
}

void modules_drop_module(struct module_list *list, CUmodule module)
{
    for (size_t i = 0; i < list->module_count; i++)
        if (list->modules[i].module == module) {
            list->modules[i] = list->modules[--list->module_count];
            list->generation++;
            list->losses++;
            return;
        }
}

void modules_drop_context(struct module_list *list, CUcontext context)
{
    for (size_t i = list->module_count; i-- > 0;)
        if (list->modules[i].context == context)
            modules_drop_module(list, list->modules[i].module);
}

void modules_add_library(struct module_list *list, CUlibrary library)
{
    for (size_t i = 0; i < list->library_count; i++)
        if (list->libraries[i] == library)
            return;
    if (grow((void **)&list->libraries, list->library_count, &list->library_capacity,
             sizeof library))
        list->generation++, list->libraries[list->library_count++] = library;
}

void modules_drop_library(struct module_list *list, CUlibrary library)
{
    for (size_t i = 0; i < list->library_count; i++)
        if (list->libraries[i] == library) {
            list->libraries[i] = list->libraries[--list->library_count];
            list->generation++;
            list->losses++;
            return;
        }
}

bool modules_name_heap(const struct module_list *list)
{
    for (size_t i = 0; i < list->cubin_count; i++)
        if (list->cubins[i].names_heap)
            return true;
    return false;
}

struct cubin *modules_find(struct module_list *list, uint64_t reference)
{
    for (size_t i = list->cubin_count; i-- > 0;)
        if (list->cubins[i].reference == reference)
            return &list->cubins[i];
    return NULL;
}

static bool is_kernel(void *context, size_t index, const Elf64_Sym *symbol, const char *name)
{
    (void)index;
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF &&
           strcmp(name, context) == 0;
}

struct cubin *modules_find_kernel(struct module_list *list, const char *mangled)
{
    for (size_t i = list->cubin_count; i-- > 0;) {
        struct elf elf;
        if (elf_open(&elf, list->cubins[i].bytes, list->cubins[i].size) &&
            elf_symbols(&elf, is_kernel, (void *)(uintptr_t)mangled))
            return &list->cubins[i];
    }
    return NULL;
}

/* .nv.info.<kernel> is a list of: format, attribute, then a value of two bytes, or its size and
 * that many bytes. */
enum { INFO_SIZED = 4, INFO_NUM_BARRIERS = 0x4c };

static int info_barriers(const uint8_t *bytes, size_t size)
{
    int barriers = 0;
    for (size_t at = 0; size - at >= 4;) {
        unsigned value = bytes[at + 2] | (unsigned)bytes[at + 3] << 8;
        if (bytes[at + 1] == INFO_NUM_BARRIERS)
            barriers = value & 0xff;
        size_t step = 4 + (bytes[at] == INFO_SIZED ? value : 0);
        if (step > size - at)
            return -1;
        at += step;
    }
    return barriers;
}

int modules_barriers(const struct cubin *cubin, const char *mangled)
{
    struct elf elf;
    size_t size;
    const uint8_t *info = elf_open(&elf, cubin->bytes, cubin->size)
                              ? elf_section(&elf, ".nv.info.", mangled, &size)
                              : NULL;
    return info ? info_barriers(info, size) : -1;
}
