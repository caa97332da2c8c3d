#include "collect/inject/base/kernel_calls.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/cubin_elf.h"

enum service { SERVICE_PRINTF = 1, SERVICE_HEAP, SERVICE_LAUNCH, SERVICE_GRAPH };

static const struct {
    const char *name;
    enum service service;
} services[] = {
    {"vprintf", SERVICE_PRINTF},
    {"malloc", SERVICE_HEAP},
    {"free", SERVICE_HEAP},
    {"__cuda_syscall_cnpv2LaunchDeviceV2", SERVICE_LAUNCH},
    {"cudaGraphLaunch", SERVICE_GRAPH},
};

enum { MOST_SERVICES = 16 };

struct search {
    const char *mangled;
    size_t kernel; /* its symbol; 0: not found */
    size_t symbols;
    struct {
        size_t symbol;
        unsigned service;
    } named[MOST_SERVICES];
    size_t named_count;
};

/* Which service of the driver the symbol stands for; 0: it is something else. */
static unsigned service_of(const Elf64_Sym *symbol, const char *name)
{
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx != SHN_UNDEF)
        return 0;
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        if (strcmp(name, services[i].name) == 0)
            return services[i].service;
    return 0;
}

bool kernel_calls_is_heap(const Elf64_Sym *symbol, const char *name)
{
    return service_of(symbol, name) == SERVICE_HEAP;
}

static bool look_at(void *context, size_t index, const Elf64_Sym *symbol, const char *name)
{
    struct search *s = context;
    if (index >= s->symbols) /* a file may have several tables */
        s->symbols = index + 1;
    unsigned service = service_of(symbol, name);
    if (service && s->named_count < MOST_SERVICES) {
        s->named[s->named_count].symbol = index;
        s->named[s->named_count++].service = service;
    } else if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF &&
               strcmp(name, s->mangled) == 0) {
        s->kernel = index;
    }
    return false;
}

static uint32_t number_at(const uint8_t *bytes)
{
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* Marks all functions that the kernel reaches. Each round follows the calls one step further. */
static void reach(const uint8_t *graph, size_t size, uint8_t *reached, size_t symbols)
{
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t at = 0; size - at >= 8; at += 8) {
            uint32_t caller = number_at(graph + at), callee = number_at(graph + at + 4);
            if (caller >= symbols || callee >= symbols || !reached[caller] || reached[callee])
                continue;
            reached[callee] = 1;
            grown = true;
        }
    }
}

bool kernel_calls_find(struct kernel_calls *calls, const uint8_t *cubin, size_t size,
                       const char *mangled)
{
    struct search s = {.mangled = mangled};
    struct elf elf;
    size_t graph_size;
    *calls = (struct kernel_calls){0};
    if (!elf_open(&elf, cubin, size))
        return false;
    elf_symbols(&elf, look_at, &s);
    if (!s.kernel)
        return false;
    const uint8_t *graph = elf_section(&elf, ".nv.callgraph", "", &graph_size);
    uint8_t *reached = graph && s.named_count ? calloc(s.symbols, 1) : NULL;
    if (reached) {
        reached[s.kernel] = 1;
        reach(graph, graph_size, reached, s.symbols);
    }
    for (size_t i = 0; i < s.named_count; i++) {
        bool called = !reached || reached[s.named[i].symbol];
        calls->prints = calls->prints || (called && s.named[i].service == SERVICE_PRINTF);
        calls->heap = calls->heap || (called && s.named[i].service == SERVICE_HEAP);
        calls->launches = calls->launches || (called && s.named[i].service == SERVICE_LAUNCH);
        calls->graphs = calls->graphs || (called && s.named[i].service == SERVICE_GRAPH);
        calls->cubin_heap = calls->cubin_heap || s.named[i].service == SERVICE_HEAP;
    }
    free(reached);
    return true;
}
