/* source_match: finds which instructions and lines of a function correspond to those of a function
 * in another result, so that their numbers can be compared.
 *
 * If both functions have the same bytes, instructions correspond by position. Otherwise they are
 * matched by text (code_match.h), or, if either has no text, by their bytes if both have the same
 * architecture. Source lines are matched by file and text. Files correspond by the longest common
 * end of their paths. If the text that was compiled is unknown on a side, lines are matched by
 * number, if the files have the same size. */
#ifndef ROOFTOP_REPORT_COMPARE_SOURCE_MATCH_H
#define ROOFTOP_REPORT_COMPARE_SOURCE_MATCH_H

#include "report/code/code_listing.h"
#include "report/compare/code_match.h"

enum source_match_by { SOURCE_SAME_CODE, SOURCE_BY_TEXT, SOURCE_BY_BYTES, SOURCE_UNMATCHED };

struct source_match {
    enum source_match_by by;
    size_t *partners; /* by instruction: the partner in the other function, or NO_PARTNER */
    size_t fresh;     /* instructions without a partner */
    size_t gone;      /* instructions of the other function that are nobody's partner */
};

/* Returns whether both have the same bytes, so that no text is needed to match them. */
bool source_match_is_same(const struct code_listing *now, const struct code_listing *before);

/* Matches instructions. The texts of both must have been read if there are any. */
void source_match_make(struct source_match *match, const struct code_listing *now,
                       const struct code_listing *before);
void source_match_free(struct source_match *match);

/* The lines that instructions come from, and their files. */
struct code_side {
    const struct code_listing *view;
    const struct source_lines *lines;
    struct source_files *files;
};

/* Returns for each line its partner on the other side, or NO_PARTNER; free() it. *gone: lines of
 * the other side that are nobody's partner. */
size_t *source_match_lines(const struct code_side *now, const struct code_side *before,
                           size_t *gone);

/* Matches lines when each side is one text. lines->line counts from 1. */
size_t *source_match_text(enum code_form form, const struct source_lines *now,
                          const struct file_lines *now_text, const struct source_lines *before,
                          const struct file_lines *before_text, size_t *gone);

/* Returns the function of another result that corresponds to this one: it has the same name, or
 * both are the kernel itself. Returns `count` if there is none. */
size_t source_match_function(const struct code_listing *now, const char *kernel,
                             const struct code_listing *functions, size_t count,
                             const char *other_kernel);

#endif
