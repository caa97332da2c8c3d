/* take: a launch of the program, from the question to the host to its place in a window;
 * take_graph.c has those of graphs. */
#ifndef ROOFTOP_INJECT_TAKE_H
#define ROOFTOP_INJECT_TAKE_H

#include <stdbool.h>

#include <cupti.h>

#include "functions.h"
#include "launch.h"
#include "window.h"

struct inject;

/* At the entry of the call, with the lock held. true: it is in the open window, and the lock stays
 * held until take_done(). */
bool take_launch(struct inject *inject, struct launch *launch, const CUpti_CallbackData *data);

/* The same for the launch of a graph. */
bool take_is_graph(CUpti_CallbackId id);
bool take_graph(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* The same for any other call: true if it is a fill or copy that the open window records. */
bool take_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* At its exit: measures the window if it is full, and gives up the lock. result: of the call. */
void take_done(struct inject *inject, CUresult result);

/* Measures the open window, if there is one. */
void take_close_window(struct inject *inject, const char *why);

/* Of a graph that is launched in a range that is measured as one (ranges.h): the treatment of its
 * kernels, which are noted; and why it cannot run again, or NULL. */
enum treatment take_graph_treatment(struct inject *inject, const struct graph *graph);
const struct graph_problem *take_graph_problem(struct inject *inject, const struct graph *graph,
                                               CUcontext context);

/* Asks the host about a launch, or a range. */
Wire__Action take_ask(struct inject *inject, const struct launch *launch, uint32_t context_id);

/* What both files need. Whether this launch is to be measured: function is NULL for a graph. */
bool take_wants(struct inject *inject, const struct launch *launch, struct function *function,
                uint32_t context_id);

/* The open window if it takes the call, else a new one. NULL: *error says why there is none. */
struct window *take_window(struct inject *inject, struct context_state *context,
                           const struct window_need *need, const char **error);

/* A wanted launch that cannot be measured is reported with the reason. */
void take_report_failure(struct inject *inject, const struct launch *launch, const char *error);

#endif
