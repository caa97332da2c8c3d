/* source_modules: the modules of a report, the code that results ran. Each is read once and kept;
 * they must be freed before the report is closed. */
#ifndef ROOFTOP_SOURCE_MODULES_H
#define ROOFTOP_SOURCE_MODULES_H

#include "cubin.h"
#include "report.h"

struct source_module {
    size_t file; /* of the report, see report.h */
    uint32_t process;
    uint64_t reference;
    size_t parts; /* entries of the report; 0: the code is not in the report */
    struct cubin cubin;
    const Rep__SourceData *code;   /* NULL: not in the report, or damaged */
    const Rep__SourceFiles *files; /* NULL: none stored */
    struct error damage;           /* of the code; "": none */
};

struct source_modules {
    struct report *report;
    struct source_module **list;
    size_t count, capacity;
};

/* Never NULL. */
const struct source_module *source_modules_find(struct source_modules *modules, size_t file,
                                                uint32_t process, uint64_t reference);
/* The i-th of those that a result refers to. */
const struct source_module *source_modules_of(struct source_modules *modules,
                                              const struct result *result, size_t i);
void source_modules_free(struct source_modules *modules);

/* Bytes of an instruction. */
unsigned source_module_step(const struct source_module *module);

/* Calls visit() for the functions of a module that were loaded, until it returns true; whether it
 * did. */
typedef bool source_visit_loaded(void *context, const Rep__RelocationSymbolEntry *function);
bool source_modules_loaded(const struct source_modules *modules, const struct source_module *module,
                           source_visit_loaded *visit, void *context);

#endif
