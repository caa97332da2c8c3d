#include "collect/os/frame.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "build_report.h"

struct line {
    int near, far;
    struct frame_reader reader;
};

static int open_line(void **state)
{
    struct line *line = calloc(1, sizeof *line);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return -1;
    line->near = ends[0];
    line->far = ends[1];
    *state = line;
    return 0;
}

static int close_line(void **state)
{
    struct line *line = *state;
    close(line->near);
    if (line->far >= 0)
        close(line->far);
    frame_reader_free(&line->reader);
    free(line);
    return 0;
}

static void write_bytes(struct line *line, const void *bytes, size_t length)
{
    assert_int_equal(write(line->far, bytes, length), length);
}

static void next_is(struct line *line, const char *expected, size_t expected_length)
{
    uint8_t *bytes = NULL;
    size_t length = 0;
    assert_true(frame_reader_next(&line->reader, &bytes, &length));
    assert_int_equal(length, expected_length);
    assert_memory_equal(bytes, expected, length);
}

static void nothing_is_next(struct line *line)
{
    uint8_t *bytes;
    size_t length;
    assert_false(frame_reader_next(&line->reader, &bytes, &length));
}

static void a_frame_that_comes_byte_by_byte(void **state)
{
    struct line *line = *state;
    static const char frame[] = "\x05\0\0\0hello";
    nothing_is_next(line);
    for (size_t i = 0; i < sizeof frame - 1; i++) {
        nothing_is_next(line);
        write_bytes(line, frame + i, 1);
        assert_true(frame_reader_fill(&line->reader, line->near));
    }
    next_is(line, "hello", 5);
    nothing_is_next(line);
    assert_false(line->reader.broken);
}

static void many_frames_at_once(void **state)
{
    struct line *line = *state;
    static const char frames[] = "\x01\0\0\0a\0\0\0\0\x03\0\0\0xyz\x02\0\0\0q";
    write_bytes(line, frames, sizeof frames - 1);
    assert_true(frame_reader_fill(&line->reader, line->near));
    next_is(line, "a", 1);
    next_is(line, "", 0);
    next_is(line, "xyz", 3);
    nothing_is_next(line);
    nothing_is_next(line);
    write_bytes(line, "r", 1);
    assert_true(frame_reader_fill(&line->reader, line->near));
    next_is(line, "qr", 2);
    nothing_is_next(line);
}

static void the_length_is_little_endian(void **state)
{
    struct line *line = *state;
    char frame[4 + 0x0102] = "\x02\x01";
    memset(frame + 4, 'z', 0x0102);
    write_bytes(line, frame, sizeof frame);
    assert_true(frame_reader_fill(&line->reader, line->near));
    next_is(line, frame + 4, 0x0102);
}

static void a_frame_that_is_too_long_is_broken(void **state)
{
    struct line *line = *state;
    static const char frame[] = "\xff\xff\xff\xff"
                                "abc";
    write_bytes(line, frame, sizeof frame - 1);
    assert_true(frame_reader_fill(&line->reader, line->near));
    nothing_is_next(line);
    assert_true(line->reader.broken);
    nothing_is_next(line);
    /* Nothing was reserved for it. */
    assert_true(line->reader.capacity < 64u << 20);
}

static void a_long_frame_that_is_announced_only_takes_no_memory(void **state)
{
    struct line *line = *state;
    write_bytes(line, "\0\0\0\x40", 4); /* 1 GiB, the most there can be */
    assert_true(frame_reader_fill(&line->reader, line->near));
    nothing_is_next(line);
    assert_false(line->reader.broken);
    assert_true(line->reader.capacity < 64u << 20);
}

static void frames_before_the_end_are_handed_out(void **state)
{
    struct line *line = *state;
    write_bytes(line, "\x02\0\0\0ab\x09\0\0\0cut", 13);
    close(line->far);
    line->far = -1;
    assert_true(frame_reader_fill(&line->reader, line->near));
    assert_false(frame_reader_fill(&line->reader, line->near));
    next_is(line, "ab", 2);
    nothing_is_next(line);
}

static void a_descriptor_that_is_none_reads_as_closed(void **state)
{
    struct line *line = *state;
    assert_false(frame_reader_fill(&line->reader, -1));
}

/* Any message will do. */
static void what_is_sent_is_read(void **state)
{
    struct line *line = *state;
    struct strbuf packed = {0};
    Rep__ProfilerSection *section = build_section("Identifier: 'a' DisplayName: 'b' Order: 7");
    build_message(&packed, &rep__profiler_section__descriptor,
                  "Identifier: 'a' DisplayName: 'b' Order: 7");
    assert_true(frame_send(line->far, &section->base));
    assert_true(frame_send(line->far, &section->base));
    assert_true(frame_reader_fill(&line->reader, line->near));
    next_is(line, packed.data, packed.length);
    next_is(line, packed.data, packed.length);
    nothing_is_next(line);
    protobuf_c_message_free_unpacked(&section->base, NULL);
    strbuf_free(&packed);
}

static void sending_to_who_has_left_fails_and_kills_nobody(void **state)
{
    struct line *line = *state;
    Rep__ProfilerSection *section = build_section("Identifier: 'a' DisplayName: 'b'");
    close(line->far);
    line->far = -1;
    assert_false(frame_send(line->near, &section->base));
    protobuf_c_message_free_unpacked(&section->base, NULL);
}

#define LINE_TEST(test) cmocka_unit_test_setup_teardown(test, open_line, close_line)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LINE_TEST(a_frame_that_comes_byte_by_byte),
        LINE_TEST(many_frames_at_once),
        LINE_TEST(the_length_is_little_endian),
        LINE_TEST(a_frame_that_is_too_long_is_broken),
        LINE_TEST(a_long_frame_that_is_announced_only_takes_no_memory),
        LINE_TEST(frames_before_the_end_are_handed_out),
        LINE_TEST(a_descriptor_that_is_none_reads_as_closed),
        LINE_TEST(what_is_sent_is_read),
        LINE_TEST(sending_to_who_has_left_fails_and_kills_nobody),
    };
    return cmocka_run_group_tests_name("frame", tests, NULL, NULL);
}
