/* A file of counters, metrics and groups, beside the built-in ones. */
#include <stdlib.h>

#include "cpu/data/cpu_catalog.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct cpu_catalog catalog = {0};
    struct error error;
    int socket;
    if (bytes && length && bytes[0] % 2 && !cpu_catalog_add_built_in(&catalog, &error))
        abort();
    if (cpu_catalog_add_text(&catalog, "fuzz", (const char *)bytes, length, &error) &&
        cpu_catalog_check(&catalog, &error))
        for (size_t i = 0; i < catalog.unit_count; i++)
            cpu_unit_is_device(catalog.units[i], "nvidia_scf_pmu_1", &socket);
    cpu_catalog_free(&catalog);
    return 0;
}
