/* The samples are those of test_elf_symbols.c. */
#include "collect/result/symbolizer.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/code/elf_symbols.h"
#include "temp_folder.h"

enum { BASE = 0x7f0000000000 };

static char folder[PATH_MAX];

static void read_sample(const char *name, struct strbuf *bytes)
{
    char *path = mem_printf("%s/../elf/%s", folder, name), part[4096];
    FILE *file = fopen(path, "rb");
    size_t length;
    assert_non_null(file);
    while ((length = fread(part, 1, sizeof part, file)) > 0)
        strbuf_add(bytes, part, length);
    fclose(file);
    free(path);
}

static void put_file(const char *path, const struct strbuf *bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->length, file), bytes->length);
    fclose(file);
}

/* Its build id, and where sample_exported is in it. */
static uint64_t facts_of(const struct strbuf *bytes, ProtobufCBinaryData *build_id)
{
    struct cubin elf;
    assert_true(cubin_open_any(&elf, bytes->data, bytes->length, NULL));
    build_id->data = (uint8_t *)(uintptr_t)elf_build_id(&elf, &build_id->len);
    for (uint64_t address = 1; address < bytes->length; address++) {
        const char *name = elf_function_at(&elf, address);
        if (name && strcmp(name, "sample_exported") == 0)
            return address;
    }
    fail_msg("the sample lacks its function");
    return 0;
}

static void expect(struct symbolizer *symbolizer, const char *path,
                   const ProtobufCBinaryData *build_id, uint64_t address, const char *function,
                   const char *file)
{
    Wire__CodeFile m = WIRE__CODE_FILE__INIT;
    m.path = (char *)(uintptr_t)path;
    m.offset = BASE;
    m.build_id = *build_id;
    /* The same one twice, and one that is nowhere. */
    struct symbol symbols[] = {
        {.address = BASE + address}, {.address = BASE + 1}, {.address = BASE + address}};
    symbolizer_look_up(symbolizer, &m, symbols, COUNT(symbols));
    assert_string_equal(symbols[0].function, function);
    assert_string_equal(symbols[1].function, "");
    assert_ptr_equal(symbols[0].function, symbols[2].function);
    const char *slash = strrchr(symbols[0].file, '/');
    assert_string_equal(slash ? slash + 1 : symbols[0].file, file);
    assert_int_equal(symbols[0].line > 0, *file != '\0');
}

static void names_of_the_file_that_was_loaded(void **unused)
{
    struct symbolizer symbolizer = {0};
    struct strbuf bytes = {0}, other = {0};
    ProtobufCBinaryData id, other_id, none = {0};
    char *place = temp_folder_new(), *path = mem_printf("%s/program", place);
    (void)unused;
    read_sample("pie", &bytes);
    read_sample("library.so", &other);
    uint64_t address = facts_of(&bytes, &id);
    uint64_t other_address = facts_of(&other, &other_id);
    put_file(path, &bytes);
    expect(&symbolizer, path, &id, address, "sample_exported", "elf_sample.c");
    expect(&symbolizer, path, &none, address, "", ""); /* what ran had no build id */
    symbolizer_free(&symbolizer);
    /* It is replaced while the program runs. */
    put_file(path, &other);
    expect(&symbolizer, path, &id, address, "", "");
    expect(&symbolizer, path, &other_id, other_address, "sample_exported", "elf_sample.c");
    symbolizer_free(&symbolizer);
    /* It becomes shorter while it is read. */
    put_file(path, &bytes);
    expect(&symbolizer, path, &id, address, "sample_exported", "elf_sample.c");
    assert_int_equal(truncate(path, 100), 0);
    expect(&symbolizer, path, &id, address + 1, "", "");
    symbolizer_free(&symbolizer);
    free(path);
    temp_folder_free(place);
    strbuf_free(&bytes);
    strbuf_free(&other);
}

static void what_is_no_such_file(void **unused)
{
    struct symbolizer symbolizer = {0};
    const ProtobufCBinaryData none = {0};
    char *place = temp_folder_new(), *pipe = mem_printf("%s/pipe", place);
    (void)unused;
    assert_int_equal(mkfifo(pipe, 0600), 0);
    expect(&symbolizer, pipe, &none, 4096, "", "");
    expect(&symbolizer, place, &none, 4096, "", "");
    expect(&symbolizer, "linux-vdso.so.1", &none, 4096, "", "");
    expect(&symbolizer, "/no/such/file (deleted)", &none, 4096, "", "");
    temp_folder_put(place, "text", "no code");
    char *text = mem_printf("%s/text", place);
    expect(&symbolizer, text, &none, 4096, "", "");
    symbolizer_free(&symbolizer);
    free(text);
    unlink(pipe);
    free(pipe);
    temp_folder_free(place);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_file_that_was_loaded),
        cmocka_unit_test(what_is_no_such_file),
    };
    (void)argc;
    snprintf(folder, sizeof folder, "%s", argv[0]);
    dirname(folder);
    return cmocka_run_group_tests_name("symbolizer", tests, NULL, NULL);
}
