#include "app_save.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export_name.h"
#include "mem.h"
#include "report_save.h"
#include "safe_text.h"

static void know_all(struct app *app)
{
    size_t count = report_count(app->report);
    app->saved = mem_realloc(app->saved, (count + 1) * sizeof *app->saved);
    for (; app->saved_known < count; app->saved_known++)
        app->saved[app->saved_known] = false;
}

void app_mark_saved(struct app *app, size_t first)
{
    know_all(app);
    for (size_t i = first; i < app->saved_known; i++)
        app->saved[i] = true;
}

static bool is_safe(const struct app *app, size_t result)
{
    const size_t file = report_result_file(app->report, result);
    return !report_is_run(app->report, file) ||
           (app->writes && file == report_making(app->report)) ||
           (result < app->saved_known && app->saved[result]);
}

size_t app_unsaved(const struct app *app)
{
    size_t count = 0;
    for (size_t i = 0; i < report_count(app->report); i++)
        count += !is_safe(app, i);
    return count;
}

bool app_may_quit(struct app *app)
{
    size_t unsaved = app_unsaved(app);
    if (!unsaved || app->asked)
        return true;
    app->asked = true;
    char *text = mem_printf("%zu result%s not saved: q again quits, :save FILE keeps %s", unsaved,
                            unsaved == 1 ? " is" : "s are", unsaved == 1 ? "it" : "them");
    app_status(app, true, text);
    free(text);
    return false;
}

/* One of several files: "NAME.ncu-rep", "NAME-2.ncu-rep". */
static char *numbered(const char *path, size_t number)
{
    static const char suffix[] = ".ncu-rep";
    size_t length = strlen(path), end = sizeof suffix - 1;
    if (number < 2)
        return mem_strdup(path);
    if (length > end && strcmp(path + length - end, suffix) == 0)
        length -= end;
    return mem_printf("%.*s-%zu%s", (int)length, path, number, path + length);
}

/* The results of `rows` that are of one file. */
static bool *rows_of(const struct app *app, const bool *rows, size_t file, size_t *count)
{
    bool *some = mem_alloc(report_count(app->report) * sizeof *some);
    *count = 0;
    for (size_t i = 0; i < report_count(app->report); i++) {
        some[i] = rows[i] && report_result_file(app->report, i) == file;
        *count += some[i];
    }
    return some;
}

static bool write_rows(struct app *app, const bool *rows, const char *path, bool replace,
                       struct error *error)
{
    replace = replace || app->options->force_overwrite;
    if (!replace && access(path, F_OK) == 0)
        return error_set(error, "\"%s\" exists: :save! FILE replaces it", path);
    if (!report_save_rows(app->report, rows, path, replace, error))
        return false;
    know_all(app);
    for (size_t i = 0; i < app->saved_known; i++)
        app->saved[i] = app->saved[i] || rows[i];
    return true;
}

static size_t write_each(struct app *app, const bool *rows, const char *path, bool replace,
                         struct error *error)
{
    size_t files = 0, count;
    bool good = true;
    for (size_t i = 0; i < report_file_count(app->report) && good; i++) {
        bool *some = rows_of(app, rows, i, &count);
        if (count) {
            char *name = numbered(path, ++files);
            good = write_rows(app, some, name, replace, error);
            free(name);
        }
        free(some);
    }
    return good ? files : 0;
}

static void save_shown(struct app *app, const char *path, bool replace)
{
    struct error error;
    bool *rows = mem_alloc((report_count(app->report) + 1) * sizeof *rows);
    for (size_t i = 0; i < app->list.tree.count; i++)
        rows[app->list.tree.order[i]] = true;
    size_t files = report_rows_fit(app->report, rows, &error)
                       ? write_rows(app, rows, path, replace, &error)
                       : write_each(app, rows, path, replace, &error);
    if (files) {
        error_set(&error, "%zu result%s written to %s", app->list.tree.count,
                  app->list.tree.count == 1 ? "" : "s", path);
        if (files > 1)
            error_set(&error, "%zu results written to %s and %zu more, one for each run",
                      app->list.tree.count, path, files - 1);
    }
    app_safe_status(app, error.text);
    app->status_is_error = !files;
    free(rows);
}

static void save(struct app *app, const char *file, bool replace)
{
    struct error error;
    if (!app->list.tree.count) {
        app_status(app, true, "the list shows no result: nothing to save");
        return;
    }
    char *path = export_name(file, &error);
    if (path)
        save_shown(app, path, replace);
    else
        app_safe_status(app, error.text);
    free(path);
}

void app_save(struct app *app, const char *file)
{
    save(app, file, false);
}

void app_save_over(struct app *app, const char *file)
{
    save(app, file, true);
}
