#include "tui/ui/ui_export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/file_replace.h"
#include "report/base/mem.h"
#include "report/metric/number_style.h"
#include "report/pages/page.h"
#include "tui/details/details_print.h"
#include "tui/details/details_view.h"
#include "tui/ui/ui_bundle.h"
#include "tui/ui/ui_picture.h"
#include "tui/ui/ui_view.h"

/* Forms of pages, one more that is of the screen, one that is about all results, or about the one
 * in the details, and a bundle of both. The first suffix that fits counts. */
enum { FORM_PICTURE = FORMAT_MARKDOWN + 1, FORM_HTML, FORM_BUNDLE };

static const struct form {
    const char *suffix, *name;
    int form;
} forms[] = {{".txt", "text", FORMAT_TEXT},        {".csv", "CSV", FORMAT_CSV},
             {".json", "JSON", FORMAT_JSON},       {".bundle.md", "bundle", FORM_BUNDLE},
             {".md", "Markdown", FORMAT_MARKDOWN}, {".svg", "picture", FORM_PICTURE},
             {".html", "HTML", FORM_HTML}};

static const struct form *find_form(const char *file, struct error *error)
{
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t end = strlen(forms[i].suffix);
        if (length > end && strcmp(file + length - end, forms[i].suffix) == 0)
            return &forms[i];
    }
    error_set(error,
              "\"%s\" does not name a format: it must end in .txt, .csv, .json, .md, "
              ".bundle.md, .svg or .html",
              file);
    return NULL;
}

static bool put_view(struct ui *ui, int form, FILE *out, struct error *error)
{
    struct view *view = ui_focused(ui);
    if (form == FORM_PICTURE) {
        ui_picture(ui, out);
        return true;
    }
    if (form == FORM_BUNDLE)
        return ui_bundle_print(ui, out, error);
    if (form == FORM_HTML) {
        const struct result *result = view->ops->of_result ? ui->host.details->result : NULL;
        const struct launch_filter one = {.skip_before = result ? result->index : 0, .count = 1};
        struct strbuf remark = {0};
        if (result && view->ops->remark)
            view->ops->remark(ui_settled(ui, view), &remark);
        bool good = details_print_html(&ui->host, result ? &one : NULL, remark.data, out, error);
        strbuf_free(&remark);
        return good;
    }
    if (ui->help.open) {
        help_view_print(&ui->user.keys, ui_key_views(ui), (enum page_format)form, out);
        return true;
    }
    return view->ops->print
               ? view->ops->print(ui_settled(ui, view), (enum page_format)form, out, error)
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
static bool write_file(struct ui *ui, const struct form *form, const char *file, bool replace,
                       long *bytes, struct error *error)
{
    char *path, *target = file_replaced(file);
    FILE *out = open_file(target, replace, &path, error);
    bool good = out;
    if (out) {
        /* Pages in files are those that are printed. */
        if (form->form != FORM_PICTURE)
            number_style_use(NUMBERS_OF_LOCALE);
        good = put_view(ui, form->form, out, error);
        number_style_use(NUMBERS_OF_SCREEN);
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
static void add_subject(struct ui *ui, struct strbuf *out)
{
    const struct view_ops *ops = ui_focused(ui)->ops;
    strbuf_adds(out, ui->help.open ? "Help" : ops->title);
    if (!ui->help.open && ops->of_result && ui->host.details->result)
        strbuf_addf(out, " of result %zu", ui->host.details->result->id);
}

static void say_written(struct ui *ui, const struct form *form, const char *file, long bytes)
{
    struct strbuf subject = {0};
    add_subject(ui, &subject);
    char *text =
        mem_printf("written: %s, %s of %s, %ld bytes", file, form->name, subject.data, bytes);
    messages_done(&ui->messages, text);
    free(text);
    strbuf_free(&subject);
}

void ui_export(struct ui *ui, const char *file, bool replace)
{
    struct error error = {""};
    long bytes = 0;
    const struct form *form = find_form(file, &error);
    if (form)
        comparison_finish(&ui->comparison);
    bool good = form && write_file(ui, form, file, replace, &bytes, &error);
    if (good)
        say_written(ui, form, file, bytes);
    else
        messages_fail(&ui->messages, error.text);
}
