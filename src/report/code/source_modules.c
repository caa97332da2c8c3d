#include "report/code/source_modules.h"

#include <stdlib.h>

#include "report/base/mem.h"

enum { MOST_PARTS = 256 }; /* of a module, to bound damaged reports */

/* Reads the entries of a module. One contains the code, others the addresses of functions that were
 * loaded later. */
static void read_parts(struct report *report, struct source_module *module)
{
    const Rep__SourceData *part;
    for (size_t n = 0;
         (part = report_source_part(report, module->file, module->process, module->reference, n));
         n++) {
        if (part->sourcefiles && !module->files)
            module->files = part->sourcefiles;
        if (part->has_binary && !module->code)
            module->code = part;
        module->parts += module->parts < MOST_PARTS;
    }
    if (module->code && !cubin_open(&module->cubin, module->code->binary.data,
                                    module->code->binary.len, &module->damage))
        module->code = NULL;
}

const struct source_module *source_modules_find(struct source_modules *modules, size_t file,
                                                uint32_t process, uint64_t reference)
{
    for (size_t i = 0; i < modules->count; i++)
        if (modules->list[i]->file == file && modules->list[i]->process == process &&
            modules->list[i]->reference == reference)
            return modules->list[i];
    struct source_module *module = mem_alloc(sizeof *module);
    module->file = file;
    module->process = process;
    module->reference = reference;
    read_parts(modules->report, module);
    mem_grow(&modules->list, modules->count, &modules->capacity, sizeof *modules->list);
    modules->list[modules->count++] = module;
    return module;
}

const struct source_module *source_modules_of(struct source_modules *modules,
                                              const struct result *result, size_t i)
{
    return source_modules_find(modules, result->file,
                               result->process ? result->process->processid : 0,
                               result->references[i]);
}

void source_modules_free(struct source_modules *modules)
{
    for (size_t i = 0; i < modules->count; i++)
        free(modules->list[i]);
    free(modules->list);
    *modules = (struct source_modules){0};
}

unsigned source_module_step(const struct source_module *module)
{
    /* An instruction has 16 bytes since Volta, 8 bytes before. */
    return module->code->cudasmversion >> 16 >= 7 ? 16 : 8;
}

bool source_modules_loaded(const struct source_modules *modules, const struct source_module *module,
                           source_visit_loaded *visit, void *context)
{
    const Rep__SourceData *part;
    for (size_t n = 0; (part = report_source_part(modules->report, module->file, module->process,
                                                  module->reference, n));
         n++)
        for (size_t i = 0; part->relocationdata && i < part->relocationdata->n_functions; i++)
            if (visit(context, part->relocationdata->functions[i]))
                return true;
    return false;
}
