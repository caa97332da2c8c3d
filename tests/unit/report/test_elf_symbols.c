/* The samples are built beside this program, with lists of their symbols by nm. */
#include "report/code/elf_symbols.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "guarded_copy.h"
#include "report/base/mem.h"

static char folder[PATH_MAX];

struct sample {
    char *bytes;
    size_t length;
    struct cubin elf;
};

static char *path_of(const char *name)
{
    return mem_printf("%s/../elf/%s", folder, name);
}

static struct sample open_sample(const char *name)
{
    struct sample sample = {0};
    char *path = path_of(name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    fseek(file, 0, SEEK_END);
    sample.length = (size_t)ftell(file);
    rewind(file);
    sample.bytes = mem_alloc(sample.length);
    assert_int_equal(fread(sample.bytes, 1, sample.length, file), sample.length);
    fclose(file);
    free(path);
    assert_true(cubin_open_any(&sample.elf, sample.bytes, sample.length, NULL));
    return sample;
}

/* Where nm says that the function begins, and its size. */
static uint64_t address_of(const char *sample, const char *function, uint64_t *size)
{
    char *name = mem_printf("%s.nm", sample), *path = path_of(name), line[512], found[256], kind;
    unsigned long long address, bytes;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    uint64_t result = 0;
    while (fgets(line, sizeof line, file)) {
        bytes = 0;
        if ((sscanf(line, "%llx %llx %c %255s", &address, &bytes, &kind, found) == 4 ||
             sscanf(line, "%llx %c %255s", &address, &kind, found) == 3) &&
            strcmp(found, function) == 0) {
            result = address;
            *size = bytes;
        }
    }
    fclose(file);
    free(path);
    free(name);
    if (!result)
        fail_msg("nm does not know %s of %s", function, sample);
    return result;
}

/* The mark's line in the source. */
static unsigned line_of(const char *mark)
{
    char line[256];
    unsigned number = 0, found = 0;
    char *source = mem_printf("%.*s../samples/elf_sample.c",
                              (int)(strlen(__FILE__) - strlen("test_elf_symbols.c")), __FILE__);
    FILE *file = fopen(source, "r");
    free(source);
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        number++;
        if (strstr(line, mark))
            found = number;
    }
    fclose(file);
    assert_true(found > 0);
    return found;
}

static void expect(const struct sample *sample, uint64_t address, const char *function)
{
    const char *found = elf_function_at(&sample->elf, address);
    if (!function && found)
        fail_msg("%llx is in %s", (unsigned long long)address, found);
    if (function)
        assert_string_equal(found ? found : "nothing", function);
}

static void functions_of(const char *name, const char *symbols)
{
    struct sample sample = open_sample(name);
    static const char *const functions[] = {"sample_hidden", "sample_exported", "sample_sizeless"};
    for (size_t i = 0; i < COUNT(functions); i++) {
        uint64_t size = 0, start = address_of(symbols, functions[i], &size);
        expect(&sample, start, functions[i]);
        expect(&sample, start + 1, functions[i]);
        if (size)
            expect(&sample, start + size - 1, functions[i]);
    }
    expect(&sample, 1, NULL);
    expect(&sample, UINT64_MAX, NULL);
    free(sample.bytes);
}

static void functions_are_found_wherever_the_file_is_loaded(void **unused)
{
    (void)unused;
    functions_of("pie", "pie");
    functions_of("fixed", "fixed");
    functions_of("library.so", "library.so");
}

static void a_stripped_library_has_what_it_exports(void **unused)
{
    struct sample sample = open_sample("stripped.so");
    uint64_t size = 0;
    (void)unused;
    assert_false(elf_has_symbol_table(&sample.elf));
    expect(&sample, address_of("library.so", "sample_exported", &size), "sample_exported");
    uint64_t hidden = address_of("library.so", "sample_hidden", &size);
    expect(&sample, hidden + size / 2, NULL);
    struct elf_line line = {.address = hidden};
    elf_lines(&sample.elf, &line, 1);
    assert_null(line.file);
    free(sample.bytes);
}

static void one_of_several_names(void **unused)
{
    struct sample sample = open_sample("pie");
    uint64_t size = 0;
    (void)unused;
    const char *found = elf_function_at(&sample.elf, address_of("pie", "sample_twice", &size));
    assert_non_null(found);
    assert_true(strcmp(found, "sample_twice") == 0 || strcmp(found, "sample_alias") == 0);
    assert_true(elf_has_symbol_table(&sample.elf));
    free(sample.bytes);
}

static void lines_of(const char *name)
{
    struct sample sample = open_sample(name);
    uint64_t size = 0, first = address_of(name, "sample_hidden", &size);
    uint64_t second = address_of(name, "sample_exported", &size);
    struct elf_line lines[] = {{.address = first + 4}, {.address = 3}, {.address = second + 4}};
    elf_lines(&sample.elf, lines, COUNT(lines));
    assert_non_null(lines[0].file);
    assert_string_equal(basename(lines[0].file), "elf_sample.c");
    assert_int_equal(lines[0].line, line_of("/* line of sample_hidden */"));
    assert_null(lines[1].file);
    assert_int_equal(lines[2].line, line_of("/* line of sample_exported */"));
    for (size_t i = 0; i < COUNT(lines); i++)
        free(lines[i].file);
    free(sample.bytes);
}

static void lines_come_from_the_line_programs(void **unused)
{
    (void)unused;
    lines_of("pie");
    lines_of("fixed");
    lines_of("library.so"); /* version 4 */
}

static void a_build_id_is_that_of_the_notes(void **unused)
{
    struct sample sample = open_sample("pie"), other = open_sample("library.so"),
                  none = open_sample("fixed");
    size_t length = 0, other_length = 0, no_length = 1;
    (void)unused;
    const uint8_t *id = elf_build_id(&sample.elf, &length);
    const uint8_t *other_id = elf_build_id(&other.elf, &other_length);
    assert_int_equal(length, 20);
    assert_int_equal(other_length, 20);
    assert_memory_not_equal(id, other_id, 20);
    elf_build_id(&none.elf, &no_length);
    assert_int_equal(no_length, 0);
    free(sample.bytes);
    free(other.bytes);
    free(none.bytes);
}

static bool lies_in(const void *part, size_t part_length, const char *bytes, size_t length)
{
    const char *start = part;
    return start >= bytes && start + part_length <= bytes + length;
}

/* A file that ends anywhere or has a wrong bit says less. What it says lies within its bytes, and a
 * file that only ends too early names no other function. */
static void damage_shows_less(void **unused)
{
    struct sample sample = open_sample("library.so");
    uint64_t size = 0, address = address_of("library.so", "sample_exported", &size);
    (void)unused;
    for (size_t i = 0; i < 2 * sample.length; i += 1 + i / 400) {
        size_t length = i < sample.length ? i : sample.length;
        char *copy = (char *)guarded_copy(sample.bytes, length);
        struct cubin elf;
        struct elf_line line = {.address = address};
        if (i >= sample.length)
            copy[i - sample.length] ^= (char)(1 << i % 8);
        if (cubin_open_any(&elf, copy, length, NULL)) {
            size_t id_length;
            const uint8_t *id = elf_build_id(&elf, &id_length);
            const char *name = elf_function_at(&elf, address);
            assert_true(!id_length || lies_in(id, id_length, copy, length));
            assert_true(!name || lies_in(name, strlen(name) + 1, copy, length));
            assert_true(!name || i >= sample.length || strcmp(name, "sample_exported") == 0);
            elf_lines(&elf, &line, 1);
            free(line.file);
        }
        guarded_free(copy);
    }
    free(sample.bytes);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_found_wherever_the_file_is_loaded),
        cmocka_unit_test(a_stripped_library_has_what_it_exports),
        cmocka_unit_test(one_of_several_names),
        cmocka_unit_test(lines_come_from_the_line_programs),
        cmocka_unit_test(a_build_id_is_that_of_the_notes),
        cmocka_unit_test(damage_shows_less),
    };
    (void)argc;
    snprintf(folder, sizeof folder, "%s", argv[0]);
    dirname(folder);
    return cmocka_run_group_tests_name("elf_symbols", tests, NULL, NULL);
}
