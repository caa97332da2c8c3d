#include "report/code/nvdisasm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum {
    LONGEST_MS = 60 * 1000,
    LINGER_MS = 500, /* it may take this long to exit after it has closed its output */
    LEAST_OUTPUT = 1 << 20,
    OUTPUT_PER_BYTE = 64,
    KEPT_MESSAGE = 4096
};

static bool can_run(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* Returns the program in a folder below `folder`, or NULL. */
static char *in_folder(const char *folder, size_t length, const char *below)
{
    if (!length)
        return NULL;
    char *path = mem_printf("%.*s%s/nvdisasm", (int)length, folder, below);
    if (can_run(path))
        return path;
    free(path);
    return NULL;
}

static char *in_variable(const char *name)
{
    const char *folder = getenv(name);
    return folder ? in_folder(folder, strlen(folder), "/bin") : NULL;
}

static char *in_path(void)
{
    const char *at = getenv("PATH");
    char *found = NULL;
    while (at && *at && !found) {
        size_t length = strcspn(at, ":");
        found = in_folder(at, length, "");
        at += length + (at[length] == ':');
    }
    return found;
}

char *nvdisasm_find(const char *given, struct error *error)
{
    if (given && !can_run(given)) {
        error_set(error, "%s: cannot be run; --nvdisasm takes the path of the program nvdisasm",
                  given);
        return NULL;
    }
    char *found = given ? mem_strdup(given) : in_variable("CUDA_HOME");
    if (!found)
        found = in_variable("CUDA_PATH");
    if (!found)
        found = in_path();
    if (!found)
        found = in_folder("/usr/local/cuda", strlen("/usr/local/cuda"), "/bin");
    if (!found)
        error_set(error, "nvdisasm was not found");
    return found;
}

char *nvdisasm_identity(const char *program)
{
    struct stat status = {0};
    if (stat(program, &status) != 0)
        return mem_strdup("unknown");
    return mem_printf("%" PRIu64 "-%" PRIu64 "-%" PRIu64, (uint64_t)status.st_size,
                      (uint64_t)status.st_mtim.tv_sec, (uint64_t)status.st_mtim.tv_nsec);
}

/* Returns a file in memory that contains the module, at its start, or -1 with errno. */
static int module_file(const void *module, size_t length)
{
    int file = memfd_create("module", MFD_CLOEXEC);
    for (size_t at = 0; file >= 0 && at < length;) {
        ssize_t written = write(file, (const char *)module + at, length - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        at += (size_t)written;
    }
    if (file >= 0)
        lseek(file, 0, SEEK_SET);
    return file;
}

/* A run. Array index 0 is the program's output, 1 its messages. */
struct nvdisasm {
    char *program;
    pid_t child;
    int read[2]; /* -1: it has ended */
    struct strbuf text[2];
    size_t most[2];
    bool too_much;
    int64_t end; /* deadline in ms */
};

/* Reads what is there. Closes a stream that has ended. */
static void read_stream(struct nvdisasm *run, int i)
{
    char chunk[65536];
    ssize_t got = read(run->read[i], chunk, sizeof chunk);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        close(run->read[i]);
        run->read[i] = -1;
        return;
    }
    size_t room = run->most[i] - run->text[i].length;
    run->too_much |= i == 0 && (size_t)got > room;
    strbuf_add(&run->text[i], chunk, (size_t)got < room ? (size_t)got : room);
}

static bool is_whole(const struct nvdisasm *run)
{
    return run->read[0] < 0 && run->read[1] < 0 && !run->too_much;
}

extern char **environ;

/* Starts the program with these descriptors as 0, 1 and 2. Returns 0 or an errno. */
static int spawn(pid_t *child, const char *program, uint32_t symbol, bool registers,
                 const int fds[3])
{
    char index[16];
    snprintf(index, sizeof index, "%" PRIu32, symbol);
    char *arguments[] = {(char *)program,           "-c", "-fun", index, "/dev/stdin",
                         registers ? "-plr" : NULL, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    for (int i = 0; i < 3 && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, fds[i], i);
    if (!failed)
        failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&attributes, &signals);
        sigaddset(&signals, SIGPIPE);
        sigaddset(&signals, SIGXFSZ);
        sigaddset(&signals, SIGINT);
        sigaddset(&signals, SIGTERM);
        posix_spawnattr_setsigdefault(&attributes, &signals);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        failed = posix_spawn(child, program, &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static void close_all(int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

/* Returns its first message without the line break. */
static const char *first_message(struct strbuf *text)
{
    strbuf_adds(text, "");
    text->data[strcspn(text->data, "\r\n")] = '\0';
    return *text->data ? text->data : "no reason given";
}

/* Waits at most `longest_ms` for the end of the program. Returns whether it has ended. */
static bool has_ended(pid_t child, int longest_ms, int *status)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int64_t end = milliseconds() + longest_ms;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child)
            return true;
        if (milliseconds() >= end)
            return false;
        nanosleep(&pause, NULL);
    }
}

/* Waits for the program, or kills it. Returns whether its output is valid. */
static bool reap(struct nvdisasm *run, struct error *error)
{
    int status = 0;
    bool whole = is_whole(run) && has_ended(run->child, LINGER_MS, &status);
    if (!whole) {
        kill(run->child, SIGKILL);
        while (waitpid(run->child, &status, 0) < 0 && errno == EINTR)
            ;
        return error_set(error, "%s: it was stopped because it %s", run->program,
                         run->too_much ? "printed too much" : "took more than a minute");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return error_set(error, "%s failed: %s", run->program, first_message(&run->text[1]));
    return true;
}

static struct nvdisasm *start(const char *program, const void *module, size_t length,
                              uint32_t symbol, bool registers, struct error *error)
{
    int out[2] = {-1, -1}, messages[2] = {-1, -1};
    int file = module_file(module, length), failed = 0;
    pid_t child = 0;
    if (file < 0 || pipe2(out, O_CLOEXEC) < 0 || pipe2(messages, O_CLOEXEC) < 0)
        failed = errno;
    else
        failed = spawn(&child, program, symbol, registers, (int[]){file, out[1], messages[1]});
    close_all((int[]){file, out[1], messages[1]}, 3);
    if (failed) {
        error_set(error, "%s: cannot be run: %s", program, strerror(failed));
        close_all((int[]){out[0], messages[0]}, 2);
        return NULL;
    }
    struct nvdisasm *run = mem_alloc(sizeof *run);
    *run = (struct nvdisasm){.program = mem_strdup(program),
                             .child = child,
                             .read = {out[0], messages[0]},
                             .most = {LEAST_OUTPUT + length * OUTPUT_PER_BYTE, KEPT_MESSAGE},
                             .end = milliseconds() + LONGEST_MS};
    return run;
}

struct nvdisasm *nvdisasm_start(const char *program, const void *module, size_t length,
                                uint32_t symbol, struct error *error)
{
    return start(program, module, length, symbol, false, error);
}

struct nvdisasm *nvdisasm_start_registers(const char *program, const void *module, size_t length,
                                          uint32_t symbol, struct error *error)
{
    return start(program, module, length, symbol, true, error);
}

const int *nvdisasm_descriptors(const struct nvdisasm *run)
{
    return run->read;
}

int nvdisasm_left(const struct nvdisasm *run)
{
    int64_t left = run->end - milliseconds();
    return is_whole(run) || run->too_much || left < 0 ? 0 : (int)left;
}

void nvdisasm_take(struct nvdisasm *run, int descriptor)
{
    for (int i = 0; i < 2; i++)
        if (run->read[i] == descriptor)
            read_stream(run, i);
}

char *nvdisasm_end(struct nvdisasm *run, size_t *printed, struct error *error)
{
    bool took_too_long = !is_whole(run) && !run->too_much;
    bool good = reap(run, error);
    close_all(run->read, 2);
    *printed = run->text[0].length;
    strbuf_adds(&run->text[0], "");
    char *text = strbuf_detach(&run->text[0]);
    strbuf_free(&run->text[1]);
    free(run->program);
    free(run);
    if (!good) {
        free(text);
        text = NULL;
        errno = took_too_long ? ETIMEDOUT : EIO;
    }
    return text;
}

char *nvdisasm_wait(struct nvdisasm *run, size_t *printed, struct error *error)
{
    int left;
    while ((left = nvdisasm_left(run)) > 0) {
        struct pollfd fds[2] = {{run->read[0], POLLIN, 0}, {run->read[1], POLLIN, 0}};
        if (poll(fds, 2, left) < 0 && errno != EINTR)
            break;
        for (int i = 0; i < 2; i++)
            if (run->read[i] >= 0 && fds[i].revents)
                read_stream(run, i);
    }
    return nvdisasm_end(run, printed, error);
}

char *nvdisasm_run(const char *program, const void *module, size_t length, uint32_t symbol,
                   size_t *printed, struct error *error)
{
    struct nvdisasm *run = nvdisasm_start(program, module, length, symbol, error);
    return run ? nvdisasm_wait(run, printed, error) : NULL;
}
