/* source_before: what a function on the source page is compared with, and the numbers of a row with
 * their partners. */
#ifndef ROOFTOP_SOURCE_BEFORE_H
#define ROOFTOP_SOURCE_BEFORE_H

#include "source_change.h"
#include "source_match.h"

struct source_before {
    const struct source_view *view; /* NULL: the baseline has no code of the function */
    struct source_match match;
    struct source_lines now, then; /* of both */
    size_t *lines, lines_gone;     /* by line of now, see source_match_lines() */
    double duration;               /* see value_change_duration() */
};

/* Views and files must stay. */
void source_before_make(struct source_before *before, const struct source_view *now,
                        struct source_files *now_files, const struct source_view *then,
                        struct source_files *then_files, double duration);
void source_before_free(struct source_before *before);

/* "the same code", "other code: 2 instructions new, 3 only in the baseline": appends it. */
void source_before_tell(struct strbuf *out, const struct source_before *before);

/* Instructions whose numbers stand in one row, and those that they are compared with. */
struct source_pick {
    const size_t *instructions, *before;
    size_t count, before_count;
    bool fresh; /* the baseline has none like them */
};
/* The instruction must stay. */
struct source_pick source_pick_instruction(const struct source_view *view,
                                           const size_t *instruction);
struct source_pick source_pick_line(const struct source_view *view, const struct source_line *line);

/* How a column of them changed; says "new" of what the baseline has not. */
struct value_change source_pick_change(const struct source_view *view,
                                       const struct source_column *column,
                                       const struct source_pick *pick);

#endif
