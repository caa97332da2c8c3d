/* What a trace is compared with: an injection library that counts CUPTI's own records, with as
 * little as it takes. It prints "kernel NAME COUNT NANOSECONDS" and "copy KIND COUNT BYTES
 * NANOSECONDS" to the file CUPTI_FLOOR_OUT, at the end of the program. CUPTI_FLOOR_KINDS: k
 * kernels, m copies and fills, r runtime, d driver, s waits (kmrds). */
#include <cupti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 8 << 20, NAMES = 4096 };

static struct {
    const char *name;
    unsigned long long count, nanoseconds, bad;
} kernels[NAMES];
static struct {
    unsigned long long count, bytes, nanoseconds;
} copies[16];
static unsigned long long others[CUPTI_ACTIVITY_KIND_COUNT], dropped;

static void CUPTIAPI request(uint8_t **buffer, size_t *size, size_t *records)
{
    *buffer = aligned_alloc(8, BYTES);
    *size = BYTES;
    *records = 0;
}

static void add_kernel(const CUpti_ActivityKernel10 *k)
{
    size_t i = 0;
    while (i + 1 < NAMES && kernels[i].name && strcmp(kernels[i].name, k->name) != 0)
        i++;
    kernels[i].name = k->name;
    kernels[i].count++;
    if (k->start && k->end >= k->start)
        kernels[i].nanoseconds += k->end - k->start;
    else
        kernels[i].bad++;
}

static void CUPTIAPI complete(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                              size_t valid)
{
    CUpti_Activity *record = NULL;
    size_t lost = 0;
    (void)size;
    while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
        const void *bytes = record;
        const CUpti_ActivityMemcpy6 *c = bytes;
        others[record->kind]++;
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
            add_kernel(bytes);
        if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            copies[c->copyKind & 15].count++;
            copies[c->copyKind & 15].bytes += c->bytes;
            copies[c->copyKind & 15].nanoseconds += c->end - c->start;
        }
    }
    cuptiActivityGetNumDroppedRecords(context, stream, &lost);
    dropped += lost;
    free(buffer);
}

static void at_end(void)
{
    const char *path = getenv("CUPTI_FLOOR_OUT");
    cuptiActivityFlushAll(1);
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out)
        return;
    for (size_t i = 0; i < NAMES && kernels[i].name; i++)
        fprintf(out, "kernel %s %llu %llu\n", kernels[i].name, kernels[i].count,
                kernels[i].nanoseconds);
    for (size_t i = 0; i < 16; i++)
        if (copies[i].count)
            fprintf(out, "copy %zu %llu %llu %llu\n", i, copies[i].count, copies[i].bytes,
                    copies[i].nanoseconds);
    fprintf(out, "others runtime %llu driver %llu fills %llu waits %llu dropped %llu\n",
            others[CUPTI_ACTIVITY_KIND_RUNTIME], others[CUPTI_ACTIVITY_KIND_DRIVER],
            others[CUPTI_ACTIVITY_KIND_MEMSET], others[CUPTI_ACTIVITY_KIND_SYNCHRONIZATION],
            dropped);
    fclose(out);
}

int InitializeInjection(void)
{
    const char *kinds = getenv("CUPTI_FLOOR_KINDS");
    kinds = kinds ? kinds : "kmrds";
    cuptiActivityRegisterCallbacks(request, complete);
    if (strchr(kinds, 'k'))
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    if (strchr(kinds, 'm')) {
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY);
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMSET);
    }
    if (strchr(kinds, 'r'))
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME);
    if (strchr(kinds, 'd'))
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_DRIVER);
    if (strchr(kinds, 's'))
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
    atexit(at_end);
    return 1;
}
