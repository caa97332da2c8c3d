/* view: what a pane shows, as an object. A view has a table of what can be done with it (view_ops),
 * a state of its own, and the host that it lives in (view_host.h), through which it sees the report
 * and the other things that all views share.
 *
 * A view's file exports its table; src/tui/ui/view_list.c lists all tables. A view never changes
 * the screen around it: what an action asks of that is written into its effects, which the ui
 * applies when the action is done.
 *
 * draw, act, search and click are called while the screen is the view's place, whose rows they get.
 * settle is called before each of the others: it brings the state up to date with the host, and
 * costs little when nothing has changed. Before draw, fit is called as well. */
#ifndef ROOFTOP_TUI_WIDGETS_VIEW_H
#define ROOFTOP_TUI_WIDGETS_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/base/strbuf.h"
#include "report/pages/page.h"
#include "tui/term/number_map.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/view_place.h"

struct completions;
struct view_host;
struct view_ops;

struct view {
    const struct view_ops *ops;
    void *state; /* ops->size bytes, zeroed before ops->init */
    struct view_host *host;
};

/* What an action asks of the screen around the view; several at once are applied in this order. */
enum {
    EFFECT_SHOW_RESULT = 1,  /* put `result` into the details; if it cannot be decoded, the rest of
                              * the effects is dropped */
    EFFECT_OPEN_RESULT = 2,  /* the same, and go to the details */
    EFFECT_LIST_RESULT = 4,  /* put the cursor of the list on `result` */
    EFFECT_SECTION = 8,      /* go to the section of the details whose identifier is `text` */
    EFFECT_FILTER = 16,      /* filter the list by `text`, and go there */
    EFFECT_TYPE = 32,        /* begin to type a command, with `text` in its line */
    EFFECT_SWITCH_RULE = 64, /* turn the rule number `rule` of the library on or off */
    EFFECT_SOURCE = 256,     /* go to the source view: to the function `text`, at the instruction
                              * `offset` bytes from its start, or at the source line that it comes
                              * from if `line` is not 0 */
    EFFECT_BACK = 128,       /* go back to where the view was opened from */
    EFFECT_ALONE = 512,      /* show only this pane: the view needs the room */
    EFFECT_EDIT = 1024       /* edit the source file `text`, by its path in the report, at `line`;
                              * `result` is what shows it */
};

/* Initialise with {0}; release with effects_free(). */
struct effects {
    unsigned what;
    size_t result, rule;
    uint64_t offset;
    unsigned line;
    char *text;       /* NULL: none */
    bool says, fails; /* there is a message, and it says what went wrong */
    struct error message;
};

/* What the row of messages is to say. */
void effects_say(struct effects *effects, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void effects_fail(struct effects *effects, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds an effect that has a text, of which it takes a copy. */
void effects_text(struct effects *effects, unsigned what, const char *text);
void effects_free(struct effects *effects);

/* The metric behind what is under the cursor. */
struct view_metric {
    const char *name;  /* or a formula of metrics; NULL or "": none */
    const char *label; /* of a formula */
    size_t result;     /* that the row is about; SIZE_MAX: the one in the details */
    const char *none;  /* why there is none; NULL: nothing special */
};
/* One of the result in the details. */
struct view_metric view_metric_of(const char *name, const char *none);

struct view_action {
    enum action_id id;
    int digit; /* of a "1-9" key */
    int rows;  /* of the view's place */
};

/* Of the functions, only draw is required; the others may be NULL. */
struct view_ops {
    enum view_id id;
    const char *title;
    const char *called;  /* in a sentence: "the results list" */
    enum action_id open; /* goes there, and back from there; DO_NOTHING: none of its own */
    size_t size;         /* of the state */
    /* It shows the result of the details: it is opened for the one under the list's cursor, and
     * follows that where both are seen. */
    bool of_result;

    void (*init)(struct view *view);
    void (*free)(struct view *view); /* what the state owns, not the state */
    void (*settle)(struct view *view, int rows);

    /* Before drawing: reads and works out what will be seen, and puts the selection and the
     * scrolling where what is selected is seen. */
    void (*fit)(struct view *view, int rows);
    /* Draws what was settled and fitted, and changes nothing. */
    void (*draw)(const struct view *view, int rows, const char *search);
    void (*act)(struct view *view, struct view_action action, struct effects *effects);
    /* The next place (step 1 or -1) with the text; from the present one if here. false: none. */
    bool (*search)(struct view *view, const char *text, int step, bool here,
                   struct effects *effects);
    /* Selects what was drawn there. false: nothing was. */
    bool (*click)(struct view *view, int row, int column, int rows);
    /* Keeps the place, or goes back to it. */
    void (*place)(struct view *view, struct view_place *place, bool back);
    /* Goes back within the view. false: the view is to be left. */
    bool (*back)(struct view *view);

    /* Writes what the view is about. false: not in this form, or it failed. NULL: in none. */
    bool (*print)(struct view *view, enum page_format format, FILE *out, struct error *error);
    /* Sentences, a line each, that stand in the page of the result (HTML). NULL: none. */
    void (*remark)(struct view *view, struct strbuf *out);
    /* The row or section under the cursor, as text. NULL: the line with the cursor, as drawn. */
    void (*copy)(struct view *view, struct strbuf *out);
    /* What copy takes, as a table of Markdown. NULL: a fence is put around that. */
    void (*table)(struct view *view, struct strbuf *out);

    /* The result of the details is another one; NULL: it is let go of. */
    void (*show)(struct view *view, struct result *result);
    /* The result is compared with a baseline, which stays until it is compared with another one;
     * NULL: with none, and name says why or is NULL. */
    void (*compare)(struct view *view, const struct result *baseline, const char *name);
    /* Changes against the baseline are hidden, or shown again. */
    void (*hide_changes)(struct view *view, bool hidden);

    /* What is typed as its filter, with the numbers of rows; NULL: the filter is the list's. */
    char *(*filter)(const struct view *view, size_t *shown, size_t *all);
    /* Chooses the rows by that. */
    bool (*set_filter)(struct view *view, struct error *error);

    /* Does the view's command with the words typed behind it, ":occupancy block 256". NULL: it has
     * no such command. */
    void (*typed)(struct view *view, const char *words, struct effects *effects);
    /* Adds the words that can be typed first, or for which the list can be filtered. */
    void (*offer)(const struct view *view, struct completions *list);

    /* What the help of a metric is opened for. NULL: no row has a metric. */
    struct view_metric (*metric)(struct view *view);
    /* Puts a cursor that is on no number on the first one of the selected row or section. false:
     * there is none. NULL: its rows are what the help is opened for. */
    bool (*point)(struct view *view, int rows);
    /* The number under the cursor, whose texts are the view's; label: room for one that is made.
     * false: there is none. */
    bool (*number)(const struct view *view, struct number *number, struct strbuf *label);
    /* What the row of messages says of what is under the cursor when it has nothing else to say,
     * such as a name that was cut: appends nothing where all of it is seen. */
    void (*says)(const struct view *view, struct strbuf *out);
    /* VIEW_BESIDE that hold for what is under the cursor. */
    int (*beside)(const struct view *view);

    /* Some work that nobody should have to wait for, until something is to be served. focused: keys
     * go to the view. Returns in how many milliseconds it wants to be drawn and called again; -1:
     * when something has happened. */
    int (*work)(struct view *view, bool focused);
};

/* Makes the state. */
void view_open(struct view *view, const struct view_ops *ops, struct view_host *host);
void view_close(struct view *view);

#endif
