#include "report/content/nvtx_ranges.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

/* KERNEL has thread 1. */
struct fixture {
    struct build build;
    struct report *report;
    struct result *result;
};

static void open_nvtx(struct fixture *f, const char *nvtx)
{
    *f = (struct fixture){0};
    f->report = build_one(&f->build, "", nvtx);
    f->result = report_result(f->report, 0, NULL);
}

static void close_nvtx(struct fixture *f)
{
    report_close(f->report);
    build_free(&f->build);
}

#define DOMAINS "Domains { Id: 0 Name: 'zero' } Domains { Id: 5 Name: 'five' } "

static void only_ranges_of_the_launching_thread(void **state)
{
    (void)state;
    struct fixture f;
    size_t count;
    open_nvtx(&f,
              "Nvtx { " DOMAINS
              "Threads { TID: 1 PushPopDomains { Id: 0 Stack { Name: 'mine' } } PushPopDomains "
              "{ Id: 5 } } Threads { TID: 2 PushPopDomains { Id: 5 Stack { Name: 'theirs' } } } "
              "}");
    struct nvtx_context *contexts = nvtx_contexts(f.result, &count);
    assert_int_equal(count, 1);
    assert_string_equal(contexts[0].domain, "zero");
    assert_int_equal(contexts[0].count, 1);
    assert_string_equal(contexts[0].ranges[0].name, "mine");
    nvtx_contexts_free(contexts, count);
    assert_string_equal(nvtx_innermost(f.result), "mine");
    close_nvtx(&f);
}

static void ranges_of_all_threads_where_the_scope_is_the_process(void **state)
{
    (void)state;
    struct fixture f;
    size_t count;
    open_nvtx(&f, "Nvtx { " DOMAINS "Threads { TID: 2 PushPopDomains { Id: 5 Stack { Name: 'other' "
                  "} } } PushPopRangeScope: Process }");
    struct nvtx_context *contexts = nvtx_contexts(f.result, &count);
    assert_int_equal(count, 1);
    assert_string_equal(contexts[0].domain, "five");
    nvtx_contexts_free(contexts, count);
    assert_string_equal(nvtx_innermost(f.result), "other");
    close_nvtx(&f);
}

/* The newest range is the top of the stack that was pushed to last. */
static void the_innermost_range_of_several_domains(void **state)
{
    (void)state;
    struct fixture f;
    open_nvtx(&f, "Nvtx { " DOMAINS
                  "Threads { TID: 1 PushPopDomains { Id: 0 Stack { Name: 'a' LastApiCallId: 1 } "
                  "Stack { Name: 'b' LastApiCallId: 9 } } PushPopDomains { Id: 5 Stack { Name: 'c' "
                  "LastApiCallId: 4 } } } }");
    assert_string_equal(nvtx_innermost(f.result), "b");
    close_nvtx(&f);
}

static void start_end_ranges_are_open_but_not_innermost(void **state)
{
    (void)state;
    struct fixture f;
    size_t count;
    open_nvtx(&f, "Nvtx { " DOMAINS
                  "Threads { TID: 1 PushPopDomains { Id: 5 Stack { Name: 'pushed' } } } "
                  "StartEndDomains { Id: 5 Ranges { Id: 3 Name: 'started' } } }");
    struct nvtx_context *contexts = nvtx_contexts(f.result, &count);
    assert_int_equal(count, 1);
    assert_int_equal(contexts[0].count, 2);
    assert_string_equal(contexts[0].ranges[0].name, "pushed");
    assert_string_equal(contexts[0].ranges[1].name, "started");
    nvtx_contexts_free(contexts, count);
    assert_string_equal(nvtx_innermost(f.result), "pushed");
    close_nvtx(&f);
}

static void no_state_and_no_range(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "Nvtx { " DOMAINS "}"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct fixture f;
        size_t count = 7;
        open_nvtx(&f, texts[i]);
        nvtx_contexts_free(nvtx_contexts(f.result, &count), 0);
        assert_int_equal(count, 0);
        assert_null(nvtx_innermost(f.result));
        close_nvtx(&f);
    }
}

static void text_of(const char *attributes, const char *expected)
{
    struct fixture f;
    struct strbuf nvtx = {0}, text = {0};
    size_t count;
    strbuf_addf(&nvtx,
                "Nvtx { Domains { Id: 0 Name: 'd' } Threads { TID: 1 PushPopDomains { Id: 0 Stack "
                "{ Name: 'r' %s } } } }",
                attributes);
    open_nvtx(&f, nvtx.data);
    struct nvtx_context *contexts = nvtx_contexts(f.result, &count);
    nvtx_range_text(&text, &contexts[0].ranges[0]);
    assert_string_equal(text.data, expected);
    nvtx_contexts_free(contexts, count);
    strbuf_free(&nvtx);
    strbuf_free(&text);
    close_nvtx(&f);
}

static void ranges_as_text(void **state)
{
    (void)state;
    text_of("", "r:none:none:none:none:none:none");
    text_of("Attributes { Version: 3 Category: 0 Color { ColorType: NvtxColorTypeUnknown } Payload "
            "{ PayloadType: NvtxPayloadTypeUnknown } Message { MessageType: NvtxMessageTypeAscii "
            "message: 'm' } }",
            "r:none:none:none:none:ASCII:m");
    text_of("Attributes { Version: 3 Category: 0 Color { ColorType: NvtxColorTypeArgb Color: 255 } "
            "Payload { PayloadType: NvtxPayloadTypeUint64 ULLValue: 18446744073709551615 } Message "
            "{ MessageType: NvtxMessageTypeUnknown } }",
            "r:Uint64:18446744073709551615:RGB:0x000000ff:none:none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_ranges_of_the_launching_thread),
        cmocka_unit_test(ranges_of_all_threads_where_the_scope_is_the_process),
        cmocka_unit_test(the_innermost_range_of_several_domains),
        cmocka_unit_test(start_end_ranges_are_open_but_not_innermost),
        cmocka_unit_test(no_state_and_no_range),
        cmocka_unit_test(ranges_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
