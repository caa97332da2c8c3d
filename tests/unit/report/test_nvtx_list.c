#include "report/content/nvtx_list.h"

#include <stdlib.h>

#include "notes_sample.h"

static struct build build;
static struct report *report;

static int open_notes(void **state)
{
    (void)state;
    build_notes(&build);
    report = build_open(&build);
    return 0;
}

static int close_notes(void **state)
{
    (void)state;
    report_close(report);
    build_free(&build);
    return 0;
}

static void every_open_range_in_order(void **state)
{
    (void)state;
    static const struct nvtx_open expected[] = {
        {.thread = 7, .launching = true, .depth = 0, .name = "epoch 1"},
        {.thread = 7, .launching = true, .depth = 1, .name = "forward"},
        {.thread = 7, .launching = true, .depth = 0, .name = "assemble"},
        {.thread = 8, .depth = 0, .name = "loader"},
        {.started = true, .thread = 8, .id = 4, .name = "registered"},
        {.started = true, .thread = 0, .id = 5, .name = "copy"},
    };
    static const char *const domains[] = {"<default domain>", "<default domain>", "solver",
                                          "<default domain>", "solver",           "solver"};
    size_t count;
    struct nvtx_open *ranges = nvtx_list(report_result(report, 0, NULL), &count);
    assert_int_equal(count, COUNT(expected));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(ranges[i].started, expected[i].started);
        assert_int_equal(ranges[i].thread, expected[i].thread);
        assert_int_equal(ranges[i].launching, expected[i].launching);
        assert_int_equal(ranges[i].depth, expected[i].depth);
        assert_int_equal(ranges[i].id, expected[i].id);
        assert_string_equal(ranges[i].name, expected[i].name);
        assert_string_equal(ranges[i].domain, domains[i]);
        assert_string_equal(ranges[i].thread_name, expected[i].thread == 7 ? "main" : "");
    }
    free(ranges);
}

static void attributes_that_were_given(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "x",
        "x, colour #00ff80, payload -5, category 3",
        "x, payload 0.25, category 3 (io), message matrix\x1b[2J",
        "x",
        "x",
        "x"};
    size_t count;
    struct nvtx_open *ranges = nvtx_list(report_result(report, 0, NULL), &count);
    assert_int_equal(count, COUNT(expected));
    for (size_t i = 0; i < count; i++) {
        struct strbuf text = {0};
        strbuf_adds(&text, "x");
        nvtx_attributes_text(&text, &ranges[i]);
        assert_string_equal(text.data, expected[i]);
        strbuf_free(&text);
    }
    free(ranges);
}

/* Every kind of payload; a domain that the file does not describe. */
static void payloads(void **state)
{
    (void)state;
    static const struct {
        const char *payload, *expected;
    } cases[] = {
        {"PayloadType: NvtxPayloadTypeUint64 ULLValue: 18446744073709551615",
         "payload 18446744073709551615"},
        {"PayloadType: NvtxPayloadTypeInt64 LLValue: -9", "payload -9"},
        {"PayloadType: NvtxPayloadTypeUint32 UValue: 7", "payload 7"},
        {"PayloadType: NvtxPayloadTypeFloat FValue: 1.5", "payload 1.5"},
        {"PayloadType: NvtxPayloadTypeJson StrValue: '{1}'", "payload {1}"},
        {"PayloadType: NvtxPayloadTypeJsonRegistered", "payload ?"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct build one = {0};
        char text[600];
        snprintf(text, sizeof text,
                 "Nvtx { Threads { TID: 1 PushPopDomains { Id: 5 Stack { Name: 'n' Attributes { "
                 "Version: 3 Category: 0 Color { ColorType: NvtxColorTypeUnknown } Payload { %s } "
                 "Message { MessageType: NvtxMessageTypeUnknown } } } } } } ",
                 cases[i].payload);
        struct report *r = build_one(&one, "", text);
        size_t count;
        struct nvtx_open *ranges = nvtx_list(report_result(r, 0, NULL), &count);
        struct strbuf out = {0};
        assert_int_equal(count, 1);
        assert_string_equal(ranges[0].domain, "");
        nvtx_attributes_text(&out, &ranges[0]);
        assert_string_equal(out.data, cases[i].expected);
        strbuf_free(&out);
        free(ranges);
        report_close(r);
        build_free(&one);
    }
}

static void none_without_a_state(void **state)
{
    (void)state;
    size_t count;
    assert_null(nvtx_list(report_result(report, 1, NULL), &count));
    assert_int_equal(count, 0);
}

#define on_notes(test) cmocka_unit_test_setup_teardown(test, open_notes, close_notes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_notes(every_open_range_in_order),
        on_notes(attributes_that_were_given),
        cmocka_unit_test(payloads),
        on_notes(none_without_a_state),
    };
    return cmocka_run_group_tests_name("nvtx_list", tests, NULL, NULL);
}
