/* A program or a library, whose file a profiled program names: functions and lines at addresses all
 * over it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/code/elf_symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { ADDRESSES = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct cubin elf;
    struct elf_line lines[ADDRESSES] = {{0}};
    size_t id_length;
    if (!cubin_open_any(&elf, bytes, length, NULL))
        return 0;
    size_t sum = elf_has_symbol_table(&elf);
    const uint8_t *id = elf_build_id(&elf, &id_length);
    for (size_t i = 0; i < id_length; i++)
        sum += id[i];
    for (size_t i = 0; i < ADDRESSES; i++) {
        lines[i].address = i < 20 ? i * length / 20 : ~(uint64_t)0 << (i * 2);
        const char *name = elf_function_at(&elf, lines[i].address);
        sum += name ? strlen(name) : 0;
    }
    elf_lines(&elf, lines, ADDRESSES);
    for (size_t i = 0; i < ADDRESSES; i++) {
        if (lines[i].file && !lines[i].line)
            abort();
        sum += lines[i].file ? strlen(lines[i].file) : 0;
        free(lines[i].file);
    }
    return sum == SIZE_MAX;
}
