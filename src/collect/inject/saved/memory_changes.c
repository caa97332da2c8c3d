/* Compares device memory with its copy by a kernel of ours, in blocks, and lists the blocks that
 * differ. The content that the program's own run gave them is kept beside the copy. So a pass puts
 * back little instead of everything, and the end of a replay can restore what the program
 * computed. memory_changes_redo() compares once more, because kernels that race may have written
 * to other blocks in the replay. */
#include "collect/inject/saved/memory_changes.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/host_room.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/saved/snapshot_copy.h"

enum {
    BLOCK = BLOCK_BYTES,
    GAP = 4, /* blocks that are copied along, to have fewer copies */
    THREADS = 256,
    ALIGN = 512,
    ALIGNMENT = 16 /* of what the kernel loads */
};

/* One block of threads compares one block of memory: 16 bytes at a time, then the rest byte by
 * byte. A thread that finds a difference marks the block. */
static const char source[] =
    ".version 6.0\n"
    ".target sm_60\n"
    ".address_size 64\n"
    ".visible .entry rooftop_compare(.param .u64 memory, .param .u64 copy, .param .u64 size,\n"
    "                                .param .u64 flags)\n"
    "{\n"
    "    .reg .pred %p<4>;\n"
    "    .reg .u32 %r<20>;\n"
    "    .reg .u64 %rd<20>;\n"
    "    ld.param.u64 %rd1, [memory];\n"
    "    ld.param.u64 %rd2, [copy];\n"
    "    ld.param.u64 %rd3, [size];\n"
    "    ld.param.u64 %rd4, [flags];\n"
    "    cvta.to.global.u64 %rd1, %rd1;\n"
    "    cvta.to.global.u64 %rd2, %rd2;\n"
    "    cvta.to.global.u64 %rd4, %rd4;\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %tid.x;\n"
    "    mov.u32 %r3, %ntid.x;\n"
    "    mul.wide.u32 %rd5, %r1, 65536;\n" /* begin of the block */
    "    add.u64 %rd6, %rd5, 65536;\n"
    "    min.u64 %rd6, %rd6, %rd3;\n" /* its end */
    "    and.b64 %rd7, %rd6, -16;\n"  /* end of the loads */
    "    mul.wide.u32 %rd8, %r2, 16;\n"
    "    add.u64 %rd8, %rd5, %rd8;\n"
    "    mul.wide.u32 %rd9, %r3, 16;\n"
    "    mov.u32 %r4, 0;\n"
    "loop:\n"
    "    setp.ge.u64 %p1, %rd8, %rd7;\n"
    "    @%p1 bra rest;\n"
    "    add.u64 %rd10, %rd1, %rd8;\n"
    "    add.u64 %rd11, %rd2, %rd8;\n"
    "    ld.global.cg.v4.u32 {%r5, %r6, %r7, %r8}, [%rd10];\n"
    "    ld.global.cg.v4.u32 {%r9, %r10, %r11, %r12}, [%rd11];\n"
    "    xor.b32 %r5, %r5, %r9;\n"
    "    xor.b32 %r6, %r6, %r10;\n"
    "    xor.b32 %r7, %r7, %r11;\n"
    "    xor.b32 %r8, %r8, %r12;\n"
    "    or.b32 %r5, %r5, %r6;\n"
    "    or.b32 %r7, %r7, %r8;\n"
    "    or.b32 %r4, %r4, %r5;\n"
    "    or.b32 %r4, %r4, %r7;\n"
    "    add.u64 %rd8, %rd8, %rd9;\n"
    "    bra loop;\n"
    "rest:\n"
    "    cvt.u64.u32 %rd12, %r2;\n"
    "    add.u64 %rd12, %rd7, %rd12;\n"
    "    setp.ge.u64 %p2, %rd12, %rd6;\n"
    "    @%p2 bra mark;\n"
    "    add.u64 %rd10, %rd1, %rd12;\n"
    "    add.u64 %rd11, %rd2, %rd12;\n"
    "    ld.global.cg.u8 %r5, [%rd10];\n"
    "    ld.global.cg.u8 %r6, [%rd11];\n"
    "    xor.b32 %r5, %r5, %r6;\n"
    "    or.b32 %r4, %r4, %r5;\n"
    "mark:\n"
    "    setp.eq.u32 %p3, %r4, 0;\n"
    "    @%p3 bra end;\n"
    "    cvt.u64.u32 %rd13, %r1;\n"
    "    add.u64 %rd13, %rd4, %rd13;\n"
    "    mov.u32 %r13, 1;\n"
    "    st.global.u8 [%rd13], %r13;\n"
    "end:\n"
    "    ret;\n"
    "}\n";

static bool load(struct memory_changes *c, struct inject *inject)
{
    if (!c->tried) {
        c->tried = true;
        if (inject->driver.module_load_data(&c->module, source) != CUDA_SUCCESS)
            c->module = NULL;
        else if (inject->driver.module_get_function(&c->compare, c->module, "rooftop_compare") !=
                 CUDA_SUCCESS)
            c->compare = NULL;
    }
    return c->compare != NULL;
}

static bool is_comparable(const struct snapshot_item *item)
{
    return item->sparse ||
           (item->on_device && !item->array && !item->fresh && item->address % ALIGNMENT == 0 &&
            (item->kind == REGION_DEVICE || item->kind == REGION_MAPPED));
}

static size_t blocks_of(const struct snapshot_item *item)
{
    return (item->size + BLOCK - 1) / BLOCK;
}

static bool make_flags(struct memory_changes *c, struct inject *inject, size_t count)
{
    if (count <= c->flags_size)
        return true;
    if (c->flags_size)
        own_device_free(inject, c->flags);
    free(c->host_flags);
    c->flags_size = 0;
    c->host_flags = malloc(2 * count);
    if (!c->host_flags || own_device_alloc(inject, &c->flags, count) != CUDA_SUCCESS)
        return false;
    c->flags_size = count;
    return true;
}

static bool compare_item(const struct memory_changes *c, struct snapshot *s, struct inject *inject,
                         CUstream stream, const struct snapshot_item *item, CUdeviceptr flags)
{
    CUdeviceptr memory = item->address, copy = s->device + item->offset;
    unsigned long long size = item->size;
    void *parameters[] = {&memory, &copy, &size, &flags};
    if (item->sparse)
        return sparse_compare(&s->sparse, inject, stream, item, flags);
    return inject->driver.launch_kernel(c->compare, (unsigned)blocks_of(item), 1, 1, THREADS, 1, 1,
                                        0, stream, parameters, NULL) == CUDA_SUCCESS;
}

/* Compares all items that can be compared. false: that failed, and everything counts as changed.
 */
static bool compare(struct memory_changes *c, struct snapshot *s, struct inject *inject,
                    CUstream stream)
{
    const struct foil_driver *driver = &inject->driver;
    size_t blocks = 0, at = 0;
    for (size_t i = 0; i < s->count; i++)
        blocks += is_comparable(&s->items[i]) ? blocks_of(&s->items[i]) : 0;
    if (!blocks || !load(c, inject) || !make_flags(c, inject, blocks) ||
        driver->memset_d8_async(c->flags, 0, blocks, stream) != CUDA_SUCCESS)
        return false;
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++) {
        if (!is_comparable(&s->items[i]))
            continue;
        good = compare_item(c, s, inject, stream, &s->items[i], c->flags + at);
        at += blocks_of(&s->items[i]);
    }
    good =
        good && driver->memcpy_dtoh_async(c->host_flags, c->flags, blocks, stream) == CUDA_SUCCESS;
    return driver->stream_synchronize(stream) == CUDA_SUCCESS && good;
}

static bool push(struct memory_changes *c, size_t item, size_t offset, size_t size)
{
    if (c->count == c->capacity) {
        size_t wanted = c->capacity ? 2 * c->capacity : 64;
        struct extent *larger = realloc(c->extents, wanted * sizeof *larger);
        if (!larger)
            return false;
        c->extents = larger;
        c->capacity = wanted;
    }
    c->extents[c->count++] = (struct extent){item, offset, size, 0};
    return true;
}

/* gap: bytes that may lie between this and the last one, if they become one. */
static bool add(struct memory_changes *c, size_t item, size_t offset, size_t size, size_t gap)
{
    struct extent *last = c->count ? &c->extents[c->count - 1] : NULL;
    if (last && last->item == item && offset <= last->offset + last->size + gap) {
        last->size = offset + size - last->offset;
        return true;
    }
    return push(c, item, offset, size);
}

static void note_lost(struct memory_changes *c, const struct snapshot *s,
                      const struct snapshot_item *item, size_t block)
{
    if (!item->sparse || sparse_has(&s->sparse, item->first_block + block))
        return;
    c->lost = true;
    c->lost_bytes += BLOCK;
}

static bool list(struct memory_changes *c, const struct snapshot *s, bool compared)
{
    size_t at = 0;
    bool good = true;
    c->count = c->lost_bytes = 0;
    c->lost = false;
    for (size_t i = 0; good && i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        if (item->kind == REGION_HOST)
            continue;
        if (!compared || !is_comparable(item)) {
            good = add(c, i, 0, item->size, 0);
            continue;
        }
        for (size_t block = 0; good && block < blocks_of(item); block++) {
            size_t offset = block * BLOCK, left = item->size - offset;
            if (!c->host_flags[at + block])
                continue;
            good = add(c, i, offset, left < BLOCK ? left : BLOCK,
                       item->sparse ? 0 : (size_t)GAP * BLOCK);
            note_lost(c, s, item, block);
        }
        at += blocks_of(item);
    }
    return good;
}

static bool place(struct memory_changes *c, struct inject *inject)
{
    size_t wanted = 0;
    for (size_t i = 0; i < c->count; i++) {
        c->extents[i].kept = wanted;
        wanted += (c->extents[i].size + ALIGN - 1) / ALIGN * ALIGN;
    }
    if (wanted <= c->kept_size)
        return true;
    if (c->kept_size)
        own_device_free(inject, c->kept);
    c->kept_size = 0;
    if (wanted > snapshot_room(inject) ||
        own_device_alloc(inject, &c->kept, wanted) != CUDA_SUCCESS) {
        c->kept_host = wanted <= host_share() ? malloc(wanted) : NULL;
        return c->kept_host;
    }
    c->kept_size = wanted;
    return true;
}

static void drop_host(struct memory_changes *c)
{
    free(c->kept_host);
    c->kept_host = NULL;
}

static bool copy_kept(const struct memory_changes *c, const struct snapshot *s,
                      struct inject *inject, CUstream stream, bool save)
{
    bool good = true;
    for (size_t i = 0; good && i < c->count; i++) {
        const struct extent *e = &c->extents[i];
        struct linear copy = {0};
        if (c->kept_host)
            copy.host = c->kept_host + e->kept;
        else
            copy.device = c->kept + e->kept;
        good = snapshot_copy(inject, stream, &s->items[e->item], e->offset, e->size, copy, save) ==
               CUDA_SUCCESS;
    }
    return good;
}

static uint8_t *first_flags(const struct memory_changes *c)
{
    return c->host_flags + c->flags_size;
}

bool memory_changes_find(struct memory_changes *c, struct snapshot *s, struct inject *inject,
                         CUstream stream, bool keep)
{
    c->keeps = c->unkept = c->doubted = false;
    drop_host(c);
    c->compared = compare(c, s, inject, stream);
    if (c->compared)
        memcpy(first_flags(c), c->host_flags, c->flags_size);
    if ((s->sparse.blocks && !c->compared) || !list(c, s, c->compared))
        return false;
    if (c->lost)
        return true;
    if (!sparse_plan(s, inject, stream, c->extents, c->count))
        return false;
    c->keeps = keep && place(c, inject) && copy_kept(c, s, inject, stream, true) &&
               inject->driver.stream_synchronize(stream) == CUDA_SUCCESS;
    c->unkept = keep && !c->keeps;
    return true;
}

bool memory_changes_undo(const struct memory_changes *c, struct snapshot *s, struct inject *inject,
                         CUstream stream)
{
    bool good = sparse_undo(&s->sparse, inject, stream);
    for (size_t i = 0; good && i < c->count; i++) {
        const struct extent *e = &c->extents[i];
        const struct snapshot_item *item = &s->items[e->item];
        if (item->sparse)
            continue;
        good = (item->fresh
                    ? inject->driver.memset_d8_async(item->address, 0, item->size, stream)
                    : snapshot_copy(inject, stream, item, e->offset, e->size,
                                    snapshot_linear(s, item, e->offset), false)) == CUDA_SUCCESS;
    }
    return good;
}

/* Whether a place is among the first `count` of the list of changes. Places must be asked about in
 * ascending order; *at: the extent to begin with. */
static bool is_listed(const struct memory_changes *c, size_t *at, size_t count, size_t item,
                      size_t offset)
{
    const struct extent *e = c->extents;
    while (*at < count &&
           (e[*at].item < item || (e[*at].item == item && e[*at].offset + e[*at].size <= offset)))
        ++*at;
    return *at < count && e[*at].item == item && e[*at].offset <= offset;
}

/* Of a place that the program's own run left alone. Blocks of sparse items are put back together
 * later. */
static bool undo_stray(struct memory_changes *c, const struct snapshot *s, struct inject *inject,
                       CUstream stream, size_t i, size_t offset)
{
    const struct snapshot_item *item = &s->items[i];
    const size_t left = item->size - offset, size = left < BLOCK ? left : BLOCK;
    if (!item->sparse)
        return snapshot_copy(inject, stream, item, offset, size, snapshot_linear(s, item, offset),
                             false) == CUDA_SUCCESS;
    note_lost(c, s, item, offset / BLOCK);
    return !sparse_has(&s->sparse, item->first_block + offset / BLOCK) || push(c, i, offset, size);
}

bool memory_changes_doubt(struct memory_changes *c, struct snapshot *s, struct inject *inject,
                          CUstream stream)
{
    size_t at = 0;
    bool any = false;
    c->doubted = c->compared && compare(c, s, inject, stream);
    for (size_t i = 0; c->doubted && i < s->count; i++) {
        struct snapshot_item *item = &s->items[i];
        if (!is_comparable(item))
            continue;
        item->doubtful = memcmp(c->host_flags + at, first_flags(c) + at, blocks_of(item)) != 0;
        any = any || item->doubtful;
        at += blocks_of(item);
    }
    return any;
}

/* Kernels that race may write to other places when they run again. Places that the program's own
 * run left alone are put back as they were, but for what somebody else wrote. Strays in sparse
 * items are listed behind the changes for a moment. */
static bool undo_strays(struct memory_changes *c, struct snapshot *s, struct inject *inject,
                        CUstream stream)
{
    size_t at = 0, extent = 0;
    const size_t changes = c->count;
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        if (!is_comparable(item))
            continue;
        for (size_t block = 0; good && !item->foreign && block < blocks_of(item); block++)
            if (c->host_flags[at + block] && !is_listed(c, &extent, changes, i, block * BLOCK))
                good = undo_stray(c, s, inject, stream, i, block * BLOCK);
        at += blocks_of(item);
    }
    good = good && (c->count == changes ||
                    (sparse_plan(s, inject, stream, c->extents + changes, c->count - changes) &&
                     sparse_undo(&s->sparse, inject, stream)));
    c->count = changes;
    return good;
}

/* What cannot be compared may be a stray anywhere. */
static bool undo_all(const struct snapshot *s, struct inject *inject, CUstream stream)
{
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        if (is_comparable(item))
            good =
                !item->sparse && snapshot_copy(inject, stream, item, 0, item->size,
                                               snapshot_linear(s, item, 0), false) == CUDA_SUCCESS;
    }
    return good;
}

bool memory_changes_redo(struct memory_changes *c, struct snapshot *s, struct inject *inject,
                         CUstream stream)
{
    bool good = true;
    if (c->compared)
        good = c->doubted || compare(c, s, inject, stream) ? undo_strays(c, s, inject, stream)
                                                           : undo_all(s, inject, stream);
    return good && copy_kept(c, s, inject, stream, false);
}

void memory_changes_release(struct memory_changes *c, struct inject *inject)
{
    if (c->flags_size)
        own_device_free(inject, c->flags);
    if (c->kept_size)
        own_device_free(inject, c->kept);
    free(c->host_flags);
    drop_host(c);
    c->host_flags = NULL;
    c->flags_size = c->kept_size = 0;
    c->keeps = false;
}

void memory_changes_free(struct memory_changes *c, struct inject *inject)
{
    memory_changes_release(c, inject);
    if (c->module)
        inject->driver.module_unload(c->module);
    free(c->extents);
    *c = (struct memory_changes){0};
}
