#include "tui/widgets/message_log.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

static const char *const kinds[LOG_KINDS] = {"detail", "note", "warning", "error"};

/* Details before anything else, and what is to be printed again last. */
static bool may_go(const struct log_entry *entry, int round)
{
    return round == 0 ? entry->kind == LOG_DETAIL : round == 1 ? !entry->again : true;
}

static void drop_oldest(struct message_log *log)
{
    enum { SOME = LOG_MOST / 10, ROUNDS = 3 };
    for (int round = 0; round < ROUNDS && log->entries && log->count == LOG_MOST; round++) {
        size_t kept = 0;
        for (size_t i = 0; i < log->count; i++)
            if (i - kept < SOME && may_go(&log->entries[i], round))
                free(log->entries[i].text);
            else
                log->entries[kept++] = log->entries[i];
        log->count = kept;
    }
}

struct log_entry *message_log_add(struct message_log *log, enum log_kind kind, const char *text,
                                  time_t now)
{
    struct log_entry *last = log->count ? &log->entries[log->count - 1] : NULL;
    log->version++;
    if (last && last->kind == kind && strcmp(last->text, text) == 0) {
        last->times++;
        last->time = now;
        return last;
    }
    log->unread += kind >= LOG_WARNING;
    if (log->count == LOG_MOST)
        drop_oldest(log);
    mem_grow(&log->entries, log->count, &log->capacity, sizeof *log->entries);
    log->entries[log->count] =
        (struct log_entry){.time = now, .kind = kind, .times = 1, .text = mem_strdup(text)};
    return &log->entries[log->count++];
}

void message_log_read(struct message_log *log)
{
    log->unread = 0;
}

struct log_complaints message_log_complaints(const struct message_log *log)
{
    struct log_complaints found = {NULL, NULL};
    for (size_t i = log->count; i-- > 0 && !log->entries[i].begins;) {
        const struct log_entry *entry = &log->entries[i];
        if (entry->kind < LOG_WARNING)
            continue;
        if (!found.last)
            found.last = entry;
        if (!found.cause || entry->kind >= found.cause->kind)
            found.cause = entry;
    }
    return found;
}

void message_log_free(struct message_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->entries[i].text);
    free(log->entries);
    *log = (struct message_log){0};
}

static void add_time(struct strbuf *out, const struct log_entry *entry, const char *form)
{
    char text[64];
    struct tm tm;
    if (localtime_r(&entry->time, &tm) && strftime(text, sizeof text, form, &tm))
        strbuf_adds(out, text);
    strbuf_addf(out, " %s", kinds[entry->kind]);
}

static void add_text(struct strbuf *out, const struct log_entry *entry)
{
    strbuf_adds(out, entry->text);
    if (entry->times > 1)
        strbuf_addf(out, " (%zu times)", entry->times);
}

struct fact_list message_log_facts(const struct message_log *log)
{
    struct fact_list list = {0};
    for (size_t i = 0; i < log->count; i++) {
        const struct log_entry *entry = &log->entries[i];
        struct strbuf name = {0}, text = {0};
        add_time(&name, entry, "%H:%M:%S");
        add_text(&text, entry);
        fact_list_add(&list, name.data, text.data);
        if (*text.data)
            list.facts[list.count - 1].weight = entry->kind == LOG_ERROR     ? FACT_ERROR
                                                : entry->kind == LOG_WARNING ? FACT_WARNING
                                                                             : FACT_PLAIN;
        strbuf_free(&name);
        strbuf_free(&text);
    }
    return list;
}

void message_log_print(const struct message_log *log, FILE *out)
{
    for (size_t i = 0; i < log->count; i++) {
        struct strbuf line = {0};
        add_time(&line, &log->entries[i], "%Y-%m-%d %H:%M:%S");
        strbuf_adds(&line, ": ");
        add_text(&line, &log->entries[i]);
        char *safe = safe_text(line.data);
        fprintf(out, "%s\n", safe);
        free(safe);
        strbuf_free(&line);
    }
}
