/* source_before: what the open function of the source view is compared with: the same function in
 * the baseline, with its own metrics, lines and text, and the correspondence of instructions and
 * lines. It is opened when the view is first drawn, and matched when the texts of both are
 * there. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_BEFORE_H
#define ROOFTOP_TUI_SOURCE_SOURCE_BEFORE_H

#include "report/compare/source_change.h"
#include "report/compare/source_match.h"
#include "tui/source/source_ask.h"

enum source_partner {
    SOURCE_NO_CODE, /* the row has no instructions, or nothing is compared */
    SOURCE_NEW,     /* the baseline has no partner */
    SOURCE_PAIRED
};

struct source_before {
    struct source_options options;
    const struct result *result; /* NULL: there is none */
    char *name;                  /* its name, or why there is none; NULL: nothing is compared */
    bool off;                    /* changes are not shown */
    struct source_set *set;
    struct code_listing *functions;
    size_t count;
    struct source_function *open; /* NULL: not looked for yet, or there is none */
    bool looked;
    struct source_ask ask;
    double duration; /* see value_change_duration() */
    bool matched;
    struct source_match code;
    size_t *lines[SOURCE_SIDES], gone[SOURCE_SIDES]; /* by line of the side's lines; not for SASS */
};

void source_before_init(struct source_before *before, const struct source_options *options,
                        struct loop *loop);
/* Sets the baseline, which must stay. NULL: none, and `name` says why. */
void source_before_set(struct source_before *before, const struct result *result, const char *name);
void source_before_free(struct source_before *before);

/* Opens the baseline's function that corresponds to `now`, a function of `result`. */
void source_before_open(struct source_before *before, const struct source_function *now,
                        const struct result *result);
/* Closes the baseline's function. Call it before `now` is closed. */
void source_before_close(struct source_before *before);
/* Matches both functions, unless texts are still missing. */
void source_before_match(struct source_before *before, const struct source_function *now,
                         bool waits);

/* Returns whether changes are shown. */
bool source_before_shows(const struct source_before *before);

/* Finds the instructions of the baseline that belong to a row, in rising order. For SASS they are
 * stored in *one. */
enum source_partner source_before_row(const struct source_before *before,
                                      const struct source_sheet *sheet, size_t row, size_t *one,
                                      const size_t **instructions, size_t *count);

/* Returns how a column of these instructions changed. */
struct value_change source_before_change(const struct source_before *before,
                                         const struct source_columns *columns,
                                         const struct source_column *column,
                                         const size_t *instructions, size_t count,
                                         const size_t *partners, size_t partner_count);

/* Appends how many rows of a side are new, and how many of the baseline's are gone. */
void source_before_tell(const struct source_before *before, const struct source_function *now,
                        enum source_side side, struct strbuf *out);

#endif
