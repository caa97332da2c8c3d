#include "report/rules/rule_source.h"

#include <string.h>

#include "build_cubin.h"
#include "build_report.h"

static const char work[] = "1\n2\n3\n4\n5\n6\n\t x = y;\r\n  a = b + c; \t\n";

static struct build build;
static struct report *report;
static struct rule_source *source;

static int set_up(void **state)
{
    (void)state;
    build_begin(&build, 7);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    rule_source_free(source);
    report_close(report);
    build_free(&build);
    source = NULL;
    report = NULL;
    build = (struct build){0};
    return 0;
}

/* A module of process 5 with the kernel _Z1k. */
static void add_module_with(struct build_source entry, struct build_cubin *module)
{
    struct strbuf packed = {0};
    module->name = "_Z1k";
    build_source(&packed, module, &entry);
    build_raw_entry(&build, packed.data, packed.length);
    build_block(&build, "NumSources: 1 Process { ProcessID: 5 }");
    strbuf_free(&packed);
    strbuf_free(&module->lines);
}

static void add_module(struct build_source entry)
{
    struct build_cubin module = {.instructions = 4};
    build_lines(&module);
    add_module_with(entry, &module);
}

/* A range of launches with code of these modules ("References: 7"). */
static void add_range(const char *references)
{
    char text[128];
    snprintf(text, sizeof text, "ThreadID: 1 APICallID: 2 %s", references);
    build_entry(&build, &rep__range_result__descriptor, text);
    build_block(&build, "NumRangeResults: 1 Process { ProcessID: 5 }");
}

static void open_all(void)
{
    report = build_open(&build);
    source = rule_source_new(report);
}

static bool find(size_t result, uint64_t address, struct rule_place *place)
{
    struct error error;
    struct result *found = report_result(report, result, &error);
    assert_non_null(found);
    return rule_source_find(source, found, address, place);
}

static void is_at(size_t result, uint64_t address, const char *file, unsigned line,
                  const char *text)
{
    struct rule_place place;
    assert_true(find(result, address, &place));
    if (file)
        assert_string_equal(place.file, file);
    else
        assert_null(place.file);
    assert_int_equal(place.line, line);
    assert_string_equal(place.text, text);
}

static void an_address_has_its_line(void **state)
{
    (void)state;
    add_module((struct build_source){7, 0x1000, 9, work});
    add_range("References: 7");
    open_all();
    is_at(0, 0x1000, "/app/work.cu", 7, "x = y;");
    is_at(0, 0x1020, "/app/work.cu", 8, "a = b + c;");
    is_at(0, 0x1030, "/app/work.cu", 8, "a = b + c;");
    is_at(0, 0x1038, "/app/work.cu", 8, "a = b + c;");
}

static void of_several_lines_the_first_counts(void **state)
{
    (void)state;
    add_module((struct build_source){7, 0x1000, 9, work});
    add_range("References: 7");
    open_all();
    is_at(0, 0x1010, "/app/work.cu", 8, "a = b + c;");
}

static void a_line_without_its_file_has_no_text(void **state)
{
    (void)state;
    add_module((struct build_source){7, 0x1000, 9, NULL});
    add_module((struct build_source){8, 0x2000, 9, "only one line\n"});
    add_range("References: 7 References: 8");
    open_all();
    is_at(0, 0x1000, "/app/work.cu", 7, "");
    is_at(0, 0x2000, "/app/work.cu", 7, "");
}

static void code_without_lines_has_none(void **state)
{
    (void)state;
    struct build_cubin module = {.instructions = 4};
    add_module_with((struct build_source){7, 0x1000, 9, work}, &module);
    add_range("References: 7");
    open_all();
    is_at(0, 0x1000, NULL, 0, "");
}

static void an_address_outside_is_not_found(void **state)
{
    (void)state;
    struct rule_place place;
    add_module((struct build_source){7, 0x1000, 9, work});
    add_range("References: 7");
    add_range("");
    add_range("References: 9");
    open_all();
    assert_false(find(0, 0xfff, &place));
    assert_true(find(0, 0x103f, &place));
    assert_false(find(0, 0x1040, &place));
    assert_false(find(1, 0x1000, &place));
    assert_false(find(2, 0x1000, &place));
    assert_true(find(0, 0x1000, &place));
}

/* A kernel that was loaded at several places, and results that have several modules. */
static void every_module_of_a_result_is_looked_at(void **state)
{
    (void)state;
    struct rule_place place;
    add_module((struct build_source){7, 0x3000, 9, work});
    add_module((struct build_source){7, 0x1000, 9, NULL});
    add_module((struct build_source){8, 0x2000, 9, NULL});
    add_range("References: 7 References: 8");
    add_range("References: 8");
    open_all();
    is_at(0, 0x2000, "/app/work.cu", 7, "");
    is_at(0, 0x1000, "/app/work.cu", 7, "x = y;");
    is_at(0, 0x3020, "/app/work.cu", 8, "a = b + c;");
    assert_false(find(0, 0x2040, &place));
    assert_false(find(1, 0x1000, &place));
    is_at(1, 0x2000, "/app/work.cu", 7, "");
}

static void damaged_code_is_not_found(void **state)
{
    (void)state;
    struct rule_place place;
    struct strbuf packed = {0};
    build_message(&packed, &rep__source_data__descriptor,
                  "Reference: 7 Binary: 'none' RelocationData { Functions { SymbolName: '_Z1k' "
                  "Address: 4096 } Functions { Address: 4096 } }");
    build_raw_entry(&build, packed.data, packed.length);
    build_block(&build, "NumSources: 1 Process { ProcessID: 5 }");
    strbuf_free(&packed);
    add_range("References: 7");
    open_all();
    assert_false(find(0, 0x1000, &place));
}

/* The first bytes of instructions that ptxas makes, predicated and not. */
static const struct {
    uint16_t bits;
    const char *name;
} opcodes[] = {
    {0x7221, "FADD"}, {0x7421, "FADD"}, {0x7621, "FADD"}, {0x7e21, "FADD"}, {0x0221, "FADD"},
    {0x7220, "FMUL"}, {0x7820, "FMUL"}, {0x7c20, "FMUL"}, {0x7223, "FFMA"}, {0x7423, "FFMA"},
    {0x7823, "FFMA"}, {0x9e23, "FFMA"}, {0x7229, "DADD"}, {0x7e29, "DADD"}, {0x7228, "DMUL"},
    {0x7c28, "DMUL"}, {0x722b, "DFMA"}, {0x7a2b, "DFMA"}, {0x7231, NULL},   {0x7321, NULL},
    {0x7918, NULL},   {0x7222, NULL},   {0x722a, NULL},   {0x7021, "FADD"}, {0x7121, NULL}};

static void add_opcodes(unsigned major)
{
    uint8_t code[COUNT(opcodes)][16] = {{0}};
    struct build_cubin module = {.instructions = COUNT(opcodes), .code = code[0]};
    for (size_t i = 0; i < COUNT(opcodes); i++) {
        code[i][0] = (uint8_t)opcodes[i].bits;
        code[i][1] = (uint8_t)(opcodes[i].bits >> 8);
        code[i][2] = 0x21;
        code[i][8] = 0x20;
    }
    add_module_with((struct build_source){7, 0x1000, major, work}, &module);
    add_range("References: 7");
    open_all();
}

static void opcodes_are_told_apart(void **state)
{
    (void)state;
    add_opcodes(7);
    for (size_t i = 0; i < COUNT(opcodes); i++) {
        struct rule_place place;
        assert_true(find(0, 0x1000 + i * 16, &place));
        const char *name = opcodes[i].name ? opcodes[i].name : "another one";
        assert_string_equal(place.opcode ? place.opcode : "another one", name);
    }
}

static void older_code_has_no_opcodes(void **state)
{
    (void)state;
    add_opcodes(6);
    for (size_t i = 0; i < COUNT(opcodes) * 2; i++) {
        struct rule_place place;
        assert_true(find(0, 0x1000 + i * 8, &place));
        assert_null(place.opcode);
    }
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(an_address_has_its_line),
                                       TEST(of_several_lines_the_first_counts),
                                       TEST(a_line_without_its_file_has_no_text),
                                       TEST(code_without_lines_has_none),
                                       TEST(an_address_outside_is_not_found),
                                       TEST(every_module_of_a_result_is_looked_at),
                                       TEST(damaged_code_is_not_found),
                                       TEST(opcodes_are_told_apart),
                                       TEST(older_code_has_no_opcodes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
