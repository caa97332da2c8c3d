/* Collects what kernels of a context can write, finds room for a copy on the device or else on the
 * host, and copies it there and back. Host memory is handled by pages: after the program's own run
 * it is compared, and only pages that changed are put back, since other threads of the program may
 * be writing the rest. Where they are many the device puts them back, from a copy of its own.
 * Buffers are kept from window to window. */
#include "collect/inject/saved/snapshot.h"
#include "collect/inject/base/own_memory.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/modules.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/host_lines.h"
#include "collect/inject/base/host_room.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/saved/snapshot_copy.h"

enum { PAGE = 4096, ALIGN = 512 };

static bool grow(void **array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity && *array)
        return true;
    size_t wanted = *capacity ? *capacity * 2 : 64;
    void *larger = realloc(*array, wanted * size);
    if (!larger)
        return false;
    *array = larger;
    *capacity = wanted;
    return true;
}

static bool add_item(struct snapshot *s, struct snapshot_item item)
{
    if (!grow((void **)&s->items, s->count, &s->capacity, sizeof item))
        return false;
    s->items[s->count++] = item;
    return true;
}

static bool add_global(struct snapshot *s, uint64_t address, size_t size)
{
    for (size_t i = 0; i < s->global_count; i++)
        if (s->globals[2 * i] == address)
            return true;
    if (!grow((void **)&s->globals, s->global_count, &s->global_capacity, 2 * sizeof *s->globals))
        return false;
    s->globals[2 * s->global_count] = address;
    s->globals[2 * s->global_count++ + 1] = size;
    return true;
}

/* Modules of other devices are asked, too. Their variables are closed to kernels of this one. What
 * the driver does not tell counts as open. */
static bool is_of_device(const struct inject *inject, CUdeviceptr address)
{
    const struct foil_driver *driver = &inject->driver;
    CUdevice device = -1;
    int ordinal = -1;
    driver->ctx_get_device(&device);
    driver->pointer_get_attribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address);
    return ordinal < 0 || device < 0 || ordinal == device;
}

/* A managed variable is shared with the program's own code. */
static bool note_global(struct snapshot *s, struct inject *inject, CUdeviceptr address, size_t size)
{
    unsigned managed = 0;
    if (inject->driver.pointer_get_attribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address) ==
        CUDA_SUCCESS)
        s->managed_globals = s->managed_globals || managed;
    return !is_of_device(inject, address) || add_global(s, address, size);
}

/* No call allocates the variables of modules. So each module and library is asked once for each
 * name that the cubins have. */
static bool ask_modules(struct snapshot *s, struct inject *inject, const char *name, bool asked)
{
    const struct module_list *list = inject->program.modules;
    CUdeviceptr address;
    size_t size;
    for (size_t i = asked ? s->asked_modules : 0; i < list->module_count; i++)
        if (inject->driver.module_get_global(&address, &size, list->modules[i].module, name) ==
                CUDA_SUCCESS &&
            !note_global(s, inject, address, size))
            return false;
    for (size_t i = asked ? s->asked_libraries : 0; i < list->library_count; i++)
        if (inject->driver.library_get_managed(&address, &size, list->libraries[i], name) ==
            CUDA_SUCCESS) {
            s->managed_globals = true;
            if (!add_global(s, address, size))
                return false;
        }
    return true;
}

static bool ask_for_globals(struct snapshot *s, struct inject *inject)
{
    const struct module_list *list = inject->program.modules;
    if (s->losses != list->losses) {
        s->global_count = s->asked_cubins = s->asked_modules = s->asked_libraries = 0;
        s->managed_globals = false;
    }
    if (s->generation == list->generation && s->globals)
        return true;
    for (size_t i = 0; i < list->cubin_count; i++)
        for (size_t j = 0; j < list->cubins[i].global_count; j++)
            if (!ask_modules(s, inject, list->cubins[i].globals[j], i < s->asked_cubins))
                return false;
    s->asked_cubins = list->cubin_count;
    s->asked_modules = list->module_count;
    s->asked_libraries = list->library_count;
    s->generation = list->generation;
    s->losses = list->losses;
    return true;
}

static bool find_globals(struct snapshot *s, struct inject *inject)
{
    const bool good = ask_for_globals(s, inject);
    memory_know_variables(inject->program.memory, s->context, s->globals,
                          good ? s->global_count : 0);
    return good;
}

/* Memory of another GPU is open if its pool is, or if peer access to its context was enabled. Of
 * this memory the driver's access flags say in any case that it is open (measured, driver 580). */
static bool is_open_peer(const struct inject *inject, CUcontext context,
                         const struct region *region, int device)
{
    const struct foil_driver *driver = &inject->driver;
    CUmemLocation here = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device};
    CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    CUmemoryPool pool = NULL;
    if (driver->mem_pool_get_access &&
        driver->pointer_get_attribute(&pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE,
                                      region->address) == CUDA_SUCCESS &&
        pool)
        return driver->mem_pool_get_access(&flags, pool, &here) == CUDA_SUCCESS &&
               flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return memory_is_allowed(inject->program.memory, context, region->context);
}

/* What belongs to another GPU, or is mapped, may be closed to this one: kernels of ours that read
 * it would fail. Drivers before CUDA 11.4 do not tell. */
static bool is_open(const struct inject *inject, CUcontext context, const struct region *region)
{
    unsigned flags = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
    const bool own = region->kind == REGION_DEVICE && region->context == context;
    const int device = memory_device_of(inject->program.memory, context);
    if (region->kind == REGION_MAPPED && region->granted && device >= 0)
        return region->granted >> device & 1;
    if (region->kind == REGION_DEVICE && region->home >= 0 && device >= 0)
        return region->home == device || is_open_peer(inject, context, region, device);
    return own || region->kind == REGION_HOST ||
           inject->driver.pointer_get_attribute(&flags, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS,
                                                region->address) != CUDA_SUCCESS ||
           flags == CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
}

static bool has_item(const struct snapshot *s, uint64_t address)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->items[i].array && s->items[i].address == address)
            return true;
    return false;
}

/* The owner saves it, so the owner must be able to write it. */
static bool owns(const struct memory_tracker *tracker, const struct snapshot_beside *b, size_t i,
                 const struct region *region)
{
    return (region->kind == REGION_DEVICE &&
            (region->home >= 0 ? region->home == b->devices[i]
                               : region->context == b->contexts[i])) ||
           (region->kind == REGION_MAPPED && region->home == b->devices[i] &&
            (region->granted >> b->devices[i] & 1) &&
            memory_reaches(tracker, b->contexts[i], region));
}

/* Whether a snapshot that is taken beside this one has the region. */
static bool is_beside(const struct memory_tracker *tracker, const struct snapshot *s,
                      const struct region *region)
{
    const struct snapshot_beside *b = &s->beside;
    bool taken = false;
    for (size_t i = 0; i < b->count; i++) {
        if (owns(tracker, b, i, region))
            return i != b->taken;
        taken = taken || (i < b->taken && has_item(b->snapshots[i], region->address));
    }
    return taken;
}

static bool collect(struct snapshot *s, struct inject *inject, CUcontext context, bool shared)
{
    const struct memory_tracker *tracker = inject->program.memory;
    s->count = 0;
    for (size_t i = 0; i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        if (!memory_reaches(tracker, context, region) || exposed_region(region) ||
            (memory_region_is_shared(region) && !(shared && region->reached)) ||
            is_beside(tracker, s, region) || !is_open(inject, context, region))
            continue;
        if (!add_item(s, (struct snapshot_item){.address = region->address,
                                                .size = region->size,
                                                .kind = region->kind}))
            return false;
    }
    if (!find_globals(s, inject))
        return false;
    for (size_t i = 0; i < s->global_count; i++)
        if (!add_item(s, (struct snapshot_item){.address = s->globals[2 * i],
                                                .size = s->globals[2 * i + 1],
                                                .kind = REGION_DEVICE}))
            return false;
    for (size_t i = 0; i < tracker->array_count; i++) {
        if (tracker->arrays[i].context != context)
            continue;
        size_t size = snapshot_array_bytes(inject, tracker->arrays[i].handle);
        if (!size || !add_item(s, (struct snapshot_item){.size = size,
                                                         .kind = REGION_DEVICE,
                                                         .array = tracker->arrays[i].handle}))
            return false;
    }
    return true;
}

static size_t aligned(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

bool snapshot_has_blocks(const struct snapshot_item *item)
{
    enum { LEAST = 4 * BLOCK_BYTES, ALIGNMENT = 16 };
    return !item->array && !item->fresh &&
           (item->kind == REGION_DEVICE || item->kind == REGION_MAPPED) &&
           item->address % ALIGNMENT == 0 && item->size >= LEAST;
}

static size_t bytes_wanted(const struct snapshot *s)
{
    size_t wanted = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind != REGION_HOST && !s->items[i].sparse)
            wanted += aligned(s->items[i].size);
    return wanted;
}

static void drop_device(struct snapshot *s, struct inject *inject)
{
    if (s->device)
        own_device_free(inject, s->device);
    s->device = 0;
    s->device_size = 0;
}

/* If a copy of all device memory has no room beside what is kept of changes, or hardly any, large
 * items are sparse. */
static void choose_sparse(struct snapshot *s, struct inject *inject)
{
    enum { SHARE_KEPT = 8 };
    const size_t wanted = bytes_wanted(s);
    if (wanted <= s->device_size)
        return;
    drop_device(s, inject);
    const size_t room = snapshot_room(inject);
    for (size_t i = 0; wanted > room - room / SHARE_KEPT && i < s->count; i++)
        s->items[i].sparse = snapshot_has_blocks(&s->items[i]);
}

/* Gives every item its place; device memory stays on the device while there is room. */
static bool place(struct snapshot *s, struct inject *inject)
{
    choose_sparse(s, inject);
    size_t wanted = bytes_wanted(s), on_device = 0, on_host = 0;
    if (wanted > s->device_size) {
        drop_device(s, inject);
        size_t room = snapshot_room(inject);
        size_t size = wanted < room ? wanted : room;
        if (size && own_device_alloc(inject, &s->device, size) == CUDA_SUCCESS)
            s->device_size = size;
        else
            s->device = 0;
    }
    for (size_t i = 0; i < s->count; i++) {
        struct snapshot_item *item = &s->items[i];
        size_t size = aligned(item->size);
        if (item->sparse)
            continue;
        item->on_device = item->kind != REGION_HOST && size <= s->device_size - on_device;
        size_t *used = item->on_device ? &on_device : &on_host;
        item->offset = *used;
        *used += size;
    }
    s->host_used = on_host;
    if (on_host > s->host_size) {
        free(s->host);
        s->host = on_host <= host_room("") / 2 ? malloc(on_host) : NULL;
        s->host_size = s->host ? on_host : 0;
        if (!s->host)
            return false;
    }
    s->bytes = on_device + on_host;
    return true;
}

struct linear snapshot_linear(const struct snapshot *s, const struct snapshot_item *item,
                              size_t offset)
{
    struct linear copy = {0};
    if (item->on_device)
        copy.device = s->device + item->offset + offset;
    else
        copy.host = s->host + item->offset + offset;
    return copy;
}

/* A sparse item is not copied now. Whether it can be read is asked, because the kernel that reads
 * it would fail. */
static bool copy_item(struct snapshot *s, struct inject *inject, CUstream stream,
                      const struct snapshot_item *item)
{
    const struct foil_driver *driver = &inject->driver;
    uint64_t word;
    if (item->kind == REGION_HOST)
        return own_memory_copy(s->host + item->offset, (void *)(uintptr_t)item->address, item->size,
                               false);
    if (!item->sparse)
        return snapshot_copy(inject, stream, item, 0, item->size, snapshot_linear(s, item, 0),
                             true) == CUDA_SUCCESS;
    return item->kind != REGION_MAPPED ||
           (driver->memcpy_dtoh_async(&word, item->address, sizeof word, stream) == CUDA_SUCCESS &&
            driver->stream_synchronize(stream) == CUDA_SUCCESS);
}

static bool take(struct snapshot *s, struct inject *inject, CUcontext context, CUstream stream,
                 bool shared, const char **error)
{
    *error = "not enough memory to save what the kernel may change";
    s->changed_count = 0;
    s->context = context;
    s->allocations = inject->program.memory->allocations;
    if (inject->program.memory->incomplete || !collect(s, inject, context, shared) ||
        !place(s, inject))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct snapshot_item *item = &s->items[i];
        const bool good = copy_item(s, inject, stream, item);
        if (!good && item->kind != REGION_MAPPED && item->kind != REGION_HOST) {
            *error = "device memory could not be saved";
            return false;
        }
        /* A kernel cannot write what cannot be read either. */
        if (good)
            s->items[kept++] = *item;
    }
    s->count = kept;
    *error = "device memory could not be saved";
    return inject->driver.stream_synchronize(stream) == CUDA_SUCCESS &&
           sparse_begin(s, inject, stream);
}

bool snapshot_take(struct snapshot *s, struct inject *inject, CUcontext context, CUstream stream,
                   bool shared, const char **error)
{
    s->beside.count = 0;
    return take(s, inject, context, stream, shared, error);
}

bool snapshot_take_beside(struct snapshot *s, struct inject *inject, CUcontext context,
                          CUstream stream, const struct snapshot_beside *beside, const char **error)
{
    s->beside = *beside;
    return take(s, inject, context, stream, false, error);
}

/* Adds an item behind the copies on the host. */
static bool append(struct snapshot *s, struct inject *inject, CUstream stream, uint64_t address,
                   size_t size, enum region_kind kind)
{
    const struct snapshot_item item = {
        .address = address, .size = size, .kind = kind, .offset = s->host_used};
    const size_t used = s->host_used + aligned(size);
    uint8_t *larger = used > s->host_size ? realloc(s->host, used) : s->host;
    if (!larger)
        return false;
    s->host_size = used > s->host_size ? used : s->host_size;
    s->host = larger;
    if (!add_item(s, item))
        return false;
    s->host_used = used;
    return kind == REGION_HOST
               ? own_memory_copy(s->host + item.offset, (void *)(uintptr_t)address, size, false)
               : snapshot_copy(inject, stream, &item, 0, size, snapshot_linear(s, &item, 0),
                               true) == CUDA_SUCCESS;
}

bool snapshot_add(struct snapshot *s, struct inject *inject, CUstream stream,
                  const struct region *region)
{
    s->bytes += region->size;
    s->allocations = inject->program.memory->allocations; /* it is not fresh */
    return append(s, inject, stream, region->address, region->size, region->kind) &&
           inject->driver.stream_synchronize(stream) == CUDA_SUCCESS;
}

bool snapshot_extend(struct snapshot *s, struct inject *inject, CUstream stream)
{
    size_t known = s->global_count;
    if (s->losses != inject->program.modules->losses || !find_globals(s, inject) ||
        s->managed_globals)
        return false;
    for (; known < s->global_count; known++)
        if (!append(s, inject, stream, s->globals[2 * known], s->globals[2 * known + 1],
                    REGION_DEVICE))
            return false;
    return inject->driver.stream_synchronize(stream) == CUDA_SUCCESS;
}

static void release_staged(struct snapshot *s, struct inject *inject)
{
    if (s->staged_size)
        own_device_free(inject, s->staged);
    s->staged_size = 0;
}

static bool note_changed(struct snapshot *s, uint64_t address, size_t size, size_t offset)
{
    struct page_range *last = s->changed_count ? &s->changed[s->changed_count - 1] : NULL;
    if (last && last->address + last->size == address && last->offset + last->size == offset) {
        last->size += size;
        return true;
    }
    if (!grow((void **)&s->changed, s->changed_count, &s->changed_capacity, sizeof *s->changed))
        return false;
    s->changed[s->changed_count++] = (struct page_range){address, size, offset, 0};
    return true;
}

/* If the device has no room, the processor puts the pages back. */
static void stage_changes(struct snapshot *s, struct inject *inject, CUstream stream)
{
    const struct foil_driver *driver = &inject->driver;
    size_t wanted = 0;
    for (size_t i = 0; i < s->changed_count; i++) {
        s->changed[i].staged = wanted;
        wanted += aligned(s->changed[i].size);
    }
    if (wanted > s->staged_size) {
        release_staged(s, inject);
        if (wanted > snapshot_room(inject) ||
            own_device_alloc(inject, &s->staged, wanted) != CUDA_SUCCESS)
            return;
        s->staged_size = wanted;
    }
    bool good = true;
    for (size_t i = 0; good && i < s->changed_count; i++)
        good = driver->memcpy_htod_async(s->staged + s->changed[i].staged,
                                         s->host + s->changed[i].offset, s->changed[i].size,
                                         stream) == CUDA_SUCCESS;
    if (driver->stream_synchronize(stream) != CUDA_SUCCESS || !good)
        release_staged(s, inject);
}

/* Without memory for it the final content just cannot be written once more. */
static void keep_host(struct snapshot *s)
{
    size_t size = 0;
    for (size_t i = 0; i < s->changed_count; i++)
        size += s->changed[i].size;
    free(s->final_pages);
    s->final_pages = size ? malloc(size) : NULL;
    uint8_t *at = s->final_pages;
    for (size_t i = 0; at && i < s->changed_count; at += s->changed[i++].size)
        own_memory_copy(at, (void *)(uintptr_t)s->changed[i].address, s->changed[i].size, false);
}

void snapshot_finish_host(const struct snapshot *s)
{
    const uint8_t *at = s->final_pages;
    for (size_t i = 0; at && i < s->changed_count; at += s->changed[i++].size)
        own_memory_copy((void *)(uintptr_t)s->changed[i].address, at, s->changed[i].size, true);
}

/* Words that differ lie side by side mostly. */
static void finish_words(const struct snapshot *s, const struct page_range *range,
                         const uint8_t *final)
{
    enum { WORD = 8 };
    const uint8_t *old = s->host + range->offset;
    for (size_t at = 0, end; at < range->size; at = end + WORD) {
        for (end = at; end < range->size; end += WORD) {
            const size_t left = range->size - end;
            if (memcmp(old + end, final + end, left < WORD ? left : WORD) == 0)
                break;
        }
        const size_t stop = end < range->size ? end : range->size;
        if (stop > at)
            own_memory_copy((void *)(uintptr_t)(range->address + at), final + at, stop - at, true);
    }
}

void snapshot_finish_words(const struct snapshot *s)
{
    const uint8_t *at = s->final_pages;
    for (size_t i = 0; at && i < s->changed_count; at += s->changed[i++].size)
        finish_words(s, &s->changed[i], at);
}

static bool add_fresh(struct snapshot *s, const struct inject *inject)
{
    const struct memory_tracker *tracker = inject->program.memory;
    for (size_t i = 0; i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        if (region->number > s->allocations && region->kind == REGION_DEVICE && !region->exported &&
            memory_reaches(tracker, s->context, region) && !is_beside(tracker, s, region) &&
            is_open(inject, s->context, region) &&
            !add_item(s, (struct snapshot_item){.address = region->address,
                                                .size = region->size,
                                                .kind = REGION_DEVICE,
                                                .fresh = true}))
            return false;
    }
    return !tracker->incomplete;
}

bool snapshot_find_changes(struct snapshot *s, struct inject *inject, CUstream stream, bool keep)
{
    uint8_t page[PAGE];
    if (!add_fresh(s, inject))
        return false;
    for (size_t i = 0; i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        if (item->kind != REGION_HOST)
            continue;
        for (size_t at = 0; at < item->size; at += PAGE) {
            size_t size = item->size - at < PAGE ? item->size - at : PAGE;
            if (own_memory_copy(page, (void *)(uintptr_t)(item->address + at), size, false) &&
                memcmp(page, s->host + item->offset + at, size) != 0 &&
                !note_changed(s, item->address + at, size, item->offset + at))
                return false;
        }
    }
    stage_changes(s, inject, stream);
    keep_host(s);
    return sparse_settle(s, inject, stream) &&
           memory_changes_find(&s->changes, s, inject, stream, keep);
}

static bool put_back(const struct snapshot *s, struct inject *inject, CUstream stream,
                     const struct page_range *range)
{
    void *pages = (void *)(uintptr_t)range->address;
    return (s->staged_size &&
            inject->driver.memcpy_dtoh_async(pages, s->staged + range->staged, range->size,
                                             stream) == CUDA_SUCCESS) ||
           own_memory_copy(pages, s->host + range->offset, range->size, true);
}

const char snapshot_host_refused[] = "host memory could not be put back";

bool snapshot_restore(struct snapshot *s, struct inject *inject, CUstream stream,
                      const char **error)
{
    *error = "device memory could not be put back";
    if (!memory_changes_undo(&s->changes, s, inject, stream))
        return false;
    bool good = true;
    for (size_t i = 0; i < s->changed_count; i++)
        good = put_back(s, inject, stream, &s->changed[i]) && good;
    if (inject->driver.stream_synchronize(stream) != CUDA_SUCCESS)
        return false;
    for (size_t i = 0; i < s->changed_count; i++)
        host_lines_drop((const void *)(uintptr_t)s->changed[i].address, s->changed[i].size);
    if (!good)
        *error = snapshot_host_refused;
    return good;
}

bool snapshot_finish(struct snapshot *s, struct inject *inject, CUstream stream)
{
    bool good = memory_changes_redo(&s->changes, s, inject, stream);
    return inject->driver.stream_synchronize(stream) == CUDA_SUCCESS && good;
}

void snapshot_release(struct snapshot *s, struct inject *inject)
{
    drop_device(s, inject);
    release_staged(s, inject);
    sparse_release(&s->sparse, inject);
    memory_changes_release(&s->changes, inject);
    pointer_scan_release(&s->pointer_scan, inject);
    leads_release(&s->leads, inject);
    free(s->host);
    s->host = NULL;
    s->host_size = 0;
}

void snapshot_free(struct snapshot *s, struct inject *inject)
{
    if (inject->program.memory->variables.pairs == s->globals)
        memory_know_variables(inject->program.memory, NULL, NULL, 0);
    snapshot_release(s, inject);
    memory_changes_free(&s->changes, inject);
    pointer_scan_free(&s->pointer_scan, inject);
    leads_free(&s->leads, inject);
    sparse_free(&s->sparse, inject);
    foresight_free(&s->foresight);
    free(s->items);
    free(s->final_pages);
    free(s->changed);
    free(s->globals);
    *s = (struct snapshot){0};
}
