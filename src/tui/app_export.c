/* What is seen goes elsewhere: into a file, or the terminal's clipboard. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app_rooflines.h"
#include "clipboard.h"
#include "help_view.h"
#include "markdown.h"
#include "page.h"
#include "safe_text.h"
#include "screen.h"
#include "view_table.h"

enum { COPY_COLUMNS = 240 };

/* Forms of pages, and one more that is of the screen. */
enum { FORM_PICTURE = FORMAT_MARKDOWN + 1 };

static const struct {
    const char *suffix;
    int form;
} forms[] = {{".txt", FORMAT_TEXT},
             {".csv", FORMAT_CSV},
             {".json", FORMAT_JSON},
             {".md", FORMAT_MARKDOWN},
             {".svg", FORM_PICTURE}};

static bool find_form(const char *file, int *form, struct error *error)
{
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t end = strlen(forms[i].suffix);
        if (length > end && strcmp(file + length - end, forms[i].suffix) == 0) {
            *form = forms[i].form;
            return true;
        }
    }
    return error_set(error,
                     "\"%s\" does not say in which form: a name ends in .txt, .csv, "
                     ".json, .md or .svg",
                     file);
}

bool app_print_options(struct app *app, struct page_options *options, FILE *out,
                       struct error *error)
{
    options->sections = &app->choice;
    options->rules = app->options->apply_rules ? &app->rule_choice : NULL;
    options->details = DETAILS_ALL;
    options->rule_details = true;
    options->source = app->options->page.source;
    options->source.notes = NULL;
    options->naming = app->details.metric_names ? METRIC_NAME : METRIC_LABEL;
    if (options->page == PAGE_DETAILS && app->details.result) {
        app_read_all_points(app);
        options->behind = app_points_behind;
        options->behind_context = app;
    }
    if (app->options->apply_rules && !app_load_rules(app, error))
        return false;
    /* Pages drop what they decode, also where somebody else holds it. */
    app_drop_results(app);
    bool good = page_print(app->report, options, out, error);
    app_show_again(app);
    return good;
}

bool app_print_page(struct app *app, enum page page, const struct launch_filter *filter,
                    enum page_format format, FILE *out, struct error *error)
{
    struct page_options options = {.page = page, .format = format, .filter = filter};
    return app_print_options(app, &options, out, error);
}

bool app_print_compared(struct app *app, enum page page, enum page_format format, FILE *out,
                        struct error *error)
{
    if (!app->details.result)
        return error_set(error, "no result is open");
    const size_t index = app->details.result->index;
    const struct launch_filter one = {.skip_before = index, .count = 1};
    struct page_options options = {.page = page, .format = format, .filter = &one};
    struct strbuf name = {0};
    struct page_baseline baseline;
    if (app->details.baseline && !app->details.changes_off) {
        struct baseline_partner partner = baselines_partner(&app->baselines, index);
        baselines_name(&partner, &name);
        baseline = (struct page_baseline){partner.baseline->report, partner.index, name.data};
        options.baseline = &baseline;
    }
    bool good = app_print_options(app, &options, out, error);
    strbuf_free(&name);
    return good;
}

static bool put_view(struct app *app, int form, FILE *out, struct error *error)
{
    const struct view_row *row = view_row(app->view);
    if (form == FORM_PICTURE) {
        app_export_picture(app, out);
        return true;
    }
    if (app->help) {
        help_view_print(&app->keys, app_views(app), (enum page_format)form, out);
        return true;
    }
    return row->print ? row->print(app, (enum page_format)form, out, error)
                      : error_set(error, "there is nothing here that can be exported");
}

/* A file that is there stays. */
void app_export(struct app *app, const char *file)
{
    struct error error = {""};
    int form = FORMAT_TEXT;
    FILE *out = NULL;
    if (find_form(file, &form, &error)) {
        out = fopen(file, "wxe");
        if (!out)
            error_set(&error, "\"%s\" cannot be made: %s", file, strerror(errno));
    }
    if (out) {
        app_wait_for_partners(app);
        bool good = put_view(app, form, out, &error);
        bool failed = ferror(out) != 0;
        if (fclose(out) != 0 || failed)
            good = error_set(&error, "\"%s\" cannot be written: %s", file, strerror(errno));
        if (!good)
            unlink(file);
    }
    if (*error.text) {
        app_safe_status(app, error.text);
        return;
    }
    error_set(&error, "written: %s", file);
    app_safe_status(app, error.text);
    app->status_is_error = false;
}

/* The line of a pane that has the cursor, drawn with room for all of it. */
static void add_cursor_line(struct app *app, struct strbuf *out)
{
    const char *mark = screen_glyphs()->cursor;
    struct strbuf text = {0};
    app_draw_copy(app, COPY_COLUMNS, &text);
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
static void add_origin(const struct app *app, struct strbuf *out)
{
    const struct result *result = app->details.result;
    if (!view_row(app->view)->of_result || !result)
        return;
    markdown_add_code(out, result->name, false);
    strbuf_addf(out, ", result %zu of ", result->id);
    markdown_add_code(out, report_file(app->report, result->file)->name, false);
    strbuf_adds(out, "\n\n");
}

/* The row, or the section; whole: all that the pane shows. */
static void add_what(struct app *app, bool whole, struct strbuf *out)
{
    if (whole)
        app_draw_copy(app, 0, out);
    else if (view_row(app->view)->copy)
        view_row(app->view)->copy(app, out);
    else
        add_cursor_line(app, out);
}

static void copy(struct app *app, bool whole, const struct copy_form *form)
{
    struct error error;
    struct strbuf text = {0}, fenced = {0}, sequence = {0};
    const struct glyphs *before =
        screen_use_glyphs(form->ascii ? glyphs_at(GLYPHS_ASCII) : screen_glyphs());
    const char *term = getenv("TERM");
    const bool table = form->fenced && !whole && view_row(app->view)->table;
    strbuf_adds(&text, "");
    if (table)
        view_row(app->view)->table(app, &text);
    else
        add_what(app, whole, &text);
    screen_use_glyphs(before);
    if (form->ascii)
        plain_ellipses(&text);
    if (text.length && form->fenced && !table) {
        add_origin(app, &fenced);
        add_fenced(&fenced, text.data);
        strbuf_clear(&text);
        strbuf_add(&text, fenced.data, fenced.length);
    }
    if (!text.length) {
        app_status(app, true, "there is nothing to copy");
    } else if (clipboard_sequence(&sequence, term ? term : "", text.data, text.length, &error)) {
        screen_send(sequence.data, sequence.length);
        error_set(&error, "sent to the terminal's clipboard: %zu bytes", text.length);
        app_status(app, false, error.text);
    } else {
        app_status(app, true, error.text);
    }
    strbuf_free(&sequence);
    strbuf_free(&fenced);
    strbuf_free(&text);
}

void app_copy(struct app *app, bool whole)
{
    copy(app, whole, &copy_forms[0]);
}

void app_offer_copies(const struct app *app, struct choices *list)
{
    (void)app;
    for (size_t i = 0; i < COPY_FORMS; i++)
        choices_add(list, copy_forms[i].name);
}

static void copy_named(struct app *app, bool whole, const char *name)
{
    struct error error;
    for (size_t i = 0; i < COPY_FORMS; i++)
        if (strcmp(copy_forms[i].name, name) == 0) {
            copy(app, whole, &copy_forms[i]);
            return;
        }
    error_set(&error, "nothing is copied as \"%s\"; there are text, markdown, ascii", name);
    app_safe_status(app, error.text);
}

void app_copy_as(struct app *app, const char *form)
{
    copy_named(app, false, form);
}

void app_copy_pane_as(struct app *app, const char *form)
{
    copy_named(app, true, form);
}
