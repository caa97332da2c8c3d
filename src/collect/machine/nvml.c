#include "collect/machine/nvml.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

bool nvml_load(struct nvml *nvml, const char **missing)
{
#define SYMBOL(member, symbol, needed, parameters) {symbol, needed, offsetof(struct nvml, member)},
    static const struct {
        const char *symbol;
        bool needed;
        size_t offset;
    } symbols[] = {
        NVML_FUNCTIONS(SYMBOL){"nvmlErrorString", true, offsetof(struct nvml, error_string)}};
#undef SYMBOL
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    *nvml = (struct nvml){0};
    *missing = "libnvidia-ml.so.1";
    for (size_t i = 0; library && i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].symbol);
        *missing = symbols[i].symbol;
        if (!address && symbols[i].needed)
            return false;
        memcpy((char *)nvml + symbols[i].offset, &address, sizeof address);
    }
    return library != NULL;
}
