/* details_view: the details of a result: its sections, then its comments, NVTX ranges and call
 * stacks as sections of their own. Sections fold, and stand in as many columns as the screen has
 * room for. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_VIEW_H
#define ROOFTOP_TUI_DETAILS_DETAILS_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/rules/opportunities.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_choice.h"
#include "tui/details/details_section.h"
#include "tui/term/glyphs.h"
#include "tui/term/number_map.h"
#include "tui/widgets/keys.h"

/* How things were when the sections were placed. Once one of these differs they are placed anew. */
struct details_stamp {
    int rows, columns;
    const struct glyphs *glyphs;
    bool changes_off;
    size_t large;  /* 1 + the section whose roofline takes the page; 0: none */
    size_t points; /* changes with the points of other results and with what is read of them */
};

/* The number that is selected; see details_numbers.c. */
struct number_cursor {
    bool on;
    size_t section, at; /* the section, and which of its numbers */
    struct number like; /* the number itself, to find it again when the section changes */
};

struct details_view {
    struct result *result;
    struct section_choice *choice;   /* which sections are shown; NULL: the result's own */
    const struct rule_choice *rules; /* the rules that look at it; NULL: none */
    struct details_section *sections;
    size_t count, selected;   /* count: of those that can be seen */
    size_t total, aside;      /* of all, and the row that folds away the last ones; 0: none */
    struct note_block others; /* its texts */
    struct note_block *notes; /* the texts of sections of lines */
    size_t note_count;
    int scroll;                    /* the line at the top of the screen */
    bool reveal;                   /* the next drawing shows the selected section */
    int drawn_rows, drawn_columns; /* screen size at the last drawing */
    struct details_places *drawn;  /* where the sections were then; NULL: they have changed */
    struct details_stamp stamp;    /* what `drawn` was made for */
    bool metric_names, description, whole_tables;
    struct opportunities *causes;  /* what limits the result */
    const struct result *baseline; /* NULL: none */
    char *baseline_name;           /* its name, or why there is none; NULL: nothing is said */
    bool changes_off;
    char **open_sections; /* identifiers; they hold for all results */
    size_t open_count, open_capacity;
    struct number_cursor number;
    struct roofline_points points; /* of other results */
    struct roofline_zoom zoom;     /* the zoomed part of one roofline */
    char *zoom_section;            /* identifier of the section of this roofline; NULL: none yet */
    size_t zoom_item;
    bool moved;    /* the zoomed part stands where keys have moved it */
    bool large;    /* the roofline takes the page */
    int body_rows; /* below the heading, at the last drawing */
    char *again;   /* identifier of the selected section while the view is closed */
};

void details_view_init(struct details_view *view);
void details_view_free(struct details_view *view);

/* Shows another result; sections stay folded or open. */
void details_view_show(struct details_view *view, struct result *result);

/* Compares with another result, which must stay as long as it is the baseline. name: what the
 * heading calls it, or what it says if there is none; NULL: nothing. Call it after each
 * details_view_show(). */
void details_view_compare(struct details_view *view, const struct result *baseline,
                          const char *name);

/* Opens the section with an identifier and goes to it. false: there is none. */
bool details_view_go(struct details_view *view, const char *section, int rows);

/* Stores the sections that some letters of a name mean, the best one first, and returns their
 * number, at most `most`. No letters mean all of them. */
size_t details_view_find(const struct details_view *view, const char *letters, size_t *found,
                         size_t most);
const char *details_view_title(const struct details_view *view, size_t section);
/* Opens the best of them and goes to it. false: there is none. */
bool details_view_go_by(struct details_view *view, const char *letters, int rows);

/* Lets go of the result, which is about to be decoded anew and shown again. */
void details_view_close(struct details_view *view);

bool details_view_act(struct details_view *view, enum action_id action, int digit, int rows);
/* Selects the section and the number at a place of the screen. false: there is no section. */
bool details_view_click(struct details_view *view, int row, int column);
/* Goes to the next section that has the text and opens it, with its tables in full if the text is
 * in a row that is left out otherwise. */
bool details_view_search(struct details_view *view, const char *text, int step, bool here);
/* Whether the selected section shows a roofline, whether that is zoomed, and whether any open
 * section shows a roofline. */
bool details_view_roofline(const struct details_view *view);
bool details_view_zoomed(const struct details_view *view);
bool details_view_wants_points(struct details_view *view);
/* The root cause that costs the result most; NULL: none. */
const struct cause *details_view_cause(const struct details_view *view);
/* The number that the cursor is on; NULL: none. */
const struct number *details_view_number(const struct details_view *view);

/* The selected section as lines of text. */
void details_view_copy(struct details_view *view, struct strbuf *out);
/* Before drawing: places the sections for the size of the screen, and puts the scrolling where
 * there is something to be seen. */
void details_view_fit(struct details_view *view, int rows);
void details_view_draw(const struct details_view *view, int top_row, int rows, const char *search);
/* After drawing: measures one section that is out of view, or makes its digest, so that the next
 * key need not wait for that. false: nothing is left to do. */
bool details_view_measure(struct details_view *view);

#endif
