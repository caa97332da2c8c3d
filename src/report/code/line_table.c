#include "report/code/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/code/line_program.h"

enum { LONGEST_PATH = 4096, MOST_FILES = 4096 };

/* The places in the section that hold addresses of the function. */
struct places {
    const char *function;
    struct cubin_relocation *items;
    size_t count, capacity;
};

static void keep_place(void *context, const struct cubin_relocation *relocation)
{
    struct places *places = context;
    if (strcmp(relocation->symbol, places->function) != 0)
        return;
    mem_grow(&places->items, places->count, &places->capacity, sizeof *places->items);
    places->items[places->count++] = *relocation;
}

static int by_offset(const void *a, const void *b)
{
    const struct cubin_relocation *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

char *line_table_normal_path(const char *path)
{
    struct strbuf out = {0};
    strbuf_adds(&out, *path == '/' ? "/" : "");
    size_t root = out.length;
    size_t fixed = root; /* length that ".." cannot remove */
    while (*path) {
        size_t length = strcspn(path, "/");
        bool up = length == 2 && memcmp(path, "..", 2) == 0;
        if (up && out.length > fixed) {
            while (out.length > fixed && out.data[out.length - 1] != '/')
                out.length--;
            out.length -= out.length > fixed;
            out.data[out.length] = '\0';
        } else if (length && !(length == 1 && *path == '.') && !(up && root)) {
            if (out.length > root)
                strbuf_addc(&out, '/');
            strbuf_add(&out, path, length);
            if (up)
                fixed = out.length;
        }
        path += length + (path[length] == '/');
    }
    return strbuf_detach(&out);
}

static void add_part(struct strbuf *path, const char *part)
{
    if (!part || !*part || strlen(part) > LONGEST_PATH)
        return;
    if (*part == '/')
        strbuf_clear(path);
    else if (path->length)
        strbuf_addc(path, '/');
    strbuf_adds(path, part);
}

char *line_table_path(const struct line_unit *unit, const struct line_unit_file *item)
{
    struct strbuf path = {0};
    strbuf_adds(&path, "");
    if (unit->version >= 5)
        add_part(&path, line_unit_folder(unit, 0));
    add_part(&path, line_unit_folder(unit, item->folder));
    add_part(&path, item->name);
    char *normal = line_table_normal_path(path.data);
    strbuf_free(&path);
    return normal;
}

/* Finds the index of the unit's file in the table, and adds it if it is new. Returns false if there
 * are too many. */
static bool add_file(struct line_table *table, const struct line_unit *unit,
                     const struct line_unit_file *item, uint32_t *file)
{
    char *normal = line_table_path(unit, item);
    for (*file = 0; *file < table->file_count; (*file)++)
        if (strcmp(table->files[*file].path, normal) == 0) {
            free(normal);
            return true;
        }
    if (table->file_count >= MOST_FILES) {
        free(normal);
        return false;
    }
    mem_grow(&table->files, table->file_count, &table->file_capacity, sizeof *table->files);
    table->files[table->file_count++] = (struct line_file){normal, item->size};
    return true;
}

struct reading {
    struct line_table *table;
    struct places places;
    bool nameless;   /* the section names no files; all lines are in one */
    size_t unit;     /* the unit that `files` belongs to */
    uint32_t *files; /* index in the table + 1; 0: not looked up yet; or NO_FILE */
};

enum { NO_FILE = UINT32_MAX };

static uint32_t file_of(struct reading *reading, const struct line_unit *unit, uint64_t index)
{
    const struct line_unit_file *item = line_unit_file(unit, index);
    if (reading->nameless)
        return 0;
    if (!item)
        return NO_FILE;
    if (reading->unit != unit->number) {
        free(reading->files);
        reading->files = mem_alloc(unit->file_count * sizeof *reading->files);
        reading->unit = unit->number;
    }
    uint32_t *file = &reading->files[item - unit->files], found;
    if (!*file)
        *file = *item->name && add_file(reading->table, unit, item, &found) ? found + 1 : NO_FILE;
    return *file == NO_FILE ? NO_FILE : *file - 1;
}

static void add_span(struct line_table *table, uint64_t start, uint64_t end, uint32_t file,
                     uint32_t line)
{
    mem_grow(&table->spans, table->span_count, &table->span_capacity, sizeof *table->spans);
    table->spans[table->span_count++] = (struct line_span){start, end, file, line};
}

/* Takes the rows of a sequence if it belongs to the function. A span ends where the next row with a
 * higher address begins. */
static void take_rows(void *context, const struct line_unit *unit, uint64_t place,
                      const struct line_row *rows, size_t count)
{
    struct reading *reading = context;
    struct cubin_relocation key = {.offset = place};
    const struct cubin_relocation *start =
        bsearch(&key, reading->places.items, reading->places.count, sizeof key, by_offset);
    for (size_t i = 0, next = 0; start && i + 1 < count; i++) {
        if (next <= i)
            next = i + 1;
        while (next < count && rows[next].address <= rows[i].address)
            next++;
        if (next == count)
            break;
        uint32_t file = file_of(reading, unit, rows[i].file);
        uint64_t base = (uint64_t)start->addend;
        if (file != NO_FILE)
            add_span(reading->table, base + rows[i].address, base + rows[next].address, file,
                     rows[i].line);
    }
}

static void read_section(struct reading *reading, const struct cubin *cubin, const char *section)
{
    *reading->table = (struct line_table){0};
    cubin_relocations(cubin, section, keep_place, &reading->places);
    if (reading->places.count) {
        qsort(reading->places.items, reading->places.count, sizeof *reading->places.items,
              by_offset);
        line_program_run(cubin, section, take_rows, reading);
    }
    free(reading->places.items);
    free(reading->files);
}

void line_table_read(struct line_table *table, const struct cubin *cubin, const char *function)
{
    struct reading reading = {.table = table, .places = {.function = function}};
    read_section(&reading, cubin, ".debug_line");
}

void line_table_read_ptx(struct line_table *table, const struct cubin *cubin, const char *function)
{
    struct reading reading = {.table = table, .places = {.function = function}, .nameless = true};
    read_section(&reading, cubin, ".nv_debug_line_sass");
}

static void take_files(void *context, const struct line_unit *unit, uint64_t place,
                       const struct line_row *rows, size_t count)
{
    struct reading *reading = context;
    uint32_t file;
    (void)place, (void)rows, (void)count;
    if (reading->unit == unit->number)
        return;
    reading->unit = unit->number;
    for (size_t i = 0; i < unit->file_count; i++)
        if (*unit->files[i].name)
            add_file(reading->table, unit, &unit->files[i], &file);
}

void line_table_read_files(struct line_table *table, const struct cubin *cubin)
{
    struct reading reading = {.table = table};
    *table = (struct line_table){0};
    line_program_run(cubin, ".debug_line", take_files, &reading);
}

void line_table_free(struct line_table *table)
{
    for (size_t i = 0; i < table->file_count; i++)
        free(table->files[i].path);
    free(table->files);
    free(table->spans);
    *table = (struct line_table){0};
}
