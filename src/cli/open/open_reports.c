#include "cli/open/open_reports.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/open/remote_reports.h"
#include "report/base/message.h"
#include "report/file/inputs.h"

static bool find_inputs(struct inputs *inputs, const struct options *options)
{
    struct error error;
    bool good = true;
    for (size_t i = 0; i < options->imports.count && good; i++) {
        const char *word = options->imports.words[i];
        struct word_list copies = {0};
        if (remote_reports_is(word))
            good = remote_reports_fetch(&copies, word, !options->quiet && isatty(STDERR_FILENO),
                                        &error);
        else
            word_list_add(&copies, word);
        for (size_t j = 0; j < copies.count && good; j++)
            good = inputs_add(inputs, copies.words[j], options->import_recursive, &error);
        word_list_free(&copies);
    }
    if (good)
        inputs_find_again(inputs);
    else
        message_print(stderr, error.text);
    return good;
}

static void warn(struct error *problem, struct error *first)
{
    if (!*first->text)
        *first = *problem;
    error_prefix(problem, "warning");
    message_print(stderr, problem->text);
}

/* One file that cannot be opened is an error; among several files it is a warning. */
static void refuse(struct error *problem, size_t files, struct error *first)
{
    if (files > 1)
        warn(problem, first);
    else
        message_print(stderr, problem->text);
}

static void note_again(const char *path, const struct options *options)
{
    struct error note;
    error_set(&note, "note: %s: this file is given more than once and shown once", path);
    if (!options->quiet)
        message_print(stderr, note.text);
}

static void warn_of_damage(struct report *report, struct error *first)
{
    for (size_t i = 0; i < report_file_count(report); i++) {
        const struct report_file *file = report_file(report, i);
        struct error problem;
        if (*file->damage)
            error_set(&problem, "%s is damaged: %s; %zu whole results are shown", file->path,
                      file->damage, file->count);
        else if (file->count == 0)
            error_set(&problem, "%s ends before its first result", file->path);
        else
            continue;
        warn(&problem, first);
    }
}

struct report *open_reports(const struct options *options, struct error *first)
{
    struct inputs inputs = {0};
    struct report *report = report_new_list();
    first->text[0] = '\0';
    bool good = find_inputs(&inputs, options);
    for (size_t i = 0; i < inputs.count && good; i++) {
        struct error problem;
        if (inputs.list[i].again)
            note_again(inputs.list[i].path, options);
        else if (!report_add_file(report, inputs.list[i].path, &problem))
            refuse(&problem, inputs.count, first);
    }
    inputs_free(&inputs);
    if (report_file_count(report)) {
        warn_of_damage(report, first);
        return report;
    }
    report_close(report);
    return NULL;
}
