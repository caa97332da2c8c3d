#include "collect/result/module_functions.h"

#include <string.h>

#include "report/base/mem.h"
#include "report/code/cubin.h"

struct adding {
    const struct cubin *cubin;
    Rep__RelocationData *places;
    size_t capacity;
};

static void add_function(void *context, const char *mangled, const struct cubin_function *function)
{
    struct adding *adding = context;
    Rep__RelocationData *places = adding->places;
    Rep__RelocationSymbolEntry *entry = mem_alloc(sizeof *entry);
    rep__relocation_symbol_entry__init(entry);
    entry->symbolname = mem_strdup(mangled);
    entry->has_address = entry->has_symbolindex = true;
    entry->address = (uint64_t)(function->text.data - adding->cubin->bytes);
    entry->symbolindex = function->symbol;
    mem_grow(&places->functions, places->n_functions, &adding->capacity, sizeof *places->functions);
    places->functions[places->n_functions++] = entry;
}

void module_functions_add(Rep__SourceData *source)
{
    struct cubin cubin;
    struct error error;
    if (!cubin_open(&cubin, source->binary.data, source->binary.len, &error))
        return;
    struct adding adding = {.cubin = &cubin, .places = mem_alloc(sizeof *adding.places)};
    rep__relocation_data__init(adding.places);
    cubin_functions(&cubin, add_function, &adding);
    source->relocationdata = adding.places;
}

uint64_t module_function_address(struct report *report, uint32_t process, uint64_t reference,
                                 const char *mangled)
{
    const Rep__SourceData *source =
        report_source(report, report_newest_file(report), process, reference);
    const Rep__RelocationData *places = source ? source->relocationdata : NULL;
    for (size_t i = 0; places && i < places->n_functions; i++)
        if (strcmp(places->functions[i]->symbolname, mangled) == 0)
            return places->functions[i]->address;
    return 0;
}
