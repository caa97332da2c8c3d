#include "report/file/report_wire.h"

const struct result_fields *result_fields(enum entry_kind kind)
{
    static const struct result_fields fields[] = {
        /* thread, metrics, sections, nvtx, context, stream, native stack, python stack */
        [ENTRY_KERNEL] = {1, 13, 17, 21, 22, 23, 28, 32},
        [ENTRY_RANGE] = {1, 4, 7, 10, 11, 0, 14, 17},
        [ENTRY_CMDLIST] = {1, 4, 7, 10, 11, 12, 16, 22},
        [ENTRY_GRAPH] = {1, 4, 7, 10, 11, 12, 16, 19}};
    return &fields[kind];
}
