#include "report/python/python_host.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/base/clock.h"
#include "report/base/json_writer.h"
#include "report/base/mem.h"
#include "report/base/message_depth.h"
#include "report/python/python_folder.h"

/* Bytes: memory of the process, and the longest answer that is taken. */
#define MOST_MEMORY ((rlim_t)4 << 30)
enum { LONGEST_ANSWER = 64 << 20, ITS_SOCKET = 3, OUT_OF_THE_WAY = 10, HIGHEST_DESCRIPTOR = 1024 };

struct python_host {
    pid_t process; /* 0: none */
    int socket;
    char *folder;
    struct error missing; /* not "": nothing can be run */
};

struct python_host *python_host_new(void)
{
    struct python_host *host = mem_alloc(sizeof *host);
    host->socket = -1;
    return host;
}

/* Ends the process with everything that it started in its session. Returns its status. */
static int stop(struct python_host *host)
{
    int status = 0;
    if (!host->process)
        return 0;
    close(host->socket);
    kill(-host->process, SIGKILL);
    while (waitpid(host->process, &status, 0) < 0 && errno == EINTR)
        continue;
    host->process = 0;
    host->socket = -1;
    return status;
}

void python_host_free(struct python_host *host)
{
    if (!host)
        return;
    stop(host);
    free(host->folder);
    free(host);
}

/* Closes everything but the standard descriptors and the socket. */
static void close_others(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, ITS_SOCKET + 1, ~0U, 0) == 0)
        return;
#endif
    for (int i = ITS_SOCKET + 1; i < HIGHEST_DESCRIPTOR; i++)
        close(i);
}

/* Runs in the child. Only calls that are safe after a fork of a process with threads. */
static void become(const char *program, char *const arguments[], int socket, const char *output,
                   pid_t parent)
{
    const struct rlimit memory = {MOST_MEMORY, MOST_MEMORY}, none = {0, 0};
    sigset_t all;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGPIPE, SIG_DFL);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &none);
    /* Any of the standard descriptors may have been closed, so the socket may be one of them. */
    socket = fcntl(socket, F_DUPFD, OUT_OF_THE_WAY);
    int in = open("/dev/null", O_RDONLY), out = open(output, O_WRONLY | O_APPEND | O_CREAT, 0600);
    out = out < 0 ? out : fcntl(out, F_DUPFD, OUT_OF_THE_WAY);
    if (socket < 0 || in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(out, 2) < 0 || dup2(socket, ITS_SOCKET) < 0)
        _exit(1);
    close_others();
    execvp(program, arguments);
    _exit(127);
}

static bool missing(struct python_host *host, struct error *error)
{
    return error_set(error, "%s", host->missing.text);
}

static const char *python_program(void)
{
    const char *given = getenv("ROOFTOP_PYTHON");
    return given && *given ? given : "python3";
}

/* Starts the process. */
static bool start(struct python_host *host, struct error *error)
{
    int pair[2];
    if (*host->missing.text)
        return missing(host, error);
    if (!host->folder)
        host->folder = python_folder(&host->missing);
    if (!host->folder)
        return missing(host, error);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return error_set(error, "rules in Python cannot be run: %s", strerror(errno));
    const char *program = python_program(), *output = getenv("ROOFTOP_RULE_OUTPUT");
    char *script = mem_printf("%s/rooftop_report/_rule_host.py", host->folder);
    char *arguments[] = {(char *)program, (char *)"-B", script, (char *)"3", NULL};
    pid_t parent = getpid(), process = fork();
    if (process == 0)
        become(program, arguments, pair[1], output && *output ? output : "/dev/null", parent);
    close(pair[1]);
    free(script);
    host->process = process > 0 ? process : 0;
    host->socket = pair[0];
    if (process < 0) {
        close(pair[0]);
        return error_set(error, "rules in Python cannot be run: %s", strerror(errno));
    }
    return true;
}

static bool send_all(int socket, const void *bytes, size_t length)
{
    for (const char *at = bytes; length;) {
        ssize_t sent = send(socket, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Receives bytes until a time. errno is ETIMEDOUT if it is over. */
static bool receive_all(int socket, void *bytes, size_t length, int64_t until)
{
    for (char *at = bytes; length;) {
        int64_t left = until - milliseconds();
        struct pollfd wait = {socket, POLLIN, 0};
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            errno = ETIMEDOUT;
            return false;
        }
        ssize_t got = recv(socket, at, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = EPIPE;
            return false;
        }
        at += got;
        length -= (size_t)got;
    }
    return true;
}

/* Says how the process ended. */
static enum python_fault say_end(struct python_host *host, const char *file, bool slow,
                                 struct error *error)
{
    int status = stop(host);
    if (slow) {
        error_set(error, "%s: the rule took more than %d seconds and was ended", file,
                  PYTHON_SECONDS);
        return PYTHON_SLOW;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        error_set(&host->missing,
                  "no rule in Python can be run: there is no program %s; install python3, or name "
                  "one with "
                  "ROOFTOP_PYTHON",
                  python_program());
        missing(host, error);
        return PYTHON_MISSING;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        error_set(error, "%s: the rule ended python3 by signal %d (%s)", file, WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
    else if (WIFEXITED(status))
        error_set(error, "%s: the rule ended python3 with status %d", file, WEXITSTATUS(status));
    else
        error_set(error, "%s: the rule ended python3", file);
    return PYTHON_DIED;
}

/* Asks, and returns the bytes of the answer; free() them. */
static uint8_t *ask(struct python_host *host, const char *file, const char *request, size_t length,
                    uint32_t *answered, enum python_fault *fault, struct error *error)
{
    const uint8_t head[4] = {(uint8_t)length, (uint8_t)(length >> 8), (uint8_t)(length >> 16),
                             (uint8_t)(length >> 24)};
    uint8_t size[4], *answer = NULL;
    *fault = PYTHON_MISSING;
    if (!host->process && !start(host, error))
        return NULL;
    int64_t until = milliseconds() + PYTHON_SECONDS * 1000;
    bool good = send_all(host->socket, head, sizeof head) &&
                send_all(host->socket, request, length) &&
                receive_all(host->socket, size, sizeof size, until);
    if (good) {
        *answered =
            size[0] | (uint32_t)size[1] << 8 | (uint32_t)size[2] << 16 | (uint32_t)size[3] << 24;
        good = *answered <= LONGEST_ANSWER;
        errno = EPIPE;
    }
    if (good) {
        answer = mem_alloc((size_t)*answered + 1);
        good = receive_all(host->socket, answer, *answered, until);
    }
    *fault = PYTHON_FINE;
    if (!good) {
        free(answer);
        *fault = say_end(host, file, errno == ETIMEDOUT, error);
        return NULL;
    }
    return answer;
}

/* Unpacks an answer. One that is none ends the process: a rule wrote into the socket. */
static ProtobufCMessage *understand(struct python_host *host,
                                    const ProtobufCMessageDescriptor *descriptor, const char *file,
                                    uint8_t *answer, uint32_t length, enum python_fault *fault,
                                    struct error *error)
{
    ProtobufCMessage *message = message_is_shallow(descriptor, answer, length)
                                    ? protobuf_c_message_unpack(descriptor, NULL, length, answer)
                                    : NULL;
    free(answer);
    if (!message) {
        stop(host);
        *fault = PYTHON_DIED;
        error_set(error, "%s: the rule disturbed python3, whose answer cannot be read", file);
    }
    return message;
}

static ProtobufCMessage *exchange(struct python_host *host,
                                  const ProtobufCMessageDescriptor *descriptor, const char *file,
                                  char *request, size_t length, enum python_fault *fault,
                                  struct error *error)
{
    uint32_t answered = 0;
    uint8_t *answer = ask(host, file, request, length, &answered, fault, error);
    free(request);
    return answer ? understand(host, descriptor, file, answer, answered, fault, error) : NULL;
}

Py__Rule *python_host_load(struct python_host *host, const char *file, enum python_fault *fault,
                           struct error *error)
{
    char *request = NULL;
    size_t length = 0;
    struct json_writer json;
    FILE *out = open_memstream(&request, &length);
    json_begin(&json, out);
    json_open(&json, NULL, JSON_OBJECT);
    json_string(&json, "do", "load");
    json_string(&json, "file", file);
    json_finish(&json);
    fclose(out);
    return (Py__Rule *)exchange(host, &py__rule__descriptor, file, request, length, fault, error);
}

static void put_received(struct json_writer *json, const struct python_numbers *numbers)
{
    json_open(json, numbers->from, JSON_OBJECT);
    for (size_t i = 0; i < numbers->count; i++)
        if (isfinite(numbers->list[i].value))
            json_number(json, numbers->list[i].name, numbers->list[i].value);
    json_close(json);
}

Py__Findings *python_host_run(struct python_host *host, const struct python_task *task,
                              enum python_fault *fault, struct error *error)
{
    char *request = NULL;
    size_t length = 0;
    struct json_writer json;
    FILE *out = open_memstream(&request, &length);
    json_begin(&json, out);
    json_open(&json, NULL, JSON_OBJECT);
    json_string(&json, "do", "run");
    json_string(&json, "file", task->file);
    json_string(&json, "report", task->report);
    json_whole(&json, "result", task->result);
    json_open(&json, "received", JSON_OBJECT);
    for (size_t i = 0; i < task->received_count; i++)
        put_received(&json, &task->received[i]);
    json_finish(&json);
    fclose(out);
    return (Py__Findings *)exchange(host, &py__findings__descriptor, task->file, request, length,
                                    fault, error);
}
