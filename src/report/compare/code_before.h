/* code_before: what a function on the source page is compared with, and the numbers of a row with
 * their partners. */
#ifndef ROOFTOP_REPORT_COMPARE_CODE_BEFORE_H
#define ROOFTOP_REPORT_COMPARE_CODE_BEFORE_H

#include "report/compare/source_change.h"
#include "report/compare/source_match.h"

struct code_before {
    const struct code_listing *view; /* NULL: the baseline has no code of the function */
    struct source_match match;
    struct source_lines now, then; /* the source lines of both */
    size_t *lines, lines_gone;     /* by line of `now`, see source_match_lines() */
    double duration;               /* see value_change_duration() */
};

/* Matches a function with the baseline's. Views and files must stay. */
void code_before_make(struct code_before *before, const struct code_listing *now,
                      struct source_files *now_files, const struct code_listing *then,
                      struct source_files *then_files, double duration);
void code_before_free(struct code_before *before);

/* Appends "the same code" or "other code: 2 instructions new, 3 only in the baseline". */
void code_before_tell(struct strbuf *out, const struct code_before *before);

/* The instructions whose numbers are in one row, and their partners in the baseline. */
struct source_pick {
    const size_t *instructions, *before;
    size_t count, before_count;
    bool fresh; /* the baseline has no partners */
};
/* Picks an instruction, which must stay, or a line. */
struct source_pick source_pick_instruction(const struct code_listing *view,
                                           const size_t *instruction);
struct source_pick source_pick_line(const struct code_listing *view,
                                    const struct source_line *line);

/* Returns how a column of them changed. The text is "new" if the baseline has no partners. */
struct value_change source_pick_change(const struct code_listing *view,
                                       const struct code_column *column,
                                       const struct source_pick *pick);

#endif
