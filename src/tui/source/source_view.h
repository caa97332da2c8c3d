/* source_view: the code of the functions that a result ran, as SASS, PTX and source, with what was
 * counted and sampled beside it.
 *
 * One side is shown, or two if there is room. What is selected in one is marked in the other, which
 * scrolls to it. Functions are read when they are shown. Their instructions get their text from
 * nvdisasm, which runs while the screen stays usable. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_VIEW_H
#define ROOFTOP_TUI_SOURCE_SOURCE_VIEW_H

#include "tui/source/source_before.h"
#include "tui/term/number_map.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/view_place.h"

/* The screen width from which on two sides are shown by default, and the least width for two
 * sides. */
enum { SOURCE_BESIDE_FROM = 136, SOURCE_BESIDE_LEAST = 60 };

enum source_beside { SOURCE_BY_ROOM, SOURCE_ALONE, SOURCE_VIEW_BESIDE };

/* The place that was shown when a result was released, because it may come back: index + 1; 0:
 * none. */
struct source_again {
    size_t result, at, file;
    struct view_place places[SOURCE_SIDES];
};

/* The number in the selected row that the cursor is on. */
struct source_number {
    char label[64];       /* of its column; "": none */
    struct number number; /* as last drawn; label NULL: not drawn */
    struct strbuf source, text, note;
};

/* The visible part of the lower part of the view: for which row, and from which line. */
struct source_foot {
    const struct source_sheet *of;
    size_t row;
    int top;
    int lines; /* of all its contents */
};

/* Where the code of a result is shown at first. */
struct source_start {
    bool wanted;
    const char *function; /* mangled; NULL: no place is known */
    uint64_t offset;      /* of the instruction, bytes from the function's start */
    unsigned line;        /* the source line of it that is meant; 0: none */
};

struct source_view {
    struct report *report;
    struct source_options options;
    const bool *live; /* modules may still come, because a program is being profiled */
    struct source_set *set;
    const struct result *result;
    struct source_again again;
    struct source_start start;
    bool found; /* its functions are known */
    struct code_listing *functions;
    size_t count, at;
    struct source_function *open;
    struct source_ask ask;       /* for its text */
    struct source_before before; /* what it is compared with */
    bool compared;               /* the columns include the baseline's */
    struct source_number number;

    enum source_side sides[2]; /* left, right */
    int focus;                 /* the one that keys go to */
    enum source_beside beside;
    bool beside_drawn;               /* two sides are visible */
    bool begun;                      /* a function was shown */
    char heat[64];                   /* label of the heat column; "": the first */
    struct source_chosen chosen;     /* columns that were switched on or off */
    size_t skipped;                  /* columns hidden behind the first one */
    size_t turns;                    /* so often they are to make room for the next ones */
    size_t hot;                      /* row of the last hot spot visited + 1 */
    size_t hot_row;                  /* its place in the order */
    struct source_layout layouts[2]; /* of the visible sides, as source_view_fit() made them */
    struct source_foot foot;
    char said[200]; /* by the last action; "": nothing */
};

void source_view_init(struct source_view *view, struct report *report,
                      const struct source_options *options, struct loop *loop, const bool *live);
void source_view_free(struct source_view *view);

/* Shows another result; NULL: releases the current one. */
void source_view_show(struct source_view *view, const struct result *result);

/* Compares with a baseline; NULL: with none, and `name` says why or is NULL. */
void source_view_compare(struct source_view *view, const struct result *baseline, const char *name);

/* Does an action. Returns false if it is none of the view. */
bool source_view_act(struct source_view *view, enum action_id action, int rows, int columns);
bool source_view_click(struct source_view *view, int row, int column, int rows, int columns);
bool source_view_search(struct source_view *view, const char *text, int step, bool here);
void source_view_place(struct source_view *view, struct view_place *place, bool back);
/* Before drawing: finds, opens and compares what is shown, lays out its columns, brings the
 * selected rows into view and stores the number under the cursor. */
void source_view_fit(struct source_view *view, int rows);
void source_view_draw(const struct source_view *view, int rows, const char *search);
/* Appends the name of a row: "work.cu:17", "0x7f00". */
void source_view_row_name(const struct source_view *view, const struct source_sheet *sheet,
                          size_t row, struct strbuf *out);
/* Finds the line of a source file that the selected row is, or that its instruction comes from.
 * Returns false if there is none. */
bool source_view_line(struct source_view *view, const char **file, size_t *line);
/* Appends "work.cu:17: text" or "0x7f00 text". */
void source_view_copy(struct source_view *view, struct strbuf *out);

/* Switches columns on and off, as source_chosen_set() says. Returns false with the error. */
bool source_view_choose(struct source_view *view, const char *words, struct error *error);

/* Returns the number under the cursor, or NULL. */
const struct number *source_view_number(const struct source_view *view);

/* The following functions are for source_act.c, source_fit.c, source_draw.c and tests.
 * source_view_prepare() finds the functions and opens the current one. It returns false if there is
 * none. */
bool source_view_prepare(struct source_view *view);
bool source_view_is_beside(const struct source_view *view, int columns);
void source_view_close(struct source_view *view); /* closes the function */
/* Selects a row of the side that keys go to, at most the last one. */
void source_view_move(struct source_view *view, long to);
/* Moves the other side to what belongs to the selected row, to the hottest part of it. */
void source_view_follow(struct source_view *view);
/* Moves the source side to the first line of the file that belongs to the function. */
void source_view_begin(struct source_view *view);
/* Return the side that keys go to, and the other one. */
struct source_sheet *source_view_sheet(struct source_view *view);
struct source_sheet *source_view_other(struct source_view *view);
/* Return the sheet of the left (0) or the right side (1), and the one that keys go to, after
 * source_view_prepare(). */
const struct source_sheet *source_view_seen(const struct source_view *view, int side);
const struct source_sheet *source_view_focused(const struct source_view *view);
/* Returns the heat column, or SIZE_MAX. */
size_t source_view_heat(const struct source_view *view);
/* Returns the kind of page that shows what is visible. */
enum source_kind source_view_kind(const struct source_view *view);
/* Returns the column with that label, or SIZE_MAX. */
size_t source_view_column(const struct source_view *view, const char *label);
/* Return the rows above the code, with the titles of columns, and the rows of code in a view of
 * `rows`. */
int source_view_head(const struct source_view *view);
int source_view_body(const struct source_view *view, int rows);

#endif
