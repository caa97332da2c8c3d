#include "collect/program/program_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/os/private_file.h"

enum { CHUNK = 64 * 1024 };

bool program_input_open(struct program_input *input, struct loop *loop, bool in_memory,
                        struct error *error)
{
    struct stat status;
    *input = (struct program_input){.loop = loop, .kept = -1, .pipe = -1};
    if (fstat(STDIN_FILENO, &status) < 0)
        return true;
    input->is_file = S_ISREG(status.st_mode);
    input->start = input->is_file ? lseek(STDIN_FILENO, 0, SEEK_CUR) : 0;
    input->relays = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
    return !input->relays || (input->kept = private_file_open(in_memory, error)) >= 0;
}

static void next(struct program_input *input);

static void on_source(void *context, int fd, short events)
{
    struct program_input *input = context;
    char bytes[CHUNK];
    (void)events;
    ssize_t got = read(fd, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got > 0 && !private_file_write(input->kept, bytes, (size_t)got, input->held)) {
        input->problem = errno;
        got = 0;
    }
    input->ended = got <= 0;
    input->held += got > 0 ? got : 0;
    next(input);
}

static void on_pipe(void *context, int fd, short events)
{
    struct program_input *input = context;
    char bytes[CHUNK];
    off_t left = input->held - input->sent;
    size_t length = left < CHUNK ? (size_t)left : CHUNK;
    (void)events;
    ssize_t got =
        private_file_read(input->kept, bytes, length, input->sent) ? write(fd, bytes, length) : -1;
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got < 0) {
        program_input_end(input);
        return;
    }
    input->sent += got;
    next(input);
}

/* Decides what the program gets next: first what is kept, then what comes, then the end. */
static void next(struct program_input *input)
{
    loop_unwatch(input->loop, input->pipe);
    loop_unwatch(input->loop, STDIN_FILENO);
    if (input->sent < input->held)
        loop_watch(input->loop, input->pipe, POLLOUT, on_pipe, input);
    else if (!input->ended)
        loop_watch(input->loop, STDIN_FILENO, POLLIN, on_source, input);
    else
        program_input_end(input);
}

bool program_input_begin(struct program_input *input, int *program, struct error *error)
{
    int ends[2];
    *program = -1;
    if (input->is_file)
        lseek(STDIN_FILENO, input->start, SEEK_SET);
    if (!input->relays)
        return true;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return error_set(error, "no pipe can be made for the program's input: %s", strerror(errno));
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    *program = ends[0];
    input->pipe = ends[1];
    input->sent = 0;
    next(input);
    return true;
}

void program_input_end(struct program_input *input)
{
    if (input->pipe < 0)
        return;
    loop_unwatch(input->loop, STDIN_FILENO);
    loop_unwatch(input->loop, input->pipe);
    close(input->pipe);
    input->pipe = -1;
}

void program_input_close(struct program_input *input)
{
    program_input_end(input);
    if (input->kept >= 0)
        close(input->kept);
    input->kept = -1;
}
