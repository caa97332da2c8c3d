/* source_match: which instructions and lines of a function are those of a function of another
 * result, that its numbers are compared with.
 *
 * Instructions of the same bytes are matched by where they stand. Other code is matched by the text
 * of its instructions (code_match.h), or, where either has none, by their bytes if both are of one
 * architecture. Source lines are matched by file and text: the files of the same path, else of the
 * path that shares the longest end; without the text of both that was compiled by number, if the
 * files have the same size. */
#ifndef ROOFTOP_SOURCE_MATCH_H
#define ROOFTOP_SOURCE_MATCH_H

#include "code_match.h"
#include "source_view.h"

enum source_match_by { SOURCE_SAME_CODE, SOURCE_BY_TEXT, SOURCE_BY_BYTES, SOURCE_UNMATCHED };

struct source_match {
    enum source_match_by by;
    size_t *partners; /* by instruction, that of the other function or NO_PARTNER */
    size_t fresh;     /* instructions that have none */
    size_t gone;      /* of the other function: that are nobody's partner */
};

/* Whether both have the same bytes, and so need no text to be matched. */
bool source_match_is_same(const struct source_view *now, const struct source_view *before);

/* The text of both is read, if there is any. */
void source_match_make(struct source_match *match, const struct source_view *now,
                       const struct source_view *before);
void source_match_free(struct source_match *match);

/* Lines that instructions come from, with what is known of their files. */
struct source_side {
    const struct source_view *view;
    const struct source_lines *lines;
    struct source_files *files;
};

/* For each of the lines that of the other side, or NO_PARTNER. gone: lines of the other side that
 * are nobody's partner. free() it. */
size_t *source_match_lines(const struct source_side *now, const struct source_side *before,
                           size_t *gone);

/* The same of lines of one text each, of which lines->line counts from 1. */
size_t *source_match_text(enum code_form form, const struct source_lines *now,
                          const struct file_lines *now_text, const struct source_lines *before,
                          const struct file_lines *before_text, size_t *gone);

/* Which function of another result is the same as one of this: of the same name, or both are the
 * kernel itself. count: there is none. */
size_t source_match_function(const struct source_view *now, const char *kernel,
                             const struct source_view *functions, size_t count,
                             const char *other_kernel);

#endif
