#include "collect/inject/program/other_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/inject/base/own_maps.h"
#include "collect/inject/base/own_memory.h"
#include "collect/inject/base/own_thread.h"

enum { MOST_THREADS = 4096, MOST_CODE = 8192, MOST_STACK = 1 << 20, CHUNK = 16 << 10 };

struct other_thread {
    int number;
    bool waits;  /* for a futex, without a limit; else it has to be one that is not the program's */
    uint64_t at; /* waits: the futex, else the stack pointer */
    uint64_t stack_end;
    uint64_t switches; /* how often it was switched from */
};

static struct threads {
    struct other_thread seen[MOST_THREADS];
    size_t count;
    struct {
        uint64_t begin, end;
    } code[MOST_CODE]; /* of the program */
    size_t code_count;
    bool good;
} now; /* too large for the stack of a thread */

/* Files whose code belongs to no thread of the program. Their whole names, up to the version: a
 * program may be called ld-solver. */
static bool is_foreign(const char *path)
{
    static const char *const names[] = {"libc.so",
                                        "libc-2.",
                                        "ld-linux",
                                        "ld-2.",
                                        "libpthread.so",
                                        "libpthread-2.",
                                        "librt.so",
                                        "libdl.so",
                                        "libm.so",
                                        "libstdc++.so",
                                        "libgcc_s.so",
                                        "libcuda.so",
                                        "libcupti.so",
                                        "libnvperf_",
                                        "libnvidia-",
                                        "libcheckpoint.so",
                                        "[vdso]",
                                        "[vsyscall]",
                                        "librooftop-inject.so"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool read_text(int number, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/%s", number, name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file >= 0 ? read(file, text, size - 1) : -1;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static bool read_switches(struct other_thread *thread)
{
    static const char *const names[] = {"\nvoluntary_ctxt_switches:",
                                        "\nnonvoluntary_ctxt_switches:"};
    char text[4096];
    if (!read_text(thread->number, "status", text, sizeof text))
        return false;
    thread->switches = 0;
    for (size_t i = 0; i < 2; i++) {
        const char *at = strstr(text, names[i]);
        if (!at)
            return false;
        thread->switches += strtoull(at + strlen(names[i]), NULL, 10);
    }
    return true;
}

/* The kernel's line: the number of the call, its six arguments, the stack pointer and the place. */
static bool read_call(struct other_thread *thread)
{
    enum { OPERATION = 1, TIMEOUT = 3, STACK = 6, WORDS = 8 };
    char text[256], *at;
    uint64_t words[WORDS];
    if (!read_text(thread->number, "syscall", text, sizeof text))
        return false;
    const long call = strtol(text, &at, 10);
    if (at == text || call < 0) /* it runs, or waits for a page */
        return false;
    for (size_t i = 0; i < WORDS; i++) {
        char *end;
        words[i] = strtoull(at, &end, 16);
        if (end == at)
            return false;
        at = end;
    }
    const uint64_t operation = words[OPERATION] & FUTEX_CMD_MASK & 0xff;
    thread->waits = call == SYS_futex && !words[TIMEOUT] &&
                    (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET ||
                     operation == FUTEX_LOCK_PI || operation == FUTEX_WAIT_REQUEUE_PI);
    thread->at = thread->waits ? words[0] : words[STACK];
    return true;
}

static bool list(struct threads *t)
{
    const int self = (int)syscall(SYS_gettid);
    DIR *folder = opendir("/proc/self/task");
    bool good = folder;
    t->count = 0;
    for (struct dirent *entry; good && (entry = readdir(folder));) {
        const int number = atoi(entry->d_name);
        if (number <= 0 || number == self || own_thread_is(number))
            continue;
        good = t->count < MOST_THREADS;
        if (good)
            t->seen[t->count++] = (struct other_thread){.number = number};
    }
    if (folder)
        closedir(folder);
    return good;
}

static bool note_map(void *context, const struct own_map *map)
{
    struct threads *t = context;
    for (size_t i = 0; i < t->count; i++) {
        struct other_thread *thread = &t->seen[i];
        if (thread->at < map->begin || thread->at >= map->end)
            continue;
        if (thread->waits)
            t->good = t->good && !map->shared; /* else another process can end it */
        else
            thread->stack_end = map->end;
    }
    if (map->executable && !is_foreign(map->path)) {
        t->good = t->good && t->code_count < MOST_CODE;
        if (t->good) {
            t->code[t->code_count].begin = map->begin;
            t->code[t->code_count++].end = map->end;
        }
    }
    return t->good;
}

/* They ascend. */
static bool is_code(const struct threads *t, uint64_t address)
{
    size_t low = 0, high = t->code_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->code[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->code_count && address >= t->code[low].begin;
}

/* Any thread of the program has been called by its code, so its stack has an address there. */
static bool is_others(const struct threads *t, const struct other_thread *thread)
{
    static uint64_t words[CHUNK / sizeof(uint64_t)];
    uint64_t at = thread->at & ~(uint64_t)7;
    if (thread->stack_end <= at || thread->stack_end - at > MOST_STACK)
        return false;
    for (; at < thread->stack_end; at += CHUNK) {
        const size_t left = thread->stack_end - at, size = left < CHUNK ? left : CHUNK;
        if (!own_memory_copy(words, (const void *)(uintptr_t)at, size, false))
            return false;
        for (size_t i = 0; i < size / sizeof *words; i++)
            if (is_code(t, words[i]))
                return false;
    }
    return true;
}

/* Whether no thread has come since. */
static bool is_complete(const struct threads *t)
{
    const int self = (int)syscall(SYS_gettid);
    DIR *folder = opendir("/proc/self/task");
    bool good = folder;
    for (struct dirent *entry; good && (entry = readdir(folder));) {
        const int number = atoi(entry->d_name);
        good = number <= 0 || number == self || own_thread_is(number);
        for (size_t i = 0; !good && i < t->count; i++)
            good = t->seen[i].number == number;
    }
    if (folder)
        closedir(folder);
    return good;
}

/* If none of those that wait was switched between two looks, all waited at one moment; then none
 * can have gone on since. */
bool other_threads_rest(void)
{
    struct threads *t = &now;
    t->good = list(t);
    if (t->good && !t->count)
        return true;
    t->code_count = 0;
    for (size_t i = 0; t->good && i < t->count; i++)
        t->good = read_switches(&t->seen[i]) && read_call(&t->seen[i]);
    t->good = t->good && own_maps_read(note_map, t) && t->good;
    for (size_t i = 0; t->good && i < t->count; i++)
        t->good = t->seen[i].waits || is_others(t, &t->seen[i]);
    for (size_t i = 0; t->good && i < t->count; i++) {
        struct other_thread *thread = &t->seen[i], again = *thread;
        t->good = !thread->waits || (read_switches(&again) && again.switches == thread->switches);
    }
    return t->good && is_complete(t);
}

bool other_threads_come_to_rest(void)
{
    enum { LOOKS = 20, PAUSE = 1000, MOST_VAIN = 4 }; /* microseconds */
    static int vain;
    bool rest = other_threads_rest();
    for (int i = 1; i < LOOKS && !rest && vain < MOST_VAIN; i++) {
        usleep(PAUSE);
        rest = other_threads_rest();
    }
    vain = rest ? 0 : vain + (vain < MOST_VAIN);
    return rest;
}
