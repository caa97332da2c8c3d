/* rerun_form: the form that a program is profiled again with: from a command line to its fields,
 * and back to one. What a field may hold, and what is said if it may not, is the option's own.
 *
 * Options that have no field stand as they are in the field "Options". */
#ifndef ROOFTOP_RERUN_FORM_H
#define ROOFTOP_RERUN_FORM_H

#include "form.h"
#include "section.h"
#include "word_list.h"

/* X(field, label, kind, beside, option or NULL, what an empty text means, help or NULL for the
 * option's) */
#define RERUN_FIELDS(X)                                                                            \
    X(SET, "Set", FORM_CHOICE, false, "set", NULL,                                                 \
      "set of sections; ticking others makes it custom")                                           \
    X(SECTIONS, "Sections", FORM_CHECKS, false, "section", NULL,                                   \
      "sections to collect: arrows move, Space ticks")                                             \
    X(METRICS, "Metrics", FORM_TEXT, false, "metrics", "none beside those of the sections",        \
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
    const char *command_line; /* of a profiler, with quotes where words need them */
    const char *program;      /* path, if that does not tell it, or to find it there */
    const char *folder;       /* that it ran in */
    const char *report;       /* pattern of export_name.h to write to */
    bool overwrite;           /* -f holds for it */
};

struct rerun_form {
    struct form form;
    const struct section_library *library;
    bool overwrite;
    char *was[RERUN_FIELD_COUNT]; /* texts as they began */
};

/* The library must outlive the form. */
void rerun_form_init(struct rerun_form *rerun, const struct section_library *library,
                     const struct rerun_source *source);
void rerun_form_free(struct rerun_form *rerun);

const char *rerun_form_text(const struct rerun_form *rerun, enum rerun_field field);
/* Whether that is still what it began with. */
bool rerun_form_is_as_before(const struct rerun_form *rerun, enum rerun_field field);

/* After FORM_CHANGED: a set ticks its sections, sections find their set. */
void rerun_form_follow(struct rerun_form *rerun);

/* The command line of rooftop, its name in front. false: some fields are wrong, they have their
 * errors, the first the focus. */
bool rerun_form_words(struct rerun_form *rerun, struct word_list *words);

/* Words of that which say what is collected: `words` begins with rooftop's name. Nothing is
 * checked.
 */
void rerun_form_collected(const struct rerun_form *rerun, struct word_list *words);

#endif
