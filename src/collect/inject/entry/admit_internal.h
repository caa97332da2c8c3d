/* admit_internal: what the files of admit.h share: admit_launch.c for kernels, fills and copies,
 * admit_graph.c for graphs. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_ADMIT_INTERNAL_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_ADMIT_INTERNAL_H

#include "collect/inject/entry/admit.h"
#include "collect/inject/window/window.h"

/* The open window if it has room for the call, else a new one. NULL: *error says why no window can
 * be opened, a static text. The lock may be free for a while; if another thread opens a window
 * meanwhile, what the call reaches is looked at again. */
struct window *admit_window(struct inject *inject, struct context_state *context,
                            struct window_need *need, const char **error);

/* Adds the launch to what a call needs: what it reaches of the memory that the program's own code
 * shares with kernels. */
void admit_note_reach(struct inject *inject, struct context_state *context,
                      const struct function *function, const struct launch *launch,
                      struct window_need *need);

/* The same for the kernels of a graph. */
void admit_note_graph_reach(struct inject *inject, const struct graph *graph,
                            struct context_state *context, struct window_need *need);

/* Whether a launch that could not be measured for this reason, a static text, is at least watched:
 * it runs once, and its time and shape are told. */
bool admit_is_watched(const char *why);

/* At the entry of a fill or a copy: whether the open window records it, or stays open over it. */
bool admit_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* At the entry of a graph's launch. */
bool admit_is_graph(CUpti_CallbackId id);
bool admit_graph(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

#endif
