/* details_view: a result's sections, then its comments, NVTX ranges and call stacks, as panes that
 * fold, in as many columns as the screen has room for. */
#ifndef ROOFTOP_DETAILS_VIEW_H
#define ROOFTOP_DETAILS_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "glyphs.h"
#include "keys.h"
#include "number_map.h"
#include "report.h"
#include "rule_choice.h"
#include "section_choice.h"
#include "section_pane.h"
#include "strbuf.h"

/* What places panes beside what keys change. */
struct details_stamp {
    int rows, columns;
    const struct glyphs *glyphs;
    bool changes_off;
    size_t large;  /* 1 + the pane whose roofline takes the page, 0: none */
    size_t points; /* of other results: which are asked for, and what is read of them */
};

/* The number that is selected; see details_numbers.c. */
struct number_cursor {
    bool on;
    size_t pane, at;    /* its number among those of the pane */
    struct number like; /* what it is, to find it when the pane changes */
};

struct details_view {
    struct result *result;
    struct section_choice *choice;   /* which sections are shown; NULL: the result's own */
    const struct rule_choice *rules; /* which look at it; NULL: none */
    struct section_pane *panes;
    size_t count, selected;
    struct note_block *notes; /* of the panes of lines */
    size_t note_count;
    int scroll;                    /* canvas line at the top */
    int drawn_rows, drawn_columns; /* screen size at the last drawing */
    struct details_places *drawn;  /* where the panes were then; NULL: they are others now */
    struct details_stamp stamp;    /* of these */
    bool metric_names, description, whole_tables;
    const struct result *baseline; /* NULL: none */
    char *baseline_name; /* what it is called, or why there is none; NULL: no word of it */
    bool changes_off;
    char **open_sections; /* identifiers: folds stay from one result to the next */
    size_t open_count, open_capacity;
    struct number_cursor number;
    struct roofline_points points; /* of other results */
    struct roofline_zoom zoom;     /* of one roofline: */
    char *zoom_section;            /* its section's identifier; NULL: none yet */
    size_t zoom_item;
    bool moved;    /* the zoomed part stands where keys have moved it */
    bool large;    /* the roofline takes the page */
    int body_rows; /* below the heading, at the last drawing */
    char *again;   /* identifier of the selected pane while the view is closed */
};

void details_view_init(struct details_view *view);
void details_view_free(struct details_view *view);

/* Shows another result; the folds stay. */
void details_view_show(struct details_view *view, struct result *result);

/* Compares with another result, which must stay while it is the baseline; name: what it is called,
 * or without one what the heading says instead; NULL: nothing. After each details_view_show(). */
void details_view_compare(struct details_view *view, const struct result *baseline,
                          const char *name);

/* Opens the pane of a section and goes to it. false: there is none. */
bool details_view_go(struct details_view *view, const char *section, int rows);

/* Lets go of the result before it is decoded anew: the next one shown is the same one. */
void details_view_close(struct details_view *view);

bool details_view_act(struct details_view *view, enum action_id action, int digit, int rows);
/* Selects the pane that was drawn there, and the number. false: none was. */
bool details_view_click(struct details_view *view, int row, int column);
/* Opens the pane with the match, and its tables in full if the match is in a row that is cut off.
 */
bool details_view_search(struct details_view *view, const char *text, int step, bool here);
/* Whether the selected section shows a roofline, a zoomed one, and any open one does. */
bool details_view_roofline(const struct details_view *view);
bool details_view_zoomed(const struct details_view *view);
bool details_view_wants_points(struct details_view *view);
/* The number under the cursor; NULL: it is on none. */
const struct number *details_view_number(const struct details_view *view);

/* The selected pane as lines of text. */
void details_view_copy(struct details_view *view, struct strbuf *out);
void details_view_draw(struct details_view *view, int top_row, int rows, const char *search);
/* After drawing: measures one of the panes that are out of view, or makes its digest, which the
 * keys to come would else have to. false: nothing is left. */
bool details_view_measure(struct details_view *view);

#endif
