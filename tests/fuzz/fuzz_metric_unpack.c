/* A metric's bytes: what comes of them against what protobuf-c makes of them. */
#include <stdlib.h>
#include <string.h>

#include "report/base/strbuf.h"
#include "report/file/metric_unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static Rep__ProfileMetricResult *unpack(struct arena *arena, struct message_bytes bytes)
{
    struct message_list list = {&bytes, 1, 1};
    Rep__ProfileMetricResult **metrics = metric_unpack_values(arena, &list);
    if (!metrics || (bytes.data && !metric_unpack_instances(arena, &bytes, metrics[0])))
        return NULL;
    return metrics[0];
}

/* The bytes of a message in the usual form; what it keeps as unknown is gone. */
static struct strbuf pack(const ProtobufCMessage *message)
{
    struct strbuf out = {0};
    size_t length = protobuf_c_message_get_packed_size(message);
    strbuf_pad(&out, 0, length);
    protobuf_c_message_pack(message, (uint8_t *)out.data);
    return out;
}

static void forget_unknown(ProtobufCMessage *message)
{
    if (!message)
        return;
    for (size_t i = 0; i < message->n_unknown_fields; i++)
        free(message->unknown_fields[i].data);
    free(message->unknown_fields);
    message->n_unknown_fields = 0;
    message->unknown_fields = NULL;
}

static void forget_all_unknown(Rep__ProfileMetricResult *metric)
{
    forget_unknown(&metric->base);
    forget_unknown((ProtobufCMessage *)metric->metricvalue);
    for (size_t i = 0; i < metric->n_metricvaluelist; i++) {
        Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        forget_unknown(&element->base);
        forget_unknown((ProtobufCMessage *)element->correlationid);
        forget_unknown((ProtobufCMessage *)element->elementvalue);
    }
}

static void expect(const Rep__ProfileMetricResult *metric, const struct strbuf *expected)
{
    if (!metric)
        abort();
    struct strbuf packed = pack(&metric->base);
    if (packed.length != expected->length ||
        memcmp(packed.data, expected->data, packed.length) != 0)
        abort();
    strbuf_free(&packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct arena arena = {.limit = 1 << 26};
    Rep__ProfileMetricResult *metric = unpack(&arena, (struct message_bytes){bytes, length});
    Rep__ProfileMetricResult *expected = rep__profile_metric_result__unpack(NULL, length, bytes);
    if (expected) {
        forget_all_unknown(expected);
        struct strbuf usual = pack(&expected->base);
        /* Numbers of fields that do not fit are refused here only. */
        if (metric)
            expect(metric, &usual);
        expect(unpack(&arena, (struct message_bytes){(uint8_t *)usual.data, usual.length}), &usual);
        strbuf_free(&usual);
        rep__profile_metric_result__free_unpacked(expected, NULL);
    }
    arena_free(&arena);
    return 0;
}
