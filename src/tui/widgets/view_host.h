/* view_host: what views share and see of the screen around them. The ui owns it and what it points
 * to; views read it, and change nothing that is not theirs. */
#ifndef ROOFTOP_TUI_WIDGETS_VIEW_HOST_H
#define ROOFTOP_TUI_WIDGETS_VIEW_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "report/file/report.h"

struct baselines;
struct definitions;
struct details_view;
struct launch_filter;
struct list_view;
struct loop;
struct messages;
struct options;
struct output_view;
struct result_cache;
struct scan;

struct view_host {
    struct report *report;
    struct options *options;
    struct loop *loop;
    bool live;                       /* a program is being profiled */
    bool ran;                        /* a program is or was profiled since the screen opened */
    bool summary_shown;              /* a pane shows the summary */
    struct list_view *list;          /* the results, with filter, order and tags */
    struct details_view *details;    /* with the result that views of one result show */
    struct output_view *output;      /* what programs print */
    struct result_cache *decoded;    /* the result in the details is held */
    struct definitions *definitions; /* sections and rules that are applied */
    struct baselines *baselines;
    struct scan *scan; /* what the rules find in all results */
    struct messages *messages;

    const struct launch_filter *launches; /* what the list shows to begin with; NULL: all */

    /* What is asked of the ui while a page is printed; owner: the ui. */
    void *owner;
    /* Loads the rules if they are wanted and not there yet. */
    bool (*load_rules)(struct view_host *host, struct error *error);
    /* drop_results() releases all decoded results, because printing decodes them anew. show_again()
     * shows them again. */
    void (*drop_results)(struct view_host *host);
    void (*show_again)(struct view_host *host);

    int64_t asked_at; /* ms: when view_host_is_waited_for() last looked */
};

/* Returns whether an event waits to be handled. Long work calls it to know when to pause. It asks
 * the system at most once in each millisecond. context: the host. */
bool view_host_is_waited_for(void *context);

#endif
