/* The source page against a baseline, of several reports, and of functions other than the kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "code_sample.h"

struct side {
    struct build build;
    struct report *report;
};

static struct side now, then;

static void open_side(struct side *side, struct code_sample sample)
{
    sample.instructions = CODE_INSTRUCTIONS + (sample.before ? 2 : 0);
    build_code(&side->build, &sample);
    side->report = build_open(&side->build);
}

static int set_up(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    open_side(&now, (struct code_sample){0});
    open_side(&then, (struct code_sample){.before = true});
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct side *side = i ? &then : &now;
        report_close(side->report);
        build_free(&side->build);
        *side = (struct side){0};
    }
    return 0;
}

/* The page of the first results in a report; free() it. */
static char *page_of(struct report *report, struct page_options options, size_t results)
{
    struct launch_filter filter = {.count = results};
    options.page = PAGE_SOURCE;
    options.filter = &filter;
    char *text = print_page(report, &options);
    launch_filter_free(&filter);
    return text;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("printed:\n%s\nwithout:\n%s", text, part);
}

static void instructions_have_the_numbers_of_their_partners(void **state)
{
    (void)state;
    const struct page_baseline baseline = {then.report, 0, "old"};
    char *text = page_of(now.report,
                         (struct page_options){.format = FORMAT_CSV,
                                               .baseline = &baseline,
                                               .metrics = "inst_executed,memory_type"},
                         1);
    assert_string_equal(
        text,
        "\"Baseline\",\"old: different code (no text: by opcodes): 2 instructions new, 4 only in "
        "the "
        "baseline\"\n"
        "\"Kernel Name\",\"blur(const float *, float *, int)\",\n"
        "\"Address\",\"Source\",\"Instructions Executed\",\"Baseline Instructions Executed\","
        "\"Change of Instructions Executed\",\"Address Space\",\"Baseline Address Space\",\"Change "
        "of Address Space\"\n"
        "\"0x700000\",\"-\",\"64000\",\"64000\",\"=\",\"\",\"\",\"\"\n"
        "\"0x700010\",\"-\",\"64000\",\"64000\",\"=\",\"\",\"\",\"\"\n"
        "\"0x700020\",\"-\",\"64000\",\"64000\",\"=\",\"\",\"\",\"\"\n"
        "\"0x700030\",\"-\",\"64000\",\"64000\",\"=\",\"\",\"\",\"\"\n"
        "\"0x700040\",\"-\",\"64000\",\"\",\"new\",\"\",\"\",\"new\"\n"
        "\"0x700050\",\"-\",\"64000\",\"\",\"new\",\"\",\"\",\"new\"\n"
        "\"0x700060\",\"-\",\"480000\",\"512000\",\"-6.2 %\",\"\",\"\",\"\"\n"
        "\"0x700070\",\"-\",\"480000\",\"512000\",\"-6.2 %\",\"Global\",\"Global\",\"\"\n"
        "\"0x700080\",\"-\",\"480000\",\"512000\",\"-6.2 %\",\"\",\"\",\"\"\n"
        "\"0x700090\",\"-\",\"480000\",\"512000\",\"-6.2 %\",\"\",\"\",\"\"\n"
        "\"0x7000a0\",\"-\",\"60000\",\"64000\",\"-6.2 %\",\"Global\",\"Global\",\"\"\n"
        "\"0x7000b0\",\"-\",\"60000\",\"64000\",\"-6.2 %\",\"\",\"\",\"\"\n");
    free(text);
}

/* Sums of lines and their instructions; a change that is better or worse says so. */
static void lines_have_the_numbers_of_their_partners(void **state)
{
    (void)state;
    const struct page_baseline baseline = {then.report, 0, "old"};
    char *text = page_of(now.report,
                         (struct page_options){.format = FORMAT_CSV,
                                               .source.kind = SOURCE_CUDA_SASS,
                                               .baseline = &baseline,
                                               .metrics = "group:smsp__pcsamp_warp_stall_reasons"},
                         1);
    has(text, "\"Function Name\",\"blur(const float *, float *, int)\"\n");
    has(text, "\"6\",\"if (i >= n)\",\"-\",\"-\",\"6\",\"\",\"new\"\n");
    has(text,
        "\"10\",\"sum += weight(k) * in[i * 32 + k];\",\"-\",\"-\",\"905\",\"2026\",\"-55.3 % "
        "better\"\n");
    has(text, "\"0x700080\",\"-\",\"800\",\"1964\",\"-59.3 % better\"\n");
    free(text);
}

static void functions_that_the_baseline_lacks(void **state)
{
    (void)state;
    const struct page_baseline baseline = {then.report, 0, "old"};
    char *text = page_of(
        now.report, (struct page_options){.format = FORMAT_MARKDOWN, .baseline = &baseline}, 2);
    has(text,
        "#### `blur(const float *, float *, int)`\n\nvs old: different code (no text: by opcodes): "
        "2 instructions new");
    has(text, "#### `helper(float)`\n\nvs old: it has no code of this function\n");
    free(text);
}

/* The baseline is not compared with itself, but another result with it is. */
static void the_baseline_itself(void **state)
{
    (void)state;
    const struct page_baseline baseline = {now.report, 0, "this one"};
    char *text =
        page_of(now.report, (struct page_options){.format = FORMAT_CSV, .baseline = &baseline}, 1);
    assert_null(strstr(text, "Baseline"));
    free(text);
    text =
        page_of(now.report, (struct page_options){.format = FORMAT_CSV, .baseline = &baseline}, 2);
    has(text, "\"Baseline\",\"this one: the same code\"\n");
    free(text);
}

/* Names of functions that are not the kernel's own are made of the mangled ones. */
static void names_of_functions(void **state)
{
    (void)state;
    static const char *const forms[] = {[KERNEL_NAME_DEMANGLED] =
                                            "\"Kernel Name\",\"helper(float)\"\n",
                                        [KERNEL_NAME_FUNCTION] = "\"Kernel Name\",\"helper\"\n",
                                        [KERNEL_NAME_MANGLED] = "\"Kernel Name\",\"_Z6helperf\"\n"};
    for (size_t i = 0; i < COUNT(forms); i++) {
        char *text = page_of(
            now.report,
            (struct page_options){.format = FORMAT_CSV, .kernel_name = (enum kernel_name_form)i},
            2);
        has(text, forms[i]);
        free(text);
    }
}

/* The compiler's namespace for functions of one file is left out. */
static void names_of_functions_of_one_file(void **state)
{
    (void)state;
    static const char range[] =
        "ThreadID: 1 APICallID: 3 References: 7 MetricResults { NameId: 0 MetricValue { "
        "Uint64Value: 1 } MetricValueList { ElementValue { Uint64Value: 4096 } } }";
    const struct build_cubin module = {.name = "_ZN14_INTERNAL_1_ab5inner4stepEf",
                                       .instructions = 2};
    struct build build = {0};
    struct strbuf packed = {0};
    build_begin(&build, 7);
    build_source(&packed, &module, &(struct build_source){7, 0x1000, 9, NULL});
    build_raw_entry(&build, packed.data, packed.length);
    build_block(&build, "NumSources: 1 Process { ProcessID: 5 }");
    build_entry(&build, &rep__range_result__descriptor, range);
    build_block(&build, "NumRangeResults: 1 Process { ProcessID: 5 } StringTable { Strings: "
                        "'launch__function_pcs' }");
    struct report *report = build_open(&build);
    char *text = page_of(report, (struct page_options){.format = FORMAT_CSV}, 1);
    has(text, "\"Kernel Name\",\"inner::step(float)\"\n");
    free(text);
    report_close(report);
    build_free(&build);
    strbuf_free(&packed);
}

/* Each before its first result. */
static void of_several_reports_each_is_named(void **state)
{
    (void)state;
    struct report *both = report_new_list();
    const struct side *sides[] = {&now, &then};
    for (int i = 0; i < 2; i++)
        assert_true(report_add_bytes(both, i ? "b.ncu-rep" : "a.ncu-rep",
                                     (const uint8_t *)sides[i]->build.file.data,
                                     sides[i]->build.file.length, NULL));
    char *text =
        page_of(both, (struct page_options){.format = FORMAT_CSV, .metrics = "memory_type"}, 3);
    assert_true(strncmp(text, "\"Report\",\"a.ncu-rep\"\n", 21) == 0);
    const char *second = strstr(text, "\"Report\",\"b.ncu-rep\"\n\"Kernel Name\",\"blur(");
    assert_non_null(second);
    assert_null(strstr(second + 1, "\"Report\""));
    assert_null(strstr(text + 1, "\"Report\",\"a.ncu-rep\""));
    free(text);
    text = page_of(both, (struct page_options){.metrics = "memory_type"}, 1);
    has(text, "Report a.ncu-rep");
    free(text);
    report_close(both);
}

/* What cannot be shown is noted, with the option that would have helped. */
static void without_lines(void **state)
{
    (void)state;
    struct side bare = {0};
    open_side(&bare, (struct code_sample){.no_lines = true});
    static const struct {
        enum source_kind kind;
        const char *note;
    } cases[] = {
        {SOURCE_PTX, "there is no PTX of blur(const float *, float *, int) in the report: compile "
                     "it with -lineinfo"},
        {SOURCE_CUDA, "there are no source lines for blur(const float *, float *, int): compile it "
                      "with -lineinfo"},
        {SOURCE_CUDA_SASS, "there are no source lines for blur(const float *, float *, int): "
                           "compile it with -lineinfo"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *notes = NULL;
        size_t length;
        FILE *out = open_memstream(&notes, &length);
        char *text = page_of(
            bare.report, (struct page_options){.source = {.kind = cases[i].kind, .notes = out}}, 1);
        fclose(out);
        has(notes, cases[i].note);
        assert_string_equal(text, "");
        free(text);
        free(notes);
    }
    report_close(bare.report);
    build_free(&bare.build);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(instructions_have_the_numbers_of_their_partners),
                                       TEST(lines_have_the_numbers_of_their_partners),
                                       TEST(functions_that_the_baseline_lacks),
                                       TEST(the_baseline_itself),
                                       TEST(names_of_functions),
                                       TEST(names_of_functions_of_one_file),
                                       TEST(of_several_reports_each_is_named),
                                       TEST(without_lines)};
    return cmocka_run_group_tests_name("page_source_compared", tests, NULL, NULL);
}
