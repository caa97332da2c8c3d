#include "container.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum { OLDEST_VERSION = 7 };

struct cursor {
    const uint8_t *bytes;
    size_t at, length;
};

static bool take_u32(struct cursor *cursor, uint32_t *value)
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

static bool scan_header(struct container *container, struct cursor *cursor, struct error *error)
{
    if (cursor->length < 4 || memcmp(cursor->bytes, "NVR\0", 4) != 0) {
        static const struct {
            const char *magic, *name;
            size_t length;
        } others[] = {
            {"SQLite format 3", "an SQLite database (an exported Nsight Systems report?)", 15},
            {"\x7f"
             "ELF",
             "an ELF program or library (to profile it, give it without --import)", 4},
            {"\x1f\x8b", "gzip data: unpack it first", 2},
            {"\x28\xb5\x2f\xfd", "zstd data: unpack it first", 4},
            {"PK\x03\x04", "a zip archive: unpack it first", 4},
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

static void add_entry(struct container *container, size_t *capacity, enum entry_kind kind,
                      const uint8_t *data, size_t length)
{
    mem_grow(&container->entries, container->entry_count, capacity, sizeof *container->entries);
    container->entries[container->entry_count++] =
        (struct entry){kind, data, length, container->block_count - 1};
}

static bool scan_payload(struct container *container, size_t *capacity,
                         const Rep__BlockHeader *header, struct cursor payload, size_t base)
{
    const struct {
        enum entry_kind kind;
        uint32_t count;
    } runs[] = {
        {ENTRY_SOURCE, header->numsources},     {ENTRY_KERNEL, header->numresults},
        {ENTRY_RANGE, header->numrangeresults}, {ENTRY_CMDLIST, header->numcmdlistresults},
        {ENTRY_GRAPH, header->numgraphresults},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        for (uint32_t n = 0; n < runs[i].count; n++) {
            uint32_t size;
            if (!take_u32(&payload, &size) || size > payload.length - payload.at)
                return damage(container, base + payload.at, "a result is cut short");
            add_entry(container, capacity, runs[i].kind, payload.bytes + payload.at, size);
            payload.at += size;
        }
    }
    return true;
}

static bool scan_blocks(struct container *container, struct cursor *cursor)
{
    size_t entry_capacity = 0, block_capacity = 0;
    while (cursor->at < cursor->length) {
        size_t start = cursor->at;
        uint32_t size;
        if (!take_u32(cursor, &size) || size > cursor->length - cursor->at)
            return damage(container, start, "the file ends inside a block header");
        Rep__BlockHeader *header =
            rep__block_header__unpack(NULL, size, cursor->bytes + cursor->at);
        if (!header)
            return damage(container, start, "a block header is damaged");
        cursor->at += size;
        mem_grow(&container->blocks, container->block_count, &block_capacity,
                 sizeof *container->blocks);
        container->blocks[container->block_count++] = header;
        size_t left = cursor->length - cursor->at;
        size_t payload = header->payloadsize > left ? left : header->payloadsize;
        struct cursor inside = {cursor->bytes + cursor->at, 0, payload};
        if (!scan_payload(container, &entry_capacity, header, inside, cursor->at))
            return false;
        if (header->payloadsize > left)
            return damage(container, cursor->at, "the payload of a block is cut short");
        cursor->at += payload;
    }
    return true;
}

bool container_scan(struct container *container, const uint8_t *bytes, size_t length,
                    struct error *error)
{
    *container = (struct container){0};
    struct cursor cursor = {bytes, 0, length};
    if (!scan_header(container, &cursor, error))
        return false;
    scan_blocks(container, &cursor);
    return true;
}

void container_free(struct container *container)
{
    for (size_t i = 0; i < container->block_count; i++)
        rep__block_header__free_unpacked(container->blocks[i], NULL);
    if (container->header)
        rep__file_header__free_unpacked(container->header, NULL);
    free(container->blocks);
    free(container->entries);
    *container = (struct container){0};
}
