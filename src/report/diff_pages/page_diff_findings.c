#include "report/diff_pages/page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/rules/finding_text.h"

enum { INDENT = 10, LEAST = 20 };

/* "    WRN   text", broken at blanks. */
static void print_message(FILE *out, const Rep__RuleResultMessage *message, size_t columns)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    finding_text_add(&text, message->message);
    size_t room = columns > INDENT + LEAST ? columns - INDENT : SIZE_MAX;
    fprintf(out, "    %-6s", finding_marker(message->type));
    for (const char *at = text.data;;) {
        size_t length = safe_text_width(at) > room ? safe_text_wrap(at, room) : strlen(at);
        fprintf(out, "%.*s\n", (int)length, at);
        at += length;
        at += strspn(at, " ");
        if (!*at)
            break;
        fprintf(out, "%*s", INDENT, "");
    }
    strbuf_free(&text);
}

void page_diff_findings(FILE *out, const struct rule_findings *found, size_t columns)
{
    for (size_t i = 0; i < found->count; i++)
        for (size_t j = 0; j < found->results[i]->body->n_items; j++) {
            const Rep__RuleResultMessage *message = found->results[i]->body->items[j]->message;
            if (message && finding_marker(message->type))
                print_message(out, message, columns);
        }
    if (found->count)
        fputc('\n', out);
}
