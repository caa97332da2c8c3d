/* The comments on a report: a note about a process that is found says the same when it is written
 * and found again, and without the notes none is left and everything else stays. */
#include <stdlib.h>
#include <string.h>

#include "report/file/process_note.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void write_again(const struct process_note *note)
{
    struct strbuf comments = {0};
    struct process_note again;
    process_note_add(&comments, note);
    check(process_note_find(comments.data, note->process, &again));
    check(again.rank == note->rank && again.there == note->there);
    check(strcmp(again.host, *note->host ? note->host : "an unknown host") == 0);
    check(strcmp(again.devices, note->devices) == 0);
    process_note_free(&again);
    strbuf_free(&comments);
}

/* Looks for all processes that the comments name in any way. */
static size_t look(const char *comments, bool there)
{
    static const char word[] = "process ";
    size_t found = 0;
    for (const char *at = comments; (at = strstr(at, word)); at++) {
        struct process_note note;
        unsigned long process = strtoul(at + strlen(word), NULL, 10);
        if (process > UINT32_MAX || !process_note_find(comments, (uint32_t)process, &note))
            continue;
        check(there && note.process == process);
        write_again(&note);
        process_note_free(&note);
        found++;
    }
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    /* Each name is looked for in all lines. */
    if (length > 4096)
        return 0;
    struct strbuf comments = {0}, left = {0}, again = {0};
    strbuf_adds(&comments, "");
    strbuf_add(&comments, (const char *)bytes, strnlen((const char *)bytes, length));
    size_t found = look(comments.data, true);
    process_note_leave_out(&left, comments.data);
    check(left.length <= comments.length && (!found || left.length < comments.length));
    look(strbuf_text(&left), false);
    process_note_leave_out(&again, strbuf_text(&left));
    check(again.length == left.length);
    strbuf_free(&comments);
    strbuf_free(&left);
    strbuf_free(&again);
    return 0;
}
