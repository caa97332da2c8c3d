/* code_ask: the text of a function's instructions: nvdisasm runs and is listened to by the loop, so
 * that no key waits for it. */
#ifndef ROOFTOP_CODE_ASK_H
#define ROOFTOP_CODE_ASK_H

#include "code_function.h"
#include "collect/loop.h"

struct code_ask {
    struct loop *loop;
    struct source_set *set;
    struct code_function *function; /* whose text it is */
    struct nvdisasm *run;           /* NULL: nothing is waited for */
    int timer, watched[3];
    char *no_text; /* why its instructions have none; NULL: they do */
};

/* Before anything else; the loop must stay. */
void code_ask_init(struct code_ask *ask, struct loop *loop);
/* Function and set must stay until code_ask_stop(). */
void code_ask_start(struct code_ask *ask, struct source_set *set, struct code_function *function);
/* Ends what runs. */
void code_ask_stop(struct code_ask *ask);

#endif
