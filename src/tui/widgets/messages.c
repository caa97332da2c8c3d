#include "tui/widgets/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "report/base/clock.h"
#include "report/base/message.h"
#include "report/base/safe_text.h"

void messages_free(struct messages *messages)
{
    message_log_free(&messages->log);
}

void messages_status(struct messages *messages, bool is_error, const char *text)
{
    snprintf(messages->text, sizeof messages->text, "%s", text);
    messages->is_error = is_error;
    messages->is_kept = false;
    messages->since = milliseconds();
}

static void say_safely(struct messages *messages, bool is_error, const char *text)
{
    char *safe = safe_text(text);
    messages_status(messages, is_error, safe);
    free(safe);
}

void messages_done(struct messages *messages, const char *text)
{
    say_safely(messages, false, text);
}

void messages_fail(struct messages *messages, const char *text)
{
    say_safely(messages, true, text);
}

void messages_say(struct messages *messages, enum log_kind kind, const char *text)
{
    messages_log(messages, kind, text);
    if (kind == LOG_DETAIL)
        return;
    say_safely(messages, kind >= LOG_WARNING, text);
    messages->is_kept = true;
}

struct log_entry *messages_log(struct messages *messages, enum log_kind kind, const char *text)
{
    return message_log_add(&messages->log, kind, text, time(NULL));
}

void messages_keep(struct messages *messages)
{
    if (!messages->is_kept)
        messages_log(messages, LOG_NOTE, messages->text);
    messages->is_kept = true;
}

void messages_clear(struct messages *messages)
{
    messages->text[0] = '\0';
}

void messages_print_again(const struct messages *messages)
{
    for (size_t i = 0; i < messages->log.count; i++)
        if (messages->log.entries[i].again) {
            char *safe = safe_text(messages->log.entries[i].text);
            message_tell(stderr, -1, safe);
            free(safe);
        }
}
