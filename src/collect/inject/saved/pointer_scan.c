/* A kernel reads the copy of device memory word by word. Most words are outside of the span from
 * the lowest to the highest shared address and are dismissed by one comparison; the others are
 * looked up in the table of regions. One hit is enough to end the search of a thread. */
#include "collect/inject/saved/pointer_scan.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/saved/snapshot.h"

enum { BLOCKS = 2048, THREADS = 256 };

/* Each thread strides over the words. Most words are not between the lowest and the highest shared
 * address; the others are looked up in the table. */
static const char source[] =
    ".version 6.0\n"
    ".target sm_60\n"
    ".address_size 64\n"
    ".visible .entry rooftop_scan(.param .u64 memory, .param .u64 words, .param .u64 table,\n"
    "                             .param .u64 count, .param .u64 low, .param .u64 span)\n"
    "{\n"
    "    .reg .pred %p<6>;\n"
    "    .reg .u32 %r<8>;\n"
    "    .reg .u64 %rd<24>;\n"
    "    ld.param.u64 %rd1, [memory];\n"
    "    ld.param.u64 %rd2, [words];\n"
    "    ld.param.u64 %rd3, [table];\n"
    "    ld.param.u64 %rd4, [count];\n"
    "    ld.param.u64 %rd5, [low];\n"
    "    ld.param.u64 %rd6, [span];\n"
    "    cvta.to.global.u64 %rd1, %rd1;\n"
    "    cvta.to.global.u64 %rd3, %rd3;\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %ntid.x;\n"
    "    mov.u32 %r3, %tid.x;\n"
    "    mad.wide.u32 %rd7, %r1, %r2, 0;\n"
    "    cvt.u64.u32 %rd8, %r3;\n"
    "    add.u64 %rd7, %rd7, %rd8;\n" /* the word */
    "    mov.u32 %r4, %nctaid.x;\n"
    "    mul.wide.u32 %rd8, %r4, %r2;\n" /* the stride */
    "loop:\n"
    "    setp.ge.u64 %p1, %rd7, %rd2;\n"
    "    @%p1 bra end;\n"
    "    shl.b64 %rd9, %rd7, 3;\n"
    "    add.u64 %rd9, %rd1, %rd9;\n"
    "    ld.global.cg.u64 %rd10, [%rd9];\n"
    "    sub.u64 %rd11, %rd10, %rd5;\n"
    "    setp.ge.u64 %p2, %rd11, %rd6;\n"
    "    @%p2 bra next;\n"
    "    mov.u64 %rd12, 0;\n"
    "rows:\n"
    "    setp.ge.u64 %p3, %rd12, %rd4;\n"
    "    @%p3 bra next;\n"
    "    shl.b64 %rd13, %rd12, 4;\n"
    "    add.u64 %rd13, %rd3, %rd13;\n"
    "    ld.global.u64 %rd14, [%rd13];\n"
    "    ld.global.u64 %rd15, [%rd13+8];\n"
    "    add.u64 %rd12, %rd12, 1;\n"
    "    sub.u64 %rd16, %rd10, %rd14;\n"
    "    sub.u64 %rd17, %rd15, %rd14;\n"
    "    setp.ge.u64 %p4, %rd16, %rd17;\n"
    "    @%p4 bra rows;\n"
    "    shl.b64 %rd13, %rd4, 4;\n"
    "    add.u64 %rd13, %rd3, %rd13;\n"
    "    mov.u64 %rd18, 1;\n"
    "    st.global.u64 [%rd13], %rd18;\n"
    "    bra end;\n"
    "next:\n"
    "    add.u64 %rd7, %rd7, %rd8;\n"
    "    bra loop;\n"
    "end:\n"
    "    ret;\n"
    "}\n";

static bool load(struct pointer_scan *r, struct inject *inject)
{
    if (!r->tried) {
        r->tried = true;
        if (inject->driver.module_load_data(&r->module, source) != CUDA_SUCCESS)
            r->module = NULL;
        else if (inject->driver.module_get_function(&r->scan, r->module, "rooftop_scan") !=
                 CUDA_SUCCESS)
            r->scan = NULL;
    }
    return r->scan != NULL;
}

static bool make_table(struct pointer_scan *r, struct inject *inject, size_t size)
{
    if (size <= r->table_size)
        return true;
    pointer_scan_release(r, inject);
    if (inject->driver.mem_alloc(&r->table, size) != CUDA_SUCCESS)
        return false;
    r->table_size = size;
    return true;
}

/* The shared regions as pairs of begin and end, followed by a word for the answer. NULL: no
 * memory. */
static uint64_t *list_regions(const struct memory_tracker *tracker, size_t *count)
{
    uint64_t *rows = calloc(2 * tracker->count + 1, sizeof *rows);
    *count = 0;
    for (size_t i = 0; rows && i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        if (!memory_region_is_shared(region))
            continue;
        rows[2 * *count] = region->address;
        rows[2 * (*count)++ + 1] = region->address + region->size;
    }
    return rows;
}

bool pointer_scan_finds(struct pointer_scan *r, const struct snapshot *s, struct inject *inject,
                        CUstream stream)
{
    const struct foil_driver *driver = &inject->driver;
    size_t end = 0, count;
    for (size_t i = 0; i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        if (!item->on_device)
            return true;
        end = item->offset + item->size > end ? item->offset + item->size : end;
    }
    uint64_t *rows = list_regions(inject->program.memory, &count), answer = 1;
    const size_t size = (2 * count + 1) * sizeof *rows;
    bool good = rows && load(r, inject) && make_table(r, inject, size) && count;
    if (good && end >= sizeof *rows) {
        CUdeviceptr memory = s->device, table = r->table;
        unsigned long long words = end / sizeof *rows, number = count, low = rows[0];
        unsigned long long span = rows[2 * count - 1] - low;
        void *parameters[] = {&memory, &words, &table, &number, &low, &span};
        good = driver->memcpy_htod_async(table, rows, size, stream) == CUDA_SUCCESS &&
               driver->launch_kernel(r->scan, BLOCKS, 1, 1, THREADS, 1, 1, 0, stream, parameters,
                                     NULL) == CUDA_SUCCESS &&
               driver->memcpy_dtoh_async(&answer, table + size - sizeof answer, sizeof answer,
                                         stream) == CUDA_SUCCESS;
        good = driver->stream_synchronize(stream) == CUDA_SUCCESS && good;
    } else if (good) {
        answer = 0;
    }
    free(rows);
    return !good || answer;
}

void pointer_scan_release(struct pointer_scan *r, struct inject *inject)
{
    if (r->table_size)
        inject->driver.mem_free(r->table);
    r->table_size = 0;
}

void pointer_scan_free(struct pointer_scan *r, struct inject *inject)
{
    pointer_scan_release(r, inject);
    if (r->module)
        inject->driver.module_unload(r->module);
    *r = (struct pointer_scan){0};
}
