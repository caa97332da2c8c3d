#include "report/content/nvtx_columns.h"

#include "build_report.h"

static Rep__NvtxState *state_of(const char *text)
{
    struct strbuf bytes = {0};
    build_message(&bytes, &rep__nvtx_state__descriptor, text);
    Rep__NvtxState *state =
        rep__nvtx_state__unpack(NULL, bytes.length, (const uint8_t *)bytes.data);
    assert_non_null(state);
    strbuf_free(&bytes);
    return state;
}

/* Both columns of a state in text form. */
static void columns_are(const char *text, const char *pushed, const char *started)
{
    const char *const expected[] = {pushed, started};
    Rep__NvtxState *state = state_of(text);
    assert_int_equal(nvtx_has_ranges(state), *pushed || *started);
    for (size_t i = 0; i < NVTX_COLUMNS; i++) {
        struct strbuf out = {0};
        strbuf_adds(&out, "");
        nvtx_add_column(&out, state, i);
        assert_string_equal(out.data, expected[i]);
        strbuf_free(&out);
    }
    rep__nvtx_state__free_unpacked(state, NULL);
}

#define DOMAINS "Domains { Id: 0 Name: '<default domain>' } Domains { Id: 1 Name: 'lib' } "
#define ATTRIBUTES(color, payload, message)                                                        \
    "Attributes { Version: 3 Category: 0 Color { " color " } Payload { " payload                   \
    " } Message { " message " } } "
#define NO_COLOR "ColorType: NvtxColorTypeUnknown"
#define NO_PAYLOAD "PayloadType: NvtxPayloadTypeUnknown"

static void without_a_range_nothing_is_said(void **state)
{
    (void)state;
    assert_false(nvtx_has_ranges(NULL));
    columns_are("", "", "");
    columns_are(DOMAINS "Threads { TID: 5 PushPopDomains { Id: 0 } } StartEndDomains { Id: 0 }", "",
                "");
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    nvtx_add_column(&out, NULL, 0);
    assert_string_equal(out.data, "");
    strbuf_free(&out);
}

static void pushed_ranges_stand_behind_their_thread(void **state)
{
    (void)state;
    columns_are(DOMAINS "Threads { TID: 5 PushPopDomains { Id: 0 Stack { Name: 'outer' } Stack { "
                        "Name: 'inner' } } PushPopDomains { Id: 1 Stack { Name: 'solve' } } } "
                        "Threads { TID: 6 PushPopDomains { Id: 0 } } "
                        "Threads { TID: 7 PushPopDomains { Id: 0 Stack { Name: 'other' } } }",
                "5  \"<default domain>:outer:none:none:none:none:none:none\" "
                " \"<default domain>:inner:none:none:none:none:none:none\" "
                " \"lib:solve:none:none:none:none:none:none\" "
                "7  \"<default domain>:other:none:none:none:none:none:none\" ",
                "");
}

static void started_ranges_have_their_number(void **state)
{
    (void)state;
    columns_are(DOMAINS "StartEndDomains { Id: 0 Ranges { Id: 0 Name: 'tail' } Ranges { Id: 3 "
                        "Name: 'more' } } StartEndDomains { Id: 1 Ranges { Id: 2 Name: 'x' } }",
                "",
                " \"0:<default domain>:tail:none:none:none:none:none:none\" "
                " \"3:<default domain>:more:none:none:none:none:none:none\" "
                " \"2:lib:x:none:none:none:none:none:none\" ");
}

static void attributes_are_told(void **state)
{
    (void)state;
    static const char plain[] =
        ATTRIBUTES(NO_COLOR, NO_PAYLOAD, "MessageType: NvtxMessageTypeAscii message: 'm'");
    static const char full[] = ATTRIBUTES("ColorType: NvtxColorTypeArgb Color: 255",
                                          "PayloadType: NvtxPayloadTypeInt32 IValue: -5",
                                          "MessageType: NvtxMessageTypeRegistered handle: 9");
    struct strbuf in = {0};
    strbuf_addf(&in,
                DOMAINS "StartEndDomains { Id: 1 Ranges { Id: 1 Name: 'a' %s } Ranges { Id: 2 "
                        "Name: 'b' %s } }",
                plain, full);
    columns_are(in.data, "",
                " \"1:lib:a:none:none:none:none:ASCII:m\" "
                " \"2:lib:b:Int32:-5:RGB:0x000000ff:REGISTERED:b\" ");
    strbuf_free(&in);
}

static void payloads_have_their_types(void **state)
{
    (void)state;
    static const struct {
        const char *payload, *text;
    } cases[] = {
        {"PayloadType: NvtxPayloadTypeUint64 ULLValue: 18446744073709551615",
         "Uint64:18446744073709551615"},
        {"PayloadType: NvtxPayloadTypeInt64 LLValue: -1", "Int64:-1"},
        {"PayloadType: NvtxPayloadTypeDouble DoubleValue: 0.5", "Double:0.500000"},
        {"PayloadType: NvtxPayloadTypeUint32 UValue: 7", "Uint32:7"},
        {"PayloadType: NvtxPayloadTypeFloat FValue: 1.5", "Float:1.500000"},
        {"PayloadType: NvtxPayloadTypeJson StrValue: '[1]'", "Json:[1]"},
        {"PayloadType: NvtxPayloadTypeJson", "Json:"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf in = {0}, expected = {0};
        strbuf_addf(&in,
                    DOMAINS "StartEndDomains { Id: 1 Ranges { Id: 1 Name: 'a' Attributes { "
                            "Version: 3 Category: 0 Color { %s } Payload { %s } Message { "
                            "MessageType: NvtxMessageTypeUnknown } } } }",
                    NO_COLOR, cases[i].payload);
        strbuf_addf(&expected, " \"1:lib:a:%s:none:none:none:none\" ", cases[i].text);
        columns_are(in.data, "", expected.data);
        strbuf_free(&in);
        strbuf_free(&expected);
    }
}

static void a_domain_without_a_name_is_survived(void **state)
{
    (void)state;
    columns_are("Threads { TID: 5 PushPopDomains { Id: 9 Stack { Name: 'a' } } }",
                "5  \":a:none:none:none:none:none:none\" ", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_range_nothing_is_said),
        cmocka_unit_test(pushed_ranges_stand_behind_their_thread),
        cmocka_unit_test(started_ranges_have_their_number),
        cmocka_unit_test(attributes_are_told),
        cmocka_unit_test(payloads_have_their_types),
        cmocka_unit_test(a_domain_without_a_name_is_survived),
    };
    return cmocka_run_group_tests_name("nvtx_columns", tests, NULL, NULL);
}
