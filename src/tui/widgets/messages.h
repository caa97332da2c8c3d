/* messages: what the row of messages says. That is one line until the next key (the status), and
 * while a program is profiled how far that is (the progress). What must not be missed stays in the
 * log. */
#ifndef ROOFTOP_TUI_WIDGETS_MESSAGES_H
#define ROOFTOP_TUI_WIDGETS_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "tui/widgets/message_log.h"

enum { MOST_NOTES = 64 };

/* Initialise with {0}; release with messages_free(). */
struct messages {
    char text[sizeof(((struct error *)0)->text)]; /* the status; "": none */
    bool is_error;
    bool is_kept;  /* the log has it */
    int64_t since; /* when the status was said, in milliseconds */
    int room;      /* columns of the line that status and progress share */
    char progress[512];
    struct message_log log;
    size_t notes; /* how many are printed again when the screen has closed */
};

void messages_free(struct messages *messages);

/* Says a line of rooftop's own words. */
void messages_status(struct messages *messages, bool is_error, const char *text);
/* Say what was done, and what went wrong. The text may hold words from outside. */
void messages_done(struct messages *messages, const char *text);
void messages_fail(struct messages *messages, const char *text);
/* Says what must not be missed: it stays in the log, and is counted until that is seen. */
void messages_say(struct messages *messages, enum log_kind kind, const char *text);
/* Adds a line to the log alone. */
struct log_entry *messages_log(struct messages *messages, enum log_kind kind, const char *text);
/* The status goes into the log, unless it is there. */
void messages_keep(struct messages *messages);
void messages_clear(struct messages *messages);

/* After screen_close(): prints the messages that are marked for it on stderr. */
void messages_print_again(const struct messages *messages);

#endif
