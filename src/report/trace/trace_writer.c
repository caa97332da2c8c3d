#include "report/trace/trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/trace/trace_block.h"

struct trace_writer {
    char *path, *temporary;
    bool overwrite;
    int file;
    int problem; /* errno of the first write that failed; 0: none */
};

bool trace_is_name(const char *path)
{
    const size_t length = strlen(path), suffix = strlen(TRACE_SUFFIX);
    return length > suffix && strcmp(path + length - suffix, TRACE_SUFFIX) == 0;
}

static void write_all(struct trace_writer *writer, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length && !writer->problem) {
        const ssize_t written = write(writer->file, at, length);
        if (written < 0 && errno != EINTR)
            writer->problem = errno;
        if (written <= 0)
            continue;
        at += written;
        length -= (size_t)written;
    }
}

static void free_writer(struct trace_writer *writer)
{
    if (writer->file >= 0)
        close(writer->file);
    free(writer->path);
    free(writer->temporary);
    free(writer);
}

/* The name without its ending, six random characters, the ending. */
static char *temporary_name(const char *path)
{
    const size_t length = strlen(path) - (trace_is_name(path) ? strlen(TRACE_SUFFIX) : 0);
    return mem_printf("%.*s.XXXXXX%s", (int)length, path, TRACE_SUFFIX);
}

struct trace_writer *trace_writer_open(const char *path, bool overwrite, struct error *error)
{
    if (!overwrite && access(path, F_OK) == 0) {
        error_set(error, "%s exists; -f replaces it", path);
        return NULL;
    }
    struct trace_writer *writer = mem_alloc(sizeof *writer);
    writer->path = mem_strdup(path);
    writer->overwrite = overwrite;
    writer->temporary = temporary_name(path);
    writer->file = mkostemps(writer->temporary, (int)strlen(TRACE_SUFFIX), O_CLOEXEC);
    if (writer->file < 0) {
        error_set(error, "%s cannot be written: %s", path, strerror(errno));
        free_writer(writer);
        return NULL;
    }
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(writer->file, 0666 & ~mask);
    write_all(writer, TRACE_MAGIC, TRACE_MAGIC_BYTES);
    return writer;
}

static void put_u32(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

void trace_writer_add(struct trace_writer *writer, const uint8_t *block, size_t length)
{
    uint8_t frame[TRACE_FRAME_BYTES];
    put_u32(frame, (uint32_t)length);
    put_u32(frame + 4, trace_checksum(block, length));
    write_all(writer, frame, sizeof frame);
    write_all(writer, block, length);
}

bool trace_writer_failed(const struct trace_writer *writer)
{
    return writer->problem != 0;
}

static bool take_name(const struct trace_writer *writer)
{
    if (writer->overwrite)
        return rename(writer->temporary, writer->path) == 0;
    if (renameat2(AT_FDCWD, writer->temporary, AT_FDCWD, writer->path, RENAME_NOREPLACE) == 0)
        return true;
    /* Some file systems cannot do that. */
    return errno == EINVAL && access(writer->path, F_OK) != 0 &&
           rename(writer->temporary, writer->path) == 0;
}

bool trace_writer_finish(struct trace_writer *writer, struct error *error)
{
    bool good = true;
    if (!writer->problem && fsync(writer->file) != 0 && errno != EINVAL)
        writer->problem = errno;
    if (writer->problem)
        good = error_set(error, "%s cannot be written: %s; %s has what was written until then",
                         writer->path, strerror(writer->problem), writer->temporary);
    else if (!take_name(writer))
        good = error_set(error, "%s cannot be written: %s; the trace stays in %s", writer->path,
                         strerror(errno), writer->temporary);
    free_writer(writer);
    return good;
}

void trace_writer_abandon(struct trace_writer *writer)
{
    if (!writer)
        return;
    unlink(writer->temporary);
    free_writer(writer);
}
