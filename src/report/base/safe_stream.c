#include "report/base/safe_stream.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

struct safe_stream {
    FILE *out;
    struct strbuf kept; /* the begin of a character whose end has not come */
    struct strbuf safe;
};

/* Bytes at the end of the text that may be the begin of a character. */
static size_t begun(const char *text, size_t length)
{
    enum { LONGEST = 4 };
    for (size_t back = 1; back < LONGEST && back <= length; back++) {
        const unsigned char byte = (unsigned char)text[length - back];
        if ((byte & 0xc0) == 0x80)
            continue;
        const size_t wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return wanted > back ? back : 0;
    }
    return 0;
}

static bool put(struct safe_stream *stream, const char *text, size_t length)
{
    strbuf_clear(&stream->safe);
    safe_text_add(&stream->safe, text, length, true);
    return fwrite(stream->safe.data, 1, stream->safe.length, stream->out) == stream->safe.length;
}

static ssize_t on_write(void *cookie, const char *bytes, size_t count)
{
    struct safe_stream *stream = cookie;
    struct strbuf all = {0};
    strbuf_add(&all, strbuf_text(&stream->kept), stream->kept.length);
    strbuf_add(&all, bytes, count);
    const size_t rest = begun(all.data, all.length), whole = all.length - rest;
    strbuf_clear(&stream->kept);
    strbuf_add(&stream->kept, all.data + whole, rest);
    const bool good = put(stream, all.data, whole) && fflush(stream->out) == 0;
    strbuf_free(&all);
    return good ? (ssize_t)count : 0;
}

static int on_close(void *cookie)
{
    struct safe_stream *stream = cookie;
    bool good = put(stream, strbuf_text(&stream->kept), stream->kept.length);
    good = fflush(stream->out) == 0 && good;
    strbuf_free(&stream->kept);
    strbuf_free(&stream->safe);
    free(stream);
    return good ? 0 : EOF;
}

FILE *safe_stream_open(FILE *out)
{
    struct safe_stream *stream = mem_alloc(sizeof *stream);
    const cookie_io_functions_t functions = {.write = on_write, .close = on_close};
    stream->out = out;
    FILE *file = fopencookie(stream, "w", functions);
    if (!file)
        free(stream);
    return file;
}
