/* What traced programs send to rooftop trace: processes come, send, and go in any order, and say
 * what they want. The trace that comes of it must open again as a whole, with the same records.
 *
 * The first byte chooses settings. Then come steps: a byte for what is done and by which of four
 * processes, and, where the step needs bytes, their count (two bytes) and the bytes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/trace_run/trace_peer.h"
#include "report/base/mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { PROCESSES = 4, FEW_ROWS = 20000, MOST_STEPS = 1000 };

enum setting { KEEP = 1, LEAVE_OUT = 2, NO_FILE = 4 };

enum step {
    SEND_MESSAGE, /* with its length before it */
    SEND_BYTES,
    SERVE,
    END, /* the process closes its connection */
    STEPS
};

struct host {
    struct trace_run run;
    int ends[PROCESSES]; /* of the processes; -1: not connected */
    size_t errors;
};

static char *path;

static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "wrong: %s\n", what);
    abort();
}

static void on_message(void *context, enum trace_message level, const char *text)
{
    struct host *host = context;
    check(*text, "a message says something");
    host->errors += level == TRACE_MESSAGE_ERROR;
}

static void connect_process(struct host *host, unsigned process)
{
    int ends[2];
    if (host->ends[process] >= 0)
        return;
    check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "there is a socket");
    host->ends[process] = ends[0];
    trace_peer_add(&host->run, ends[1]);
}

static void serve(struct host *host)
{
    for (unsigned i = 0; i < MOST_STEPS && loop_ready(host->run.loop); i++)
        loop_step(host->run.loop, 0);
    check(!loop_ready(host->run.loop),
          "what was sent is served, and no connection is served in vain");
}

/* What does not fit in the socket at once is sent when the host has read. A host that has refused
 * the process reads nothing any more. */
static void send_bytes(struct host *host, unsigned process, const uint8_t *bytes, size_t length)
{
    while (length) {
        const ssize_t sent = send(host->ends[process], bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
            continue;
        }
        if (errno != EAGAIN)
            return;
        serve(host);
    }
}

static void end_process(struct host *host, unsigned process)
{
    if (host->ends[process] >= 0)
        close(host->ends[process]);
    host->ends[process] = -1;
}

static size_t take_count(const uint8_t **bytes, size_t *length)
{
    if (*length < 2)
        return *length = 0;
    const size_t count = (size_t)((*bytes)[0] | (*bytes)[1] << 8);
    *bytes += 2;
    *length -= 2;
    return count < *length ? count : *length;
}

static void play(struct host *host, const uint8_t *bytes, size_t length)
{
    while (length) {
        const unsigned process = bytes[0] % PROCESSES, step = bytes[0] / PROCESSES % STEPS;
        bytes++;
        length--;
        if (step == SEND_MESSAGE || step == SEND_BYTES) {
            const size_t count = take_count(&bytes, &length);
            const uint8_t before[] = {count & 0xff, (uint8_t)(count >> 8), 0, 0};
            connect_process(host, process);
            if (step == SEND_MESSAGE)
                send_bytes(host, process, before, sizeof before);
            send_bytes(host, process, bytes, count);
            bytes += count;
            length -= count;
        } else if (step == END) {
            end_process(host, process);
        } else {
            serve(host);
        }
    }
    for (unsigned i = 0; i < PROCESSES; i++)
        end_process(host, i);
    serve(host);
    check(!host->run.connected, "no connection stays");
}

static void same_records(struct trace *trace, const struct trace_run *run)
{
    for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
        check(trace_count(trace, (enum trace_kind)kind) == run->limits.rows[kind],
              "the records are those that were taken");
    check(trace_process_count(trace) == run->limits.count, "so are the processes");
}

/* Pages are printed by another target. Here it is enough that what they read can be read. */
static void read_columns(struct trace *trace)
{
    uint64_t start, end;
    for (unsigned kind = 0; kind < TRACE_KINDS; kind++) {
        const size_t rows = trace_count(trace, (enum trace_kind)kind);
        for (size_t field = 0; rows < FEW_ROWS && field < trace_kind_info(kind)->fields; field++)
            trace_column(trace, (enum trace_kind)kind, field);
        for (size_t row = 0; row < rows && rows < FEW_ROWS; row++)
            check(trace_processes(trace, (enum trace_kind)kind)[row] < trace_process_count(trace),
                  "a record belongs to a process");
    }
    if (trace_bounds(trace, &start, &end))
        check(start && start <= end, "a trace ends after its start");
}

static void read_again(const struct trace_run *run)
{
    struct trace *trace = trace_new();
    struct error error;
    check(trace_add_file(trace, path, &error), "the file is a trace");
    check(!*trace_damage(trace), trace_damage(trace));
    same_records(trace, run);
    read_columns(trace);
    trace_free(trace);
}

/* Some place in memory, so that a file costs little. */
static void choose_path(void)
{
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    path = mem_printf("%s/rooftop-fuzz-%d.rtrace", folder, (int)getpid());
}

static void end_host(struct host *host, unsigned settings)
{
    struct trace_run *run = &host->run;
    struct error error;
    check(run->failed == (host->errors > 0), "an error makes the run fail");
    if (settings & KEEP)
        same_records(run->trace, run);
    if (run->writer) {
        check(trace_writer_finish(run->writer, &error), "the file is written");
        read_again(run);
        unlink(path);
    }
    trace_free(run->trace);
    trace_limits_free(&run->limits);
    loop_free(run->loop);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const struct process_filter any_process;
    static const struct number_list any_rank;
    const unsigned settings = length ? bytes[0] : 0;
    struct host host = {.ends = {-1, -1, -1, -1}};
    struct error error;
    if (!path)
        choose_path();
    host.run = (struct trace_run){
        .loop = loop_new(),
        .settings = {.processes = &any_process,
                     .ranks = &any_rank,
                     .keep = settings & KEEP,
                     .root_process_only = settings & LEAVE_OUT},
        .events = {&host, on_message, NULL},
        .launcher = {.child = -1, .listener = -1, .output = -1},
        .trace = trace_new(),
        .writer = settings & NO_FILE ? NULL : trace_writer_open(path, true, &error)};
    check(settings & NO_FILE || host.run.writer, "the file can be opened");
    if (length)
        play(&host, bytes + 1, length - 1);
    end_host(&host, settings);
    return 0;
}
