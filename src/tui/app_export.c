/* What is seen goes elsewhere: into a file, or the terminal's clipboard. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app_rooflines.h"
#include "clipboard.h"
#include "file_replace.h"
#include "help_view.h"
#include "markdown.h"
#include "mem.h"
#include "page.h"
#include "safe_text.h"
#include "screen.h"
#include "view_table.h"

enum { COPY_COLUMNS = 240 };

/* Forms of pages, and one more that is of the screen. */
enum { FORM_PICTURE = FORMAT_MARKDOWN + 1 };

static const struct form {
    const char *suffix, *name;
    int form;
} forms[] = {{".txt", "text", FORMAT_TEXT},
             {".csv", "CSV", FORMAT_CSV},
             {".json", "JSON", FORMAT_JSON},
             {".md", "Markdown", FORMAT_MARKDOWN},
             {".svg", "picture", FORM_PICTURE}};

static const struct form *find_form(const char *file, struct error *error)
{
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t end = strlen(forms[i].suffix);
        if (length > end && strcmp(file + length - end, forms[i].suffix) == 0)
            return &forms[i];
    }
    error_set(error,
              "\"%s\" does not say in which form: a name ends in .txt, .csv, "
              ".json, .md or .svg",
              file);
    return NULL;
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

/* A new file, or one beside an older one of that name, which takes its place when it is whole.
 * path: what was opened; free() it. */
static FILE *open_file(const char *file, bool replace, char **path, struct error *error)
{
    FILE *out;
    struct stat status;
    *path = replace ? mem_printf("%s.XXXXXX", file) : mem_strdup(file);
    if (replace && stat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        out = NULL;
    } else if (replace) {
        int fd = mkostemp(*path, O_CLOEXEC);
        mode_t mask = umask(0);
        umask(mask);
        out = fd >= 0 && fchmod(fd, 0666 & ~mask) == 0 ? fdopen(fd, "w") : NULL;
    } else {
        out = fopen(file, "wxe");
    }
    if (!out && errno == EEXIST)
        error_set(error, "\"%s\" exists: :export! FILE replaces it", file);
    else if (!out)
        error_set(error, "\"%s\" cannot be made: %s", file, strerror(errno));
    return out;
}

/* bytes: what was written. false: nothing of it is left. */
static bool write_file(struct app *app, const struct form *form, const char *file, bool replace,
                       long *bytes, struct error *error)
{
    char *path, *target = file_replaced(file);
    FILE *out = open_file(target, replace, &path, error);
    bool good = out;
    if (out) {
        good = put_view(app, form->form, out, error);
        bool failed = fflush(out) != 0 || ferror(out);
        *bytes = ftell(out);
        failed = fclose(out) != 0 || failed;
        if (good && (failed || (replace && rename(path, target) != 0)))
            good = error_set(error, "\"%s\" cannot be written: %s", file, strerror(errno));
        if (!good)
            unlink(path);
    }
    free(path);
    free(target);
    return good;
}

/* "Details of result 4", "Results". */
static void add_subject(const struct app *app, struct strbuf *out)
{
    const struct view_row *row = view_row(app->view);
    strbuf_adds(out, app->help ? "Help" : row->title);
    if (!app->help && row->of_result && app->details.result)
        strbuf_addf(out, " of result %zu", app->details.result->id);
}

static void export(struct app *app, const char *file, bool replace)
{
    struct error error = {""};
    long bytes = 0;
    const struct form *form = find_form(file, &error);
    if (form)
        app_wait_for_partners(app);
    bool good = form && write_file(app, form, file, replace, &bytes, &error);
    if (good) {
        struct strbuf subject = {0};
        add_subject(app, &subject);
        error_set(&error, "written: %s, %s of %s, %ld bytes", file, form->name, subject.data,
                  bytes);
        strbuf_free(&subject);
    }
    app_safe_status(app, error.text);
    app->status_is_error = !good;
}

void app_export(struct app *app, const char *file)
{
    export(app, file, false);
}

void app_export_over(struct app *app, const char *file)
{
    export(app, file, true);
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

/* The same above a text: "kernel(), result 4 of file", "Results of file". */
static void add_plain_origin(const struct app *app, struct strbuf *out)
{
    const struct result *result = view_row(app->view)->of_result ? app->details.result : NULL;
    const char *path = report_path(app->report), *slash = strrchr(path, '/');
    const char *file = result              ? report_file(app->report, result->file)->name
                       : slash && slash[1] ? slash + 1
                                           : path;
    struct strbuf line = {0};
    if (result)
        strbuf_addf(&line, "%s, result %zu", result->name, result->id);
    else
        strbuf_adds(&line, app->help ? "Help" : view_row(app->view)->title);
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
    } else if (text.length && !form->fenced) {
        add_plain_origin(app, &fenced);
        strbuf_add(&fenced, text.data, text.length);
        strbuf_clear(&text);
        strbuf_add(&text, fenced.data, fenced.length);
    }
    if (!text.length) {
        app_status(app, true, "there is nothing to copy");
    } else if (clipboard_sequence(&sequence, term ? term : "", text.data, text.length, &error)) {
        screen_send(sequence.data, sequence.length);
        size_t lines = lines_in(&text);
        error_set(&error, "sent to the terminal's clipboard: %zu line%s, %zu bytes", lines,
                  lines == 1 ? "" : "s", text.length);
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
