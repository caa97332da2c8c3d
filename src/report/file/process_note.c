#include "report/file/process_note.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static const char there[] = ", there process ";

/* Reads a decimal number that fits into 32 bits. */
static bool read_number(const char **at, const char *end, uint32_t *number)
{
    uint64_t value = 0;
    const char *begin = *at;
    for (; *at < end && **at >= '0' && **at <= '9' && value <= UINT32_MAX; ++*at)
        value = value * 10 + (uint64_t)(**at - '0');
    *number = (uint32_t)value;
    return *at > begin && value <= UINT32_MAX;
}

static bool read_word(const char **at, const char *end, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(end - *at) < length || memcmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

/* Reads a line up to `end`. The texts of the note point into it. */
struct parts {
    struct process_note note;
    const char *host, *devices; /* up to each other and to `end` */
    size_t host_length;
};

static bool read_note(const char *line, const char *end, struct parts *parts)
{
    struct process_note *note = &parts->note;
    uint32_t rank;
    *note = (struct process_note){.rank = -1};
    if (!read_word(&line, end, "process ") || !read_number(&line, end, &note->process) ||
        !read_word(&line, end, ": "))
        return false;
    if (read_word(&line, end, "rank ")) {
        if (!read_number(&line, end, &rank) || rank > INT32_MAX || !read_word(&line, end, " "))
            return false;
        note->rank = (int)rank;
    }
    if (!read_word(&line, end, "on "))
        return false;
    parts->host = line;
    while (line < end && *line != ',')
        line++;
    parts->host_length = (size_t)(line - parts->host);
    note->there = note->process;
    if (read_word(&line, end, there) && !read_number(&line, end, &note->there))
        return false;
    parts->devices = line;
    return line == end || *line == ',';
}

static const char *end_of(const char *line)
{
    return line + strcspn(line, "\r\n");
}

/* Returns the next line, or NULL. */
static const char *behind(const char *end)
{
    end += end[0] == '\r' && end[1] == '\n';
    return *end ? end + 1 : NULL;
}

bool process_note_find(const char *comments, uint32_t process, struct process_note *note)
{
    struct parts parts;
    for (const char *line = comments, *end; line && *line; line = behind(end)) {
        end = end_of(line);
        if (!read_note(line, end, &parts) || parts.note.process != process)
            continue;
        *note = parts.note;
        note->host = mem_strndup(parts.host, parts.host_length);
        note->devices = mem_strndup(parts.devices, (size_t)(end - parts.devices));
        return true;
    }
    return false;
}

void process_note_free(struct process_note *note)
{
    free(note->host);
    free(note->devices);
}

/* A name may hold what ends it here. */
static void add_name(struct strbuf *text, const char *name, const char *without)
{
    for (; *name; name++)
        strbuf_addc(text, strchr(without, *name) ? ' ' : *name);
}

void process_note_add(struct strbuf *comments, const struct process_note *note)
{
    if (comments->length && comments->data[comments->length - 1] != '\n')
        strbuf_addc(comments, '\n');
    strbuf_addf(comments, "process %" PRIu32 ": ", note->process);
    if (note->rank >= 0)
        strbuf_addf(comments, "rank %d ", note->rank);
    strbuf_adds(comments, "on ");
    add_name(comments, *note->host ? note->host : "an unknown host", ",\r\n");
    /* Devices of a note that others wrote may begin as what stands before them. */
    if (note->there != note->process || strncmp(note->devices, there, strlen(there)) == 0)
        strbuf_addf(comments, "%s%" PRIu32, there, note->there);
    add_name(comments, note->devices, "\r\n");
}

void process_note_leave_out(struct strbuf *text, const char *comments)
{
    struct parts parts;
    for (const char *line = comments, *end, *next; line && *line; line = next) {
        end = end_of(line);
        next = behind(end);
        const size_t length = next ? (size_t)(next - line) : strlen(line);
        if (!read_note(line, end, &parts))
            strbuf_add(text, line, length);
    }
}
