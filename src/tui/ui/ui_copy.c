#include "tui/ui/ui_copy.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/safe_text.h"
#include "tui/details/details_view.h"
#include "tui/term/clipboard.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_view.h"

enum { COPY_COLUMNS = 240 };

/* The focused view as lines of text, in that many columns; 0: as wide as it is. */
static void add_drawn(struct ui *ui, int columns, struct strbuf *out)
{
    struct rect place = panes_place(&ui->panes, ui->panes.focus);
    screen_copy_begin(place.rows, columns ? columns : place.columns);
    ui_prepare_view(ui_focused(ui), place.rows);
    ui_draw_view(ui, ui_focused(ui), place.rows);
    screen_copy_end(out);
}

/* The line of a pane that has the cursor, drawn with room for all of it. */
static void add_cursor_line(struct ui *ui, struct strbuf *out)
{
    const char *mark = screen_glyphs()->cursor;
    struct strbuf text = {0};
    add_drawn(ui, COPY_COLUMNS, &text);
    for (char *line = text.data; *line;) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, mark, strlen(mark)) == 0) {
            const char *from = line + strlen(mark);
            size_t blanks = strspn(from, " ");
            strbuf_add(out, from + blanks, length - strlen(mark) - blanks);
            strbuf_addc(out, '\n');
        }
        line += length + (line[length] == '\n');
    }
    strbuf_free(&text);
}

/* What a text is copied as: by its own, or in a fence of Markdown, which chats and issues show in
 * letters of one width; drawn with ASCII alone where those have no dots and blocks of that width.
 */
static const struct copy_form {
    const char *name;
    bool fenced, ascii;
} copy_forms[] = {{"text", false, false}, {"markdown", true, false}, {"ascii", true, true}};

enum { COPY_FORMS = sizeof copy_forms / sizeof *copy_forms };

/* Longer than any row of back-ticks in it. */
static void add_fenced(struct strbuf *out, const char *text)
{
    size_t longest = 2;
    for (const char *at = strchr(text, '`'); at; at = strchr(at, '`')) {
        size_t ticks = strspn(at, "`");
        longest = ticks > longest ? ticks : longest;
        at += ticks;
    }
    strbuf_pad(out, '`', longest + 1);
    strbuf_addf(out, "text\n%s%s", text, text[strlen(text) - 1] == '\n' ? "" : "\n");
    strbuf_pad(out, '`', longest + 1);
    strbuf_addc(out, '\n');
}

/* As safe_text_fit() cuts texts where there is only ASCII. */
static void plain_ellipses(struct strbuf *text)
{
    static const char ellipsis[] = "\u2026";
    for (char *at = text->data; (at = strstr(at, ellipsis));) {
        size_t length = sizeof ellipsis - 1;
        *at++ = '~';
        memmove(at, at + length - 1, strlen(at + length - 1) + 1);
        text->length -= length - 1;
    }
}

/* Of which result a copy is, where it does not say so itself: "`kernel()`, result 4 of `file`". */
static void add_origin(struct ui *ui, struct strbuf *out)
{
    const struct result *result = ui->host.details->result;
    if (!ui_focused(ui)->ops->of_result || !result)
        return;
    markdown_add_code(out, result->name, false);
    strbuf_addf(out, ", result %zu of ", result->id);
    markdown_add_code(out, report_file(ui->host.report, result->file)->name, false);
    strbuf_adds(out, "\n\n");
}

/* The same above a text: "kernel(), result 4 of file", "Results of file". */
static void add_plain_origin(struct ui *ui, struct strbuf *out)
{
    const struct result *result = ui_focused(ui)->ops->of_result ? ui->host.details->result : NULL;
    const char *path = report_path(ui->host.report), *slash = strrchr(path, '/');
    const char *file = result              ? report_file(ui->host.report, result->file)->name
                       : slash && slash[1] ? slash + 1
                                           : path;
    struct strbuf line = {0};
    if (result)
        strbuf_addf(&line, "%s, result %zu", result->name, result->id);
    else
        strbuf_adds(&line, ui->help.open ? "Help" : ui_focused(ui)->ops->title);
    if (*file)
        strbuf_addf(&line, " of %s", file);
    char *safe = safe_text(line.data);
    strbuf_addf(out, "%s\n", safe);
    free(safe);
    strbuf_free(&line);
}

static size_t lines_in(const struct strbuf *text)
{
    size_t lines = text->length && text->data[text->length - 1] != '\n';
    for (size_t i = 0; i < text->length; i++)
        lines += text->data[i] == '\n';
    return lines;
}

/* The row, or the section; whole: all that the pane shows. */
static void add_what(struct ui *ui, bool whole, struct strbuf *out)
{
    if (whole)
        add_drawn(ui, 0, out);
    else if (ui_focused(ui)->ops->copy)
        ui_focused(ui)->ops->copy(ui_settled(ui, ui_focused(ui)), out);
    else
        add_cursor_line(ui, out);
}

static void copy(struct ui *ui, bool whole, const struct copy_form *form)
{
    struct error error;
    struct strbuf text = {0}, fenced = {0}, sequence = {0};
    const struct glyphs *before =
        screen_use_glyphs(form->ascii ? glyphs_at(GLYPHS_ASCII) : screen_glyphs());
    const char *term = getenv("TERM");
    const bool table = form->fenced && !whole && ui_focused(ui)->ops->table;
    strbuf_adds(&text, "");
    if (table)
        ui_focused(ui)->ops->table(ui_settled(ui, ui_focused(ui)), &text);
    else
        add_what(ui, whole, &text);
    screen_use_glyphs(before);
    if (form->ascii)
        plain_ellipses(&text);
    if (text.length && form->fenced && !table) {
        add_origin(ui, &fenced);
        add_fenced(&fenced, text.data);
        strbuf_clear(&text);
        strbuf_add(&text, fenced.data, fenced.length);
    } else if (text.length && !form->fenced) {
        add_plain_origin(ui, &fenced);
        strbuf_add(&fenced, text.data, text.length);
        strbuf_clear(&text);
        strbuf_add(&text, fenced.data, fenced.length);
    }
    if (!text.length) {
        messages_status(&ui->messages, true, "there is nothing to copy");
    } else if (clipboard_sequence(&sequence, term ? term : "", text.data, text.length, &error)) {
        screen_send(sequence.data, sequence.length);
        size_t lines = lines_in(&text);
        error_set(&error, "sent to the terminal's clipboard: %zu line%s, %zu bytes", lines,
                  lines == 1 ? "" : "s", text.length);
        messages_status(&ui->messages, false, error.text);
    } else {
        messages_status(&ui->messages, true, error.text);
    }
    strbuf_free(&sequence);
    strbuf_free(&fenced);
    strbuf_free(&text);
}

void ui_copy_fenced(struct ui *ui, struct strbuf *out)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    add_drawn(ui, 0, &text);
    add_fenced(out, text.data);
    strbuf_free(&text);
}

void ui_copy(struct ui *ui, bool whole)
{
    copy(ui, whole, &copy_forms[0]);
}

void ui_offer_copies(struct completions *list)
{
    for (size_t i = 0; i < COPY_FORMS; i++)
        completions_add(list, copy_forms[i].name);
}

void ui_copy_as(struct ui *ui, bool whole, const char *name)
{
    struct error error;
    for (size_t i = 0; i < COPY_FORMS; i++)
        if (strcmp(copy_forms[i].name, name) == 0) {
            copy(ui, whole, &copy_forms[i]);
            return;
        }
    error_set(&error, "no format is called \"%s\"; there are text, markdown, ascii", name);
    messages_fail(&ui->messages, error.text);
}
