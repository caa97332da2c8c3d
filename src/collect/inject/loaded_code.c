#include "loaded_code.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *path_of(const char *name)
{
    char path[PATH_MAX] = "";
    if (*name == '/')
        return strdup(name);
    /* The program itself has no name; others that begin with no slash were looked up from the
     * current folder, or are the kernel's (linux-vdso.so.1). */
    if (!*name) {
        ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
        path[length > 0 ? length : 0] = '\0';
        return strdup(path);
    }
    return strdup(strchr(name, '/') && realpath(name, path) ? path : name);
}

/* Notes in memory are the loader's: they are as large as they say. */
static void read_build_id(struct code_file *file, const uint8_t *at, size_t length)
{
    ElfW(Nhdr) note;
    while (length >= sizeof note) {
        memcpy(&note, at, sizeof note);
        size_t name = (note.n_namesz + 3u) & ~3u, text = (note.n_descsz + 3u) & ~3u;
        if (name > length - sizeof note || text > length - sizeof note - name)
            return;
        const uint8_t *id = at + sizeof note + name;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            note.n_descsz <= BUILD_ID_BYTES && memcmp(at + sizeof note, "GNU", 4) == 0) {
            memcpy(file->build_id, id, note.n_descsz);
            file->build_id_length = note.n_descsz;
            return;
        }
        at += sizeof note + name + text;
        length -= sizeof note + name + text;
    }
}

/* What was loaded; before that, whether the list has to be read at all. */
struct listing {
    struct loaded_code *code, old;
    bool first, failed;
};

static bool same(const struct code_file *a, const struct code_file *b)
{
    return a->base == b->base && a->start == b->start && a->end == b->end &&
           a->build_id_length == b->build_id_length &&
           memcmp(a->build_id, b->build_id, a->build_id_length) == 0 &&
           strcmp(a->path, b->path) == 0;
}

static void give_number(struct listing *listing, struct code_file *file)
{
    for (size_t i = 0; i < listing->old.count; i++)
        if (same(&listing->old.files[i], file)) {
            file->number = listing->old.files[i].number;
            file->told = listing->old.files[i].told;
            return;
        }
    file->number = ++listing->code->numbers;
}

static bool add(struct loaded_code *code, const struct code_file *file)
{
    if (code->count == code->capacity) {
        size_t capacity = code->capacity ? 2 * code->capacity : 64;
        struct code_file *files = realloc(code->files, capacity * sizeof *files);
        if (!files)
            return false;
        code->files = files;
        code->capacity = capacity;
    }
    code->files[code->count++] = *file;
    return true;
}

static int on_object(struct dl_phdr_info *info, size_t size, void *user)
{
    struct listing *listing = user;
    struct loaded_code *code = listing->code;
    (void)size;
    if (listing->first) {
        listing->first = false;
        if (code->count && code->loads == info->dlpi_adds && code->unloads == info->dlpi_subs)
            return 1;
        code->loads = info->dlpi_adds;
        code->unloads = info->dlpi_subs;
        listing->old = *code;
        code->files = NULL;
        code->count = code->capacity = 0;
    }
    struct code_file file = {.base = info->dlpi_addr, .start = UINT64_MAX};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
            file.start = start < file.start ? start : file.start;
            file.end = end > file.end ? end : file.end;
        } else if (segment->p_type == PT_NOTE && !file.build_id_length) {
            read_build_id(&file, (const uint8_t *)(uintptr_t)start, segment->p_memsz);
        }
    }
    if (file.start >= file.end)
        return 0;
    file.path = path_of(info->dlpi_name ? info->dlpi_name : "");
    if (file.path)
        give_number(listing, &file);
    if (file.path && add(code, &file))
        return 0;
    free(file.path);
    listing->failed = true;
    return 1;
}

static void drop(struct code_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(files[i].path);
    free(files);
}

bool loaded_code_refresh(struct loaded_code *code)
{
    struct listing listing = {.code = code, .first = true};
    dl_iterate_phdr(on_object, &listing);
    drop(listing.old.files, listing.old.count);
    if (!listing.failed)
        return true;
    drop(code->files, code->count);
    code->files = NULL;
    code->count = code->capacity = 0;
    return false;
}

struct code_file *loaded_code_at(const struct loaded_code *code, uint64_t address)
{
    for (size_t i = 0; i < code->count; i++)
        if (address >= code->files[i].start && address < code->files[i].end)
            return &code->files[i];
    return NULL;
}
