#include "report/rules/finding_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/file/report_origin.h"
#include "report/metric/metric_format.h"
#include "report/rules/rule_details.h"

enum { TEXT_WIDTH = 110 };

static bool has_speedup(const Rep__RuleResultBodyItem *item)
{
    return item->speedup && item->speedup->value > 0;
}

const char *finding_marker(Rep__RuleResultMessageType type)
{
    switch (type) {
    case REP__RULE_RESULT_MESSAGE_TYPE__Ok:
        return "INF";
    case REP__RULE_RESULT_MESSAGE_TYPE__Warning:
        return "WRN";
    case REP__RULE_RESULT_MESSAGE_TYPE__Error:
        return "ERR";
    case REP__RULE_RESULT_MESSAGE_TYPE__Optimization:
        return "OPT";
    default:
        return NULL;
    }
}

/* Finds the label and the address of a link mark. Returns its length, or 0 if the text does not
 * begin with one. "@source:FILE:LINE:LABEL@", "@sass:ADDRESS:LABEL@" and
 * "@section:ID:LABEL@" have no address. */
static size_t link_mark(const char *text, const char **label, size_t *label_length,
                        const char **address, size_t *address_length)
{
    static const struct {
        const char *start;
        int colons; /* before the label; 0: the label comes first, then an address */
    } marks[] = {{"@url:", 0}, {"@section:", 1}, {"@sass:", 1}, {"@source:", 2}};
    size_t kind = 0, count = sizeof marks / sizeof *marks;
    while (kind < count && strncmp(text, marks[kind].start, strlen(marks[kind].start)) != 0)
        kind++;
    const char *at = kind < count ? text + strlen(marks[kind].start) : NULL;
    const char *end = at ? strchr(at, '@') : NULL, *colon = NULL;
    if (!end)
        return 0;
    *label = at;
    for (int i = 0; i < (marks[kind].colons ? marks[kind].colons : 1); i++) {
        colon = memchr(at, ':', (size_t)(end - at));
        if (!colon)
            return 0;
        at = colon + 1;
    }
    bool url = marks[kind].colons == 0;
    if (!url)
        *label = at;
    *label_length = (size_t)((url ? colon : end) - *label);
    *address = url ? at : NULL;
    *address_length = url ? (size_t)(end - at) : 0;
    return (size_t)(end - text) + 1;
}

/* How the texts and the links in a message are written. */
struct text_form {
    void (*text)(struct strbuf *out, const char *text, size_t length);
    void (*link)(struct strbuf *out, const struct text_form *form, const char *label,
                 size_t label_length, const char *address, size_t address_length);
};

static void add_safe(struct strbuf *out, const char *text, size_t length)
{
    safe_text_add(out, text, length, false);
}

static void add_plain(struct strbuf *out, const char *text, size_t length)
{
    strbuf_add(out, text, length);
}

static void add_markdown(struct strbuf *out, const char *text, size_t length)
{
    char *part = mem_strndup(text, length);
    markdown_add_text(out, part);
    free(part);
}

/* Writes "LABEL (ADDRESS)". */
static void add_bracketed(struct strbuf *out, const struct text_form *form, const char *label,
                          size_t label_length, const char *address, size_t address_length)
{
    form->text(out, label, label_length);
    strbuf_adds(out, " (");
    form->text(out, address, address_length);
    strbuf_addc(out, ')');
}

/* Writes "[LABEL](<ADDRESS>)". Characters that cannot be in an address become %XX. */
static void add_link(struct strbuf *out, const struct text_form *form, const char *label,
                     size_t label_length, const char *address, size_t address_length)
{
    strbuf_addc(out, '[');
    form->text(out, label, label_length);
    strbuf_adds(out, "](<");
    for (size_t i = 0; i < address_length; i++) {
        unsigned char c = (unsigned char)address[i];
        if (c > 0x20 && c < 0x7f && !strchr("<>\\|`", c))
            strbuf_addc(out, (char)c);
        else
            strbuf_addf(out, "%%%02X", c);
    }
    strbuf_adds(out, ">)");
}

static void add_message(struct strbuf *out, const char *message, const struct text_form *form)
{
    for (const char *at = message; *at;) {
        const char *label, *address;
        size_t label_length, address_length, length;
        length = link_mark(at, &label, &label_length, &address, &address_length);
        if (length && address) {
            form->link(out, form, label, label_length, address, address_length);
        } else if (length) {
            form->text(out, label, label_length);
        } else {
            length = 1;
            while (at[length] && at[length] != '@')
                length++;
            form->text(out, at, length);
        }
        at += length;
    }
}

void finding_text_add(struct strbuf *out, const char *message)
{
    strbuf_adds(out, "");
    add_message(out, message, &(struct text_form){add_safe, add_bracketed});
}

void finding_text_plain(struct strbuf *out, const char *message)
{
    strbuf_adds(out, "");
    add_message(out, message, &(struct text_form){add_plain, add_bracketed});
}

void finding_text_markdown(struct strbuf *out, const char *message)
{
    strbuf_adds(out, "");
    add_message(out, message, &(struct text_form){add_markdown, add_link});
}

static void print_rule(FILE *out)
{
    fputs("    ----- ", out);
    for (int i = 0; i < TEXT_WIDTH; i++)
        fputc('-', out);
    fputs("\n", out);
}

/* Prints wrapped lines, each padded with blanks. */
static void print_wrapped(FILE *out, const char *marker, const char *text)
{
    while (*text) {
        char *line;
        text += safe_text_line(text, TEXT_WIDTH, &line);
        int pad = TEXT_WIDTH - (int)safe_text_width(line);
        fprintf(out, "    %-5s %s%*s\n", marker, line, pad > 0 ? pad : 0, "");
        free(line);
        marker = "";
    }
}

const char *finding_speedup_kind(Rep__RuleResultSpeedupType type)
{
    return type == REP__RULE_RESULT_SPEEDUP_TYPE__Local    ? "local"
           : type == REP__RULE_RESULT_SPEEDUP_TYPE__Global ? "global"
                                                           : "";
}

bool finding_text_any(const Rep__RuleResult *rule)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultMessage *message = rule->body->items[i]->message;
        if (message && finding_marker(message->type))
            return true;
    }
    return false;
}

const char *finding_mark(const struct result *result, size_t i)
{
    return result_rule_is_foreign(result, i) ? "[report] " : "";
}

const char *finding_origin(const struct result *result, size_t i)
{
    return i < result->own_rule_count ? REPORT_ORIGIN : "report";
}

bool finding_text_print(FILE *out, const Rep__RuleResult *rule, const char *mark, bool details,
                        bool follows)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        const char *marker = item->message ? finding_marker(item->message->type) : NULL;
        if (!marker)
            continue;
        if (follows)
            print_rule(out);
        follows = true;
        struct strbuf text = {0};
        if (has_speedup(item))
            strbuf_addf(
                &text, "%sEst. %sSpeedup: %.4g%%", mark,
                item->speedup->speeduptype == REP__RULE_RESULT_SPEEDUP_TYPE__Local ? "Local " : "",
                item->speedup->value);
        if (text.length)
            print_wrapped(out, marker, text.data);
        bool first = text.length == 0;
        strbuf_clear(&text);
        strbuf_adds(&text, first ? mark : "");
        finding_text_add(&text, item->message->message);
        print_wrapped(out, first ? marker : "", text.data);
        strbuf_free(&text);
        if (details)
            rule_details_print(out, rule, i);
    }
    return follows;
}

void finding_text_csv(FILE *out, const char *identity, const Rep__RuleResult *rule,
                      const char *origin)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        const char *marker = item->message ? finding_marker(item->message->type) : NULL;
        if (!marker)
            continue;
        struct strbuf row = {0}, text = {0};
        strbuf_adds(&row, identity);
        for (int j = 0; j < 3; j++)
            format_csv_field(&row, "", false);
        format_csv_field(&row, rule->identifier, false);
        format_csv_field(&row, marker, false);
        strbuf_adds(&text, "");
        finding_text_plain(&text, item->message->message);
        format_csv_field(&row, text.data, false);
        bool speedup = has_speedup(item);
        format_csv_field(&row, speedup ? finding_speedup_kind(item->speedup->speeduptype) : "",
                         false);
        strbuf_clear(&text);
        if (speedup)
            strbuf_addf(&text, "%.4g", item->speedup->value);
        format_csv_field(&row, text.data, false);
        if (origin)
            format_csv_field(&row, origin, false);
        fprintf(out, "%s\n", row.data);
        strbuf_free(&row);
        strbuf_free(&text);
    }
}
