#include "report/file/metric_unpack.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"

#define BYTES(...)                                                                                 \
    {                                                                                              \
        (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})                     \
    }

/* Both as bytes again, so that every field is compared. */
static void expect_same(const ProtobufCMessage *a, const ProtobufCMessage *b)
{
    size_t length = protobuf_c_message_get_packed_size(a);
    assert_int_equal(protobuf_c_message_get_packed_size(b), length);
    uint8_t *packed = malloc(2 * length + 1);
    protobuf_c_message_pack(a, packed);
    protobuf_c_message_pack(b, packed + length);
    assert_memory_equal(packed, packed + length, length);
    free(packed);
}

/* What comes of a metric's bytes is what protobuf-c makes of them: nothing, or the same. */
static void expect_as_protobuf(struct message_bytes bytes)
{
    struct arena arena = {0};
    struct message_bytes item = bytes;
    struct message_list list = {&item, 1, 1};
    Rep__ProfileMetricResult **metrics = metric_unpack_values(&arena, &list);
    bool good = metrics && (!item.data || metric_unpack_instances(&arena, &item, metrics[0]));
    Rep__ProfileMetricResult *expected =
        rep__profile_metric_result__unpack(NULL, bytes.length, bytes.data);
    assert_int_equal(good, expected != NULL);
    if (expected) {
        assert_int_equal(item.data != NULL, expected->n_metricvaluelist > 0);
        expect_same(&metrics[0]->base, &expected->base);
        rep__profile_metric_result__free_unpacked(expected, NULL);
    }
    arena_free(&arena);
}

static const char whole[] =
    "NameId: 300 MetricValue { StringValue: 'text' FloatValue: 1.5 DoubleValue: -2.5 "
    "Uint32Value: 4294967295 Uint64Value: 18446744073709551615 } Category: 1 "
    "MetricValueList { CorrelationId { Uint64Value: 7 } ElementValue { DoubleValue: 0.25 } } "
    "MetricValueList { ElementValue { StringValue: '' } } "
    "MetricValueList { CorrelationId { StringValue: 'a' } ElementValue { } } ";

static void metrics_are_what_protobuf_makes_of_them(void **state)
{
    (void)state;
    static const char *const texts[] = {whole, "NameId: 0", "NameId: 5 MetricValue { }",
                                        "NameId: 5 Category: 0"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct strbuf full = {0};
        build_message(&full, &rep__profile_metric_result__descriptor, texts[i]);
        expect_as_protobuf((struct message_bytes){(const uint8_t *)full.data, full.length});
        strbuf_free(&full);
    }
}

static void cut_bytes_are_refused_as_by_protobuf(void **state)
{
    (void)state;
    struct strbuf full = {0};
    build_message(&full, &rep__profile_metric_result__descriptor, whole);
    for (size_t length = 0; length < full.length; length++) {
        uint8_t *bytes = guarded_copy(full.data, length);
        expect_as_protobuf((struct message_bytes){bytes, length});
        guarded_free(bytes);
    }
    strbuf_free(&full);
}

static void odd_bytes_are_what_protobuf_makes_of_them(void **state)
{
    (void)state;
    const struct message_bytes odd[] = {
        BYTES(0x12, 0),                                   /* without its name */
        BYTES(8, 1, 8, 2),                                /* two names */
        BYTES(8, 1, 0x12, 2, 0x28, 5, 0x12, 2, 0x20, 6),  /* a value in two parts */
        BYTES(8, 1, 0x12, 4, 0x28, 5, 0x28, 6),           /* a number twice */
        BYTES(8, 1, 0x12, 6, 0x0a, 1, 'a', 0x0a, 1, 'b'), /* a text twice */
        BYTES(8, 1, 0x1a, 6, 0x12, 0, 0x12, 2, 0x28, 3),  /* an instance's value in two parts */
        BYTES(8, 1, 0x1a, 2, 0x0a, 0),                    /* an instance without a value */
        BYTES(8, 1, 0x18, 5),                             /* instances, the type is another */
        BYTES(8, 1, 0x1a, 2, 0x10, 5),                    /* an instance's value likewise */
        BYTES(0x0d, 1, 0, 0, 0),                          /* a name likewise */
        BYTES(8, 1, 0x22, 1, 0),                          /* a category likewise */
        BYTES(8, 1, 0x12, 2, 0x10, 1),                    /* a float likewise */
        BYTES(8, 1, 0x12, 5, 0x1d, 0, 0, 0, 0),           /* a double likewise */
        BYTES(8, 1, 0x12, 2, 0x22, 0),                    /* 32 bits likewise */
        BYTES(8, 1, 0x12, 2, 0x2a, 0),                    /* 64 bits likewise */
        BYTES(8, 1, 0x12, 2, 0x08, 0),                    /* a text likewise */
        BYTES(8, 1, 0x10, 0),                             /* a value likewise */
        BYTES(8, 1, 0x20, 0xff, 0xff, 0xff, 0xff, 0x0f),  /* a category that there is not */
        BYTES(8, 0x81, 0x80, 0x80, 0x80, 0x10),           /* more than 32 bits */
        BYTES(8, 1, 0x12, 3, 0x0a, 1, 0),                 /* a zero in a text */
    };
    for (size_t i = 0; i < COUNT(odd); i++)
        expect_as_protobuf(odd[i]);
}

static void unknown_fields_are_passed_over(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x28, 9, 8, 4, 0x12, 4, 0x30, 1, 0x28, 5};
    struct arena arena = {0};
    struct message_bytes item = {bytes, sizeof bytes};
    struct message_list list = {&item, 1, 1};
    Rep__ProfileMetricResult **metrics = metric_unpack_values(&arena, &list);
    assert_non_null(metrics);
    assert_null(item.data);
    assert_int_equal(metrics[0]->nameid, 4);
    assert_int_equal(metrics[0]->metricvalue->uint64value, 5);
    arena_free(&arena);
}

static void one_bad_metric_spoils_the_list(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct message_bytes items[] = {BYTES(8, 1), BYTES(0x12, 0)}, good[] = {BYTES(8, 1)};
    assert_null(metric_unpack_values(&arena, &(struct message_list){items, 2, 2}));
    assert_non_null(metric_unpack_values(&arena, &(struct message_list){good, 1, 1}));
    assert_non_null(metric_unpack_values(&arena, &(struct message_list){NULL, 0, 0}));
    arena_free(&arena);
}

static void the_limit_of_the_arena_holds(void **state)
{
    (void)state;
    struct strbuf full = {0};
    build_message(&full, &rep__profile_metric_result__descriptor, whole);
    bool good = false;
    for (size_t limit = 1; !good && limit < 4096; limit++) {
        struct arena arena = {.limit = limit};
        struct message_bytes item = {(const uint8_t *)full.data, full.length};
        struct message_list list = {&item, 1, 1};
        Rep__ProfileMetricResult **metrics = metric_unpack_values(&arena, &list);
        good = metrics && metric_unpack_instances(&arena, &item, metrics[0]);
        if (metrics && !good)
            assert_int_equal(metrics[0]->n_metricvaluelist, 0);
        arena_free(&arena);
    }
    assert_true(good);
    strbuf_free(&full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_what_protobuf_makes_of_them),
        cmocka_unit_test(cut_bytes_are_refused_as_by_protobuf),
        cmocka_unit_test(odd_bytes_are_what_protobuf_makes_of_them),
        cmocka_unit_test(unknown_fields_are_passed_over),
        cmocka_unit_test(one_bad_metric_spoils_the_list),
        cmocka_unit_test(the_limit_of_the_arena_holds),
    };
    return cmocka_run_group_tests_name("metric_unpack", tests, NULL, NULL);
}
