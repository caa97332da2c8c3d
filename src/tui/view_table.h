/* view_table: one row for each view: its title, what opens it and what is done in it. All else asks
 * here; a new view is a value of enum view and a row.
 *
 * draw, act, search and click are called while the screen is the view's place (app_enter()), whose
 * rows they get. */
#ifndef ROOFTOP_VIEW_TABLE_H
#define ROOFTOP_VIEW_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "app.h"
#include "keys.h"
#include "page.h"
#include "view_place.h"

/* The metric behind what is under the cursor. */
struct view_metric {
    const char *name;  /* or a formula of metrics; NULL or "": none */
    const char *label; /* of a formula */
    size_t result;     /* that the row is about; SIZE_MAX: the one in the details */
    const char *none;  /* why there is none; NULL: nothing special */
};

struct view_row {
    enum view view;
    const char *title;
    enum action_id open; /* goes there, and back from there; DO_NOTHING: none of its own */
    /* It shows the result of the details: it is opened for the one under the list's cursor, and
     * follows that where both are seen. */
    bool of_result;
    void (*draw)(struct app *app, int rows);
    void (*act)(struct app *app, enum action_id action, int digit, int rows);
    /* The next place (step 1 or -1) with the text; from the present one if here. false: none. */
    bool (*search)(struct app *app, const char *text, int step, bool here);
    /* Selects what was drawn there. false: nothing was. NULL: nothing can be. */
    bool (*click)(struct app *app, int row, int column, int rows);
    /* Keeps the place, or goes back to it. */
    void (*place)(struct app *app, struct view_place *place, bool back);
    /* Writes what the view is about. false: not in this form, or it failed. NULL: in none. */
    bool (*print)(struct app *app, enum page_format format, FILE *out, struct error *error);
    /* The row or section under the cursor, as text. NULL: the line with the cursor, as drawn. */
    void (*copy)(struct app *app, struct strbuf *out);
    /* The result of the details is another one; NULL: it is let go of. NULL: that is not kept. */
    void (*show)(struct app *app, struct result *result);
    /* What is typed as its filter, with the numbers of rows; NULL: the filter is the list's. */
    char *(*filter)(struct app *app, size_t *shown, size_t *all);
    /* Chooses the rows by that. */
    bool (*set_filter)(struct app *app, struct error *error);
    /* What copy takes, as a table of Markdown. NULL: a fence is put around that. */
    void (*table)(struct app *app, struct strbuf *out);
    /* What the help of a metric is opened for; NULL: no row has a metric. */
    struct view_metric (*metric)(struct app *app);
};

extern const struct view_row view_rows[];
extern const size_t view_row_count;

const struct view_row *view_row(enum view view);

/* A page as print; what pages of the screen have in common is set in the options. */
bool app_print_options(struct app *app, struct page_options *options, FILE *out,
                       struct error *error);
/* A page of the report, or of one result of it. */
bool app_print_page(struct app *app, enum page page, const struct launch_filter *filter,
                    enum page_format format, FILE *out, struct error *error);
/* The same of the result in the details, with its changes if they are shown. */
bool app_print_compared(struct app *app, enum page page, enum page_format format, FILE *out,
                        struct error *error);

#endif
