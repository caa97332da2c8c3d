/* nvtx_bytes: NVTX ranges and states as protobuf bytes, those of NvtxState in report.proto. A range
 * is packed when it opens, a state is put together of packed ranges.
 *
 * Memory that cannot be had sets `failed`; what is added then is left out. */
#ifndef ROOFTOP_INJECT_NVTX_BYTES_H
#define ROOFTOP_INJECT_NVTX_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types only: NVTX itself stays out of the library. */
#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

struct nvtx_bytes {
    uint8_t *data;
    size_t length, capacity;
    bool failed;
};

void nvtx_bytes_number(struct nvtx_bytes *out, unsigned field, uint64_t value);
void nvtx_bytes_text(struct nvtx_bytes *out, unsigned field, const char *text);

/* A message in a message:
 *     size_t mark = nvtx_bytes_open(out, field);
 *     ... its fields ...
 *     nvtx_bytes_close(out, mark); */
size_t nvtx_bytes_open(struct nvtx_bytes *out, unsigned field);
void nvtx_bytes_close(struct nvtx_bytes *out, size_t mark);

/* Bytes that are packed fields. */
void nvtx_bytes_raw(struct nvtx_bytes *out, const uint8_t *bytes, size_t length);

/* NvtxEventAttributes. text: the message, whatever kind it has. */
void nvtx_bytes_attributes(struct nvtx_bytes *out, unsigned field,
                           const nvtxEventAttributes_t *event, const char *text);

#endif
