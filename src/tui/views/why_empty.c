#include "tui/views/why_empty.h"

#include <stdlib.h>

#include "report/base/safe_text.h"
#include "tui/widgets/messages.h"

static void add_complaint(const struct log_entry *entry, struct strbuf *out)
{
    char *safe = safe_text(entry->text);
    strbuf_addf(out, "%s\n", safe);
    free(safe);
}

/* Why nothing was measured, and what came of it. */
static void add_complaints(const struct message_log *log, struct strbuf *out)
{
    struct log_complaints said = message_log_complaints(log);
    if (said.cause)
        add_complaint(said.cause, out);
    if (said.last != said.cause)
        add_complaint(said.last, out);
}

/* What is wrong with files that were read up to there. false: they are whole. */
static bool add_damage(struct report *report, struct strbuf *out)
{
    size_t before = out->length;
    for (size_t i = 0; i < report_file_count(report); i++) {
        const struct report_file *file = report_file(report, i);
        char *path = safe_text(file->path), *damage = safe_text(file->damage);
        if (*damage)
            strbuf_addf(out, "%s is damaged before its first result: %s\n", path, damage);
        free(path);
        free(damage);
    }
    return out->length > before;
}

void why_empty(const struct view_host *host, struct strbuf *out)
{
    if (host->live) {
        strbuf_adds(
            out,
            *host->messages->progress
                ? "no results yet: the first kernel is being measured"
                : "no results yet: the program has not launched a kernel that passes the filters");
    } else if (host->ran) {
        strbuf_adds(out, "no kernel was measured\n");
        add_complaints(&host->messages->log, out);
        strbuf_adds(out, "r runs the program again with other options, o shows what it printed, E "
                         "all messages\n");
    } else if (add_damage(host->report, out)) {
        strbuf_adds(out, "It may be whole where it came from. r runs its program again, I "
                         "shows how it was run.\n");
    } else {
        strbuf_adds(out, "the report has no results\n"
                         "Its program launched no kernel that passed the filters, or was stopped "
                         "before one was measured. r runs it again, I shows how it was run.\n");
    }
}
