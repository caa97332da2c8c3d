/* rerun_form: fills the fields of the form from a command line, and makes a command line from the
 * fields. The options themselves check the values and say what is wrong.
 *
 * Options without a field of their own stand in the field "Options". */
#ifndef ROOFTOP_TUI_RERUN_RERUN_FORM_H
#define ROOFTOP_TUI_RERUN_RERUN_FORM_H

#include "cli/options/word_list.h"
#include "report/section/section.h"
#include "tui/widgets/form.h"

/* X(field, label, kind, beside, option or NULL, what an empty text means, help or NULL for the
 * option's) */
#define RERUN_FIELDS(X)                                                                            \
    X(SET, "Set", FORM_CHOICE, false, "set", NULL,                                                 \
      "set of sections; ticking others makes it custom")                                           \
    X(SECTIONS, "Sections", FORM_CHECKS, false, "section", NULL,                                   \
      "sections to collect: arrows move, Space ticks")                                             \
    X(METRICS, "Metrics", FORM_TEXT, false, "metrics", "none besides those of the sections",       \
      "comma-separated metrics to collect, too: names, regex:EXPR, group:NAME, breakdown:NAME")    \
    X(CLOCKS, "Clocks", FORM_CHOICE, false, "clock-control", NULL, NULL)                           \
    X(CACHES, "Caches", FORM_CHOICE, true, "cache-control", NULL, NULL)                            \
    X(REPLAY, "Replay", FORM_CHOICE, false, "replay-mode", NULL, NULL)                             \
    X(WINDOW, "Window", FORM_NUMBER, true, "replay-window", "auto", NULL)                          \
    X(KERNELS, "Kernels", FORM_TEXT, false, "kernel-name", "all", NULL)                            \
    X(SKIP, "skip", FORM_NUMBER, true, "launch-skip", "0", NULL)                                   \
    X(COUNT, "count", FORM_NUMBER, true, "launch-count", "all", NULL)                              \
    X(PROGRAM, "Program", FORM_TEXT, false, NULL, NULL,                                            \
      "the program and its arguments, with the quotes of a shell")                                 \
    X(FOLDER, "Folder", FORM_TEXT, false, NULL, "where rooftop was started",                       \
      "the folder that the program runs in")                                                       \
    X(OPTIONS, "Options", FORM_TEXT, false, NULL, "none",                                          \
      "other options of profiling, as on the "                                                     \
      "command line (man rooftop)")                                                                \
    X(REPORT, "Report", FORM_TEXT, false, "export", "none: :save FILE writes one",                 \
      "write the new results here; %i is the lowest number that is free")

enum rerun_field {
#define RERUN_ENUM(field, ...) RERUN_##field,
    RERUN_FIELDS(RERUN_ENUM)
#undef RERUN_ENUM
        RERUN_FIELD_COUNT
};

/* What the form begins with; texts may be NULL. */
struct rerun_source {
    const char *command_line; /* the profiler's command line, quoted where needed */
    const char *program; /* the program's path, if the command line lacks it, or to find it there */
    const char *folder;  /* the folder that the program ran in */
    const char *report;  /* name of the report to write, a pattern of export_name.h */
    bool overwrite;      /* -f was given: the report may be replaced */
};

struct rerun_form {
    struct form form;
    const struct section_library *library;
    bool overwrite;
    char *was[RERUN_FIELD_COUNT]; /* texts at the beginning */
};

/* The library must outlive the form. */
void rerun_form_init(struct rerun_form *rerun, const struct section_library *library,
                     const struct rerun_source *source);
void rerun_form_free(struct rerun_form *rerun);

const char *rerun_form_text(const struct rerun_form *rerun, enum rerun_field field);
/* Returns whether a field still has the value it had at the beginning. */
bool rerun_form_is_as_before(const struct rerun_form *rerun, enum rerun_field field);

/* Adjusts the other fields after FORM_CHANGED: a set ticks its sections, and sections select the
 * set that they make. */
void rerun_form_follow(struct rerun_form *rerun);

/* Appends rooftop's command line, with its name first. Returns false if some fields are wrong: each
 * has its error, and the first has the focus. */
bool rerun_form_words(struct rerun_form *rerun, struct word_list *words);

/* Appends only the options that say what is collected to `words`, which begins with rooftop's name.
 * Checks nothing. */
void rerun_form_collected(const struct rerun_form *rerun, struct word_list *words);

#endif
