#include "nvdisasm.h"

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

#include "mem.h"
#include "strbuf.h"

enum { LONGEST_MS = 60 * 1000, LEAST_OUTPUT = 1 << 20, OUTPUT_PER_BYTE = 64, KEPT_MESSAGE = 4096 };

static bool can_run(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* The program in the folder, or NULL. */
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
        error_set(error, "there is no nvdisasm here");
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

/* A file in memory with the module, to be read from its start; -1 and errno. */
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

/* What the program prints, by descriptor: 0 its output, 1 its messages. */
struct streams {
    int read[2];
    struct strbuf text[2];
    size_t most[2];
    bool too_much;
};

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Takes what is there; closes a stream that has ended. */
static void read_stream(struct streams *streams, int i)
{
    char chunk[65536];
    ssize_t got = read(streams->read[i], chunk, sizeof chunk);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        close(streams->read[i]);
        streams->read[i] = -1;
        return;
    }
    size_t room = streams->most[i] - streams->text[i].length;
    streams->too_much |= i == 0 && (size_t)got > room;
    strbuf_add(&streams->text[i], chunk, (size_t)got < room ? (size_t)got : room);
}

/* Reads until both streams end; false: it took too long or printed too much. */
static bool read_streams(struct streams *streams)
{
    int64_t end = now_ms() + LONGEST_MS;
    while ((streams->read[0] >= 0 || streams->read[1] >= 0) && !streams->too_much) {
        struct pollfd fds[2] = {{streams->read[0], POLLIN, 0}, {streams->read[1], POLLIN, 0}};
        int64_t left = end - now_ms();
        if (left <= 0)
            return false;
        if (poll(fds, 2, (int)left) < 0 && errno != EINTR)
            return false;
        for (int i = 0; i < 2; i++)
            if (streams->read[i] >= 0 && fds[i].revents)
                read_stream(streams, i);
    }
    return !streams->too_much;
}

extern char **environ;

/* Starts the program with these descriptors as 0, 1 and 2; returns 0 or an errno. */
static int start(pid_t *child, const char *program, uint32_t symbol, const int fds[3])
{
    char index[16];
    snprintf(index, sizeof index, "%" PRIu32, symbol);
    char *arguments[] = {(char *)program, "-c", "-fun", index, "/dev/stdin", NULL};
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

/* Its first message, without the end of the line. */
static const char *first_message(struct strbuf *text)
{
    strbuf_adds(text, "");
    text->data[strcspn(text->data, "\r\n")] = '\0';
    return *text->data ? text->data : "no reason given";
}

static bool finish(const char *program, pid_t child, struct streams *streams, bool *took_too_long,
                   struct error *error)
{
    bool whole = read_streams(streams);
    int status;
    *took_too_long = !whole && !streams->too_much;
    if (!whole)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!whole)
        return error_set(error, "%s: it was ended, since it %s", program,
                         streams->too_much ? "printed too much" : "took more than a minute");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return error_set(error, "%s failed: %s", program, first_message(&streams->text[1]));
    return true;
}

char *nvdisasm_run(const char *program, const void *module, size_t length, uint32_t symbol,
                   size_t *printed, struct error *error)
{
    int out[2] = {-1, -1}, messages[2] = {-1, -1};
    int file = module_file(module, length);
    struct streams streams = {.most = {LEAST_OUTPUT + length * OUTPUT_PER_BYTE, KEPT_MESSAGE}};
    pid_t child;
    bool good = false, took_too_long = false;
    if (file < 0 || pipe2(out, O_CLOEXEC) < 0 || pipe2(messages, O_CLOEXEC) < 0) {
        error_set(error, "%s: cannot be run: %s", program, strerror(errno));
        close_all((int[]){file, out[0], out[1], messages[0], messages[1]}, 5);
        return NULL;
    }
    int failed = start(&child, program, symbol, (int[]){file, out[1], messages[1]});
    close_all((int[]){file, out[1], messages[1]}, 3);
    streams.read[0] = out[0];
    streams.read[1] = messages[0];
    if (failed)
        error_set(error, "%s: cannot be run: %s", program, strerror(failed));
    else
        good = finish(program, child, &streams, &took_too_long, error);
    close_all(streams.read, 2);
    strbuf_free(&streams.text[1]);
    if (!good) {
        strbuf_free(&streams.text[0]);
        errno = took_too_long ? ETIMEDOUT : EIO;
        return NULL;
    }
    *printed = streams.text[0].length;
    strbuf_adds(&streams.text[0], "");
    return strbuf_detach(&streams.text[0]);
}
