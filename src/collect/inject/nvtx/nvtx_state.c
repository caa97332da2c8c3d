#include "collect/inject/nvtx/nvtx_state.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/inject/filter/program_filter.h"
#include "collect/inject/nvtx/nvtx_bytes.h"

enum { MOST_SEEN = 12 };

struct range {
    uint64_t id;     /* of started ranges */
    uint64_t chosen; /* patterns to include that end here, in a number that is chosen: bits */
    uint64_t start;  /* the profiler range that it opened in, 0: none */
    uint8_t *bytes;  /* fields of the range's message */
    size_t length;
};

/* Open ranges, oldest first. */
struct stack {
    const char **names; /* owned */
    struct range *ranges;
    size_t count, capacity;
    size_t beyond; /* pushed over the limit */
};

struct domain {
    char *name;
    uint64_t include, exclude; /* patterns that are of this domain: bits */
    struct stack started;      /* guarded by state.lock */
};

struct thread {
    struct thread *next;
    pthread_mutex_t lock;
    uint32_t id;
    struct stack *stacks; /* by domain, as many as it has pushed to */
    size_t stack_count;
    uint64_t changes;
    /* The last verdict, and what it was about. */
    bool judged, chosen;
    uint64_t judged_changes, judged_started, judged_start;
};

struct mapping {
    uint32_t domain, id;
    enum nvtx_family family;
    char *name;
};

static struct {
    pthread_mutex_t lock; /* taken before a thread's */
    pthread_once_t once;
    pthread_key_t key; /* the thread's own struct thread */
    struct domain *domains[NVTX_MOST_DOMAINS];
    atomic_uint domain_count; /* those below it never change but for `started` */
    char **strings;
    size_t string_count, string_capacity;
    struct mapping *mappings;
    size_t mapping_count, mapping_capacity;
    struct thread *threads;
    struct thread process; /* where push/pop ranges belong to the process */
    uint64_t next_range;
    atomic_uint_fast64_t launches, changes, started_changes;
    struct nvtx_bytes bytes; /* the state that was given last */
    uint64_t given_changes;
    uint32_t given_thread;
    bool given;
    char *seen[MOST_SEEN];
    size_t seen_count;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .once = PTHREAD_ONCE_INIT,
           .process = {.lock = PTHREAD_MUTEX_INITIALIZER},
           .next_range = 1};

static bool grow(void *array_pointer, size_t count, size_t *capacity, size_t element)
{
    void **array = array_pointer;
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 8;
    void *grown = realloc(*array, more * element);
    if (!grown)
        return false;
    *array = grown;
    *capacity = more;
    return true;
}

static void free_stack(struct stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        free((char *)(uintptr_t)stack->names[i]);
        free(stack->ranges[i].bytes);
    }
    free(stack->names);
    free(stack->ranges);
}

/* At a thread's end. */
static void drop_thread(void *data)
{
    struct thread *thread = data, **at = &state.threads;
    pthread_mutex_lock(&state.lock);
    while (*at != thread)
        at = &(*at)->next;
    *at = thread->next;
    pthread_mutex_unlock(&state.lock);
    range_edges_thread_ends(&program_filter_get()->edges, thread);
    atomic_fetch_add(&state.changes, 1);
    for (size_t i = 0; i < thread->stack_count; i++)
        free_stack(&thread->stacks[i]);
    free(thread->stacks);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}

static void add_domain(const char *name)
{
    const struct program_filter *program_filter = program_filter_get();
    struct domain *domain = calloc(1, sizeof *domain);
    unsigned number = atomic_load(&state.domain_count);
    if (!domain || !(domain->name = strdup(name))) {
        free(domain);
        return;
    }
    for (size_t i = 0; i < program_filter->include_count; i++)
        domain->include |= (uint64_t)pattern_name_fits(&program_filter->include[i].domain, name)
                           << i;
    for (size_t i = 0; i < program_filter->exclude_count; i++)
        domain->exclude |= (uint64_t)pattern_name_fits(&program_filter->exclude[i].domain, name)
                           << i;
    state.domains[number] = domain;
    atomic_store(&state.domain_count, number + 1);
    atomic_fetch_add(&state.changes, 1);
}

static void begin(void)
{
    pthread_key_create(&state.key, drop_thread);
    add_domain(NVTX_DEFAULT_DOMAIN);
}

static unsigned domain_count(void)
{
    pthread_once(&state.once, begin);
    return atomic_load(&state.domain_count);
}

uint32_t nvtx_state_domain(const char *name)
{
    uint32_t found = NVTX_NO_DOMAIN;
    pthread_once(&state.once, begin);
    pthread_mutex_lock(&state.lock);
    unsigned count = atomic_load(&state.domain_count);
    for (uint32_t i = 1; i < count && found == NVTX_NO_DOMAIN; i++)
        if (strcmp(state.domains[i]->name, name) == 0)
            found = i;
    if (found == NVTX_NO_DOMAIN && count && count < NVTX_MOST_DOMAINS) {
        add_domain(name);
        found = atomic_load(&state.domain_count) > count ? count : NVTX_NO_DOMAIN;
    }
    pthread_mutex_unlock(&state.lock);
    return found;
}

const char *nvtx_state_domain_name(uint32_t domain)
{
    return domain && domain < atomic_load(&state.domain_count) ? state.domains[domain]->name : "";
}

/* The calling thread's, or that of the process; NULL: no memory. */
static struct thread *own_thread(void)
{
    pthread_once(&state.once, begin);
    if (program_filter_get()->of_process)
        return &state.process;
    struct thread *thread = pthread_getspecific(state.key);
    if (thread)
        return thread;
    thread = calloc(1, sizeof *thread);
    if (!thread)
        return NULL;
    pthread_mutex_init(&thread->lock, NULL);
    thread->id = (uint32_t)syscall(SYS_gettid);
    if (pthread_setspecific(state.key, thread) != 0) {
        free(thread);
        return NULL;
    }
    pthread_mutex_lock(&state.lock);
    thread->next = state.threads;
    state.threads = thread;
    pthread_mutex_unlock(&state.lock);
    return thread;
}

uint64_t nvtx_state_register(uint32_t domain, const char *text)
{
    uint64_t number = 0;
    (void)domain;
    pthread_mutex_lock(&state.lock);
    if (state.string_count < NVTX_MOST_STRINGS &&
        grow(&state.strings, state.string_count, &state.string_capacity, sizeof *state.strings) &&
        (state.strings[state.string_count] = strdup(text)))
        number = ++state.string_count;
    pthread_mutex_unlock(&state.lock);
    return number;
}

const char *nvtx_state_registered(uint64_t string)
{
    pthread_mutex_lock(&state.lock);
    const char *text = string && string <= state.string_count ? state.strings[string - 1] : "";
    pthread_mutex_unlock(&state.lock);
    return text;
}

void nvtx_state_name(uint32_t domain, enum nvtx_family family, uint32_t id, const char *name)
{
    struct mapping *at = NULL;
    char *copy = strdup(name);
    pthread_mutex_lock(&state.lock);
    for (size_t i = 0; i < state.mapping_count && !at; i++)
        if (state.mappings[i].domain == domain && state.mappings[i].family == family &&
            state.mappings[i].id == id)
            at = &state.mappings[i];
    if (!at && copy && state.mapping_count < NVTX_MOST_NAMES &&
        grow(&state.mappings, state.mapping_count, &state.mapping_capacity,
             sizeof *state.mappings)) {
        at = &state.mappings[state.mapping_count++];
        *at = (struct mapping){domain, id, family, NULL};
    }
    if (at && copy) {
        free(at->name);
        at->name = copy;
        copy = NULL;
        atomic_fetch_add(&state.changes, 1);
    }
    pthread_mutex_unlock(&state.lock);
    free(copy);
}

/* Which patterns to include end in the range that has just opened, as bits; those with a number
 * that is not chosen are left out. */
static uint64_t chosen_here(struct program_filter *program_filter, const struct domain *domain,
                            const struct stack *stack, bool started)
{
    uint64_t bits = 0;
    if (!program_filter->ranges)
        return UINT64_MAX;
    for (size_t i = 0; i < program_filter->include_count; i++) {
        const struct nvtx_pattern *pattern = &program_filter->include[i];
        size_t newest = stack->count - 1;
        bool is_part = false;
        if (!(domain->include >> i & 1) || pattern->started != started)
            continue;
        for (size_t j = 0; started && j < pattern->count; j++)
            is_part = is_part || pattern_name_fits(&pattern->parts[j].name, stack->names[newest]);
        if (started ? is_part && nvtx_pattern_all_open(pattern, stack->names, stack->count)
                    : nvtx_pattern_ends_at(pattern, stack->names, newest))
            bits |= (uint64_t)program_filter_counts(program_filter, i) << i;
    }
    return bits;
}

/* The fields that NvtxPushPopRange (from 1) and NvtxStartEndRange (from 2) share. */
static void pack_range(struct nvtx_bytes *out, unsigned first, const char *name,
                       const nvtxEventAttributes_t *event)
{
    uint64_t launches = atomic_load(&state.launches);
    nvtx_bytes_text(out, first, name);
    if (event)
        nvtx_bytes_attributes(out, first + 1, event, name);
    if (launches)
        nvtx_bytes_number(out, first + 2, launches - 1);
}

/* On top of the stack, which is locked. false: no memory. */
static bool add_range(struct stack *stack, const struct domain *domain, bool started,
                      const char *name, struct nvtx_bytes *bytes, uint64_t id)
{
    struct program_filter *program_filter = program_filter_get();
    size_t capacity = stack->capacity;
    char *copy = strdup(name);
    if (bytes->failed || !copy ||
        !grow(&stack->names, stack->count, &capacity, sizeof *stack->names) ||
        !grow(&stack->ranges, stack->count, &stack->capacity, sizeof *stack->ranges)) {
        free(copy);
        return false;
    }
    struct range *range = &stack->ranges[stack->count];
    stack->names[stack->count++] = copy;
    *range = (struct range){.id = id, .bytes = bytes->data, .length = bytes->length};
    range->start = atomic_load(&program_filter->in_range) ? atomic_load(&program_filter->start) : 0;
    range->chosen = chosen_here(program_filter, domain, stack, started);
    atomic_fetch_add(&state.changes, 1);
    return true;
}

static void drop_range(struct stack *stack, size_t at)
{
    free((char *)(uintptr_t)stack->names[at]);
    free(stack->ranges[at].bytes);
    stack->count--;
    memmove(&stack->names[at], &stack->names[at + 1], (stack->count - at) * sizeof *stack->names);
    memmove(&stack->ranges[at], &stack->ranges[at + 1],
            (stack->count - at) * sizeof *stack->ranges);
    atomic_fetch_add(&state.changes, 1);
}

/* The thread's stack of this domain; NULL: no memory. */
static struct stack *stack_of(struct thread *thread, uint32_t domain)
{
    if (domain >= thread->stack_count) {
        size_t count = (size_t)domain + 1;
        struct stack *stacks = realloc(thread->stacks, count * sizeof *stacks);
        if (!stacks)
            return NULL;
        memset(stacks + thread->stack_count, 0, (count - thread->stack_count) * sizeof *stacks);
        thread->stacks = stacks;
        thread->stack_count = count;
    }
    return &thread->stacks[domain];
}

/* If results are ranges, and only some are included: whether such a range is open already. */
static bool is_inside(struct program_filter *program_filter)
{
    return !program_filter->edges.wanted || !program_filter->include_count ||
           nvtx_state_chosen(program_filter);
}

/* A range has just opened; outside: there was none before. */
static void begin_edge(bool outside, const struct range_edge *edge, const char *name)
{
    struct program_filter *program_filter = program_filter_get();
    struct range_edges *edges = &program_filter->edges;
    const char *domain = edge->domain ? state.domains[edge->domain]->name : "";
    if (outside && nvtx_state_chosen(program_filter) &&
        range_edges_begin(edges, edge, domain, name) && edges->began)
        edges->began(edges->context);
}

int nvtx_state_push(uint32_t domain, const char *name, const nvtxEventAttributes_t *event)
{
    struct thread *thread = domain < domain_count() ? own_thread() : NULL;
    struct nvtx_bytes bytes = {0};
    int level = -1;
    if (!thread)
        return -1;
    const bool outside = !is_inside(program_filter_get());
    pack_range(&bytes, 1, name, event);
    pthread_mutex_lock(&thread->lock);
    struct stack *stack = stack_of(thread, domain);
    if (stack) {
        level = (int)(stack->count + stack->beyond);
        if (stack->beyond || stack->count >= NVTX_MOST_DEPTH ||
            !add_range(stack, state.domains[domain], false, name, &bytes, 0))
            stack->beyond++;
        else
            bytes.data = NULL;
        thread->changes++;
    }
    pthread_mutex_unlock(&thread->lock);
    free(bytes.data);
    begin_edge(outside,
               &(struct range_edge){
                   .kind = EDGE_PUSHED, .thread = thread, .domain = domain, .level = level},
               name);
    return level;
}

int nvtx_state_pop(uint32_t domain)
{
    struct thread *thread = domain < domain_count() ? own_thread() : NULL;
    int level = -1;
    if (!thread)
        return -1;
    pthread_mutex_lock(&thread->lock);
    if (domain < thread->stack_count) {
        struct stack *stack = &thread->stacks[domain];
        level = (int)(stack->count + stack->beyond) - 1;
        if (stack->beyond)
            stack->beyond--;
        else if (stack->count)
            drop_range(stack, stack->count - 1);
        thread->changes++;
    }
    pthread_mutex_unlock(&thread->lock);
    range_edges_end(&program_filter_get()->edges,
                    &(struct range_edge){
                        .kind = EDGE_PUSHED, .thread = thread, .domain = domain, .level = level});
    return level;
}

uint64_t nvtx_state_start(uint32_t domain, const char *name, const nvtxEventAttributes_t *event)
{
    struct nvtx_bytes bytes = {0};
    uint64_t id = 0;
    if (domain >= domain_count())
        return 0;
    const bool outside = !is_inside(program_filter_get());
    pthread_mutex_lock(&state.lock);
    struct stack *started = &state.domains[domain]->started;
    if (started->count < NVTX_MOST_STARTED) {
        id = state.next_range;
        nvtx_bytes_number(&bytes, 1, id - 1);
        pack_range(&bytes, 2, name, event);
        nvtx_bytes_number(&bytes, 5, (uint64_t)syscall(SYS_gettid));
        if (add_range(started, state.domains[domain], true, name, &bytes, id)) {
            state.next_range++;
            bytes.data = NULL;
        } else {
            id = 0;
        }
        atomic_fetch_add(&state.started_changes, 1);
    }
    pthread_mutex_unlock(&state.lock);
    free(bytes.data);
    begin_edge(outside, &(struct range_edge){.kind = EDGE_STARTED, .started = id, .domain = domain},
               name);
    return id;
}

void nvtx_state_end(uint64_t range)
{
    uint32_t domain = 0;
    bool found = false;
    unsigned count = domain_count();
    pthread_mutex_lock(&state.lock);
    for (unsigned i = 0; i < count && !found && range; i++) {
        struct stack *started = &state.domains[i]->started;
        for (size_t j = started->count; j-- > 0 && !found;)
            if (started->ranges[j].id == range) {
                drop_range(started, j);
                domain = i;
                found = true;
            }
    }
    if (found)
        atomic_fetch_add(&state.started_changes, 1);
    pthread_mutex_unlock(&state.lock);
    if (found)
        range_edges_end(
            &program_filter_get()->edges,
            &(struct range_edge){.kind = EDGE_STARTED, .started = range, .domain = domain});
}

void nvtx_state_launch(uint64_t launch)
{
    atomic_store(&state.launches, launch + 1);
}

/* Whether the pattern fits open ranges of the domain, in one whose number is chosen. */
static bool fits(const struct program_filter *program_filter, const struct nvtx_pattern *pattern,
                 const struct stack *stack, uint64_t bit)
{
    uint64_t start = atomic_load(&program_filter->start);
    for (size_t at = stack->count; at-- > 0;) {
        const struct range *range = &stack->ranges[at];
        /* Numbers of an earlier profiler range say nothing about this one. */
        bool counts = (range->chosen & bit) && (!program_filter->restart ||
                                                !program_filter->ranges || range->start == start);
        if (counts &&
            (pattern->started ? nvtx_pattern_all_open(pattern, stack->names, stack->count)
                              : nvtx_pattern_fits_at(pattern, stack->names, stack->count, at)))
            return true;
    }
    return false;
}

/* Whether any of the patterns fits; numbered: their ranges have to be chosen ones. */
static bool any_fits(const struct program_filter *program_filter,
                     const struct nvtx_pattern *patterns, size_t count, bool numbered,
                     const struct thread *thread)
{
    unsigned domains = atomic_load(&state.domain_count);
    for (unsigned i = 0; i < domains; i++) {
        const struct domain *domain = state.domains[i];
        uint64_t here = numbered ? domain->include : domain->exclude;
        for (size_t j = 0; here && j < count; j++) {
            const struct stack none = {0};
            const struct stack *stack = patterns[j].started       ? &domain->started
                                        : i < thread->stack_count ? &thread->stacks[i]
                                                                  : &none;
            if (!(here >> j & 1))
                continue;
            if (numbered ? fits(program_filter, &patterns[j], stack, (uint64_t)1 << j)
                         : nvtx_pattern_fits(&patterns[j], stack->names, stack->count))
                return true;
        }
    }
    return false;
}

/* As an expression has it, cut where it is long. */
static void quote(char *to, size_t size, const char *name)
{
    size_t length = strlen(to);
    for (; *name && length + 3 < size; name++) {
        if (strchr("@,[]/*+\\", *name))
            to[length++] = '\\';
        to[length++] = *name;
    }
    to[length] = '\0';
}

static void note_seen(const struct domain *domain, const char *name, const char *end)
{
    char text[256] = "";
    if (!*name)
        return;
    if (domain != state.domains[0]) {
        quote(text, sizeof text / 2, domain->name);
        strcat(text, "@");
    }
    quote(text, sizeof text - 1, name);
    strcat(text, end);
    for (size_t i = 0; i < state.seen_count; i++)
        if (strcmp(state.seen[i], text) == 0)
            return;
    if (state.seen_count < MOST_SEEN && (state.seen[state.seen_count] = strdup(text)))
        state.seen_count++;
}

/* For the message when nothing was chosen at all. */
static void note_open(const struct thread *thread)
{
    unsigned domains = atomic_load(&state.domain_count);
    for (unsigned i = 0; i < domains && state.seen_count < MOST_SEEN; i++) {
        const struct stack *started = &state.domains[i]->started;
        for (size_t j = 0; i < thread->stack_count && j < thread->stacks[i].count; j++)
            note_seen(state.domains[i], thread->stacks[i].names[j], "/");
        for (size_t j = 0; j < started->count; j++)
            note_seen(state.domains[i], started->names[j], "");
    }
}

bool nvtx_state_chosen(struct program_filter *program_filter)
{
    struct thread *thread = own_thread();
    uint64_t started = atomic_load(&state.started_changes),
             start = atomic_load(&program_filter->start);
    if (!thread)
        return false;
    pthread_mutex_lock(&state.lock);
    pthread_mutex_lock(&thread->lock);
    if (!thread->judged || thread->judged_changes != thread->changes ||
        thread->judged_started != started || thread->judged_start != start) {
        thread->chosen = (!program_filter->include_count ||
                          any_fits(program_filter, program_filter->include,
                                   program_filter->include_count, true, thread)) &&
                         !any_fits(program_filter, program_filter->exclude,
                                   program_filter->exclude_count, false, thread);
        thread->judged = true;
        thread->judged_changes = thread->changes;
        thread->judged_started = started;
        thread->judged_start = start;
        if (!thread->chosen)
            note_open(thread);
    }
    bool chosen = thread->chosen;
    pthread_mutex_unlock(&thread->lock);
    pthread_mutex_unlock(&state.lock);
    return chosen;
}

size_t nvtx_state_seen(char ***names)
{
    *names = state.seen;
    return state.seen_count;
}

static void pack_names(struct nvtx_bytes *out, uint32_t domain, enum nvtx_family family)
{
    size_t table = 0;
    bool any = false;
    for (size_t i = 0; i < state.mapping_count; i++) {
        const struct mapping *mapping = &state.mappings[i];
        if (mapping->domain != domain || mapping->family != family)
            continue;
        if (!any) {
            table = nvtx_bytes_open(out, 4);
            nvtx_bytes_number(out, 1, (uint64_t)family);
        }
        any = true;
        size_t one = nvtx_bytes_open(out, 2);
        nvtx_bytes_number(out, 1, mapping->id);
        nvtx_bytes_text(out, 2, mapping->name);
        nvtx_bytes_close(out, one);
    }
    if (any)
        nvtx_bytes_close(out, table);
}

/* NvtxPushPopDomain and NvtxStartEndDomain are alike. */
static void pack_stack(struct nvtx_bytes *out, unsigned field, uint32_t domain,
                       const struct stack *stack)
{
    size_t mark = nvtx_bytes_open(out, field);
    nvtx_bytes_number(out, 1, domain);
    for (size_t i = 0; stack && i < stack->count; i++) {
        size_t one = nvtx_bytes_open(out, 3);
        nvtx_bytes_raw(out, stack->ranges[i].bytes, stack->ranges[i].length);
        nvtx_bytes_close(out, one);
    }
    nvtx_bytes_close(out, mark);
}

static bool has_ranges(const struct thread *thread)
{
    for (size_t i = 0; i < thread->stack_count; i++)
        if (thread->stacks[i].count)
            return true;
    return false;
}

/* id: of the launching thread, in whose name ranges of the process are kept. */
static void pack_thread(struct nvtx_bytes *out, struct thread *thread, uint32_t id, bool always)
{
    unsigned domains = atomic_load(&state.domain_count);
    pthread_mutex_lock(&thread->lock);
    if (always || has_ranges(thread)) {
        size_t mark = nvtx_bytes_open(out, 2);
        nvtx_bytes_number(out, 1, id);
        for (uint32_t i = 0; i < domains; i++)
            pack_stack(out, 2, i, i < thread->stack_count ? &thread->stacks[i] : NULL);
        nvtx_bytes_close(out, mark);
    }
    pthread_mutex_unlock(&thread->lock);
}

static void pack_state(struct nvtx_bytes *out, struct thread *own, uint32_t id)
{
    unsigned domains = atomic_load(&state.domain_count);
    for (uint32_t i = 0; i < domains; i++) {
        size_t mark = nvtx_bytes_open(out, 1);
        nvtx_bytes_number(out, 1, i);
        nvtx_bytes_text(out, 2, state.domains[i]->name);
        pack_names(out, i, NVTX_CATEGORY);
        pack_names(out, i, NVTX_OS_THREAD);
        nvtx_bytes_close(out, mark);
    }
    pack_thread(out, own, id, true);
    for (struct thread *other = state.threads; other; other = other->next)
        if (other != own && out->length < NVTX_MOST_STATE)
            pack_thread(out, other, other->id, false);
    for (uint32_t i = 0; i < domains; i++)
        pack_stack(out, 3, i, &state.domains[i]->started);
    nvtx_bytes_number(out, 4, 0);
    nvtx_bytes_number(out, 5, program_filter_get()->of_process);
}

bool nvtx_state_changed(const uint8_t **bytes, size_t *length)
{
    struct thread *own = own_thread();
    uint32_t id = (uint32_t)syscall(SYS_gettid);
    uint64_t changes = atomic_load(&state.changes);
    if (!own || (state.given && state.given_thread == id && state.given_changes == changes))
        return false;
    state.bytes.length = 0;
    state.bytes.failed = false;
    pthread_mutex_lock(&state.lock);
    pack_state(&state.bytes, own, id);
    pthread_mutex_unlock(&state.lock);
    state.given = true;
    state.given_thread = id;
    state.given_changes = changes;
    if (state.bytes.failed) /* none is better than that of another launch */
        state.bytes.length = 0;
    *bytes = state.bytes.data;
    *length = state.bytes.length;
    return true;
}
