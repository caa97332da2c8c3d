/* The report is written into a file with a temporary name beside the final one and gets that name
 * when it is complete, so a crash or a full disk harms no earlier report. Each session, source and
 * result is a block of its own, which is flushed: the blocks that are whole can be read from the
 * temporary file after a crash. */
#include "report/file/report_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/file_replace.h"
#include "report/base/mem.h"

enum { FORMAT_VERSION = 7 };

struct report_writer {
    char *path, *temporary;
    bool overwrite;
    FILE *file;
    int failure;          /* errno of the first failed write */
    off_t whole;          /* bytes of the blocks that are written */
    size_t results;       /* number of results in them */
    uint32_t strings_out; /* number of written strings of the report */
};

static bool put(struct report_writer *writer, const void *bytes, size_t length)
{
    if (!writer->failure && fwrite(bytes, 1, length, writer->file) != length)
        writer->failure = errno ? errno : EIO;
    return !writer->failure;
}

static void encode_u32(uint8_t out[4], size_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static bool put_message(struct report_writer *writer, const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message);
    uint8_t *bytes = mem_alloc(4 + length);
    encode_u32(bytes, length);
    protobuf_c_message_pack(message, bytes + 4);
    bool good = put(writer, bytes, 4 + length);
    free(bytes);
    return good;
}

struct report_writer *report_writer_open(const char *path, bool overwrite, struct error *error)
{
    Rep__FileHeader header = REP__FILE_HEADER__INIT;
    header.version = FORMAT_VERSION;
    return report_writer_open_as(&header, path, overwrite, error);
}

struct report_writer *report_writer_open_as(const Rep__FileHeader *header, const char *path,
                                            bool overwrite, struct error *error)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        error_set(error, "%s is a folder; name a file with -o", path);
        return NULL;
    }
    if (!overwrite && access(path, F_OK) == 0) {
        error_set(error, "%s exists already; give another name with -o, or -f to replace it", path);
        return NULL;
    }
    struct report_writer *writer = mem_alloc(sizeof *writer);
    writer->overwrite = overwrite;
    writer->path = file_replaced(path);
    writer->temporary = mem_printf("%s.XXXXXX", writer->path);
    int fd = mkostemp(writer->temporary, O_CLOEXEC);
    writer->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!writer->file) {
        error_set(error, "%s: cannot write the report: %s", path, strerror(errno));
        free(writer->path);
        free(writer->temporary);
        free(writer);
        return NULL;
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    put(writer, REPORT_MAGIC, 4);
    put_message(writer, &header->base);
    return writer;
}

/* Ends a block: from now on it survives the end of the process in the temporary file. */
static bool flush(struct report_writer *writer)
{
    if (fflush(writer->file) != 0) {
        writer->failure = errno;
        return false;
    }
    writer->whole = ftello(writer->file);
    return true;
}

bool report_writer_block(struct report_writer *writer, const Rep__BlockHeader *header,
                         const struct packed_entry *entries, size_t count)
{
    Rep__BlockHeader whole = *header;
    size_t payload = 0, results = (size_t)header->numresults + header->numrangeresults +
                                  header->numcmdlistresults + header->numgraphresults;
    for (size_t i = 0; i < count; i++)
        payload += 4 + entries[i].length;
    if (payload > UINT32_MAX) {
        writer->failure = EFBIG;
        return false;
    }
    whole.has_payloadsize = true;
    whole.payloadsize = (uint32_t)payload;
    bool good = put_message(writer, &whole.base);
    for (size_t i = 0; i < count && good; i++) {
        uint8_t prefix[4];
        encode_u32(prefix, entries[i].length);
        good = put(writer, prefix, 4) && put(writer, entries[i].bytes, entries[i].length);
    }
    good = good && flush(writer);
    writer->results += good ? results : 0;
    return good;
}

/* Writes a block with at most one entry. */
static bool put_block(struct report_writer *writer, Rep__BlockHeader *header,
                      const Rep__ProcessInfo *process, const uint8_t *entry, size_t length)
{
    Rep__ProfilerStringTable empty = REP__PROFILER_STRING_TABLE__INIT;
    struct packed_entry packed = {entry, length};
    header->has_numsources = header->has_numresults = true;
    header->process = (Rep__ProcessInfo *)(uintptr_t)process;
    if (!header->stringtable)
        header->stringtable = &empty;
    bool good = report_writer_block(writer, header, &packed, entry ? 1 : 0);
    if (header->stringtable == &empty)
        header->stringtable = NULL;
    return good;
}

bool report_writer_session(struct report_writer *writer, const Rep__ReportSessionDetails *session,
                           const Rep__ProcessInfo *process)
{
    Rep__BlockHeader header = REP__BLOCK_HEADER__INIT;
    header.sessiondetails = (Rep__ReportSessionDetails *)(uintptr_t)session;
    return put_block(writer, &header, process, NULL, 0);
}

void report_writer_has_strings(struct report_writer *writer, uint32_t count)
{
    writer->strings_out = count;
}

bool report_writer_source(struct report_writer *writer, const Rep__SourceData *source,
                          const Rep__ProcessInfo *process)
{
    Rep__BlockHeader header = REP__BLOCK_HEADER__INIT;
    header.numsources = 1;
    size_t length = rep__source_data__get_packed_size(source);
    uint8_t *bytes = mem_alloc(length);
    rep__source_data__pack(source, bytes);
    bool good = put_block(writer, &header, process, bytes, length);
    free(bytes);
    return good;
}

bool report_writer_result(struct report_writer *writer, const struct report *report,
                          enum entry_kind kind, const uint8_t *packed, size_t length,
                          const Rep__ProcessInfo *process)
{
    Rep__BlockHeader header = REP__BLOCK_HEADER__INIT;
    Rep__ProfilerStringTable table = REP__PROFILER_STRING_TABLE__INIT;
    const struct {
        enum entry_kind kind;
        protobuf_c_boolean *has;
        uint32_t *number;
    } counts[] = {{ENTRY_KERNEL, &header.has_numresults, &header.numresults},
                  {ENTRY_RANGE, &header.has_numrangeresults, &header.numrangeresults},
                  {ENTRY_CMDLIST, &header.has_numcmdlistresults, &header.numcmdlistresults},
                  {ENTRY_GRAPH, &header.has_numgraphresults, &header.numgraphresults}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].kind == kind) {
            *counts[i].has = true;
            *counts[i].number = 1;
        }
    uint32_t strings = report_string_count(report);
    table.n_strings = strings - writer->strings_out;
    table.strings = mem_alloc(table.n_strings * sizeof *table.strings);
    for (uint32_t i = 0; i < table.n_strings; i++)
        table.strings[i] = (char *)(uintptr_t)report_string(report, writer->strings_out + i);
    writer->strings_out = strings;
    header.stringtable = &table;
    bool good = put_block(writer, &header, process, packed, length);
    free(table.strings);
    return good;
}

bool report_writer_last(const struct report_writer *writer, size_t length, int *file, off_t *offset)
{
    *file = fileno(writer->file);
    *offset = writer->whole - (off_t)length; /* an entry is the end of its block */
    return !writer->failure && *offset >= 0;
}

static void release(struct report_writer *writer)
{
    free(writer->path);
    free(writer->temporary);
    free(writer);
}

/* Gives the file its name if it is free, even if the file system cannot do that in one step. */
static bool take_name(const struct report_writer *writer)
{
    if (writer->overwrite)
        return rename(writer->temporary, writer->path) == 0;
    if (renameat2(AT_FDCWD, writer->temporary, AT_FDCWD, writer->path, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    if (link(writer->temporary, writer->path) == 0) {
        unlink(writer->temporary);
        return true;
    }
    return errno != EEXIST && access(writer->path, F_OK) != 0 &&
           rename(writer->temporary, writer->path) == 0;
}

/* Syncs the folder, so that the new name survives a crash of the machine. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? mem_strndup(path, (size_t)(slash - path) + 1) : mem_strdup(".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

/* Keeps the whole blocks under the temporary name if they have results. */
static bool fail(struct report_writer *writer, struct error *error)
{
    const char *reason =
        writer->failure == EEXIST ? "the name was taken meanwhile" : strerror(writer->failure);
    if (writer->results && truncate(writer->temporary, writer->whole) == 0)
        return error_set(error, "%s: the report could not be written: %s; %zu result%s in %s",
                         writer->path, reason, writer->results,
                         writer->results == 1 ? " is" : "s are", writer->temporary);
    unlink(writer->temporary);
    return error_set(error, "%s: the report could not be written: %s", writer->path, reason);
}

bool report_writer_finish(struct report_writer *writer, struct error *error)
{
    bool good = !writer->failure && fflush(writer->file) == 0 && fsync(fileno(writer->file)) == 0;
    if (!good && !writer->failure)
        writer->failure = errno;
    if (fclose(writer->file) != 0 && good) {
        writer->failure = errno;
        good = false;
    }
    if (good && !take_name(writer)) {
        writer->failure = errno;
        good = false;
    }
    if (good)
        sync_folder(writer->path);
    else
        fail(writer, error);
    release(writer);
    return good;
}

void report_writer_abandon(struct report_writer *writer)
{
    if (!writer)
        return;
    fclose(writer->file);
    unlink(writer->temporary);
    release(writer);
}
