/* Blocks lie in a list for each kind. A column remembers how many blocks of its kind it has
 * decoded. Names are translated while they are decoded: a process sends its strings before the
 * records that refer to them. */
#include "report/trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mapped_file.h"
#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/trace/trace_block.h"
#include "report/trace/trace_limits.h"
#include "report/trace/trace_writer.h"

/* ns that an end may be later than the time of packing: the clocks of GPU and host differ. */
enum { CLOCKS_APART = 1000000000 };

#define NO_PROCESS SIZE_MAX

struct column {
    uint64_t *values;
    size_t capacity;
    size_t blocks; /* decoded */
    size_t rows;
};

struct kept_block {
    struct trace_block block;
    uint32_t process; /* number in the trace */
};

struct kind_rows {
    struct kept_block *blocks;
    size_t count, capacity;
    size_t rows;
    struct column columns[TRACE_MOST_FIELDS];
    uint32_t *processes;
    size_t process_rows, process_capacity, process_blocks;
    char **texts;
    size_t text_count, text_capacity;
};

struct known_process {
    struct trace_process facts;
    uint32_t number; /* in its blocks */
    char *name;
    uint32_t *strings; /* of the process, as numbers of the trace */
    size_t string_count, string_capacity;
};

struct trace {
    struct kind_rows kinds[TRACE_KINDS];
    struct known_process *processes;
    size_t process_count, process_capacity;
    char **strings; /* [0] is "" */
    size_t string_count, string_capacity;
    struct name_index names;
    struct mapped_file **files;
    size_t file_count, file_capacity;
    uint8_t **owned; /* bytes of blocks that came from a running program */
    size_t owned_count, owned_capacity;
    unsigned sources;
    uint64_t first, last; /* bounds of the blocks that were looked at */
    size_t bounded[TRACE_KINDS];
    struct error damage;
};

static const char *keep_string(struct trace *trace, char *text)
{
    mem_grow(&trace->strings, trace->string_count, &trace->string_capacity, sizeof *trace->strings);
    trace->strings[trace->string_count++] = text;
    return text;
}

struct trace *trace_new(void)
{
    struct trace *trace = mem_alloc(sizeof *trace);
    name_index_add(&trace->names, keep_string(trace, mem_strdup("")));
    trace->first = UINT64_MAX;
    return trace;
}

static void free_rows(struct kind_rows *rows)
{
    for (size_t i = 0; i < TRACE_MOST_FIELDS; i++)
        free(rows->columns[i].values);
    for (size_t i = 0; i < rows->text_count; i++)
        free(rows->texts[i]);
    free(rows->texts);
    free(rows->processes);
    free(rows->blocks);
}

void trace_free(struct trace *trace)
{
    if (!trace)
        return;
    for (size_t i = 0; i < TRACE_KINDS; i++)
        free_rows(&trace->kinds[i]);
    for (size_t i = 0; i < trace->process_count; i++) {
        free(trace->processes[i].name);
        free(trace->processes[i].strings);
    }
    for (size_t i = 0; i < trace->string_count; i++)
        free(trace->strings[i]);
    for (size_t i = 0; i < trace->file_count; i++)
        mapped_file_close(trace->files[i]);
    for (size_t i = 0; i < trace->owned_count; i++)
        free(trace->owned[i]);
    name_index_free(&trace->names);
    free(trace->processes);
    free(trace->strings);
    free(trace->files);
    free(trace->owned);
    free(trace);
}

const char *trace_damage(const struct trace *trace)
{
    return trace->damage.text;
}

/* NO_PROCESS: there are too many. */
static size_t find_process(struct trace *trace, unsigned source, uint32_t number)
{
    for (size_t i = trace->process_count; i-- > 0;)
        if (trace->processes[i].facts.source == source && trace->processes[i].number == number)
            return i;
    if (trace->process_count == TRACE_MOST_PROCESSES)
        return NO_PROCESS;
    mem_grow(&trace->processes, trace->process_count, &trace->process_capacity,
             sizeof *trace->processes);
    trace->processes[trace->process_count] =
        (struct known_process){.facts = {source, number, -1, ""}, .number = number};
    return trace->process_count++;
}

/* The number of a text among all strings of the trace. */
static uint32_t intern(struct trace *trace, const char *text, size_t length)
{
    char *copy = mem_strndup(text, length);
    const size_t before = trace->names.count, number = name_index_add(&trace->names, copy);
    if (trace->names.count == before)
        free(copy);
    else
        keep_string(trace, copy);
    return (uint32_t)number;
}

static void learn_string(struct trace *trace, size_t process, uint64_t id, uint32_t number)
{
    struct known_process *p = &trace->processes[process];
    if (id > p->string_count + 1)
        return; /* a process counts them: this one is damage */
    while (p->string_count <= id) {
        mem_grow(&p->strings, p->string_count, &p->string_capacity, sizeof *p->strings);
        p->strings[p->string_count++] = 0;
    }
    p->strings[id] = number;
}

/* Takes the texts of a block over; strings become part of the process. */
static void take_texts(struct trace *trace, size_t process, const struct trace_block *block,
                       const uint64_t *first)
{
    struct kind_rows *rows = &trace->kinds[block->kind];
    const char *text = "";
    size_t at = 0, length = 0;
    for (size_t i = 0; i < block->rows && trace_block_text(block, &at, &text, &length); i++) {
        if (block->kind == TRACE_STRING) {
            learn_string(trace, process, first[i], intern(trace, text, length));
            continue;
        }
        mem_grow(&rows->texts, rows->text_count, &rows->text_capacity, sizeof *rows->texts);
        rows->texts[rows->text_count++] = mem_strndup(text, length);
    }
}

static void name_process(struct trace *trace, size_t process, const struct trace_block *block)
{
    struct known_process *p = &trace->processes[process];
    const struct kind_rows *rows = &trace->kinds[TRACE_PROCESS];
    uint64_t values[2];
    if (block->rows != 1)
        return;
    free(p->name);
    p->name = mem_strdup(rows->texts[rows->text_count - 1]);
    p->facts.name = p->name;
    p->facts.pid = trace_block_column(block, PROCESS_PID, values) ? (uint32_t)*values : p->number;
    if (trace_block_column(block, PROCESS_RANK, values) && *values <= INT32_MAX)
        p->facts.rank = (int)*values - 1;
}

static bool add_opened(struct trace *trace, unsigned source, const struct trace_block *block)
{
    struct kind_rows *rows = &trace->kinds[block->kind];
    uint64_t *values = mem_alloc((block->rows + 1) * sizeof *values);
    const bool whole =
        rows->rows + block->rows <= TRACE_MOST_OF_KIND && trace_block_check(block, values);
    const size_t process = whole ? find_process(trace, source, block->process) : NO_PROCESS;
    const bool good = process != NO_PROCESS;
    if (good && block->info->has_text)
        take_texts(trace, process, block, values);
    free(values);
    if (!good)
        return false;
    if (block->kind == TRACE_PROCESS)
        name_process(trace, process, block);
    mem_grow(&rows->blocks, rows->count, &rows->capacity, sizeof *rows->blocks);
    rows->blocks[rows->count++] = (struct kept_block){*block, (uint32_t)process};
    rows->rows += block->rows;
    return true;
}

/* A kind of a later version is left out. */
static bool add_bytes(struct trace *trace, unsigned source, const uint8_t *bytes, size_t length)
{
    struct trace_block block;
    if (!trace_block_open(&block, bytes, length))
        return length && bytes[0] >= TRACE_KINDS && bytes[0] < 0x80;
    return add_opened(trace, source, &block);
}

bool trace_add_block(struct trace *trace, unsigned source, const uint8_t *bytes, size_t length)
{
    uint8_t *copy = mem_alloc(length + 1);
    memcpy(copy, bytes, length);
    if (!add_bytes(trace, source, copy, length)) {
        free(copy);
        return false;
    }
    mem_grow(&trace->owned, trace->owned_count, &trace->owned_capacity, sizeof *trace->owned);
    trace->owned[trace->owned_count++] = copy;
    return true;
}

static uint32_t get_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void damaged(struct trace *trace, const char *path, size_t at, const char *what)
{
    if (!*trace->damage.text)
        error_set(&trace->damage, "%s is damaged at byte %zu: %s is shown", path, at, what);
}

static void add_frames(struct trace *trace, const char *path, const uint8_t *bytes, size_t length)
{
    const unsigned source = trace->sources++;
    size_t at = TRACE_MAGIC_BYTES;
    while (at < length) {
        const size_t left = length - at;
        if (left < TRACE_FRAME_BYTES || get_u32(bytes + at) > left - TRACE_FRAME_BYTES) {
            damaged(trace, path, at, "the last block is not whole; everything before it");
            return;
        }
        const uint8_t *block = bytes + at + TRACE_FRAME_BYTES;
        const size_t size = get_u32(bytes + at);
        if (trace_checksum(block, size) != get_u32(bytes + at + 4)) {
            damaged(trace, path, at, "the checksum of a block is wrong; everything before it");
            return;
        }
        if (!add_bytes(trace, source, block, size))
            damaged(trace, path, at, "a block cannot be read; everything else");
        at += TRACE_FRAME_BYTES + size;
    }
}

static struct mapped_file *map(const char *path, struct error *error)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct mapped_file *mapped = NULL;
    if (file < 0 || fstat(file, &status) != 0)
        error_set(error, "%s cannot be read: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        error_set(error, "%s is not a file", path);
    else if (status.st_size < TRACE_MAGIC_BYTES)
        error_set(error, "%s is no trace: it has %lld bytes", path, (long long)status.st_size);
    else if (!(mapped = mapped_file_open(file, (size_t)status.st_size)))
        error_set(error, "%s cannot be read: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return mapped;
}

bool trace_add_file(struct trace *trace, const char *path, struct error *error)
{
    struct mapped_file *mapped = map(path, error);
    if (!mapped)
        return false;
    if (memcmp(mapped->bytes, TRACE_MAGIC, TRACE_MAGIC_BYTES) != 0) {
        const bool newer = memcmp(mapped->bytes, TRACE_MAGIC, TRACE_MAGIC_BYTES - 2) == 0;
        mapped_file_close(mapped);
        return error_set(error,
                         newer ? "%s was written by a later version of rooftop"
                               : "%s is no trace of rooftop (%s files begin otherwise)",
                         path, TRACE_SUFFIX);
    }
    mem_grow(&trace->files, trace->file_count, &trace->file_capacity, sizeof *trace->files);
    trace->files[trace->file_count++] = mapped;
    add_frames(trace, path, mapped->bytes, mapped->length);
    return true;
}

size_t trace_count(const struct trace *trace, enum trace_kind kind)
{
    return trace->kinds[kind].rows;
}

static bool is_name(enum trace_kind kind, size_t field)
{
    return (kind == TRACE_KERNEL && field == KERNEL_NAME) ||
           (kind == TRACE_API && field == API_NAME) ||
           (kind == TRACE_MEMORY && field == MEMORY_NAME) ||
           (kind == TRACE_JIT && field == JIT_PATH) ||
           (kind == TRACE_RANGE && (field == RANGE_NAME || field == RANGE_DOMAIN));
}

static void translate(const struct known_process *process, uint64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = values[i] < process->string_count ? process->strings[values[i]] : 0;
}

/* An end is kept as the length. An end that was to come when the block was packed is none. */
static void make_ends(const struct kept_block *kept, const uint64_t *starts, uint64_t *values)
{
    const uint64_t latest = kept->block.now ? kept->block.now + CLOCKS_APART : UINT64_MAX;
    for (size_t i = 0; i < kept->block.rows; i++) {
        values[i] += starts[i];
        if (values[i] > latest)
            values[i] = 0;
    }
}

static void reserve(struct column *column, size_t rows)
{
    if (rows <= column->capacity)
        return;
    column->capacity = rows + (column->rows ? rows / 2 : 0);
    column->values = mem_realloc(column->values, column->capacity * sizeof *column->values);
}

const uint64_t *trace_column(struct trace *trace, enum trace_kind kind, size_t field)
{
    struct kind_rows *rows = &trace->kinds[kind];
    struct column *column = &rows->columns[field];
    reserve(column, rows->rows + 1);
    for (; column->blocks < rows->count; column->blocks++) {
        const struct kept_block *kept = &rows->blocks[column->blocks];
        uint64_t *values = column->values + column->rows;
        const size_t count = kept->block.rows;
        /* It could be decoded when it came; a file may have become shorter since. */
        if (!trace_block_column(&kept->block, field, values))
            memset(values, 0, count * sizeof *values);
        if (field == SPAN_END && kept->block.info->lasts)
            make_ends(kept, trace_column(trace, kind, SPAN_START) + column->rows, values);
        if (is_name(kind, field))
            translate(&trace->processes[kept->process], values, count);
        column->rows += count;
    }
    return column->values;
}

const uint32_t *trace_processes(struct trace *trace, enum trace_kind kind)
{
    struct kind_rows *rows = &trace->kinds[kind];
    if (rows->rows >= rows->process_capacity) {
        rows->process_capacity = rows->rows + rows->rows / 2 + 1;
        rows->processes =
            mem_realloc(rows->processes, rows->process_capacity * sizeof *rows->processes);
    }
    for (; rows->process_blocks < rows->count; rows->process_blocks++) {
        const struct kept_block *kept = &rows->blocks[rows->process_blocks];
        for (size_t i = 0; i < kept->block.rows; i++)
            rows->processes[rows->process_rows++] = kept->process;
    }
    return rows->processes;
}

const char *trace_text(struct trace *trace, enum trace_kind kind, size_t row)
{
    const struct kind_rows *rows = &trace->kinds[kind];
    return row < rows->text_count ? rows->texts[row] : "";
}

const char *trace_string(const struct trace *trace, uint64_t number)
{
    return number < trace->string_count ? trace->strings[number] : "";
}

size_t trace_string_count(const struct trace *trace)
{
    return trace->string_count;
}

size_t trace_process_count(const struct trace *trace)
{
    return trace->process_count;
}

const struct trace_process *trace_process(const struct trace *trace, size_t number)
{
    return &trace->processes[number].facts;
}

/* CUPTI leaves times out when its buffers on the device ran out. */
bool trace_span_is_good(uint64_t start, uint64_t end)
{
    return start && end >= start;
}

static void bound_kind(struct trace *trace, enum trace_kind kind)
{
    const uint64_t *start = trace_column(trace, kind, SPAN_START);
    const uint64_t *end = trace_column(trace, kind, SPAN_END);
    for (size_t i = trace->bounded[kind]; i < trace->kinds[kind].rows; i++) {
        if (!trace_span_is_good(start[i], end[i]))
            continue;
        trace->first = start[i] < trace->first ? start[i] : trace->first;
        trace->last = end[i] > trace->last ? end[i] : trace->last;
    }
    trace->bounded[kind] = trace->kinds[kind].rows;
}

bool trace_bounds(struct trace *trace, uint64_t *start, uint64_t *end)
{
    static const enum trace_kind looked[] = {
        TRACE_KERNEL, TRACE_COPY,  TRACE_FILL, TRACE_API,           TRACE_WAIT,
        TRACE_GRAPH,  TRACE_RANGE, TRACE_JIT,  TRACE_DECOMPRESSION, TRACE_DEVICE_GRAPH};
    for (size_t i = 0; i < sizeof looked / sizeof *looked; i++)
        bound_kind(trace, looked[i]);
    *start = trace->first;
    *end = trace->last;
    return trace->first <= trace->last;
}
