#include "collect/run/message_limits.h"

#include <cuda.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "collect/run/run_state.h"
#include "report/base/mem.h"

/* A message in textproto that keeps the limits, or what is said of it. */
static void judged(const ProtobufCMessageDescriptor *descriptor, const char *text,
                   const char *expected)
{
    struct strbuf bytes = {0};
    struct error error;
    build_message(&bytes, descriptor, text);
    ProtobufCMessage *message =
        protobuf_c_message_unpack(descriptor, NULL, bytes.length, (const uint8_t *)bytes.data);
    assert_non_null(message);
    if (message_limits_keep(message, &error))
        assert_null(expected);
    else
        assert_string_equal(error.text, expected ? expected : "within limits");
    protobuf_c_message_free_unpacked(message, NULL);
    strbuf_free(&bytes);
}

static void what_programs_send_is_within_limits(void **state)
{
    (void)state;
    judged(&wire__hello__descriptor, "protocol: 1 pid: 4294967295 executable: '/a'", NULL);
    judged(&wire__device__descriptor,
           "ordinal: 63 name: 'GPU' chip: 'GH100' attributes { id: 1 value: 1024 }", NULL);
    judged(&wire__window__descriptor,
           "results { launch: 18446744073709551615 facts { device: 63 mangled: 'f' } }", NULL);
    judged(&wire__module__descriptor, "reference: 1 cubin: ''", NULL);
}

static void what_is_too_large_is_named(void **state)
{
    (void)state;
    judged(&wire__device__descriptor, "ordinal: 64 name: 'GPU' chip: 'GH100'",
           "Device.ordinal: 64, at most 63");
    judged(&wire__device__descriptor, "ordinal: 0 chip: 'GH100'", "Device.name is missing");
    judged(&wire__device__descriptor,
           "ordinal: 0 name: 'GPU' chip: 'GH100' attributes { id: 1 value: 4294967295 }",
           "attribute 1 of the device: 4294967295, at most 65536");
    judged(&wire__device__descriptor,
           "ordinal: 0 name: 'GPU' chip: 'GH100' attributes { id: 1 value: -1 }",
           "attribute 1 of the device: -1, at most 65536");
    /* In messages within messages. */
    judged(&wire__window__descriptor, "results { facts { device: 64 } }",
           "Facts.device: 64, at most 63");
    judged(&wire__window__descriptor, "results { graph { kernels { grid { x: 2147483648 } } } }",
           "Dimensions.x: 2147483648, at most 2147483647");
    judged(&wire__begin_ranges__descriptor, "ranges: 1", "BeginRanges.data is missing");
}

static void lists_and_texts_have_an_end(void **state)
{
    (void)state;
    Wire__CallStack stack = WIRE__CALL_STACK__INIT;
    Wire__Notice notice = WIRE__NOTICE__INIT;
    struct error error;
    stack.n_addresses = (1 << 16) + 1;
    stack.addresses = mem_alloc(stack.n_addresses * sizeof *stack.addresses);
    assert_false(message_limits_keep(&stack.base, &error));
    assert_string_equal(error.text, "CallStack.addresses: 65537, at most 65536");
    stack.n_addresses--;
    assert_true(message_limits_keep(&stack.base, &error));
    free(stack.addresses);
    notice.text = mem_alloc((64 << 10) + 2);
    memset(notice.text, 'x', (64 << 10) + 1);
    assert_false(message_limits_keep(&notice.base, &error));
    assert_string_equal(error.text, "Notice.text: 65537, at most 65536");
    free(notice.text);
}

/* The default of a field without a row. */
static void a_field_without_a_row_has_an_end(void **state)
{
    (void)state;
    Wire__Seen seen = WIRE__SEEN__INIT;
    struct error error;
    seen.mangled = mem_alloc((1 << 20) + 2);
    memset(seen.mangled, 'x', (1 << 20) + 1);
    assert_false(message_limits_keep(&seen.base, &error));
    assert_string_equal(error.text, "Seen.mangled: 1048577, at most 1048576");
    seen.mangled[1 << 20] = '\0';
    assert_true(message_limits_keep(&seen.base, &error));
    free(seen.mangled);
}

static const ProtobufCMessageDescriptor *find_message(const ProtobufCMessageDescriptor *in,
                                                      const char *name, int depth)
{
    if (strcmp(in->short_name, name) == 0)
        return in;
    for (unsigned i = 0; i < in->n_fields && depth < 8; i++)
        if (in->fields[i].type == PROTOBUF_C_TYPE_MESSAGE) {
            const ProtobufCMessageDescriptor *found =
                find_message(in->fields[i].descriptor, name, depth + 1);
            if (found)
                return found;
        }
    return NULL;
}

static void rows_name_fields_that_programs_send(void **state)
{
    (void)state;
    const char *field;
    size_t rows = 0;
    for (const char *name; (name = message_limits_row(rows, &field)); rows++) {
        const ProtobufCMessageDescriptor *message =
            find_message(&wire__to_host__descriptor, name, 0);
        if (!message || !protobuf_c_message_descriptor_get_field_by_name(message, field))
            fail_msg("%s.%s is no field", name, field);
    }
    assert_true(rows > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_programs_send_is_within_limits),
        cmocka_unit_test(what_is_too_large_is_named),
        cmocka_unit_test(lists_and_texts_have_an_end),
        cmocka_unit_test(a_field_without_a_row_has_an_end),
        cmocka_unit_test(rows_name_fields_that_programs_send),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
