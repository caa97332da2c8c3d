/* report_wire: field numbers of report.proto, for code that reads or copies the bytes of a result
 * without decoding it. tests/unit/report/test_report_wire.c compares them with report.proto. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_WIRE_H
#define ROOFTOP_REPORT_FILE_REPORT_WIRE_H

#include <protobuf-c/protobuf-c.h>

#include "report/base/strbuf.h"
#include "report/file/container.h"

/* ProfileMetricResult */
enum { METRIC_NAME_ID = 1, METRIC_VALUE = 2, METRIC_INSTANCES = 3, METRIC_CATEGORY = 4 };

/* ProfileMetricListElement: one instance */
enum { INSTANCE_ID = 1, INSTANCE_VALUE = 2 };

/* ProfileMetricValue */
enum { VALUE_TEXT = 1, VALUE_FLOAT = 2, VALUE_DOUBLE = 3, VALUE_UINT32 = 4, VALUE_UINT64 = 5 };

/* Uint64x3 */
enum { SIZE_X = 1, SIZE_Y = 2, SIZE_Z = 3 };

/* ProfileSeriesInfoMessage */
enum { SERIES_NUMBER = 1, SERIES_PARAMETERS = 2 };

/* ProfileResult: what only kernels have */
enum {
    KERNEL_MANGLED = 5,
    KERNEL_FUNCTION = 6,
    KERNEL_DEMANGLED = 7,
    KERNEL_GRID = 10,
    KERNEL_BLOCK = 11,
    KERNEL_SERIES = 24,
    KERNEL_RENAMED = 31
};

/* What all kinds of results have, under numbers that differ; 0: the kind lacks the field. */
struct result_fields {
    unsigned thread, metrics, sections, nvtx, context, stream, native_stack, python_stack, rules;
};

/* The fields of a kind of result. */
const struct result_fields *result_fields(enum entry_kind kind);

/* Appends a message as a field of this number. */
void report_wire_put(struct strbuf *out, uint32_t number, const ProtobufCMessage *message);

#endif
