/* nvtx_bytes: NVTX ranges and states as protobuf bytes of NvtxState in report.proto. A range is
 * packed when it opens; a state is put together from packed ranges.
 *
 * If there is no memory, `failed` is set, and what is added after that is left out. */
#ifndef ROOFTOP_COLLECT_INJECT_NVTX_NVTX_BYTES_H
#define ROOFTOP_COLLECT_INJECT_NVTX_NVTX_BYTES_H

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

/* Adds fields that are packed already. */
void nvtx_bytes_raw(struct nvtx_bytes *out, const uint8_t *bytes, size_t length);

/* NvtxEventAttributes. text: the message, whatever kind it has. */
void nvtx_bytes_attributes(struct nvtx_bytes *out, unsigned field,
                           const nvtxEventAttributes_t *event, const char *text);

#endif
