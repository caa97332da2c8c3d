#include "report/base/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"

void markdown_add_text(struct strbuf *out, const char *text)
{
    strbuf_adds(out, "");
    while (*text) {
        size_t length = strcspn(text, "\r\n");
        struct strbuf safe = {0};
        safe_text_add(&safe, text, length, false);
        for (const char *c = length ? safe.data : ""; *c; c++) {
            if (strchr("\\`*_[]<>#|~$&", *c))
                strbuf_addc(out, '\\');
            strbuf_addc(out, *c);
        }
        strbuf_free(&safe);
        text += length;
        if (*text) {
            strbuf_adds(out, "<br>");
            text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
        }
    }
}

/* Returns the length of the longest run of back-ticks. */
static size_t longest_run(const char *text)
{
    size_t longest = 0;
    for (; *text; text++) {
        size_t run = strspn(text, "`");
        if (run > longest)
            longest = run;
        text += run ? run - 1 : 0;
    }
    return longest;
}

void markdown_add_code(struct strbuf *out, const char *text, bool in_table)
{
    strbuf_adds(out, "");
    if (!*text)
        return;
    char *safe = safe_text(text);
    size_t length = strlen(safe), fence = longest_run(safe) + 1;
    /* A back-tick at an end would join the fence. Markdown removes one blank from each end if both
     * have one. A blank on both sides prevents either. */
    bool padded =
        safe[0] == '`' || safe[length - 1] == '`' || (safe[0] == ' ' && safe[length - 1] == ' ');
    strbuf_pad(out, '`', fence);
    if (padded)
        strbuf_addc(out, ' ');
    for (const char *c = safe; *c; c++) {
        if (*c == '|' && in_table)
            strbuf_addc(out, '\\');
        strbuf_addc(out, *c);
    }
    if (padded)
        strbuf_addc(out, ' ');
    strbuf_pad(out, '`', fence);
    free(safe);
}

void markdown_table_row(FILE *out, const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "| %s ", cells[i]);
    fputs("|\n", out);
}

static void print_rule(FILE *out, const bool *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputs(right && right[i] ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
}

void markdown_table_begin(FILE *out, const char *const *names, const bool *right, size_t count)
{
    markdown_table_row(out, names, count);
    print_rule(out, right, count);
}

static void print_texts(FILE *out, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct strbuf cell = {0};
        strbuf_adds(&cell, "");
        markdown_add_text(&cell, texts[i]);
        fprintf(out, "| %s ", cell.data);
        strbuf_free(&cell);
    }
    fputs("|\n", out);
}

void markdown_table(const struct text_table *table, FILE *out)
{
    print_texts(out, table->names, table->columns);
    print_rule(out, table->right, table->columns);
    for (size_t i = 0; i < table->rows; i++)
        print_texts(out, (const char *const *)table->cells + i * table->columns, table->columns);
    fputc('\n', out);
}
