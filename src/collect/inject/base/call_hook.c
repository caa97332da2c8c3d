#include "collect/inject/base/call_hook.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __aarch64__
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOBAL_DATA = R_AARCH64_GLOB_DAT };
#else
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOBAL_DATA = R_X86_64_GLOB_DAT };
#endif

struct hook {
    const char *library, *symbol;
    void (*replacement)(void);
    bool found, failed;
};

/* What is needed of a library's dynamic section. */
struct imports {
    const Elf64_Sym *symbols;
    const char *names;
    const Elf64_Rela *tables[2];
    size_t counts[2];
};

/* The dynamic linker has most of these addresses relocated, but not on every system. */
static const void *at(const struct dl_phdr_info *info, Elf64_Addr address)
{
    return (const void *)(address < info->dlpi_addr ? info->dlpi_addr + address : address);
}

static void read_dynamic(const struct dl_phdr_info *info, const Elf64_Dyn *entry,
                         struct imports *imports)
{
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB)
            imports->symbols = at(info, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_STRTAB)
            imports->names = at(info, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_JMPREL)
            imports->tables[0] = at(info, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_PLTRELSZ)
            imports->counts[0] = entry->d_un.d_val / sizeof(Elf64_Rela);
        else if (entry->d_tag == DT_RELA)
            imports->tables[1] = at(info, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_RELASZ)
            imports->counts[1] = entry->d_un.d_val / sizeof(Elf64_Rela);
    }
}

/* Tables that the loader made read-only become read-only again afterwards. */
static bool write_slot(const struct dl_phdr_info *info, uintptr_t slot, void (*to)(void))
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t start = slot & ~(page - 1);
    bool sealed = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *header = &info->dlpi_phdr[i];
        const uintptr_t from = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_GNU_RELRO && slot >= from &&
            slot < ((from + header->p_memsz) & ~(page - 1)))
            sealed = true;
    }
    if (sealed && mprotect((void *)start, page, PROT_READ | PROT_WRITE) != 0)
        return false;
    __atomic_store_n((uintptr_t *)slot, (uintptr_t)to, __ATOMIC_RELEASE);
    if (sealed)
        mprotect((void *)start, page, PROT_READ);
    return true;
}

static void change(const struct dl_phdr_info *info, const struct imports *imports,
                   struct hook *hook)
{
    for (size_t table = 0; table < 2; table++) {
        const Elf64_Rela *entry = imports->tables[table];
        for (size_t i = 0; entry && i < imports->counts[table]; i++, entry++) {
            const unsigned type = ELF64_R_TYPE(entry->r_info);
            if (type != JUMP_SLOT && type != GLOBAL_DATA)
                continue;
            const Elf64_Sym *symbol = &imports->symbols[ELF64_R_SYM(entry->r_info)];
            if (strcmp(imports->names + symbol->st_name, hook->symbol) != 0)
                continue;
            hook->found = true;
            if (!write_slot(info, info->dlpi_addr + entry->r_offset, hook->replacement))
                hook->failed = true;
        }
    }
}

static int visit(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct hook *hook = context;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash ? slash + 1 : info->dlpi_name;
    if (strncmp(name, hook->library, strlen(hook->library)) != 0)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *header = &info->dlpi_phdr[i];
        struct imports imports = {0};
        if (header->p_type != PT_DYNAMIC)
            continue;
        read_dynamic(info, (const Elf64_Dyn *)(info->dlpi_addr + header->p_vaddr), &imports);
        if (imports.symbols && imports.names)
            change(info, &imports, hook);
    }
    return 0;
}

bool call_hook(const char *library, const char *symbol, void (*replacement)(void))
{
    struct hook hook = {library, symbol, replacement, false, false};
    dl_iterate_phdr(visit, &hook);
    return hook.found && !hook.failed;
}
