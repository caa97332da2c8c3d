/* A GPU module: its sections, its PTX, and the source lines and spills of each of its functions. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/cubin.h"
#include "report/code/line_table.h"
#include "report/code/ptx_text.h"
#include "report/code/register_spills.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { MOST_FUNCTIONS = 16 };

/* Whoever lists functions reads their names and code. */
static void read_function(void *context, const char *mangled, const struct cubin_function *function)
{
    size_t *sum = context;
    *sum += strlen(mangled) + (function->text.length ? *function->text.data : 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char prefix[] = ".text.";
    struct cubin cubin;
    struct cubin_section section;
    struct error error;
    if (!cubin_open(&cubin, bytes, length, &error))
        return 0;
    size_t sum = 0;
    size_t texts;
    struct file_lines *ptx = ptx_text_read(&cubin, &texts);
    cubin_functions(&cubin, read_function, &sum);
    for (size_t i = 0, functions = 0; i < cubin.section_count && functions < MOST_FUNCTIONS; i++) {
        struct cubin_function function;
        struct line_table table;
        if (!cubin_section(&cubin, i, &section) ||
            strncmp(section.name, prefix, sizeof prefix - 1) != 0)
            continue;
        functions++;
        cubin_function(&cubin, section.name + sizeof prefix - 1, &function);
        line_table_read(&table, &cubin, section.name + sizeof prefix - 1);
        line_table_free(&table);
        line_table_read_ptx(&table, &cubin, section.name + sizeof prefix - 1);
        line_table_free(&table);
        struct register_spills spills;
        register_spills_read(&spills, &cubin, section.name + sizeof prefix - 1);
        if (spills.count && !register_spills_has(&spills, spills.offsets[spills.count - 1]))
            abort();
        register_spills_free(&spills);
        size_t file, line;
        if (ptx_text_find(ptx, texts, section.name + sizeof prefix - 1, &file, &line) &&
            (file >= texts || line >= ptx[file].count))
            abort();
    }
    ptx_text_free(ptx, texts);
    return 0;
}
