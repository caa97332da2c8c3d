/* code_before: what the open function of the source view is compared with: the same function of the
 * baseline, with its own metrics, lines and text, and which of its instructions and lines belong to
 * those that are shown. It is opened when the view is first drawn, and matched once the text of
 * both is there. */
#ifndef ROOFTOP_CODE_BEFORE_H
#define ROOFTOP_CODE_BEFORE_H

#include "code_ask.h"
#include "source_change.h"
#include "source_match.h"

enum code_partner {
    CODE_NO_CODE, /* the row has no instructions, or nothing is compared */
    CODE_NEW,     /* the baseline has none that is the same */
    CODE_PAIRED
};

struct code_before {
    struct source_options options;
    const struct result *result; /* NULL: there is none */
    char *name;                  /* of it, or why there is none; NULL: nothing is compared */
    bool off;                    /* changes are not shown */
    struct source_set *set;
    struct source_view *functions;
    size_t count;
    struct code_function *open; /* NULL: not looked for yet, or it has none */
    bool looked;
    struct code_ask ask;
    double duration; /* see value_change_duration() */
    bool matched;
    struct source_match code;
    size_t *lines[CODE_SIDES], gone[CODE_SIDES]; /* by line of the side's lines; not of SASS */
};

void code_before_init(struct code_before *before, const struct source_options *options,
                      struct loop *loop);
/* Another baseline, which must stay while it is compared with; NULL: none, name says why. */
void code_before_set(struct code_before *before, const struct result *result, const char *name);
void code_before_free(struct code_before *before);

/* Opens the function that is the same as `now` of the result. */
void code_before_open(struct code_before *before, const struct code_function *now,
                      const struct result *result);
/* Before `now` is closed. */
void code_before_close(struct code_before *before);
/* Matches them, unless texts are waited for. */
void code_before_match(struct code_before *before, const struct code_function *now, bool waits);

/* Whether changes are shown. */
bool code_before_shows(const struct code_before *before);

/* The instructions of the baseline that belong to a row, rising. one: where that of SASS stands. */
enum code_partner code_before_row(const struct code_before *before, const struct code_sheet *sheet,
                                  size_t row, size_t *one, const size_t **instructions,
                                  size_t *count);

/* How a column of those differs. */
struct value_change code_before_change(const struct code_before *before,
                                       const struct code_columns *columns,
                                       const struct code_column *column, const size_t *instructions,
                                       size_t count, const size_t *partners, size_t partner_count);

/* Appends how many rows of a side are new and how many of the baseline's are not there any more. */
void code_before_tell(const struct code_before *before, const struct code_function *now,
                      enum code_side side, struct strbuf *out);

#endif
