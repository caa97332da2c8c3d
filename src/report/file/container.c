/* How it works: the scanner alternates between two cursors. `file` steps from block to block;
 * `payload` steps over the entries of one block. A block header says how many entries of each kind
 * its payload has, in the fixed order of `runs`. Every length is checked against the bytes that are
 * left, because files may be cut short or hostile. A step does one header or one entry, so that
 * opening a large report does not hold up the screen. */
#include "report/file/container.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

enum { OLDEST_VERSION = 7 };

const char *entry_kind_name(enum entry_kind kind)
{
    static const char *const names[] = {"source", "kernel", "range", "command list", "graph"};
    return names[kind];
}

static bool take_u32(struct container_cursor *cursor, uint32_t *value)
{
    if (cursor->length - cursor->at < 4)
        return false;
    const uint8_t *b = cursor->bytes + cursor->at;
    *value = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    cursor->at += 4;
    return true;
}

static bool damage(struct container *container, size_t at, const char *what)
{
    snprintf(container->damage, sizeof container->damage, "%s at byte %zu", what, at);
    return false;
}

static bool scan_header(struct container *container, struct container_cursor *cursor,
                        struct error *error)
{
    if (cursor->length < 4 || memcmp(cursor->bytes, REPORT_MAGIC, 4) != 0) {
        static const struct {
            const char *magic, *name;
            size_t length;
        } others[] = {
            {"SQLite format 3", "an SQLite database (an exported Nsight Systems report?)", 15},
            {"\x7f"
             "ELF",
             "an ELF program or library (to profile it, give it without --import)", 4},
            /* What rooftop unpacks, packed twice, and what it does not. */
            {"\x1f\x8b", "gzip data: unpack it first", 2},
            {"\x28\xb5\x2f\xfd", "zstd data: unpack it first", 4},
            {"PK\x03\x04", "a zip archive: unpack it first", 4},
            {"\xfd"
             "7zXZ",
             "xz data: unpack it first", 5},
            {"\"ID\"", "CSV text of a report", 4},
            {"==PROF==", "the text output of a profiler", 8},
        };
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (cursor->length >= others[i].length &&
                memcmp(cursor->bytes, others[i].magic, others[i].length) == 0)
                return error_set(error, "not a report: this is %s", others[i].name);
        return error_set(error, cursor->length ? "not an .ncu-rep report (it does not begin with "
                                                 "\"NVR\")"
                                               : "not a report: the file is empty");
    }
    cursor->at = 4;
    uint32_t size;
    if (!take_u32(cursor, &size) || size > cursor->length - cursor->at)
        return error_set(error, "the report ends inside its file header at byte %zu",
                         cursor->length);
    Rep__FileHeader *header = rep__file_header__unpack(NULL, size, cursor->bytes + cursor->at);
    if (!header)
        return error_set(error, "the file header at byte 8 is damaged");
    uint32_t version = header->version;
    if (version < OLDEST_VERSION) {
        rep__file_header__free_unpacked(header, NULL);
        return error_set(error, "report version %u is older than 7, the oldest that can be read",
                         version);
    }
    container->header = header;
    cursor->at += size;
    return true;
}

static void add_entry(struct container_scanner *s, enum entry_kind kind, const uint8_t *data,
                      size_t length)
{
    struct container *container = s->container;
    mem_grow(&container->entries, container->entry_count, &s->entry_capacity,
             sizeof *container->entries);
    container->entries[container->entry_count++] =
        (struct entry){kind, data, length, container->block_count - 1};
}

static bool take_block(struct container_scanner *s)
{
    struct container *container = s->container;
    struct container_cursor *file = &s->file;
    size_t start = file->at;
    uint32_t size;
    if (!take_u32(file, &size) || size > file->length - file->at)
        return damage(container, start, "the file ends inside a block header");
    Rep__BlockHeader *header = rep__block_header__unpack(NULL, size, file->bytes + file->at);
    if (!header)
        return damage(container, start, "a block header is damaged");
    file->at += size;
    mem_grow(&container->blocks, container->block_count, &s->block_capacity,
             sizeof *container->blocks);
    container->blocks[container->block_count++] = header;
    size_t left = file->length - file->at;
    s->payload = (struct container_cursor){file->bytes + file->at, 0,
                                           header->payloadsize > left ? left : header->payloadsize};
    s->kind = s->taken = 0;
    s->inside = true;
    return true;
}

static bool leave_block(struct container_scanner *s)
{
    struct container *container = s->container;
    if (container->blocks[container->block_count - 1]->payloadsize > s->payload.length)
        return damage(container, s->file.at, "the payload of a block is cut short");
    s->file.at += s->payload.length;
    s->inside = false;
    return true;
}

/* Takes the next entry of the current block, or leaves the block. */
static bool take_entry(struct container_scanner *s)
{
    struct container *container = s->container;
    struct container_cursor *payload = &s->payload;
    const Rep__BlockHeader *header = container->blocks[container->block_count - 1];
    const struct {
        enum entry_kind kind;
        uint32_t count;
    } runs[] = {
        {ENTRY_SOURCE, header->numsources},     {ENTRY_KERNEL, header->numresults},
        {ENTRY_RANGE, header->numrangeresults}, {ENTRY_CMDLIST, header->numcmdlistresults},
        {ENTRY_GRAPH, header->numgraphresults},
    };
    const size_t kinds = sizeof runs / sizeof *runs;
    uint32_t size;
    for (; s->kind < kinds && s->taken == runs[s->kind].count; s->kind++)
        s->taken = 0;
    if (s->kind == kinds)
        return leave_block(s);
    if (!take_u32(payload, &size) || size > payload->length - payload->at)
        return damage(container, s->file.at + payload->at, "a result is cut short");
    add_entry(s, runs[s->kind].kind, payload->bytes + payload->at, size);
    payload->at += size;
    s->taken++;
    return true;
}

bool container_scan(struct container_scanner *s, struct container *container, const uint8_t *bytes,
                    size_t length, struct error *error)
{
    *container = (struct container){0};
    *s = (struct container_scanner){.container = container, .file = {bytes, 0, length}};
    return scan_header(container, &s->file, error);
}

bool container_scan_step(struct container_scanner *s)
{
    bool good = s->inside ? take_entry(s) : s->file.at == s->file.length || take_block(s);
    return !good || (!s->inside && s->file.at == s->file.length);
}

int container_scan_percent(const struct container_scanner *s)
{
    size_t at = s->file.at + (s->inside ? s->payload.at : 0);
    return s->file.length ? (int)(at * 100 / s->file.length) : 100;
}

bool container_free_step(struct container *container)
{
    enum { AT_ONCE = 64 }; /* blocks */
    for (int i = 0; i < AT_ONCE && container->block_count; i++)
        rep__block_header__free_unpacked(container->blocks[--container->block_count], NULL);
    if (container->block_count)
        return false;
    if (container->header)
        rep__file_header__free_unpacked(container->header, NULL);
    free(container->blocks);
    free(container->entries);
    *container = (struct container){0};
    return true;
}
