/* source_modules: the modules of a report, which contain the code that results ran. Each is read
 * once and kept. Free them before the report is closed. */
#ifndef ROOFTOP_REPORT_CODE_SOURCE_MODULES_H
#define ROOFTOP_REPORT_CODE_SOURCE_MODULES_H

#include "report/code/cubin.h"
#include "report/file/report.h"

struct source_module {
    size_t file; /* index in the report, see report.h */
    uint32_t process;
    uint64_t reference;
    size_t parts; /* entries in the report; 0: the code is not in the report */
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

/* Returns the module, never NULL. */
const struct source_module *source_modules_find(struct source_modules *modules, size_t file,
                                                uint32_t process, uint64_t reference);
/* Returns the i-th module that a result refers to. */
const struct source_module *source_modules_of(struct source_modules *modules,
                                              const struct result *result, size_t i);
void source_modules_free(struct source_modules *modules);

/* Returns the bytes per instruction. */
unsigned source_module_step(const struct source_module *module);

/* Calls visit() for each loaded function of a module until it returns true. Returns whether it
 * did. */
typedef bool source_visit_loaded(void *context, const Rep__RelocationSymbolEntry *function);
bool source_modules_loaded(const struct source_modules *modules, const struct source_module *module,
                           source_visit_loaded *visit, void *context);

#endif
