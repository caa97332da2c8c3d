#include "modules.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

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

struct elf {
    const uint8_t *bytes;
    size_t size;
    const Elf64_Shdr *sections;
    size_t section_count;
};

static bool elf_open(struct elf *elf, const uint8_t *bytes, size_t size)
{
    *elf = (struct elf){.bytes = bytes, .size = size};
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)bytes;
    if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
        header->e_shoff > size || header->e_shoff % 8 != 0 ||
        header->e_shnum > (size - header->e_shoff) / sizeof(Elf64_Shdr))
        return false;
    elf->sections = (const Elf64_Shdr *)(const void *)(bytes + header->e_shoff);
    elf->section_count = header->e_shnum;
    return true;
}

static bool inside(const struct elf *elf, const Elf64_Shdr *section)
{
    return section->sh_offset <= elf->size && section->sh_size <= elf->size - section->sh_offset;
}

/* Calls use() for each symbol with a name; stops when it returns true. */
static bool elf_symbols(const struct elf *elf, bool (*use)(void *, const Elf64_Sym *, const char *),
                        void *context)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        const Elf64_Shdr *table = &elf->sections[i];
        if (table->sh_type != SHT_SYMTAB || !inside(elf, table) || table->sh_offset % 8 != 0 ||
            table->sh_link >= elf->section_count)
            continue;
        const Elf64_Shdr *names = &elf->sections[table->sh_link];
        if (!inside(elf, names) || !names->sh_size ||
            elf->bytes[names->sh_offset + names->sh_size - 1] != '\0')
            continue;
        const Elf64_Sym *symbols = (const Elf64_Sym *)(const void *)(elf->bytes + table->sh_offset);
        for (size_t j = 0; j < table->sh_size / sizeof *symbols; j++)
            if (symbols[j].st_name && symbols[j].st_name < names->sh_size &&
                use(context, &symbols[j],
                    (const char *)elf->bytes + names->sh_offset + symbols[j].st_name))
                return true;
    }
    return false;
}

static bool add_global(void *context, const Elf64_Sym *symbol, const char *name)
{
    struct cubin *cubin = context;
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
            return;
        }
}

void modules_add_module(struct module_list *list, CUmodule module)
{
    for (size_t i = 0; i < list->module_count; i++)
        if (list->modules[i] == module)
            return;
    if (grow((void **)&list->modules, list->module_count, &list->module_capacity, sizeof module))
        list->generation++, list->modules[list->module_count++] = module;
}

void modules_drop_module(struct module_list *list, CUmodule module)
{
    for (size_t i = 0; i < list->module_count; i++)
        if (list->modules[i] == module) {
            list->modules[i] = list->modules[--list->module_count];
            list->generation++;
            return;
        }
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
            return;
        }
}

static bool is_kernel(void *context, const Elf64_Sym *symbol, const char *name)
{
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
    static const char prefix[] = ".nv.info.";
    struct elf elf;
    if (!elf_open(&elf, cubin->bytes, cubin->size))
        return -1;
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)cubin->bytes;
    if (header->e_shstrndx >= elf.section_count)
        return -1;
    const Elf64_Shdr *names = &elf.sections[header->e_shstrndx];
    if (!inside(&elf, names) || !names->sh_size ||
        elf.bytes[names->sh_offset + names->sh_size - 1] != '\0')
        return -1;
    for (size_t i = 0; i < elf.section_count; i++) {
        const Elf64_Shdr *section = &elf.sections[i];
        if (section->sh_name >= names->sh_size || section->sh_type == SHT_NOBITS ||
            !inside(&elf, section))
            continue;
        const char *name = (const char *)elf.bytes + names->sh_offset + section->sh_name;
        if (strncmp(name, prefix, sizeof prefix - 1) == 0 &&
            strcmp(name + sizeof prefix - 1, mangled) == 0)
            return info_barriers(elf.bytes + section->sh_offset, section->sh_size);
    }
    return -1;
}
