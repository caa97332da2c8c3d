/* peer_stacks: the call stacks of launches that are being measured. A stack comes once, with its
 * number; launches come with numbers; results come later. Native frames get their names when the
 * stack comes. Initialise with {0}. */
#ifndef ROOFTOP_PEER_STACKS_H
#define ROOFTOP_PEER_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "stack_filter.h"
#include "symbolizer.h"
#include "wire.pb-c.h"

/* As results keep it; shared by the launches that it is the stack of. */
struct peer_stack {
    size_t users;
    Rep__CpuStacktraceStackMessage *native, *python; /* NULL: none */
    bool judged, fits;
};

struct peer_stacks {
    struct peer_stack **known; /* by number, from `first_number` on; entries are never NULL */
    size_t known_count, known_capacity;
    uint32_t first_number;
    Wire__CodeFile **files; /* all that were told */
    size_t file_count, file_capacity;
    struct stack_launch {
        uint64_t launch;
        struct peer_stack *stack;
    } * launches; /* in their order, from `first` on */
    size_t first, count, capacity;
};

/* A launch has come with its stack, which may be new; the files are taken out of the message.
 * taken: its result will come, which can be said later, too. */
void peer_stacks_seen(struct peer_stacks *stacks, struct symbolizer *symbolizer,
                      Wire__LaunchStack *message, bool taken);
void peer_stacks_taken(struct peer_stacks *stacks, const Wire__LaunchStack *message);

/* Whether filters let launches with this stack pass; message NULL, or of a stack that never came:
 * none is known. */
bool peer_stacks_fit(struct peer_stacks *stacks, const struct stack_filter *filter,
                     const Wire__LaunchStack *message);

/* The stack of a launch, which is over with that; release with peer_stack_done(). NULL: none. */
struct peer_stack *peer_stacks_look(const struct peer_stacks *stacks,
                                    uint64_t launch); /* not over */
struct peer_stack *peer_stacks_take(struct peer_stacks *stacks, uint64_t launch);
void peer_stack_done(struct peer_stack *stack);

void peer_stacks_free(struct peer_stacks *stacks);

#endif
