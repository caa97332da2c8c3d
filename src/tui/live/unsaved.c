#include "tui/live/unsaved.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/options.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/filter/report_save.h"
#include "report/names/export_name.h"
#include "tui/list/list_view.h"
#include "tui/widgets/messages.h"

void unsaved_free(struct unsaved *unsaved)
{
    free(unsaved->saved);
    *unsaved = (struct unsaved){0};
}

static void know_all(struct unsaved *unsaved, const struct report *report)
{
    size_t count = report_count(report);
    unsaved->saved = mem_realloc(unsaved->saved, (count + 1) * sizeof *unsaved->saved);
    for (; unsaved->known < count; unsaved->known++)
        unsaved->saved[unsaved->known] = false;
}

void unsaved_mark(struct unsaved *unsaved, const struct report *report, size_t first)
{
    know_all(unsaved, report);
    for (size_t i = first; i < unsaved->known; i++)
        unsaved->saved[i] = true;
}

static bool is_safe(const struct unsaved *unsaved, const struct report *report, size_t result)
{
    const size_t file = report_result_file(report, result);
    return !report_is_run(report, file) ||
           (unsaved->writes && file == report_newest_file(report)) ||
           (result < unsaved->known && unsaved->saved[result]);
}

static size_t count_unsaved(const struct unsaved *unsaved, const struct report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report_count(report); i++)
        count += !is_safe(unsaved, report, i);
    return count;
}

bool unsaved_may_quit(struct unsaved *unsaved, const struct view_host *host)
{
    const size_t count = count_unsaved(unsaved, host->report);
    const char *verb = count == 1 ? "is" : "are", *plural = count == 1 ? "" : "s";
    char *text;
    if (unsaved->asked || (!count && !host->live))
        return true;
    unsaved->asked = true;
    if (host->live && count)
        text = mem_printf("the program still runs, %zu result%s %s not saved: q again ends it",
                          count, plural, verb);
    else if (host->live)
        text = mem_strdup("the program still runs: q again ends it");
    else
        text = mem_printf("%zu result%s %s not saved: q again quits, :save FILE keeps %s", count,
                          plural, verb, count == 1 ? "it" : "them");
    messages_status(host->messages, true, text);
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
static bool *rows_of(const struct report *report, const bool *rows, size_t file, size_t *count)
{
    bool *some = mem_alloc(report_count(report) * sizeof *some);
    *count = 0;
    for (size_t i = 0; i < report_count(report); i++) {
        some[i] = rows[i] && report_result_file(report, i) == file;
        *count += some[i];
    }
    return some;
}

static bool write_rows(struct unsaved *unsaved, const struct view_host *host, const bool *rows,
                       const char *path, bool replace, struct error *error)
{
    replace = replace || host->options->force_overwrite;
    if (!replace && access(path, F_OK) == 0)
        return error_set(error, "\"%s\" exists: :save! FILE replaces it", path);
    if (!report_save_rows(host->report, rows, NULL, path, replace, error))
        return false;
    know_all(unsaved, host->report);
    for (size_t i = 0; i < unsaved->known; i++)
        unsaved->saved[i] = unsaved->saved[i] || rows[i];
    return true;
}

static size_t write_each(struct unsaved *unsaved, const struct view_host *host, const bool *rows,
                         const char *path, bool replace, struct error *error)
{
    size_t files = 0, count;
    bool good = true;
    for (size_t i = 0; i < report_file_count(host->report) && good; i++) {
        bool *some = rows_of(host->report, rows, i, &count);
        if (count) {
            char *name = numbered(path, ++files);
            good = write_rows(unsaved, host, some, name, replace, error);
            free(name);
        }
        free(some);
    }
    return good ? files : 0;
}

static void say_saved(const struct view_host *host, const char *path, size_t files)
{
    const size_t count = host->list->tree.count;
    char *text = files > 1
                     ? mem_printf("%zu results written to %s and %zu more, one for each run", count,
                                  path, files - 1)
                     : mem_printf("%zu result%s written to %s", count, count == 1 ? "" : "s", path);
    messages_done(host->messages, text);
    free(text);
}

static void save_shown(struct unsaved *unsaved, const struct view_host *host, const char *path,
                       bool replace)
{
    struct error error;
    bool *rows = mem_alloc((report_count(host->report) + 1) * sizeof *rows);
    for (size_t i = 0; i < host->list->tree.count; i++)
        rows[host->list->tree.order[i]] = true;
    size_t files = report_rows_fit(host->report, rows, &error)
                       ? write_rows(unsaved, host, rows, path, replace, &error)
                       : write_each(unsaved, host, rows, path, replace, &error);
    if (files)
        say_saved(host, path, files);
    else
        messages_fail(host->messages, error.text);
    free(rows);
}

void unsaved_save(struct unsaved *unsaved, const struct view_host *host, const char *file,
                  bool replace)
{
    struct error error;
    if (!host->list->tree.count) {
        messages_status(host->messages, true, "the list shows no result: nothing to save");
        return;
    }
    char *path = export_name(file, &error);
    if (path)
        save_shown(unsaved, host, path, replace);
    else
        messages_fail(host->messages, error.text);
    free(path);
}
