/* launch_stacks: the call stacks of the launches of one process that are being measured. A process
 * sends each stack once, with a number. Launches refer to stacks by numbers, and their results come
 * later. Native frames get their names when the stack comes. Initialise with {0}. */
#ifndef ROOFTOP_COLLECT_PROGRAM_LAUNCH_STACKS_H
#define ROOFTOP_COLLECT_PROGRAM_LAUNCH_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/result/symbolizer.h"
#include "report.pb-c.h"
#include "report/filter/stack_filter.h"
#include "wire.pb-c.h"

/* One stack, as results keep it. It is shared by all launches that have it. */
struct launch_stack {
    size_t users;
    Rep__CpuStacktraceStackMessage *native, *python; /* NULL: none */
    bool judged, fits;
};

struct launch_stacks {
    struct launch_stack **known; /* by number, from `first_number` on; no entry is NULL */
    size_t known_count, known_capacity;
    uint32_t first_number;
    Wire__CodeFile **files; /* all files that the process has named */
    size_t file_count, file_capacity;
    struct stack_launch {
        uint64_t launch;
        struct launch_stack *stack;
    } * launches; /* in their order, from `first` on */
    size_t first, count, capacity;
};

/* A launch has come with its stack, which may be new. The files move out of the message. admitted:
 * the result of the launch will come; launch_stacks_admit() can say so later, too. */
void launch_stacks_announce(struct launch_stacks *stacks, struct symbolizer *symbolizer,
                            Wire__LaunchStack *message, bool admitted);
void launch_stacks_admit(struct launch_stacks *stacks, const Wire__LaunchStack *message);

/* Whether the filter lets launches with this stack pass. message NULL, or the number of a stack
 * that never came: the launch has no stack. The filter is asked once for each stack. */
bool launch_stacks_fit(struct launch_stacks *stacks, const struct stack_filter *filter,
                       const Wire__LaunchStack *message);

/* Return the stack of a launch, or NULL if it has no stack; release it with launch_stack_done().
 * launch_stacks_look() keeps the launch, since more of its results follow; launch_stacks_take()
 * forgets it. */
struct launch_stack *launch_stacks_look(const struct launch_stacks *stacks, uint64_t launch);
struct launch_stack *launch_stacks_take(struct launch_stacks *stacks, uint64_t launch);
void launch_stack_done(struct launch_stack *stack);

void launch_stacks_free(struct launch_stacks *stacks);

#endif
