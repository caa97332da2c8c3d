/* process_note: a line among the comments on a report that says where a process ran.
 *
 * A report has one session. When reports of several ranks or hosts become one, the session is that
 * of the first, and what differs stands in the comments, which every reader of the format shows:
 *
 *     process 4711: rank 3 on node2, device 0 NVIDIA H200
 *     process 4194311: rank 4 on node3, there process 7, device 0 NVIDIA H200
 *
 * A process gets another id, and the note has the one of its host, where processes of two hosts
 * have the same id. */
#ifndef ROOFTOP_REPORT_FILE_PROCESS_NOTE_H
#define ROOFTOP_REPORT_FILE_PROCESS_NOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "report/base/strbuf.h"

struct process_note {
    uint32_t process; /* its id in the report */
    int rank;         /* -1: unknown */
    uint32_t there;   /* its id on its host */
    char *host;       /* "": unknown; owned */
    char *devices;    /* ", device 0 NVIDIA H200", or ""; owned */
};

/* Returns whether the comments (NULL: there are none) have a note about this process. If so, the
 * caller releases *note by process_note_free(). */
bool process_note_find(const char *comments, uint32_t process, struct process_note *note);
void process_note_free(struct process_note *note);

/* Appends the note as a line. */
void process_note_add(struct strbuf *comments, const struct process_note *note);

/* Appends the comments without the notes about processes. */
void process_note_leave_out(struct strbuf *text, const char *comments);

#endif
