/* source_ask: gets the text of a function's instructions. nvdisasm runs beside the event loop, so
 * that no key waits for it. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_ASK_H
#define ROOFTOP_TUI_SOURCE_SOURCE_ASK_H

#include "collect/os/loop.h"
#include "tui/source/source_function.h"

struct source_ask {
    struct loop *loop;
    struct source_set *set;
    struct source_function *function; /* the function that gets the text */
    struct nvdisasm *run;             /* NULL: nothing runs */
    int timer, watched[3];
    char *no_text; /* why the instructions have no text; NULL: they have one */
};

/* Initialises the struct before any other call. The loop must stay. */
void source_ask_init(struct source_ask *ask, struct loop *loop);
/* Starts to get the text. Function and set must stay until source_ask_stop(). */
void source_ask_start(struct source_ask *ask, struct source_set *set,
                      struct source_function *function);
/* Ends what runs. */
void source_ask_stop(struct source_ask *ask);

#endif
