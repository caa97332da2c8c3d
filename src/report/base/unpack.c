#include "report/base/unpack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/base/unpack_sink.h"

static const size_t most_ratio = 1000, no_ratio_below = (size_t)64 << 20; /* bytes */

static const struct format {
    const char *magic;
    size_t length;
    const char *name, *command;
    bool (*unpack)(struct unpack_sink *sink, struct packed packed);
} formats[] = {
    {"\x28\xb5\x2f\xfd", 4, "zstd data", "zstd -d --long=31 FILE -o NEW.ncu-rep", unpack_zstd},
    {"\x1f\x8b", 2, "gzip data", "gzip -dc FILE >NEW.ncu-rep", unpack_gzip},
    {"PK\x03\x04", 4, "zip archive", "unzip FILE", unpack_zip},
};

/* A frame that zstd skips: its first byte has any low digit. */
static bool is_skipped(const uint8_t *bytes, size_t length)
{
    return length >= 4 && (bytes[0] & 0xf0) == 0x50 && memcmp(bytes + 1, "\x2a\x4d\x18", 3) == 0;
}

static const struct format *format_of(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (length >= formats[i].length && memcmp(bytes, formats[i].magic, formats[i].length) == 0)
            return &formats[i];
    return is_skipped(bytes, length) ? &formats[0] : NULL;
}

bool unpack_knows(const uint8_t *bytes, size_t length)
{
    return format_of(bytes, length);
}

/* Gives back what is not needed of the room; the bytes stay where they are, if there are any. */
static struct mapped_file *take(struct unpack_sink *sink)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t used = (sink->length + page - 1) / page * page;
    if (used < sink->capacity)
        munmap(sink->bytes + used, sink->capacity - used);
    mprotect(sink->bytes, used, PROT_READ);
    return mapped_file_of_memory(sink->bytes, sink->length);
}

struct mapped_file *unpack(const uint8_t *bytes, size_t length, size_t most, struct error *error)
{
    const struct format *format = format_of(bytes, length);
    const size_t by_ratio = length < no_ratio_below / most_ratio ? no_ratio_below
                            : length < SIZE_MAX / most_ratio     ? length * most_ratio
                                                                 : SIZE_MAX;
    struct unpack_sink sink = {.most = by_ratio < most ? by_ratio : most,
                               .memory = most,
                               .name = format->name,
                               .command = format->command,
                               .error = error};
    bool good = format->unpack(&sink, (struct packed){bytes, length});
    if (good && !sink.length)
        good = error_set(error, "this %s holds nothing", format->name);
    if (good)
        return take(&sink);
    unpack_sink_free(&sink);
    return NULL;
}

/* Returns the number in a file of the system, or SIZE_MAX. */
static size_t limit_in(const char *path)
{
    FILE *file = fopen(path, "re");
    unsigned long long value = 0;
    const bool found = file && fscanf(file, "%llu", &value) == 1;
    if (file)
        fclose(file);
    return found && value < SIZE_MAX ? (size_t)value : SIZE_MAX;
}

size_t unpack_most(void)
{
    /* Those of a container. */
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max",
                                         "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    size_t memory = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const size_t limit = limit_in(limits[i]);
        memory = limit < memory ? limit : memory;
    }
    return memory / 2;
}
