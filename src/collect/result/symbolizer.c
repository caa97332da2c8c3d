#include "collect/result/symbolizer.h"

#include <fcntl.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mapped_file.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/code/elf_symbols.h"
#include "report/names/demangle.h"

/* An ELF file on disk. */
struct elf_file {
    struct mapped_file *mapped; /* NULL: the file is not used */
    struct cubin elf;
};

struct code_file {
    char *key; /* path and build id */
    struct elf_file own, debug;
    void *known; /* a tree of struct place */
};

struct place {
    uint64_t address; /* in the file */
    char *function, *file;
    uint32_t line;
};

static bool open_elf(struct elf_file *file, const char *path, const ProtobufCBinaryData *build_id)
{
    struct stat facts;
    size_t length = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    if (fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0)
        file->mapped = mapped_file_open(descriptor, (size_t)facts.st_size);
    close(descriptor);
    if (!file->mapped)
        return false;
    bool good = cubin_open_any(&file->elf, file->mapped->bytes, file->mapped->length, NULL);
    const uint8_t *found = good ? elf_build_id(&file->elf, &length) : NULL;
    if (good && length == build_id->len && (!length || memcmp(found, build_id->data, length) == 0))
        return true;
    mapped_file_close(file->mapped);
    file->mapped = NULL;
    return false;
}

/* /usr/lib/debug/.build-id/ab/cdef....debug */
static char *debug_path(const ProtobufCBinaryData *build_id)
{
    struct strbuf path = {0};
    strbuf_adds(&path, "/usr/lib/debug/.build-id/");
    for (size_t i = 0; i < build_id->len; i++)
        strbuf_addf(&path, "%02x%s", build_id->data[i], i ? "" : "/");
    strbuf_adds(&path, ".debug");
    return strbuf_detach(&path);
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const struct code_file *)a)->key, ((const struct code_file *)b)->key);
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Adds a member to a tree. */
static void put(void *item, void **tree, int (*compare)(const void *, const void *))
{
    if (!tsearch(item, tree, compare))
        abort(); /* no memory */
}

static struct code_file *find_file(struct symbolizer *symbolizer, const Wire__CodeFile *m)
{
    struct strbuf key = {0};
    const char *path = m->path ? m->path : "";
    strbuf_adds(&key, path);
    for (size_t i = 0; i < m->build_id.len; i++)
        strbuf_addf(&key, "%s%02x", i ? "" : " ", m->build_id.data[i]);
    const struct code_file wanted = {.key = key.data};
    void *found = tfind(&wanted, &symbolizer->files, compare_files);
    if (found) {
        strbuf_free(&key);
        return *(struct code_file **)found;
    }
    struct code_file *file = mem_alloc(sizeof *file);
    file->key = strbuf_detach(&key);
    if (open_elf(&file->own, path, &m->build_id) && m->build_id.len > 1 &&
        !elf_has_symbol_table(&file->own.elf)) {
        char *debug = debug_path(&m->build_id);
        open_elf(&file->debug, debug, &m->build_id);
        free(debug);
    }
    put(file, &symbolizer->files, compare_files);
    return file;
}

static char *function_at(const struct code_file *file, uint64_t address)
{
    const char *name = file->debug.mapped ? elf_function_at(&file->debug.elf, address) : NULL;
    if (!name && file->own.mapped)
        name = elf_function_at(&file->own.elf, address);
    if (!name)
        return mem_strdup("");
    /* Debug files have versions behind names: "__libc_start_main@@GLIBC_2.34". */
    size_t length = strcspn(name, "@");
    char *plain = mem_strndup(name, length ? length : strlen(name));
    char *found = demangle_host(plain);
    free(plain);
    return found;
}

/* Looks up new places, all at once. */
static void look_up(struct code_file *file, struct elf_line *lines, size_t count)
{
    if (file->own.mapped)
        elf_lines(&file->own.elf, lines, count);
    if (file->debug.mapped)
        elf_lines(&file->debug.elf, lines, count);
    for (size_t i = 0; i < count; i++) {
        struct place *place = mem_alloc(sizeof *place);
        place->address = lines[i].address;
        place->function = function_at(file, lines[i].address);
        place->file = lines[i].file ? lines[i].file : mem_strdup("");
        place->line = lines[i].line;
        put(place, &file->known, compare_places);
    }
}

static const struct place *find_place(const struct code_file *file, uint64_t address)
{
    const struct place wanted = {.address = address};
    void *found = tfind(&wanted, &file->known, compare_places);
    return found ? *(struct place **)found : NULL;
}

void symbolizer_look_up(struct symbolizer *symbolizer, const Wire__CodeFile *m,
                        struct symbol *symbols, size_t count)
{
    struct code_file *file = find_file(symbolizer, m);
    struct elf_line *lines = mem_alloc(count * sizeof *lines + 1);
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t address = symbols[i].address - m->offset;
        bool listed = find_place(file, address);
        for (size_t j = 0; j < fresh && !listed; j++)
            listed = lines[j].address == address;
        if (!listed)
            lines[fresh++].address = address;
    }
    look_up(file, lines, fresh);
    free(lines);
    for (size_t i = 0; i < count; i++) {
        const struct place *place = find_place(file, symbols[i].address - m->offset);
        symbols[i].function = place->function;
        symbols[i].file = place->file;
        symbols[i].line = place->line;
    }
}

static void free_place(void *item)
{
    struct place *place = item;
    free(place->function);
    free(place->file);
    free(place);
}

static void free_file(void *item)
{
    struct code_file *file = item;
    tdestroy(file->known, free_place);
    if (file->own.mapped)
        mapped_file_close(file->own.mapped);
    if (file->debug.mapped)
        mapped_file_close(file->debug.mapped);
    free(file->key);
    free(file);
}

void symbolizer_free(struct symbolizer *symbolizer)
{
    tdestroy(symbolizer->files, free_file);
    *symbolizer = (struct symbolizer){0};
}
