#include "report/base/fit_apart.h"

#include <stdbool.h>
#include <string.h>

#include "report/base/safe_text.h"

/* Returns the number of bytes before the last `columns` of a text. */
static size_t tail_of(const char *text, size_t columns)
{
    size_t length = strlen(text), at = 0, left = safe_text_width(text);
    while (at < length && left > columns) {
        long c;
        at += safe_text_decode(text + at, length - at, &c);
        left -= safe_text_char_width(c);
    }
    return at;
}

/* The columns shown beside what differs, if there is room: "…fma_" says more than "…a_". */
enum { CONTEXT = 3 };

/* What a cut keeps, in columns: `head` at the start, `middle` from byte `at` on, `tail` at the
 * end. */
struct cut {
    size_t head, middle, at, tail;
};

static void add_cut(struct strbuf *out, const char *text, const struct cut *cut)
{
    const char *ellipsis = safe_text_utf8() ? "\xe2\x80\xa6" : "~";
    strbuf_adds(out, "");
    strbuf_add(out, text, cut->head ? safe_text_cut(text, cut->head) : 0);
    strbuf_adds(out, ellipsis);
    if (cut->middle) {
        strbuf_add(out, text + cut->at, safe_text_cut(text + cut->at, cut->middle));
        strbuf_adds(out, ellipsis);
    }
    strbuf_adds(out, text + tail_of(text, cut->tail));
}

/* Returns whether no other text reads the same after the same cut. */
static bool is_alone(const char *text, const struct cut *cut, size_t columns,
                     const char *const *others, size_t count)
{
    struct strbuf own = {0}, theirs = {0};
    bool alone = true;
    add_cut(&own, text, cut);
    for (size_t i = 0; i < count && alone; i++) {
        if (safe_text_width(others[i]) <= columns || strcmp(others[i], text) == 0 ||
            cut->at >= strlen(others[i]))
            continue;
        strbuf_clear(&theirs);
        add_cut(&theirs, others[i], cut);
        alone = strcmp(own.data, theirs.data) != 0;
    }
    strbuf_free(&own);
    strbuf_free(&theirs);
    return alone;
}

/* Returns the offset of the first character that differs. */
static size_t first_difference(const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    while (at && ((unsigned char)a[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* Finds a cut with a window on what differs from one of the others. Returns false if there is
 * none. */
static bool find_window(struct cut *cut, const char *text, size_t columns,
                        const char *const *others, size_t count)
{
    size_t keep = columns - 2;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(others[i], text) == 0)
            continue;
        *cut = (struct cut){keep / 4, keep - keep / 4 - keep / 4, 0, keep / 4};
        cut->at = first_difference(text, others[i]);
        size_t end = tail_of(text, cut->tail + cut->middle);
        cut->at = cut->at < end ? cut->at : end;
        if (is_alone(text, cut, columns, others, count))
            return true;
    }
    return false;
}

static size_t less(size_t a, size_t b)
{
    return a > b ? a - b : 0;
}

/* Finds the cut nearest to the middle that tells the text apart, even with `context` columns less
 * beside the ellipsis. Returns false if there is none. */
static bool find_gap(struct cut *cut, const char *text, size_t columns, const char *const *others,
                     size_t count, size_t context)
{
    size_t keep = columns - 1;
    for (size_t i = 0; i <= 2 * keep; i++) {
        size_t tail = i % 2 ? keep / 2 + (i + 1) / 2 : keep / 2 - i / 2;
        if (tail > keep)
            continue;
        *cut = (struct cut){keep - tail, 0, 0, tail};
        struct cut inner = {less(cut->head, i % 2 ? 0 : context), 0, 0,
                            less(tail, i && i % 2 == 0 ? 0 : context)};
        if (is_alone(text, &inner, columns, others, count))
            return true;
    }
    return false;
}

void fit_apart(struct strbuf *out, const char *text, size_t columns, const char *const *others,
               size_t count)
{
    strbuf_adds(out, "");
    if (safe_text_width(text) <= columns || columns < 4) {
        safe_text_fit(out, text, columns);
        return;
    }
    struct cut cut;
    size_t context = columns / 6 < CONTEXT ? columns / 6 : CONTEXT;
    if (find_gap(&cut, text, columns, others, count, context) ||
        find_gap(&cut, text, columns, others, count, 0))
        add_cut(out, text, &cut);
    else if (columns >= 8 && find_window(&cut, text, columns, others, count))
        add_cut(out, text, &cut);
    else
        safe_text_fit_middle(out, text, columns);
}
