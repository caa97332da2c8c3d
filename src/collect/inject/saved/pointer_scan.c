/* A kernel reads device memory word by word. Most words are outside of the span from the lowest to
 * the highest shared address and are dismissed by one comparison; the others are looked up in the
 * table of regions. Behind the table lies the answer: how many words were found, then the first
 * MOST_POINTERS of them, with their addresses. */
#include "collect/inject/saved/pointer_scan.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/saved/snapshot.h"

enum { BLOCKS = 2048, THREADS = 256 };

static_assert(MOST_POINTERS == 256, "the kernel has this number");

/* Each thread strides over the words. */
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
    "    ld.param.u64 %rd20, [memory];\n"
    "    ld.param.u64 %rd2, [words];\n"
    "    ld.param.u64 %rd3, [table];\n"
    "    ld.param.u64 %rd4, [count];\n"
    "    ld.param.u64 %rd5, [low];\n"
    "    ld.param.u64 %rd6, [span];\n"
    "    cvta.to.global.u64 %rd1, %rd20;\n"
    "    cvta.to.global.u64 %rd3, %rd3;\n"
    "    shl.b64 %rd19, %rd4, 4;\n"
    "    add.u64 %rd19, %rd3, %rd19;\n" /* the answer */
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
    "    shl.b64 %rd21, %rd7, 3;\n"
    "    add.u64 %rd9, %rd1, %rd21;\n"
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
    "    atom.global.add.u64 %rd18, [%rd19], 1;\n"
    "    setp.ge.u64 %p5, %rd18, 256;\n"
    "    @%p5 bra next;\n"
    "    shl.b64 %rd18, %rd18, 4;\n"
    "    add.u64 %rd18, %rd19, %rd18;\n"
    "    add.u64 %rd21, %rd20, %rd21;\n"
    "    st.global.u64 [%rd18+8], %rd21;\n"
    "    st.global.u64 [%rd18+16], %rd10;\n"
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
    if (own_device_alloc(inject, &r->table, size) != CUDA_SUCCESS)
        return false;
    r->table_size = size;
    return true;
}

/* The shared regions as pairs of begin and end, followed by an empty answer. A pointer to the end
 * counts. NULL: no memory. */
static uint64_t *list_regions(const struct memory_tracker *tracker, size_t *count)
{
    uint64_t *rows = calloc(2 * tracker->count + 1 + 2 * (size_t)MOST_POINTERS, sizeof *rows);
    *count = 0;
    for (size_t i = 0; rows && i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        if (!memory_region_is_shared(region))
            continue;
        rows[2 * *count] = region->address;
        rows[2 * (*count)++ + 1] = region->address + region->size + 1;
    }
    return rows;
}

struct scan {
    struct pointer_scan *to;
    struct inject *inject;
    CUstream stream;
    uint64_t *rows;
    size_t count, size; /* of rows: regions, and bytes with the answer */
};

static size_t table_bytes(const struct scan *scan)
{
    return 2 * scan->count * sizeof *scan->rows;
}

static bool begin(struct scan *scan)
{
    struct pointer_scan *to = scan->to;
    to->count = 0;
    scan->rows = list_regions(scan->inject->program.memory, &scan->count);
    scan->size = table_bytes(scan) + (1 + 2 * (size_t)MOST_POINTERS) * sizeof *scan->rows;
    return scan->rows && load(to, scan->inject) && make_table(to, scan->inject, scan->size) &&
           scan->inject->driver.memcpy_htod_async(to->table, scan->rows, scan->size,
                                                  scan->stream) == CUDA_SUCCESS;
}

static bool look(const struct scan *scan, CUdeviceptr memory, size_t size)
{
    const size_t skipped = -memory % sizeof *scan->rows;
    if (size < skipped + sizeof *scan->rows || !scan->count)
        return true;
    CUdeviceptr begin = memory + skipped, table = scan->to->table;
    unsigned long long words = (size - skipped) / sizeof *scan->rows, number = scan->count;
    unsigned long long low = scan->rows[0], span = scan->rows[2 * scan->count - 1] - low;
    const unsigned long long blocks = (words + THREADS - 1) / THREADS;
    void *parameters[] = {&begin, &words, &table, &number, &low, &span};
    return scan->inject->driver.launch_kernel(
               scan->to->scan, blocks < BLOCKS ? (unsigned)blocks : BLOCKS, 1, 1, THREADS, 1, 1, 0,
               scan->stream, parameters, NULL) == CUDA_SUCCESS;
}

static bool finish(struct scan *scan, bool good)
{
    const struct foil_driver *driver = &scan->inject->driver;
    struct pointer_scan *to = scan->to;
    const size_t at = table_bytes(scan);
    uint64_t *answer = scan->rows + at / sizeof *scan->rows;
    good = good && driver->memcpy_dtoh_async(answer, to->table + at, scan->size - at,
                                             scan->stream) == CUDA_SUCCESS;
    /* The driver does not clear what it gives to the program after us: the table would stay, as
     * pointers that lead to shared memory. */
    good = driver->memset_d8_async(to->table, 0, scan->size, scan->stream) == CUDA_SUCCESS && good;
    good = driver->stream_synchronize(scan->stream) == CUDA_SUCCESS && good;
    if (good && answer[0] <= MOST_POINTERS) {
        to->count = answer[0];
        memcpy(to->found, answer + 1, to->count * sizeof *to->found);
    } else {
        good = false;
    }
    return good;
}

bool pointer_scan_memory(struct pointer_scan *to, const struct snapshot *s, struct inject *inject,
                         CUstream stream)
{
    struct scan scan = {.to = to, .inject = inject, .stream = stream};
    bool good = begin(&scan);
    for (size_t i = 0; good && i < s->count; i++)
        if (s->items[i].kind != REGION_HOST && !s->items[i].array)
            good = look(&scan, s->items[i].address, s->items[i].size);
    good = scan.rows && finish(&scan, good);
    free(scan.rows);
    return good;
}

bool pointer_scan_bytes(struct pointer_scan *to, struct inject *inject, CUstream stream,
                        CUdeviceptr memory, size_t size)
{
    struct scan scan = {.to = to, .inject = inject, .stream = stream};
    bool good = begin(&scan) && look(&scan, memory, size);
    good = scan.rows && finish(&scan, good);
    free(scan.rows);
    return good;
}

void pointer_scan_release(struct pointer_scan *r, struct inject *inject)
{
    if (r->table_size)
        own_device_free(inject, r->table);
    r->table_size = 0;
}

void pointer_scan_free(struct pointer_scan *r, struct inject *inject)
{
    pointer_scan_release(r, inject);
    if (r->module)
        inject->driver.module_unload(r->module);
    *r = (struct pointer_scan){0};
}
