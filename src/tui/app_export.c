/* What is seen goes elsewhere: into a file, or the terminal's clipboard. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"
#include "clipboard.h"
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

bool app_print_page(struct app *app, enum page page, const struct launch_filter *filter,
                    enum page_format format, FILE *out, struct error *error)
{
    struct page_options options = {.page = page,
                                   .format = format,
                                   .sections = &app->choice,
                                   .rules = app->options->apply_rules ? &app->rule_choice : NULL,
                                   .details = DETAILS_ALL,
                                   .rule_details = true,
                                   .filter = filter};
    if (app->options->apply_rules && !app_load_rules(app, error))
        return false;
    /* Pages drop what they decode, also where somebody else holds it. */
    app_drop_results(app);
    bool good = page_print(app->report, &options, out, error);
    app_show_again(app);
    return good;
}

static bool put_view(struct app *app, int form, FILE *out, struct error *error)
{
    const struct view_row *row = view_row(app->view);
    if (form == FORM_PICTURE) {
        app_export_picture(app, out);
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

/* The row, or the section; whole: all that the pane shows. */
void app_copy(struct app *app, bool whole)
{
    struct error error;
    struct strbuf text = {0}, sequence = {0};
    const char *term = getenv("TERM");
    strbuf_adds(&text, "");
    if (whole)
        app_draw_copy(app, 0, &text);
    else if (view_row(app->view)->copy)
        view_row(app->view)->copy(app, &text);
    else
        add_cursor_line(app, &text);
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
    strbuf_free(&text);
}
