#include "report/rules/rule_source.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/code/line_table.h"
#include "report/code/source_files.h"
#include "report/code/source_modules.h"

/* Limits for damaged modules: bytes of a function, lines per instruction. */
enum { MOST_CODE = 16 << 20, LINES_PER_INSTRUCTION = 16 };

/* A function that was loaded. */
struct code {
    uint64_t address;
    const char *name;
    struct cubin_section text;
    struct rule_place *places; /* by instruction; NULL: not read yet */
    struct line_table lines;
};

struct module {
    const struct source_module *module;
    struct code *codes; /* by address */
    size_t count, capacity;
};

/* A source file with those of its lines that were asked for, without the blanks around them. */
struct trimmed {
    const struct source_text *text;
    char **lines;
};

struct rule_source {
    struct source_modules all;
    struct module **modules;
    size_t count, capacity;
    struct source_files files;
    struct trimmed *texts;
    size_t text_count, text_capacity;

    size_t result; /* index + 1 of the result that uses these modules */
    struct module **used;
    size_t used_count;
};

struct rule_source *rule_source_new(struct report *report)
{
    struct rule_source *source = mem_alloc(sizeof *source);
    source->all.report = report;
    return source;
}

static void free_module(struct module *module)
{
    for (size_t i = 0; i < module->count; i++) {
        free(module->codes[i].places);
        line_table_free(&module->codes[i].lines);
    }
    free(module->codes);
    free(module);
}

void rule_source_free(struct rule_source *source)
{
    if (!source)
        return;
    for (size_t i = 0; i < source->count; i++)
        free_module(source->modules[i]);
    for (size_t i = 0; i < source->text_count; i++) {
        for (size_t j = 0; j < source->texts[i].text->count; j++)
            free(source->texts[i].lines[j]);
        free(source->texts[i].lines);
    }
    source_files_free(&source->files);
    source_modules_free(&source->all);
    free(source->modules);
    free(source->texts);
    free(source->used);
    free(source);
}

/* The functions of a module that have code. They are sorted by name, because there may be
 * thousands. */
struct named {
    struct code *list;
    size_t count, capacity;
};

static void keep_named(void *context, const char *mangled, const struct cubin_function *function)
{
    struct named *named = context;
    if (function->text.length > MOST_CODE)
        return;
    mem_grow(&named->list, named->count, &named->capacity, sizeof *named->list);
    named->list[named->count++] = (struct code){.name = mangled, .text = function->text};
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct code *)a)->name, ((const struct code *)b)->name);
}

static int by_address(const void *a, const void *b)
{
    const struct code *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

struct loading {
    struct module *module;
    struct named named;
};

static bool keep_loaded(void *context, const Rep__RelocationSymbolEntry *function)
{
    struct loading *loading = context;
    struct module *module = loading->module;
    struct code key = {.name = function->symbolname};
    const struct code *code =
        key.name && loading->named.count
            ? bsearch(&key, loading->named.list, loading->named.count, sizeof key, by_name)
            : NULL;
    if (!code)
        return false;
    mem_grow(&module->codes, module->count, &module->capacity, sizeof *module->codes);
    module->codes[module->count] = *code;
    module->codes[module->count++].address = function->address;
    return false;
}

static void read_codes(struct rule_source *source, struct module *module)
{
    struct loading loading = {.module = module};
    cubin_functions(&module->module->cubin, keep_named, &loading.named);
    if (loading.named.count)
        qsort(loading.named.list, loading.named.count, sizeof *loading.named.list, by_name);
    source_modules_loaded(&source->all, module->module, keep_loaded, &loading);
    if (module->count)
        qsort(module->codes, module->count, sizeof *module->codes, by_address);
    free(loading.named.list);
}

static struct module *find_module(struct rule_source *source, const struct source_module *found)
{
    for (size_t i = 0; i < source->count; i++)
        if (source->modules[i]->module == found)
            return source->modules[i];
    struct module *module = mem_alloc(sizeof *module);
    module->module = found;
    if (found->code)
        read_codes(source, module);
    mem_grow(&source->modules, source->count, &source->capacity, sizeof *source->modules);
    source->modules[source->count++] = module;
    return module;
}

static void use_modules(struct rule_source *source, const struct result *result)
{
    if (source->result == result->index + 1)
        return;
    source->result = result->index + 1;
    source->used_count = result->reference_count;
    source->used = mem_realloc(source->used, (source->used_count + 1) * sizeof *source->used);
    for (size_t i = 0; i < source->used_count; i++)
        source->used[i] = find_module(source, source_modules_of(&source->all, result, i));
}

/* Returns the function that contains an address, or NULL. */
static struct code *code_at(const struct module *module, uint64_t address)
{
    size_t low = 0, high = module->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (module->codes[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    struct code *code = low ? &module->codes[low - 1] : NULL;
    return code && address - code->address < code->text.length ? code : NULL;
}

static const char *line_text(struct rule_source *source, const struct source_text *text,
                             unsigned line)
{
    size_t i = 0;
    while (i < source->text_count && source->texts[i].text != text)
        i++;
    if (i == source->text_count) {
        mem_grow(&source->texts, i, &source->text_capacity, sizeof *source->texts);
        source->texts[source->text_count++] =
            (struct trimmed){text, mem_alloc((text->count + 1) * sizeof(char *))};
    }
    if (line > text->count)
        return "";
    char **kept = &source->texts[i].lines[line - 1];
    if (!*kept) {
        const char *start = text->lines[line - 1];
        size_t length = text->lengths[line - 1], blanks = 0;
        while (length && strchr(" \t\r", start[length - 1]))
            length--;
        while (blanks < length && strchr(" \t", start[blanks]))
            blanks++;
        *kept = mem_strndup(start + blanks, length - blanks);
    }
    return *kept;
}

/* Returns the opcode. The low 9 bits of the 12 name the operation; the others say where operands
 * come from. */
static const char *opcode_of(const uint8_t *instruction)
{
    static const struct {
        unsigned bits;
        const char *name;
    } opcodes[] = {{0x021, "FADD"}, {0x020, "FMUL"}, {0x023, "FFMA"},
                   {0x029, "DADD"}, {0x028, "DMUL"}, {0x02b, "DFMA"}};
    unsigned bits = (instruction[0] | (unsigned)instruction[1] << 8) & 0x1ff;
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (opcodes[i].bits == bits)
            return opcodes[i].name;
    return NULL;
}

static void read_lines(struct rule_source *source, const struct source_module *module,
                       struct code *code, size_t count, unsigned step)
{
    line_table_read(&code->lines, &module->cubin, code->name);
    size_t left = count * LINES_PER_INSTRUCTION;
    for (size_t i = 0; i < code->lines.span_count; i++) {
        const struct line_span *span = &code->lines.spans[i];
        const struct line_file *file = &code->lines.files[span->file];
        const struct source_text *text =
            source_files_get(&source->files, module->files, file->path, file->size);
        for (size_t at = span->start / step; at < count && at * step < span->end && left;
             at++, left--) {
            struct rule_place *place = &code->places[at];
            if (place->file || !span->line)
                continue;
            place->file = file->path;
            place->line = span->line;
            place->text = text ? line_text(source, text, span->line) : "";
        }
    }
}

/* Finds the lines that called inlined code. The line program says no more about them. */
static void find_callers(struct code *code, size_t count)
{
    const struct rule_place *own = NULL;
    for (size_t i = 0; i < count; i++) {
        struct rule_place *place = &code->places[i];
        if (!place->file)
            continue;
        if (!own || strcmp(own->file, place->file) == 0)
            own = place;
        else {
            place->near_file = own->file;
            place->near_line = own->line;
        }
    }
}

static void read_places(struct rule_source *source, const struct source_module *module,
                        struct code *code)
{
    unsigned step = source_module_step(module);
    size_t count = code->text.length / step;
    struct disk_cache_hash hash;
    disk_cache_begin(&hash);
    disk_cache_add(&hash, code->text.data, code->text.length);
    code->places = mem_alloc((count + 1) * sizeof *code->places);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *instruction = step == SASS_BYTES ? code->text.data + i * step : NULL;
        code->places[i] =
            (struct rule_place){.function = code->name,
                                .code = hash.low,
                                .text = "",
                                .offset = (unsigned)i * step,
                                .opcode = instruction ? opcode_of(instruction) : NULL,
                                .access = instruction ? sass_access(instruction) : NULL};
        if (instruction)
            memcpy(code->places[i].bits, instruction, SASS_BYTES);
    }
    read_lines(source, module, code, count, step);
    find_callers(code, count);
}

/* Finds the function at an address, its module and the index of the instruction. Returns NULL if it
 * is not in the report. */
static struct code *find_code(struct rule_source *source, const struct result *result,
                              uint64_t address, const struct source_module **module, size_t *at)
{
    struct code *code = NULL;
    size_t i = 0;
    use_modules(source, result);
    while (i < source->used_count && !(code = code_at(source->used[i], address)))
        i++;
    if (!code)
        return NULL;
    *module = source->used[i]->module;
    *at = (size_t)(address - code->address) / source_module_step(*module);
    return *at < code->text.length / source_module_step(*module) ? code : NULL;
}

bool rule_source_find(struct rule_source *source, const struct result *result, uint64_t address,
                      struct rule_place *place)
{
    const struct source_module *module;
    size_t at;
    struct code *code = find_code(source, result, address, &module, &at);
    if (!code)
        return false;
    if (!code->places)
        read_places(source, module, code);
    *place = code->places[at];
    return true;
}

bool rule_source_awaited(struct rule_source *source, const struct result *result, uint64_t address,
                         enum sass_wait wait, uint64_t *awaited)
{
    const struct source_module *module;
    size_t at;
    const struct code *code = find_code(source, result, address, &module, &at);
    if (!code || source_module_step(module) != SASS_BYTES)
        return false;
    ptrdiff_t found = sass_awaited(code->text.data, code->text.length / SASS_BYTES, at, wait);
    if (found == SASS_NOT_FOUND)
        return false;
    *awaited = code->address + (uint64_t)found * SASS_BYTES;
    return true;
}
