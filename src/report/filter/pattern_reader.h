/* pattern_reader: reads what the expressions for NVTX ranges (nvtx_filter.h) and for call stacks
 * (stack_filter.h) have in common.
 *
 *   A/B        parts of a stack, outermost first; "+" between two slashes stands for one part
 *              between them, "*" for any number
 *   [A  A]     A is at the bottom of the stack (outermost), or at its top (innermost)
 *   regex:...  each name is a regular expression
 *   \X         takes away the meaning of X in a plain name
 *
 * Regular expressions have brackets of their own: "/[" in front of the parts and "/]" behind them
 * belong to the expression, and the slash is dropped. Errors name the place in the whole text. */
#ifndef ROOFTOP_REPORT_FILTER_PATTERN_READER_H
#define ROOFTOP_REPORT_FILTER_PATTERN_READER_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/filter/pattern_name.h"

struct pattern_reader {
    const char *text;       /* the whole text */
    const char *from, *end; /* the rest to read; without "regex:" */
    bool is_regex;
    const char *special; /* characters that lose their meaning behind a backslash */
    const char *skip;    /* private: the slash of "/]" */
    struct error *error;
};

struct pattern_reader pattern_reader_of(const char *text, const char *special, struct error *error);

/* Sets the error "TEXT, character N: why", where N is the place of `at`. Returns false. */
bool pattern_fail(const struct pattern_reader *r, const char *at, const char *why);

/* Returns the first of the wanted characters that has no backslash before it, or `end`. */
const char *pattern_find(const struct pattern_reader *r, const char *from, const char *end,
                         const char *wanted);

/* Returns whether the text is "*" or "+". */
bool pattern_is_gap(const char *from, const char *end);

/* Takes the brackets for the bottom and the top of the stack off the rest, and says whether they
 * were there. */
void pattern_read_brackets(struct pattern_reader *r, bool *bottom, bool *top);

/* Reads a name. It is empty if the text is. Returns false if a backslash stands at the end or the
 * regular expression is wrong. pattern_name_free() releases the name in any case. */
bool pattern_read_name(const struct pattern_reader *r, struct pattern_name *name, const char *from,
                       const char *end);
void pattern_name_free(struct pattern_name *name);

/* What the parts of a stack are, and where they go. */
struct pattern_parts {
    const char *part, *name; /* in messages: "range" or "frame"; whose name is missing */
    void *context;
    /* Appends a part. Returns false after an error. */
    bool (*add)(void *context, const char *from, const char *end);
    /* Sets the gap behind the last part. */
    void (*set_gap)(void *context, enum pattern_gap gap);
};

/* Reads "A/+/B" from the rest. top: the last part is the top of the stack. There is at least one
 * part, and a gap of any size above the last one unless the text says otherwise. */
bool pattern_read_parts(const struct pattern_reader *r, bool top,
                        const struct pattern_parts *parts);

#endif
