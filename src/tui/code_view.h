/* code_view: the source view: the code of the functions that a result ran, as SASS, PTX and source,
 * with what was counted and sampled beside it.
 *
 * One side is shown, or two where there is room: what is selected in the one is marked in the other
 * and scrolled to. Functions are read one by one, when they are come to; their instructions get
 * their text from nvdisasm, which runs while the screen goes on. */
#ifndef ROOFTOP_CODE_VIEW_H
#define ROOFTOP_CODE_VIEW_H

#include "code_before.h"
#include "keys.h"
#include "number_map.h"
#include "view_place.h"

/* So wide two sides are shown unless it is chosen otherwise; so wide they can be. */
enum { CODE_BESIDE_FROM = 136, CODE_BESIDE_LEAST = 60 };

enum code_beside { CODE_BY_ROOM, CODE_ALONE, CODE_BESIDE };

/* Where it stood when it let go of a result, which may come back: number + 1; 0: none. */
struct code_again {
    size_t result, at, file;
    struct view_place places[CODE_SIDES];
};

/* The number of the selected row that a cursor is on. */
struct code_number {
    char label[64];       /* of its column; "": none */
    struct number number; /* as it was last drawn; label NULL: it was not */
    struct strbuf source, text, note;
};

/* What is seen of the lower pane: of this row, from this line on. */
struct code_foot {
    const struct code_sheet *of;
    size_t row;
    int top;
};

struct code_view {
    struct report *report;
    struct source_options options;
    const bool *live; /* modules come while a program is profiled */
    struct source_set *set;
    const struct result *result;
    struct code_again again;
    bool found; /* its functions are known */
    struct source_view *functions;
    size_t count, at;
    struct code_function *open;
    struct code_ask ask;       /* for its text */
    struct code_before before; /* what it is compared with */
    bool compared;             /* columns are those of both */
    struct code_number number;

    enum code_side sides[2]; /* left, right */
    int focus;               /* of them: the one that keys go to */
    enum code_beside beside;
    bool beside_drawn; /* two sides are seen */
    bool begun;        /* a function was shown */
    char heat[64];     /* label of the heat column; "": the first */
    size_t skipped;    /* columns behind the first one that are not shown */
    size_t others;     /* that were shown there, when the view was last drawn */
    size_t hot;        /* + 1: row of the last hot spot gone to */
    size_t hot_row;    /* its place in the order */
    struct code_foot foot;
    char said[200]; /* by the last action; "": nothing */
};

void code_view_init(struct code_view *view, struct report *report,
                    const struct source_options *options, struct loop *loop, const bool *live);
void code_view_free(struct code_view *view);

/* Shows another result; NULL: lets go of it. */
void code_view_show(struct code_view *view, const struct result *result);

/* Compares it with a baseline; NULL: with none, name says why or is NULL. */
void code_view_compare(struct code_view *view, const struct result *baseline, const char *name);

/* false: not an action of the view. */
bool code_view_act(struct code_view *view, enum action_id action, int rows, int columns);
bool code_view_click(struct code_view *view, int row, int column, int rows, int columns);
bool code_view_search(struct code_view *view, const char *text, int step, bool here);
void code_view_place(struct code_view *view, struct view_place *place, bool back);
void code_view_draw(struct code_view *view, int rows, const char *search);
/* Appends "work.cu:17", "0x7f00": what a row of a side is called by itself. */
void code_view_row_name(const struct code_view *view, const struct code_sheet *sheet, size_t row,
                        struct strbuf *out);
/* "work.cu:17: text", "0x7f00 text". */
void code_view_copy(struct code_view *view, struct strbuf *out);

/* The number under the cursor; NULL: it is on none. */
const struct number *code_view_number(const struct code_view *view);

/* The rest is for code_act.c, code_draw.c and tests. Reads what has to be there before anything is
 * shown: finds the functions, opens the current one. false: there is none. */
bool code_view_prepare(struct code_view *view);
bool code_view_is_beside(const struct code_view *view, int columns);
void code_view_close(struct code_view *view); /* the function */
/* Selects a row of the side that keys go to, the last one beyond the end. */
void code_view_move(struct code_view *view, long to);
/* Goes in the other side to what belongs to the selected row, to the hottest of it. */
void code_view_follow(struct code_view *view);
/* Goes in the source side to the first line of the file that the function has. */
void code_view_begin(struct code_view *view);
/* The side that keys go to, and the other one. */
struct code_sheet *code_view_sheet(struct code_view *view);
struct code_sheet *code_view_other(struct code_view *view);
/* The heat column; SIZE_MAX: there is none. */
size_t code_view_heat(const struct code_view *view);
/* The page that has what is seen. */
enum source_kind code_view_kind(const struct code_view *view);
/* The column with that label; SIZE_MAX: there is none. */
size_t code_view_column(const struct code_view *view, const char *label);
/* Rows above the code, with the titles of columns, and of code in a view of so many. */
int code_view_head(const struct code_view *view);
int code_view_body(const struct code_view *view, int rows);

#endif
