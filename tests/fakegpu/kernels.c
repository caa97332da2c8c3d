#include "kernels.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void vec_add(const struct kernel_run *run)
{
    const float *a = *(const float *const *)(run->params + 0);
    const float *b = *(const float *const *)(run->params + 8);
    float *c = *(float *const *)(run->params + 16);
    int n = *(const int *)(run->params + 24);
    for (uint64_t i = 0; i < run->threads && i < (uint64_t)n; i++)
        c[i] = a[i] + b[i];
}

static void inplace(const struct kernel_run *run)
{
    float *x = *(float *const *)(run->params + 0);
    float a = *(const float *)(run->params + 8);
    int n = *(const int *)(run->params + 12);
    for (uint64_t i = 0; i < run->threads && i < (uint64_t)n; i++)
        x[i] = x[i] * a + 1;
}

static void count(const struct kernel_run *run)
{
    unsigned *counter = *(unsigned *const *)(run->params + 0);
    for (uint64_t i = 0; i < run->threads; i++)
        __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED);
}

/* Counts if it finds what it should, else tells. */
static void follow(const struct kernel_run *run)
{
    const unsigned *at = *(const unsigned *const *)(run->params + 0);
    const unsigned expected = *(const unsigned *)(run->params + 8);
    if (*at == expected)
        __atomic_add_fetch(*(unsigned *const *)(run->params + 16), 1, __ATOMIC_RELAXED);
    else
        printf("follow found %u instead of %u\n", *at, expected);
    fflush(stdout);
}

static void count_at(const struct kernel_run *run)
{
    unsigned *counter = **(unsigned **const *)(run->params + 0);
    __atomic_add_fetch(counter, (unsigned)run->threads, __ATOMIC_RELAXED);
}

static void count_for(const struct kernel_run *run)
{
    const struct holder *holder = (const struct holder *)run->params;
    __atomic_add_fetch(holder->at, (unsigned)run->threads, __ATOMIC_RELAXED);
}

static void count_blocks(const struct kernel_run *run)
{
    unsigned *counter = *(unsigned *const *)(run->params + 0);
    __atomic_add_fetch(counter, (unsigned)run->blocks, __ATOMIC_RELAXED);
}

/* Waits at most a second until the processor has put a number into the first cell, and takes it. */
static void shake(const struct kernel_run *run)
{
    unsigned *cells = *(unsigned *const *)(run->params + 0), got = 0;
    for (int i = 0; i < 1000 && !got; i++) {
        nanosleep(&(const struct timespec){.tv_nsec = 1000 * 1000}, NULL);
        got = __atomic_exchange_n(&cells[0], 0, __ATOMIC_ACQ_REL);
    }
    __atomic_add_fetch(&cells[1], got, __ATOMIC_ACQ_REL);
    __atomic_add_fetch(&cells[2], 1, __ATOMIC_ACQ_REL);
}

static void add_to(const struct kernel_run *run, const char *name)
{
    unsigned *value = run->global(run, name);
    if (value)
        __atomic_add_fetch(value, (unsigned)run->threads, __ATOMIC_RELAXED);
}

static void add_global(const struct kernel_run *run)
{
    add_to(run, "device_value");
}

static void add_managed(const struct kernel_run *run)
{
    add_to(run, "managed_value");
}

static void surf_inc(const struct kernel_run *run)
{
    const struct surface *surface = *(const struct surface *const *)(run->params + 0);
    int width = *(const int *)(run->params + 8);
    int height = *(const int *)(run->params + 12);
    for (int y = 0; y < height; y++) {
        unsigned *row = (unsigned *)(surface->data + (size_t)y * surface->pitch);
        for (int x = 0; x < width; x++)
            row[x]++;
    }
}

static void tile(const struct kernel_run *run)
{
    float *x = *(float *const *)(run->params + 0);
    for (uint64_t i = 0; i < run->threads; i++)
        x[i] += 16;
}

static void tiny(const struct kernel_run *run)
{
    float *x = *(float *const *)(run->params + 0);
    for (uint64_t i = 0; i < run->threads; i++)
        x[i] += 1;
}

static void big_param(const struct kernel_run *run)
{
    const struct big *big = (const struct big *)run->params;
    unsigned *sum = *(unsigned *const *)(run->params + sizeof(struct big));
    for (size_t i = 0; i < sizeof big->words / sizeof *big->words; i++)
        *sum += (unsigned)big->words[i];
    for (size_t i = 0; i < sizeof big->odd; i++)
        *sum += big->odd[i];
}

static void odd_size(const struct kernel_run *run)
{
    const struct odd3 *odd = (const struct odd3 *)(run->params + 1);
    int16_t last = *(const int16_t *)(run->params + 4);
    uint64_t *sum = *(uint64_t *const *)(run->params + 8);
    *sum += (uint64_t)(run->params[0] + odd->bytes[0] + odd->bytes[1] + odd->bytes[2] + last);
}

/* Adds 1 to the bytes at the places that a table in memory lists. */
static void scatter(const struct kernel_run *run)
{
    uint8_t *memory = *(uint8_t *const *)(run->params + 0);
    const uint64_t *table = *(const uint64_t *const *)(run->params + 8);
    for (uint64_t i = 0; i < run->threads; i++)
        memory[table[i]]++;
}

/* Takes places behind one another from a counter in memory, and writes the new number there. */
static void take_place(const struct kernel_run *run)
{
    uint64_t *cells = *(uint64_t *const *)(run->params + 0);
    const uint64_t stride = *(const uint64_t *)(run->params + 8);
    for (uint64_t i = 0; i < run->threads; i++) {
        const uint64_t place = __atomic_add_fetch(&cells[0], 1, __ATOMIC_RELAXED);
        cells[place * stride] += place;
    }
}

/* Writes elsewhere each time it runs. */
static void wander_in(uint8_t *memory, uint64_t size)
{
    static uint64_t runs;
    memory[runs++ * 300000 % size]++;
}

static void wander(const struct kernel_run *run)
{
    wander_in(*(uint8_t *const *)(run->params + 0), *(const uint64_t *)(run->params + 8));
}

/* The same by a pointer in device memory. */
static void wander_at(const struct kernel_run *run)
{
    wander_in(**(uint8_t *const *const *)(run->params + 0), *(const uint64_t *)(run->params + 8));
}

/* Kernels that still run, of each device. */
enum { MOST_DEVICES = 16 };
static unsigned pending[MOST_DEVICES];

static void ended(int device)
{
    __atomic_sub_fetch(&pending[device], 1, __ATOMIC_SEQ_CST);
}

/* A flag that the kernel takes back when it has seen it. */
enum { TAKEN_BACK = 2 };

struct waiting {
    int device;
    volatile unsigned *flag;
    unsigned *out;
};

static void *wait_for_flag(void *argument)
{
    struct waiting *waiting = argument;
    struct timespec pause = {.tv_nsec = 1000 * 1000};
    while (!*waiting->flag)
        nanosleep(&pause, NULL);
    if (*waiting->flag == TAKEN_BACK)
        *waiting->flag = 0;
    __atomic_add_fetch(waiting->out, 1, __ATOMIC_SEQ_CST);
    ended(waiting->device);
    free(waiting);
    return NULL;
}

/* As with the real one where some counters are on; it returns FAKEGPU_LAUNCH_WAITS
 * milliseconds after the kernel has ended. */
static bool launch_waits(pthread_t thread)
{
    const char *milliseconds = getenv("FAKEGPU_LAUNCH_WAITS");
    if (!milliseconds)
        return false;
    const long more = strtol(milliseconds, NULL, 10);
    struct timespec pause = {.tv_sec = more / 1000, .tv_nsec = more % 1000 * 1000 * 1000};
    pthread_join(thread, NULL);
    nanosleep(&pause, NULL);
    return true;
}

/* A kernel that goes on running after its launch. */
static void go_on(const struct kernel_run *run, void *(*body)(void *), void *argument)
{
    pthread_t thread;
    __atomic_add_fetch(&pending[run->device], 1, __ATOMIC_SEQ_CST);
    if (pthread_create(&thread, NULL, body, argument) == 0 && !launch_waits(thread))
        pthread_detach(thread);
}

/* Goes on running after its launch, until the program sets a flag. A flag of 2 it takes back. */
static void await(const struct kernel_run *run)
{
    struct waiting *waiting = malloc(sizeof *waiting);
    if (!waiting)
        return;
    waiting->device = run->device;
    waiting->flag = *(volatile unsigned *const *)(run->params + 0);
    waiting->out = *(unsigned *const *)(run->params + 8);
    go_on(run, wait_for_flag, waiting);
}

struct meeting {
    int device;
    volatile unsigned *arrived;
    unsigned all, *out;
};

static void *wait_for_all(void *argument)
{
    struct meeting *meeting = argument;
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    while (*meeting->arrived < meeting->all)
        nanosleep(&pause, NULL);
    __atomic_add_fetch(meeting->out, 1, __ATOMIC_SEQ_CST);
    ended(meeting->device);
    free(meeting);
    return NULL;
}

/* A barrier of several GPUs: it counts itself, and ends when so many have arrived. */
static void meet(const struct kernel_run *run)
{
    struct meeting *meeting = malloc(sizeof *meeting);
    if (!meeting)
        return;
    *meeting = (struct meeting){run->device, *(volatile unsigned *const *)(run->params + 0),
                                *(const unsigned *)(run->params + 8),
                                *(unsigned *const *)(run->params + 16)};
    __atomic_add_fetch(meeting->arrived, 1, __ATOMIC_SEQ_CST);
    go_on(run, wait_for_all, meeting);
}

struct holding {
    int device;
    volatile unsigned *word;
    unsigned go;
};

static void *hold_until(void *argument)
{
    enum { STEPS = 2000 };
    struct holding *holding = argument;
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    int steps = 0;
    while (*holding->word != holding->go && steps++ < STEPS)
        nanosleep(&pause, NULL);
    if (steps > STEPS) {
        printf("DelayKernel timed out\n");
        fflush(stdout);
        *holding->word = 3;
    }
    ended(holding->device);
    free(holding);
    return NULL;
}

/* Goes on running until the word is what it should be, as XLA's kernel does that holds a stream
 * back; for two seconds (there 100 ms). */
static void hold(const struct kernel_run *run)
{
    struct holding *holding = malloc(sizeof *holding);
    if (!holding)
        return;
    holding->device = run->device;
    holding->word = *(volatile unsigned *const *)(run->params + 0);
    holding->go = *(const unsigned *)(run->params + 8);
    go_on(run, hold_until, holding);
}

/* Counts its blocks; if these are not as many as it is told it goes on as await does. */
static void picky(const struct kernel_run *run)
{
    if (run->blocks != *(const unsigned *)(run->params + 16))
        await(run);
    else
        __atomic_add_fetch(*(unsigned *const *)(run->params + 8), (unsigned)run->blocks,
                           __ATOMIC_SEQ_CST);
}

int kernels_pending(int device)
{
    return __atomic_load_n(&pending[device], __ATOMIC_SEQ_CST) != 0;
}

void kernels_wait(int device)
{
    struct timespec pause = {.tv_nsec = 1000 * 1000};
    while (kernels_pending(device))
        nanosleep(&pause, NULL);
}

static void slow(const struct kernel_run *run)
{
    float *x = *(float *const *)(run->params + 0);
    /* In steps: a kernel's time goes on where the process is stopped, a step ends only once. */
    for (int i = 0; i < 10; i++) {
        struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
        while (nanosleep(&pause, &pause) != 0)
            continue;
    }
    x[0] += 1;
}

static void crash(const struct kernel_run *run)
{
    (void)run;
    raise(SIGSEGV);
}

/* The heap of malloc in kernels: memory that no driver call tells of; only the double of CUPTI's
 * checkpoint reaches it. It is set up once, when a kernel first uses it: if a checkpoint from
 * before is put back, nothing can be allocated. Frees of what is not allocated are counted, and
 * stay counted. */
enum { HEAP_BLOCKS = 64 };

struct heap {
    bool works;
    unsigned values[HEAP_BLOCKS];
    bool used[HEAP_BLOCKS];
};

static struct heap heap;
static unsigned wrong_frees;

static void set_up_heap(void)
{
    static bool done;
    heap.works = heap.works || !done;
    done = true;
}

__attribute__((visibility("default"))) void *fakegpu_heap(size_t *size)
{
    *size = sizeof heap;
    return &heap;
}

static unsigned **slots_of(const struct kernel_run *run, unsigned *count)
{
    *count = *(const unsigned *)(run->params + 8);
    return *(unsigned **const *)(run->params + 0);
}

static void build(const struct kernel_run *run)
{
    unsigned count, **slots = slots_of(run, &count);
    set_up_heap();
    for (unsigned i = 0, block = 0; i < count; i++) {
        while (block < HEAP_BLOCKS && (heap.used[block] || !heap.works))
            block++;
        slots[i] = block < HEAP_BLOCKS ? &heap.values[block] : NULL;
        if (slots[i]) {
            heap.used[block] = true;
            *slots[i] = 0;
        }
    }
}

static void tear(const struct kernel_run *run)
{
    unsigned count, **slots = slots_of(run, &count);
    for (unsigned i = 0; i < count; i++) {
        bool *used = slots[i] ? &heap.used[slots[i] - heap.values] : NULL;
        wrong_frees += !used || !*used;
        if (used)
            *used = false;
    }
}

static void touch(const struct kernel_run *run)
{
    unsigned count, **slots = slots_of(run, &count);
    for (unsigned i = 0; i < count; i++)
        ++*slots[i];
}

/* Blocks, wrong frees, sum of the blocks' values. */
static void heap_state(const struct kernel_run *run)
{
    unsigned *state = *(unsigned *const *)(run->params + 0);
    state[0] = state[2] = 0;
    state[1] = wrong_frees;
    for (size_t i = 0; i < HEAP_BLOCKS; i++)
        if (heap.used[i]) {
            state[0]++;
            state[2] += heap.values[i];
        }
}

static void talk(const struct kernel_run *run)
{
    printf("talk %u\n", *(const unsigned *)(run->params + 0));
    fflush(stdout);
}

static void nothing(const struct kernel_run *run)
{
    (void)run;
}

#define POINTER                                                                                    \
    {                                                                                              \
        {                                                                                          \
            0, 8                                                                                   \
        }                                                                                          \
    }

static const struct kernel_info kernels[] = {
    {"_Z7vec_addPKfS0_Pfi", 16, 0, 4, {{0, 8}, {8, 8}, {16, 8}, {24, 4}}, vec_add},
    {"_Z7inplacePffi", 12, 0, 3, {{0, 8}, {8, 4}, {12, 4}}, inplace},
    {"_Z5countPj", 8, 0, 1, POINTER, count},
    {"_Z8count_atPPj", 8, 0, 1, POINTER, count_at},
    {"_Z9count_for6holder", 8, 0, 1, {{0, sizeof(struct holder)}}, count_for},
    {"_Z6followPKjjPj", 8, 0, 3, {{0, 8}, {8, 4}, {16, 8}}, follow},
    {"_Z10add_globalv", 8, 0, 0, {{0, 0}}, add_global},
    {"_Z11add_managedv", 8, 0, 0, {{0, 0}}, add_managed},
    {"_Z8surf_incyii", 14, 0, 3, {{0, 8}, {8, 4}, {12, 4}}, surf_inc},
    {"_ZN2ns4tileILi16EEEvPf", 32, 1024, 1, POINTER, tile},
    {"_Z9big_param3BigPj", 40, 0, 2, {{0, sizeof(struct big)}, {sizeof(struct big), 8}}, big_param},
    {"_Z8odd_sizec4Odd3sPy", 10, 0, 4, {{0, 1}, {1, 3}, {4, 2}, {8, 8}}, odd_size},
    {"_Z7clusterPj", 18, 2048, 1, POINTER, count_blocks},
    {"_Z4coopPj", 20, 0, 1, POINTER, count_blocks},
    {"_Z4tinyPf", 8, 0, 1, POINTER, tiny},
    {"_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LLPf", 8, 0, 1, POINTER, tiny},
    {"_Z22nvshmemi_barrier_fencePf", 8, 0, 1, POINTER, tiny},
    {"_Z4meetPjjS_", 8, 0, 3, {{0, 8}, {8, 4}, {16, 8}}, meet},
    {"_Z5awaitPjS_", 8, 0, 2, {{0, 8}, {8, 8}}, await},
    {"_ZN15stream_executor12_GLOBAL__N_111DelayKernelEPVjj", 8, 0, 2, {{0, 8}, {8, 4}}, hold},
    {"_Z7scatterPhPKm", 8, 0, 2, {{0, 8}, {8, 8}}, scatter},
    {"_Z10take_placePmm", 8, 0, 2, {{0, 8}, {8, 8}}, take_place},
    {"_Z6wanderPhm", 8, 0, 2, {{0, 8}, {8, 8}}, wander},
    {"_Z9wander_atPPhm", 8, 0, 2, {{0, 8}, {8, 8}}, wander_at},
    {"_Z4slowPf", 8, 0, 1, POINTER, slow},
    {"_Z5shakePVj", 8, 0, 1, POINTER, shake},
    {"_Z5crashv", 8, 0, 0, {{0, 0}}, crash},
    {"_Z5pickyPjS_j", 8, 0, 3, {{0, 8}, {8, 8}, {16, 4}}, picky},
    {"_Z5buildPPjj", 16, 0, 2, {{0, 8}, {8, 4}}, build},
    {"_Z4tearPPjj", 16, 0, 2, {{0, 8}, {8, 4}}, tear},
    {"_Z5touchPPjj", 16, 0, 2, {{0, 8}, {8, 4}}, touch},
    {"_Z10heap_statePj", 16, 0, 1, POINTER, heap_state},
    {"_Z8touch_upPPjj", 16, 0, 2, {{0, 8}, {8, 4}}, touch},
    {"_Z6startsPj", 16, 0, 1, POINTER, count},
    {"_Z4talkj", 16, 0, 1, {{0, 4}}, talk},
};

static void start_heap(const struct kernel_run *run)
{
    (void)run;
    set_up_heap();
}

/* Marks the blocks in which two pieces of memory differ. */
static void compare(const struct kernel_run *run)
{
    enum { BLOCK = 65536 };
    const uint8_t *memory = *(const uint8_t *const *)(run->params + 0);
    const uint8_t *copy = *(const uint8_t *const *)(run->params + 8);
    uint64_t size = *(const uint64_t *)(run->params + 16);
    uint8_t *flags = *(uint8_t *const *)(run->params + 24);
    kernel_must_reach(run, memory);
    for (uint64_t i = 0; i < run->blocks && i * BLOCK < size; i++) {
        uint64_t left = size - i * BLOCK;
        if (memcmp(memory + i * BLOCK, copy + i * BLOCK, left < BLOCK ? left : BLOCK) != 0)
            flags[i] = 1;
    }
}

/* Lists the words that point into one of the regions: how many, then their addresses and values. */
static void scan(const struct kernel_run *run)
{
    enum { MOST = 256 };
    const uint64_t *memory = *(const uint64_t *const *)(run->params + 0);
    uint64_t words = *(const uint64_t *)(run->params + 8);
    uint64_t *table = *(uint64_t *const *)(run->params + 16);
    uint64_t count = *(const uint64_t *)(run->params + 24), *answer = table + 2 * count;
    kernel_must_reach(run, memory);
    for (uint64_t i = 0; i < words; i++)
        for (uint64_t j = 0; j < count; j++) {
            if (memory[i] < table[2 * j] || memory[i] >= table[2 * j + 1])
                continue;
            if (answer[0] < MOST) {
                answer[1 + 2 * answer[0]] = (uintptr_t)&memory[i];
                answer[2 + 2 * answer[0]] = memory[i];
            }
            answer[0]++;
            break;
        }
}

/* Sets a byte if a word points into one of the targets. */
static void leads(const struct kernel_run *run)
{
    const uint64_t *memory = *(const uint64_t *const *)(run->params + 0);
    uint64_t words = *(const uint64_t *)(run->params + 8);
    const uint64_t *table = *(const uint64_t *const *)(run->params + 16);
    uint64_t count = *(const uint64_t *)(run->params + 24);
    uint64_t low = *(const uint64_t *)(run->params + 32);
    uint64_t span = *(const uint64_t *)(run->params + 40);
    uint8_t *found = *(uint8_t *const *)(run->params + 48);
    kernel_must_reach(run, memory);
    for (uint64_t i = 0; i < words; i++)
        for (uint64_t j = 0; j < count && memory[i] - low < span; j++)
            if (memory[i] >= table[2 * j] && memory[i] < table[2 * j + 1])
                *found = 1;
}

static const struct kernel_info leads_helper = {
    "rooftop_leads",
    16,
    0,
    7,
    {{0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}},
    leads};
static const struct kernel_info scan_helper = {
    "rooftop_scan", 16, 0, 6, {{0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}}, scan};
static const struct kernel_info compare_helper = {
    "rooftop_compare", 16, 0, 4, {{0, 8}, {8, 8}, {16, 8}, {24, 8}}, compare};
static const struct kernel_info digest_helper = {
    "rooftop_digest", 16, 0, 5, {{0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 4}}, kernel_digest};
static const struct kernel_info put_back_helper = {"rooftop_put_back", 16, 0, 1, POINTER,
                                                   kernel_put_back};
static const struct kernel_info heap_helper = {
    "rooftop_start_heap", 16, 0, 0, {{0, 0}}, start_heap};
static const struct kernel_info helper = {"rooftop_", 16, 0, 0, {{0, 0}}, nothing};

const struct kernel_info *kernel_find(const char *name)
{
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(kernels[i].name, name) == 0)
            return &kernels[i];
    if (strcmp(name, heap_helper.name) == 0)
        return &heap_helper;
    if (strcmp(name, compare_helper.name) == 0)
        return &compare_helper;
    if (strcmp(name, scan_helper.name) == 0)
        return &scan_helper;
    if (strcmp(name, leads_helper.name) == 0)
        return &leads_helper;
    if (strcmp(name, digest_helper.name) == 0)
        return &digest_helper;
    if (strcmp(name, put_back_helper.name) == 0)
        return &put_back_helper;
    return strncmp(name, helper.name, strlen(helper.name)) == 0 ? &helper : NULL;
}
