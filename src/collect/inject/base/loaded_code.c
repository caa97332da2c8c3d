#include "collect/inject/base/loaded_code.h"

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

static bool same(const struct code_file *a, const struct code_file *b)
{
    return a->base == b->base && a->start == b->start && a->end == b->end &&
           a->build_id_length == b->build_id_length &&
           memcmp(a->build_id, b->build_id, a->build_id_length) == 0 &&
           strcmp(a->path, b->path) == 0;
}

/* What the linker lists, copied while it holds its lock, under which nothing may be allocated:
 * allocators that watch themselves ask for the same list. */
struct listing {
    const struct loaded_code *code;
    bool first, unchanged;
    unsigned long long loads, unloads;
    struct code_file *files; /* their paths are in `names`, one behind the other */
    size_t count, room;      /* count and used: also what there was no room for */
    char *names;
    size_t used, name_room;
};

static void measure(struct code_file *file, const struct dl_phdr_info *info)
{
    *file = (struct code_file){.base = info->dlpi_addr, .start = UINT64_MAX};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
            file->start = start < file->start ? start : file->start;
            file->end = end > file->end ? end : file->end;
        } else if (segment->p_type == PT_NOTE && !file->build_id_length) {
            read_build_id(file, (const uint8_t *)(uintptr_t)start, segment->p_memsz);
        }
    }
}

static int on_object(struct dl_phdr_info *info, size_t size, void *user)
{
    struct listing *listing = user;
    struct code_file file;
    (void)size;
    if (listing->first) {
        const struct loaded_code *code = listing->code;
        listing->first = false;
        listing->loads = info->dlpi_adds;
        listing->unloads = info->dlpi_subs;
        listing->unchanged =
            code->count && code->loads == listing->loads && code->unloads == listing->unloads;
    }
    if (listing->unchanged)
        return 1;
    measure(&file, info);
    if (file.start >= file.end)
        return 0;
    const char *name = info->dlpi_name ? info->dlpi_name : "";
    size_t length = strlen(name) + 1;
    if (listing->count < listing->room && listing->used + length <= listing->name_room) {
        listing->files[listing->count] = file;
        memcpy(listing->names + listing->used, name, length);
    }
    listing->count++;
    listing->used += length;
    return 0;
}

/* Repeated with more room until all of it has some. */
static bool list(struct listing *listing)
{
    for (;;) {
        listing->first = true;
        listing->count = listing->used = 0;
        dl_iterate_phdr(on_object, listing);
        if (listing->unchanged ||
            (listing->count <= listing->room && listing->used <= listing->name_room))
            return true;
        size_t room = listing->count + 16, name_room = listing->used + 4096;
        struct code_file *files = realloc(listing->files, room * sizeof *files);
        listing->files = files ? files : listing->files;
        char *names = realloc(listing->names, name_room);
        listing->names = names ? names : listing->names;
        if (!files || !names)
            return false;
        listing->room = room;
        listing->name_room = name_room;
    }
}

static void drop(struct code_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(files[i].path);
    free(files);
}

/* Full paths, and the numbers that files have already. */
static bool name_files(struct loaded_code *code, const struct listing *listing)
{
    const char *name = listing->names;
    bool good = true;
    for (size_t i = 0; i < listing->count; i++, name += strlen(name) + 1) {
        struct code_file *file = &listing->files[i];
        file->path = path_of(name);
        good = good && file->path;
        for (size_t j = 0; good && j < code->count && !file->number; j++)
            if (same(&code->files[j], file)) {
                file->number = code->files[j].number;
                file->told = code->files[j].told;
            }
        if (!file->number)
            file->number = ++code->numbers;
    }
    return good;
}

static int by_start(const void *a, const void *b)
{
    const struct code_file *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

bool loaded_code_refresh(struct loaded_code *code)
{
    struct listing listing = {.code = code};
    bool good = list(&listing);
    if (good && listing.unchanged) {
        free(listing.files);
        free(listing.names);
        return true;
    }
    if (good)
        good = name_files(code, &listing);
    else
        listing.count = 0;
    free(listing.names);
    drop(code->files, code->count);
    code->files = listing.files;
    code->count = listing.count;
    if (code->count)
        qsort(code->files, code->count, sizeof *code->files, by_start);
    code->loads = listing.loads;
    code->unloads = listing.unloads;
    if (!good)
        loaded_code_free(code);
    return good;
}

void loaded_code_free(struct loaded_code *code)
{
    drop(code->files, code->count);
    code->files = NULL;
    code->count = 0;
}

struct code_file *loaded_code_at(const struct loaded_code *code, uint64_t address)
{
    size_t low = 0, high = code->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->files[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < code->files[low - 1].end ? &code->files[low - 1] : NULL;
}
