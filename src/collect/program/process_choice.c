#include "collect/program/process_choice.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/names/rank_here.h"

enum { LARGEST_ENVIRONMENT = 4 << 20, MOST_ANCESTORS = 1000 };

/* Reads a file of /proc, up to a number of bytes; free() it. NULL: it cannot be read. */
static char *read_process_file(pid_t pid, const char *name, size_t most, size_t *length)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *bytes = fd >= 0 ? mem_alloc(most + 1) : NULL;
    ssize_t got = 0;
    *length = 0;
    while (bytes && *length < most && (got = read(fd, bytes + *length, most - *length)) > 0)
        *length += (size_t)got;
    if (fd >= 0)
        close(fd);
    return bytes;
}

int process_rank(pid_t pid)
{
    size_t length;
    char *environment = read_process_file(pid, "environ", LARGEST_ENVIRONMENT, &length);
    int rank = environment ? rank_in_block(environment, length).number : -1;
    free(environment);
    return rank;
}

bool process_has(pid_t pid, const char *variable)
{
    size_t length;
    char *environment = read_process_file(pid, "environ", LARGEST_ENVIRONMENT, &length);
    bool found = false;
    if (!environment)
        return false;
    for (size_t at = 0; at < length && !found; at += strlen(environment + at) + 1)
        found = strcmp(environment + at, variable) == 0;
    free(environment);
    return found;
}

/* What proc_pid_stat(5) tells. */
struct process_state {
    char letter; /* 0: the process is not known */
    int parent;  /* 0: it is not in our name space */
    unsigned flags;
};

static struct process_state state_of(pid_t pid)
{
    struct process_state state = {0};
    size_t length;
    char *stat = read_process_file(pid, "stat", 4096, &length);
    /* The name of the process, in brackets, may hold anything. */
    const char *end = stat ? strrchr(stat, ')') : NULL;
    if (!end ||
        sscanf(end, ") %c %d %*d %*d %*d %*d %u", &state.letter, &state.parent, &state.flags) != 3)
        state = (struct process_state){0};
    free(stat);
    return state;
}

bool process_is_alive(pid_t pid)
{
    enum { EXITING = 4 };
    struct process_state state = state_of(pid);
    return state.letter && state.letter != 'Z' && state.letter != 'X' && !(state.flags & EXITING);
}

/* path: of the executable; NULL: it is read from /proc. */
static enum process_verdict judge(const struct process_choice *choice, pid_t pid, const char *path)
{
    char link[64], executable[4096];
    size_t length;
    if (!choice->filter->count)
        return PROCESS_MEASURE;
    char *name = read_process_file(pid, "comm", 64, &length);
    if (name)
        name[strcspn(name, "\n")] = '\0';
    snprintf(link, sizeof link, "/proc/%d/exe", (int)pid);
    ssize_t got = path ? 0 : readlink(link, executable, sizeof executable - 1);
    executable[got > 0 ? got : 0] = '\0';
    enum process_verdict verdict =
        process_filter_judge(choice->filter, path ? path : executable, name);
    free(name);
    return verdict;
}

static bool is_of_excluded_tree(const struct process_choice *choice, pid_t pid)
{
    pid_t self = getpid();
    for (int i = 0; i < MOST_ANCESTORS && pid != choice->root; i++) {
        pid = state_of(pid).parent;
        if (pid <= 1 || pid == self)
            return false;
        if (judge(choice, pid, NULL) == PROCESS_LEAVE_TREE)
            return true;
    }
    return false;
}

const char *process_excluded_by(const struct process_choice *choice,
                                const struct process_facts *who)
{
    if (choice->root_only && who->pid != choice->root)
        return "--target-processes";
    if (judge(choice, who->pid, who->executable) != PROCESS_MEASURE ||
        (choice->filter->count && is_of_excluded_tree(choice, who->pid)))
        return "--target-processes-filter";
    if (choice->ranks->count &&
        (who->rank < 0 || !number_list_has(choice->ranks, (unsigned)who->rank)))
        return "--ranks";
    return NULL;
}
