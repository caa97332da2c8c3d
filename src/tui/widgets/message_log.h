/* message_log: the messages of this session with their times, from rooftop, the driver and the
 * program's processes. The oldest are dropped when there are very many. */
#ifndef ROOFTOP_TUI_WIDGETS_MESSAGE_LOG_H
#define ROOFTOP_TUI_WIDGETS_MESSAGE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "report/content/fact_list.h"

enum log_kind { LOG_DETAIL, LOG_NOTE, LOG_WARNING, LOG_ERROR, LOG_KINDS };

struct log_entry {
    time_t time;
    enum log_kind kind;
    size_t times; /* how often it was said in a row */
    bool again;   /* print it again when the screen has closed */
    bool begins;  /* a run begins here; the messages of that run follow */
    char *text;
};

struct message_log {
    struct log_entry *entries; /* oldest first */
    size_t count, capacity;
    size_t version; /* grows with each message */
    size_t unread;  /* warnings and errors since message_log_read() */
};

enum { LOG_MOST = 5000 };

/* Adds a message with a copy of the text. */
struct log_entry *message_log_add(struct message_log *log, enum log_kind kind, const char *text,
                                  time_t now);
void message_log_read(struct message_log *log);
void message_log_free(struct message_log *log);

/* Two messages of the last run: its first error, which mostly explains the others, or its first
 * warning if it has no error; and the last error or warning. NULL: there is none. */
struct log_complaints {
    const struct log_entry *cause, *last;
};
struct log_complaints message_log_complaints(const struct message_log *log);

/* Returns each message as a fact "14:03:22 warning". Release with fact_list_free(). */
struct fact_list message_log_facts(const struct message_log *log);
/* Prints the messages as lines, with the date. */
void message_log_print(const struct message_log *log, FILE *out);

#endif
