#include "collect/inject/base/foil.h"

#include <dlfcn.h>
#include <stdint.h>

struct entry {
    const char *symbol;
    size_t offset;
};

#define ENTRY_DRIVER(member, symbol, params) {symbol, offsetof(struct foil_driver, member)},
static const struct entry driver_entries[] = {FOIL_DRIVER(ENTRY_DRIVER)};
static const struct entry driver_maybe[] = {FOIL_DRIVER_MAYBE(ENTRY_DRIVER)};

#define ENTRY_CUPTI(member, symbol, params) {symbol, offsetof(struct foil_cupti, member)},
static const struct entry cupti_entries[] = {FOIL_CUPTI(ENTRY_CUPTI)};
static const struct entry cupti_maybe[] = {FOIL_CUPTI_MAYBE(ENTRY_CUPTI)};

static bool fill(void *table, const struct entry *entries, size_t count, void *library,
                 const char **missing)
{
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, entries[i].symbol);
        if (!address) {
            *missing = entries[i].symbol;
            return false;
        }
        *(void **)((char *)table + entries[i].offset) = address;
    }
    return true;
}

static void fill_maybe(void *table, const struct entry *entries, size_t count, void *library)
{
    for (size_t i = 0; i < count; i++)
        *(void **)((char *)table + entries[i].offset) = dlsym(library, entries[i].symbol);
}

bool foil_load_driver(struct foil_driver *driver, const char **missing)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (!library) {
        *missing = "libcuda.so.1";
        return false;
    }
    fill_maybe(driver, driver_maybe, sizeof driver_maybe / sizeof *driver_maybe, library);
    return fill(driver, driver_entries, sizeof driver_entries / sizeof *driver_entries, library,
                missing);
}

bool foil_load_cupti(struct foil_cupti *cupti, const char *path, const char **missing)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *missing = path;
        return false;
    }
    fill_maybe(cupti, cupti_maybe, sizeof cupti_maybe / sizeof *cupti_maybe, library);
    return fill(cupti, cupti_entries, sizeof cupti_entries / sizeof *cupti_entries, library,
                missing);
}
