#include "collect/inject/trace/trace_nvtx.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/inject/nvtx/nvtx_listener.h"

/* Ended ranges that may wait for the packer, and the deepest stack of a thread. */
enum { MOST_WAITING = 1 << 18, DEEPEST = 256, MOST_STARTED = 4096 };

struct range {
    uint64_t start, end, thread, handle;
    char *name, *domain; /* owned */
    uint32_t depth, color, kind;
    uint32_t domain_number;
};

static struct {
    pthread_mutex_t lock;
    struct range *ended;
    size_t count, capacity;
    struct range started[MOST_STARTED]; /* that have not ended; handle 0: free */
    struct stack *stacks;               /* of all threads */
    uint64_t lost;
} ranges = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The pushed ranges of a thread. They stay when the thread ends: ranges that it left open are told
 * at the end of the program. */
struct stack {
    struct stack *next;
    size_t depth; /* also of those that had no room */
    struct range open[DEEPEST];
};

static __thread struct stack *my_stack;
static __thread uint64_t my_thread;

static uint64_t thread_id(void)
{
    if (!my_thread)
        my_thread = (uint64_t)syscall(SYS_gettid);
    return my_thread;
}

static struct range make(enum range_kind kind, const struct nvtx_event *event)
{
    return (struct range){.start = trace_now(),
                          .thread = thread_id(),
                          .name = strdup(event->name),
                          .domain = *event->domain ? strdup(event->domain) : NULL,
                          .color = event->color,
                          .kind = kind,
                          .domain_number = event->domain_number};
}

static void drop(struct range *range)
{
    free(range->name);
    free(range->domain);
    *range = (struct range){0};
}

/* With the lock held. */
static bool reserve(void)
{
    if (ranges.count < ranges.capacity)
        return true;
    const size_t capacity = ranges.capacity ? ranges.capacity * 2 : 4096;
    struct range *grown =
        capacity <= MOST_WAITING ? realloc(ranges.ended, capacity * sizeof *grown) : NULL;
    if (!grown)
        return false;
    ranges.ended = grown;
    ranges.capacity = capacity;
    return true;
}

/* Takes the range over. */
static void end_range(struct range *range, uint64_t end)
{
    range->end = end;
    pthread_mutex_lock(&ranges.lock);
    if (reserve()) {
        ranges.ended[ranges.count++] = *range;
        *range = (struct range){0};
    } else {
        ranges.lost++;
    }
    pthread_mutex_unlock(&ranges.lock);
    drop(range);
}

static struct stack *stack_of_thread(void)
{
    if (my_stack)
        return my_stack;
    my_stack = calloc(1, sizeof *my_stack);
    if (!my_stack)
        return NULL;
    pthread_mutex_lock(&ranges.lock);
    my_stack->next = ranges.stacks;
    ranges.stacks = my_stack;
    pthread_mutex_unlock(&ranges.lock);
    return my_stack;
}

static void on_push(const struct nvtx_event *event)
{
    struct stack *stack = stack_of_thread();
    if (!stack)
        return;
    struct range range = make(RANGE_PUSHED, event);
    pthread_mutex_lock(&ranges.lock);
    if (stack->depth < DEEPEST) {
        for (size_t i = 0; i < stack->depth; i++)
            range.depth += stack->open[i].domain_number == event->domain_number;
        stack->open[stack->depth] = range;
        range = (struct range){0};
    } else {
        ranges.lost++;
    }
    stack->depth++;
    pthread_mutex_unlock(&ranges.lock);
    drop(&range);
}

/* Ends the innermost range of the domain. */
static void on_pop(uint32_t domain)
{
    struct stack *stack = my_stack;
    const uint64_t now = trace_now();
    struct range range = {0};
    if (!stack)
        return;
    pthread_mutex_lock(&ranges.lock);
    size_t at = stack->depth < DEEPEST ? stack->depth : DEEPEST;
    if (stack->depth > DEEPEST) {
        stack->depth--;
        at = 0;
    }
    while (at > 0 && stack->open[at - 1].domain_number != domain)
        at--;
    if (at > 0) {
        range = stack->open[at - 1];
        memmove(&stack->open[at - 1], &stack->open[at], (stack->depth - at) * sizeof *stack->open);
        stack->depth--;
    }
    pthread_mutex_unlock(&ranges.lock);
    if (range.start)
        end_range(&range, now);
}

static void on_start(uint64_t handle, const struct nvtx_event *event)
{
    struct range range = make(RANGE_STARTED, event);
    range.handle = handle;
    pthread_mutex_lock(&ranges.lock);
    for (size_t i = 0; i < MOST_STARTED && range.start; i++)
        if (!ranges.started[(handle + i) % MOST_STARTED].handle) {
            ranges.started[(handle + i) % MOST_STARTED] = range;
            range = (struct range){0};
        }
    ranges.lost += range.start != 0;
    pthread_mutex_unlock(&ranges.lock);
    drop(&range);
}

static void on_end(uint64_t handle)
{
    struct range range = {0};
    const uint64_t now = trace_now();
    pthread_mutex_lock(&ranges.lock);
    for (size_t i = 0; i < MOST_STARTED && !range.start; i++) {
        struct range *at = &ranges.started[(handle + i) % MOST_STARTED];
        if (at->handle == handle) {
            range = *at;
            *at = (struct range){0};
        }
    }
    pthread_mutex_unlock(&ranges.lock);
    if (range.start)
        end_range(&range, now);
}

static void on_mark(const struct nvtx_event *event)
{
    struct range range = make(RANGE_MARK, event);
    end_range(&range, range.start);
}

void trace_nvtx_open(void)
{
    static const struct nvtx_listener listener = {on_push, on_pop, on_start, on_end, on_mark};
    nvtx_listen(&listener);
}

static void hand_over(struct trace_packer *packer, const struct range *range, bool open)
{
    const uint64_t values[] = {range->start,
                               open ? trace_now() : range->end,
                               range->kind,
                               range->thread,
                               trace_packer_string(packer, range->domain),
                               trace_packer_string(packer, range->name),
                               range->depth,
                               range->color,
                               open};
    _Static_assert(sizeof values / sizeof *values == RANGE_OPEN + 1, "fields of ranges");
    trace_packer_add(packer, TRACE_RANGE, values, NULL);
}

static void hand_over_open(struct trace_packer *packer)
{
    pthread_mutex_lock(&ranges.lock);
    for (const struct stack *stack = ranges.stacks; stack; stack = stack->next)
        for (size_t i = 0; i < stack->depth && i < DEEPEST; i++)
            hand_over(packer, &stack->open[i], true);
    for (size_t i = 0; i < MOST_STARTED; i++)
        if (ranges.started[i].handle)
            hand_over(packer, &ranges.started[i], true);
    pthread_mutex_unlock(&ranges.lock);
}

void trace_nvtx_drain(struct trace_packer *packer, bool last)
{
    pthread_mutex_lock(&ranges.lock);
    struct range *taken = ranges.ended;
    const size_t count = ranges.count;
    ranges.ended = NULL;
    ranges.count = ranges.capacity = 0;
    pthread_mutex_unlock(&ranges.lock);
    for (size_t i = 0; i < count; i++) {
        hand_over(packer, &taken[i], false);
        drop(&taken[i]);
    }
    free(taken);
    if (last)
        hand_over_open(packer);
}

uint64_t trace_nvtx_lost(void)
{
    pthread_mutex_lock(&ranges.lock);
    const uint64_t lost = ranges.lost;
    ranges.lost = 0;
    pthread_mutex_unlock(&ranges.lock);
    return lost;
}
