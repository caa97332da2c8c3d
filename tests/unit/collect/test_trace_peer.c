/* What traced programs send that no honest one does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/trace_run/trace_peer.h"
#include "trace_made.h"
#include "wire.pb-c.h"

enum { NUMBER = 7 };

struct line {
    struct trace_run run;
    int far;
    char said[4096];
};

static void on_message(void *context, enum trace_message level, const char *text)
{
    struct line *line = context;
    (void)level;
    snprintf(line->said + strlen(line->said), sizeof line->said - strlen(line->said), "%s\n", text);
}

static void serve(struct line *line)
{
    while (loop_ready(line->run.loop))
        loop_step(line->run.loop, 0);
}

static void say(struct line *line, const Wire__ToHost *message)
{
    assert_true(frame_send(line->far, &message->base));
    serve(line);
}

static void say_hello(struct line *line)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Hello hello = WIRE__HELLO__INIT;
    hello.has_protocol = hello.has_pid = true;
    hello.protocol = WIRE__PROTOCOL__CURRENT;
    hello.pid = NUMBER;
    message.hello = &hello;
    say(line, &message);
}

static void say_block(struct line *line, enum trace_kind kind, uint32_t process, size_t rows,
                      const uint64_t *values)
{
    static const char *const texts[] = {"rm"};
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Trace trace = WIRE__TRACE__INIT;
    trace.has_block = true;
    trace.block.data = trace_made_block(kind, process, 9, rows, values, texts, &trace.block.len);
    message.trace = &trace;
    say(line, &message);
    free(trace.block.data);
}

static int open_line(void **state)
{
    static const struct process_filter any_process;
    static const struct number_list any_rank;
    struct line *line = calloc(1, sizeof *line);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    line->far = ends[0];
    line->run = (struct trace_run){
        .loop = loop_new(),
        .settings = {.processes = &any_process, .ranks = &any_rank, .keep = true},
        .events = {line, on_message, NULL},
        .launcher = {.child = -1, .listener = -1, .output = -1},
        .trace = trace_new()};
    trace_peer_add(&line->run, ends[1]);
    *state = line;
    return 0;
}

static int close_line(void **state)
{
    struct line *line = *state;
    trace_peer_drop_all(&line->run);
    close(line->far);
    trace_free(line->run.trace);
    trace_limits_free(&line->run.limits);
    loop_free(line->run.loop);
    free(line);
    return 0;
}

static void only_its_own_records(void **state)
{
    struct line *line = *state;
    static const uint64_t same[1000 * TRACE_MOST_FIELDS];
    const uint64_t call[TRACE_MOST_FIELDS] = {1, 2};
    say_hello(line);
    say_block(line, TRACE_API, NUMBER, 1, call);
    assert_string_equal(line->said, "");
    say_block(line, TRACE_FACT, NUMBER, 1, call); /* the command, which the screen runs again */
    say_block(line, TRACE_CPU, NUMBER, 1, call);
    say_block(line, TRACE_API, NUMBER + 1, 1, call);
    say_block(line, TRACE_API, NUMBER, 1000, same);
    assert_string_equal(line->said, "records of the program are damaged and left out\n");
    assert_int_equal(trace_count(line->run.trace, TRACE_API), 1);
    assert_int_equal(trace_count(line->run.trace, TRACE_FACT), 0);
    assert_int_equal(trace_count(line->run.trace, TRACE_CPU), 0);
    say_block(line, TRACE_API, NUMBER, 1, call);
    assert_int_equal(line->run.records, 2);
}

static void losses_do_not_wrap(void **state)
{
    struct line *line = *state;
    const uint64_t losses[] = {1, 2, LOSS_ROOM, UINT64_MAX, 3, 4, LOSS_ROOM, 1};
    say_hello(line);
    say_block(line, TRACE_LOSS, NUMBER, 2, losses);
    assert_true(line->run.lost == UINT64_MAX);
}

static void not_traced(void **state)
{
    struct line *line = *state;
    const uint64_t call[TRACE_MOST_FIELDS] = {1, 2};
    line->run.settings.root_process_only = true;
    say_hello(line);
    say_block(line, TRACE_API, NUMBER, 1, call);
    assert_non_null(strstr(line->said, "it has records, and the process is not traced"));
    assert_null(line->run.connected);
    assert_int_equal(line->run.records, 0);
}

/* Two bytes of a message can take a hundred in memory; only blocks may be long. */
static void long_messages(void **state)
{
    struct line *line = *state;
    const uint8_t too_long[] = {0, 0, 0, 0x20};
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Bye bye = WIRE__BYE__INIT;
    say_hello(line);
    bye.n_open = 1 << 20;
    bye.open = calloc(bye.n_open, sizeof *bye.open);
    for (size_t i = 0; i < bye.n_open; i++)
        bye.open[i] = "";
    message.bye = &bye;
    const size_t size = protobuf_c_message_get_packed_size(&message.base);
    uint8_t *bytes = malloc(size + 4), *at = bytes + 4;
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(size >> 8 * i);
    protobuf_c_message_pack(&message.base, at);
    for (size_t sent = 0; sent < size + 4 && line->run.connected; serve(line)) {
        const ssize_t got =
            send(line->far, bytes + sent, size + 4 - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        assert_true(got > 0);
        sent += (size_t)got;
    }
    free(bytes);
    free(bye.open);
    assert_non_null(strstr(line->said, "is not accepted: it is too long"));
    assert_null(line->run.connected);

    int ends[2];
    *line->said = '\0';
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    trace_peer_add(&line->run, ends[1]);
    assert_int_equal(write(ends[0], too_long, sizeof too_long), sizeof too_long);
    serve(line);
    assert_non_null(strstr(line->said, "is not accepted: it is too long"));
    assert_null(line->run.connected);
    close(ends[0]);
}

static int next_file(void)
{
    const int file = dup(0);
    close(file);
    return file;
}

static void files_are_not_kept(void **state)
{
    struct line *line = *state;
    const int before = next_file();
    struct iovec part = {"\0", 1};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    memcpy(CMSG_DATA(&control.header), &(int){0}, sizeof(int));
    assert_int_equal(sendmsg(line->far, &message, 0), 1);
    serve(line);
    assert_non_null(line->run.connected);
    assert_int_equal(next_file(), before);
}

/* A process that waits and cannot be accepted is no reason to wait for ever. */
static void no_file_is_free(void **state)
{
    struct line *line = *state;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t length = sizeof address;
    struct rlimit limit, few;
    line->run.launcher.listener = socket(AF_UNIX, SOCK_STREAM, 0);
    /* The system chooses a name. */
    assert_int_equal(bind(line->run.launcher.listener, (void *)&address, sizeof(sa_family_t)), 0);
    assert_int_equal(listen(line->run.launcher.listener, 4), 0);
    assert_int_equal(getsockname(line->run.launcher.listener, (void *)&address, &length), 0);
    const int process = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(connect(process, (void *)&address, length), 0);
    const struct traced *newest = line->run.connected;
    getrlimit(RLIMIT_NOFILE, &limit);
    few = limit;
    few.rlim_cur = (rlim_t)next_file();
    setrlimit(RLIMIT_NOFILE, &few);
    alarm(60);
    trace_peer_accept_waiting(&line->run);
    alarm(0);
    setrlimit(RLIMIT_NOFILE, &limit);
    assert_ptr_equal(line->run.connected, newest);
    trace_peer_accept_waiting(&line->run);
    assert_ptr_not_equal(line->run.connected, newest);
    close(process);
    close(line->run.launcher.listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_its_own_records, open_line, close_line),
        cmocka_unit_test_setup_teardown(losses_do_not_wrap, open_line, close_line),
        cmocka_unit_test_setup_teardown(not_traced, open_line, close_line),
        cmocka_unit_test_setup_teardown(long_messages, open_line, close_line),
        cmocka_unit_test_setup_teardown(files_are_not_kept, open_line, close_line),
        cmocka_unit_test_setup_teardown(no_file_is_free, open_line, close_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
