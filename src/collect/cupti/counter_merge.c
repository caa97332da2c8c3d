#include "collect/cupti/counter_merge.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nvperf_host.h>
#include <nvperf_target.h>

#include "report/base/mem.h"

/* X(member, exported symbol, parameters) */
#define MERGE_FUNCTIONS(X)                                                                         \
    X(initialize_host, NVPW_InitializeHost)                                                        \
    X(range_count, NVPW_CounterData_GetNumRanges)                                                  \
    X(prefix, NVPW_CounterData_ExtractCounterDataPrefix)                                           \
    X(copy_size, NVPW_CounterData_CalculateCounterDataImageCopySize)                               \
    X(copy, NVPW_CounterData_InitializeCounterDataImageCopy)                                       \
    X(create, NVPW_CounterDataCombiner_Create)                                                     \
    X(destroy, NVPW_CounterDataCombiner_Destroy)                                                   \
    X(create_range, NVPW_CounterDataCombiner_CreateRange)                                          \
    X(add, NVPW_CounterDataCombiner_SumIntoRange)

/* Bytes of the name of a range. Automatic ranges have numbers as names. */
enum { NAME_LENGTH = 24 };

struct bytes {
    uint8_t *data;
    size_t size;
};

struct counter_merge {
    void *handle;
    struct {
#define MEMBER(member, symbol) NVPA_Status (*member)(symbol##_Params *);
        MERGE_FUNCTIONS(MEMBER)
#undef MEMBER
    } f;
    struct bytes prefix,
        blank; /* of the last image, and what was made of it: making one takes 14 ms */
};

static bool load(struct counter_merge *m, const char *cupti_path, struct error *error)
{
    static const struct {
        const char *symbol;
        size_t offset;
    } symbols[] = {
#define SYMBOL(member, symbol) {#symbol, offsetof(struct counter_merge, f.member)},
        MERGE_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    const char *slash = strrchr(cupti_path, '/');
    char *path =
        mem_printf("%.*slibnvperf_host.so", slash ? (int)(slash - cupti_path) + 1 : 0, cupti_path);
    m->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    free(path);
    if (!m->handle)
        return error_set(error, "application replay needs a library of CUPTI: %s", dlerror());
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(m->handle, symbols[i].symbol);
        if (!address)
            return error_set(error, "libnvperf_host.so beside CUPTI lacks %s", symbols[i].symbol);
        memcpy((char *)m + symbols[i].offset, &address, sizeof address);
    }
    NVPW_InitializeHost_Params host = {.structSize = NVPW_InitializeHost_Params_STRUCT_SIZE};
    return m->f.initialize_host(&host) == NVPA_STATUS_SUCCESS ||
           error_set(error, "libnvperf_host.so beside CUPTI does not start");
}

struct counter_merge *counter_merge_open(const char *cupti_path, struct error *error)
{
    struct counter_merge *m = mem_alloc(sizeof *m);
    if (load(m, cupti_path, error))
        return m;
    counter_merge_close(m);
    return NULL;
}

void counter_merge_close(struct counter_merge *m)
{
    if (!m)
        return;
    free(m->prefix.data);
    free(m->blank.data);
    /* CUPTI uses the library, too, so it stays loaded. */
    free(m);
}

static bool failed(struct error *error, const char *step, NVPA_Status status)
{
    error_set(error, "counter data cannot be merged: %s: status %d", step, (int)status);
    return false;
}

static bool open_combiner(const struct counter_merge *m, uint8_t *image,
                          NVPA_CounterDataCombiner **combiner, struct error *error)
{
    NVPW_CounterDataCombiner_Create_Params create = {
        .structSize = NVPW_CounterDataCombiner_Create_Params_STRUCT_SIZE, .pCounterDataDst = image};
    NVPA_Status status = m->f.create(&create);
    *combiner = create.pCounterDataCombiner;
    return status == NVPA_STATUS_SUCCESS || failed(error, "opening it", status);
}

static void close_combiner(const struct counter_merge *m, NVPA_CounterDataCombiner *combiner)
{
    NVPW_CounterDataCombiner_Destroy_Params destroy = {
        .structSize = NVPW_CounterDataCombiner_Destroy_Params_STRUCT_SIZE,
        .pCounterDataCombiner = combiner};
    m->f.destroy(&destroy);
}

bool counter_merge_begin(const struct counter_merge *m, uint8_t *image, size_t ranges,
                         struct error *error)
{
    NVPA_CounterDataCombiner *combiner;
    NVPA_Status status = NVPA_STATUS_SUCCESS;
    if (!open_combiner(m, image, &combiner, error))
        return false;
    for (size_t i = 0; i < ranges && status == NVPA_STATUS_SUCCESS; i++) {
        char name[NAME_LENGTH];
        const char *const names[] = {name};
        snprintf(name, sizeof name, "%zu", i);
        NVPW_CounterDataCombiner_CreateRange_Params range = {
            .structSize = NVPW_CounterDataCombiner_CreateRange_Params_STRUCT_SIZE,
            .pCounterDataCombiner = combiner,
            .numDescriptions = 1,
            .ppDescriptions = names};
        status = m->f.create_range(&range);
    }
    close_combiner(m, combiner);
    return status == NVPA_STATUS_SUCCESS || failed(error, "beginning a range", status);
}

/* Reads which counters the image has. */
static bool read_prefix(const struct counter_merge *m, const uint8_t *image, size_t size,
                        struct bytes *prefix, struct error *error)
{
    NVPW_CounterData_ExtractCounterDataPrefix_Params params = {
        .structSize = NVPW_CounterData_ExtractCounterDataPrefix_Params_STRUCT_SIZE,
        .pCounterDataSrc = image,
        .counterDataSrcSize = size};
    NVPA_Status status = m->f.prefix(&params);
    prefix->data = NULL;
    if (status != NVPA_STATUS_SUCCESS)
        return failed(error, "its head", status);
    prefix->size = params.counterDataPrefixSize;
    prefix->data = params.pCounterDataPrefix = mem_alloc(prefix->size + 1);
    status = m->f.prefix(&params);
    return status == NVPA_STATUS_SUCCESS || failed(error, "its head", status);
}

/* Makes counter data with the same counters and one empty range. */
static bool make_blank(const struct counter_merge *m, const struct bytes *prefix,
                       const uint8_t *image, struct bytes *blank, struct error *error)
{
    NVPW_CounterData_CalculateCounterDataImageCopySize_Params size = {
        .structSize = NVPW_CounterData_CalculateCounterDataImageCopySize_Params_STRUCT_SIZE,
        .pCounterDataPrefix = prefix->data,
        .counterDataPrefixSize = prefix->size,
        .maxNumRanges = 1,
        .maxNumRangeTreeNodes = 1,
        .maxRangeNameLength = NAME_LENGTH,
        .pCounterDataSrc = image};
    NVPA_Status status = m->f.copy_size(&size);
    blank->data = NULL;
    if (status != NVPA_STATUS_SUCCESS)
        return failed(error, "the size of a range", status);
    blank->size = size.copyDataImageCounterSize;
    blank->data = mem_alloc(blank->size);
    NVPW_CounterData_InitializeCounterDataImageCopy_Params copy = {
        .structSize = NVPW_CounterData_InitializeCounterDataImageCopy_Params_STRUCT_SIZE,
        .pCounterDataPrefix = prefix->data,
        .counterDataPrefixSize = prefix->size,
        .maxNumRanges = 1,
        .maxNumRangeTreeNodes = 1,
        .maxRangeNameLength = NAME_LENGTH,
        .pCounterDataSrc = image,
        .pCounterDataDst = blank->data};
    status = m->f.copy(&copy);
    return status == NVPA_STATUS_SUCCESS ? counter_merge_begin(m, blank->data, 1, error)
                                         : failed(error, "a range", status);
}

static bool find_blank(struct counter_merge *m, const uint8_t *image, size_t size,
                       struct error *error)
{
    struct bytes prefix = {0}, blank = {0};
    bool good = read_prefix(m, image, size, &prefix, error);
    if (good && prefix.size == m->prefix.size &&
        memcmp(prefix.data, m->prefix.data, prefix.size) == 0) {
        free(prefix.data);
        return true;
    }
    if (!good || !make_blank(m, &prefix, image, &blank, error)) {
        free(prefix.data);
        free(blank.data);
        return false;
    }
    free(m->prefix.data);
    free(m->blank.data);
    m->prefix = prefix;
    m->blank = blank;
    return true;
}

static bool has_range(const struct counter_merge *m, const uint8_t *image, size_t range,
                      struct error *error)
{
    NVPW_CounterData_GetNumRanges_Params params = {
        .structSize = NVPW_CounterData_GetNumRanges_Params_STRUCT_SIZE, .pCounterDataImage = image};
    NVPA_Status status = m->f.range_count(&params);
    if (status != NVPA_STATUS_SUCCESS)
        return failed(error, "its ranges", status);
    return range < params.numRanges ||
           error_set(error, "there is no range %zu in counter data with %zu ranges", range,
                     params.numRanges);
}

const uint8_t *counter_merge_blank(struct counter_merge *m, const uint8_t *image, size_t size,
                                   size_t *blank_size, struct error *error)
{
    if (!find_blank(m, image, size, error))
        return NULL;
    *blank_size = m->blank.size;
    return m->blank.data;
}

bool counter_merge_add(struct counter_merge *m, uint8_t **sum, size_t *sum_size,
                       const uint8_t *image, size_t size, size_t range, struct error *error)
{
    NVPA_CounterDataCombiner *combiner;
    if (!has_range(m, image, range, error))
        return false;
    if (!*sum) {
        if (!find_blank(m, image, size, error))
            return false;
        *sum_size = m->blank.size;
        *sum = mem_alloc(m->blank.size);
        memcpy(*sum, m->blank.data, m->blank.size);
    }
    if (!open_combiner(m, *sum, &combiner, error))
        return false;
    NVPW_CounterDataCombiner_SumIntoRange_Params params = {
        .structSize = NVPW_CounterDataCombiner_SumIntoRange_Params_STRUCT_SIZE,
        .pCounterDataCombiner = combiner,
        .rangeIndexDst = 0,
        .pCounterDataSrc = image,
        .rangeIndexSrc = range};
    NVPA_Status status = m->f.add(&params);
    close_combiner(m, combiner);
    return status == NVPA_STATUS_SUCCESS || failed(error, "adding a pass", status);
}
