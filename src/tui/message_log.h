/* message_log: what was said in this run, with its time: by rooftop, the driver, and of the
 * program's processes. The oldest go when there are very many. */
#ifndef ROOFTOP_MESSAGE_LOG_H
#define ROOFTOP_MESSAGE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "fact_list.h"

enum log_kind { LOG_DETAIL, LOG_NOTE, LOG_WARNING, LOG_ERROR, LOG_KINDS };

struct log_entry {
    time_t time;
    enum log_kind kind;
    size_t times; /* it was said one after the other */
    bool again;   /* to be printed when the screen has closed */
    bool begins;  /* a run; what is said of that follows */
    char *text;
};

struct message_log {
    struct log_entry *entries; /* oldest first */
    size_t count, capacity;
    size_t version; /* grows with each message */
    size_t unread;  /* warnings and errors since message_log_read() */
};

enum { LOG_MOST = 5000 };

/* Takes a copy of the text. */
struct log_entry *message_log_add(struct message_log *log, enum log_kind kind, const char *text,
                                  time_t now);
void message_log_read(struct message_log *log);
void message_log_free(struct message_log *log);

/* Of the last run: its first error, which mostly tells why there are others, or its first warning
 * if there is none; and the last of either. NULL: there is no such. */
struct log_complaints {
    const struct log_entry *cause, *last;
};
struct log_complaints message_log_complaints(const struct message_log *log);

/* Each as a fact "14:03:22 warning"; release with fact_list_free(). */
struct fact_list message_log_facts(const struct message_log *log);
/* Lines, with the date. */
void message_log_print(const struct message_log *log, FILE *out);

#endif
