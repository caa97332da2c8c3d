#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_cubin.h"
#include "build_report.h"
#include "json_expect.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static struct build build;
static struct report *report;
static char *root, *program;

static const char listing[] = "\t.section\t.text._Z1k,\"ax\",@progbits\n"
                              "_Z1k:\n"
                              "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
                              "        /*0010*/              @!P0 BRA `(.L_x_1) ;\n"
                              "        /*0020*/                   STG.E desc[UR4][R2.64], R5 ;\n"
                              ".L_x_1:\n"
                              "        /*0030*/                   EXIT ;\n";

static const char work[] =
    "#include <h>\n1\n2\n3\n4\n5\n__global__ void k(T *p) {\n"
    "  if (p) printf(\"%d\", *p); // a line that is longer than the sixty columns\n";

/* The entry with the code, and one for what was loaded later. */
static void add_sources(bool with_files)
{
    struct build_cubin module = {
        .name = "_Z1k", .instructions = 4, .ptx = ".version 9.0\0\0ret;\t//", .ptx_length = 22};
    const struct build_source source = {7, 0x1000, 9, with_files ? work : NULL};
    struct strbuf packed = {0}, later = {0};
    build_lines(&module);
    build_source(&packed, &module, &source);
    build_raw_entry(&build, packed.data, packed.length);
    build_message(&later, &rep__source_data__descriptor, "Reference: 7");
    build_block(&build, "NumSources: 1 Process { ProcessID: 5 }");
    build_raw_entry(&build, later.data, later.length);
    build_block(&build, "NumSources: 1 Process { ProcessID: 5 }");
    strbuf_free(&packed);
    strbuf_free(&later);
    strbuf_free(&module.lines);
}

#define AT(address, value)                                                                         \
    "MetricValueList { CorrelationId { Uint64Value: " address                                      \
    " } ElementValue { Uint64Value: " value " } } "

/* A launch whose section asks for all metrics; `more` are further results of metrics. */
static void add_launch(const char *more)
{
    char *text = mem_printf(
        "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '_Z1k' "
        "KernelFunctionName: 'k' KernelDemangledName: 'void k(T *)' WorkDimensions: 3 "
        "GlobalWorkOffset { X: 0 } GridSize { X: 1 } BlockSize { X: 1 } Source { Reference: 7 } "
        "MetricResults { NameId: 0 MetricValue { Uint64Value: 9 } %s} "
        "MetricResults { NameId: 1 %s} "
        "MetricResults { NameId: 2 MetricValue { StringValue: 'stall_a,stall_b' } } "
        "MetricResults { NameId: 3 %s} "
        "MetricResults { NameId: 4 %s} "
        "MetricResults { NameId: 5 MetricValue { Uint64Value: 3 } } "
        "%sSections { Identifier: 'S' DisplayName: 'S' Order: 1 SourceMetrics { "
        "Metrics { Name: 'group:stalls' Label: 'Stall Sampling' } "
        "Metrics { Name: 'inst' Label: 'Instructions' } Metrics { Name: 'total' Label: 'Total' } "
        "Metrics { Name: 'absent' Label: 'Absent' } Metrics { Name: 'idle' Label: 'Idle' } "
        "Metrics { Name: 'memory_type' Label: 'Space' } "
        "Metrics { Name: 'inst' Label: '' } } }",
        AT("4096", "5") AT("4112", "4") AT("4144", "1"),
        AT("4096", "20") AT("4128", "4") AT("4144", "0"), AT("4096", "1") AT("9999", "1"),
        AT("4096", "2") AT("4000", "7"), more);
    build_entry(&build, &rep__profile_result__descriptor, text);
    free(text);
}

static void open_report_with(bool with_files, const char *more)
{
    build_begin(&build, 7);
    add_sources(with_files);
    add_launch(more);
    build_block(&build, "NumResults: 1 Process { ProcessID: 5 } StringTable { Strings: 'inst' "
                        "Strings: 'memory_type' Strings: 'group:stalls' Strings: 'stall_a' "
                        "Strings: 'stall_b' Strings: 'total' Strings: 'idle' }");
    report = build_open(&build);
}

static void open_report(bool with_files)
{
    open_report_with(with_files, "");
}

static int set_up(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    root = temp_folder_new();
    program = mem_printf("%s/nvdisasm", root);
    char *script = mem_printf("#!/bin/sh\ncat <<'EOF'\n%sEOF\n", listing);
    temp_folder_put(root, "nvdisasm", script);
    free(script);
    chmod(program, 0700);
    open_report(true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(program);
    report_close(report);
    build_free(&build);
    build = (struct build){0};
    return temp_folder_free(root);
}

static void prints(enum source_kind kind, bool csv, const char *expected)
{
    struct page_options options = {.page = PAGE_SOURCE,
                                   .format = csv ? FORMAT_CSV : FORMAT_TEXT,
                                   .source = {.kind = kind, .nvdisasm = program}};
    char *text = print_page(report, &options);
    if (strcmp(text, expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", text, expected);
    free(text);
}

/* Once for each entry of the module. */
#define TWICE(text) text text

static void sass_has_metrics_by_instruction(void **state)
{
    (void)state;
    prints(SOURCE_SASS, true,
           TWICE("\"Kernel Name\",\"void k(T *)\",\n"
                 "\"Address\",\"Source\",\"Stall Sampling\",\"Instructions\",\"Space\"\n"
                 "\"0x1000\",\"      LDC R1, c[0x0][0x28]\",\"3\",\"5\",\"Global,Shared\"\n"
                 "\"0x1010\",\"@!P0  BRA 0x1030\",\"0\",\"4\",\"-\"\n"
                 "\"0x1020\",\"      STG.E desc[UR4][R2.64], R5\",\"0\",\"0\",\"Global\"\n"
                 "\"0x1030\",\"      EXIT\",\"0\",\"1\",\"\"\n"));
    prints(
        SOURCE_SASS, false,
        TWICE("------------------ -------------------------------- ------ ------ -------------\n"
              "Kernel Name        void k(T *)                                                 \n"
              "------------------ -------------------------------- ------ ------ -------------\n"
              "Address            Source                           Stall  Instru Space        \n"
              "                                                    Sampli ctions              \n"
              "                                                    ng                         \n"
              "0x1000                   LDC R1, c[0x0][0x28]       3      5      Global,Shared\n"
              "0x1010             @!P0  BRA 0x1030                 0      4      -            \n"
              "0x1020                   STG.E desc[UR4][R2.64], R5 0      0      Global       \n"
              "0x1030                   EXIT                       0      1                   \n"));
}

static void ptx_is_printed_once(void **state)
{
    (void)state;
    prints(SOURCE_PTX, true,
           "\"Line No\",\"Source\"\n\"1\",\".version 9.0\"\n\"2\",\"\"\n\"3\",\"ret;\t//\"\n");
    prints(SOURCE_PTX, false,
           "--------- ------------\n"
           "Line No   Source      \n"
           "--------- ------------\n"
           "1         .version 9.0\n"
           "2                     \n"
           "3         ret;\t//     \n");
}

static void cuda_shows_the_file_of_the_kernel(void **state)
{
    (void)state;
    prints(
        SOURCE_CUDA, true,
        "\"File Name\",\"/app/work.cu\"\n\"Line No\",\"Source\"\n"
        "\"1\",\"#include <h>\"\n\"2\",\"1\"\n\"3\",\"2\"\n\"4\",\"3\"\n\"5\",\"4\"\n\"6\",\"5\"\n"
        "\"7\",\"__global__ void k(T *p) {\"\n"
        "\"8\",\"  if (p) printf(\"%d\", *p); // a line that is longer than the sixty "
        "columns\"\n");
}

static void lines_have_their_instructions(void **state)
{
    (void)state;
    prints(SOURCE_CUDA_SASS, true,
           "\"File Path\",\"/app/work.cu\"\n"
           "\"Function Name\",\"void k(T *)\"\n"
           "\"Line No\",\"Source\",\"Address\",\"Source\",\"Stall "
           "Sampling\",\"Instructions\",\"Space\"\n"
           "\"7\",\"__global__ void k(T *p) {\",\"-\",\"-\",\"3\",\"5\",\"Global,Shared\"\n" TWICE(
               "\"\",\"\",\"0x1000\",\"      LDC R1, "
               "c[0x0][0x28]\",\"3\",\"5\",\"Global,Shared\"\n") "\"8\",\"if (p) printf(\"%d\", "
                                                                 "*p); // a line that is longer "
                                                                 "than the sixty "
                                                                 "columns\",\"-\",\"-\",\"0\","
                                                                 "\"5\",\"Global\"\n"
                                                                 "\"\",\"\",\"0x1010\",\"@!P0  BRA "
                                                                 "0x1030\",\"0\",\"4\",\"-\"\n"
                                                                 "\"\",\"\",\"0x1020\",\"      "
                                                                 "STG.E desc[UR4][R2.64], "
                                                                 "R5\",\"0\",\"0\",\"Global\"\n"
                                                                 "\"\",\"\",\"0x1030\",\"      "
                                                                 "EXIT\",\"0\",\"1\",\"\"\n"
                                                                 "\"\",\"\",\"...\",\"...\",\"-\","
                                                                 "\"-\",\"-\"\n"
                                                                 "\"\",\"\",\"0x1010\",\"@!P0  BRA "
                                                                 "0x1030\",\"0\",\"4\",\"-\"\n"
                                                                 "\"\",\"\",\"0x1020\",\"      "
                                                                 "STG.E desc[UR4][R2.64], "
                                                                 "R5\",\"0\",\"0\",\"Global\"\n"
                                                                 "\"\",\"\",\"0x1030\",\"      "
                                                                 "EXIT\",\"0\",\"1\",\"\"\n"
                                                                 "\"File Path\",\"/inc/h.h\"\n"
                                                                 "\"Function Name\",\"void k(T "
                                                                 "*)\"\n"
                                                                 "\"Line "
                                                                 "No\",\"Source\",\"Address\","
                                                                 "\"Source\",\"Stall "
                                                                 "Sampling\",\"Instructions\","
                                                                 "\"Space\"\n"
                                                                 "\"3\",\"<Unable to open source "
                                                                 "file>\",\"-\",\"-\",\"0\",\"4\","
                                                                 "\"-\"\n" TWICE(
                                                                     "\"\",\"\",\"0x1010\",\"@!P0  "
                                                                     "BRA "
                                                                     "0x1030\",\"0\",\"4\",\"-"
                                                                     "\"\n"));
    struct page_options options = {.page = PAGE_SOURCE,
                                   .source = {.kind = SOURCE_CUDA_SASS, .nvdisasm = program}};
    char *text = print_page(report, &options);
    assert_non_null(strstr(text,
                           "/*\nFile Path: /app/work.cu\n*/\n/*\nFunction Name: void k(T *)\n*/\n"
                           "------------------ ----"));
    assert_non_null(strstr(text,
                           "\n8                  if (p) printf(\"%d\", *p); // a line that is "
                           "longer than the s                     \n"
                           "                   ixty columns                         "
                           "                        0      5      Global\n"));
    assert_non_null(strstr(text, "    ...                 ...   "));
    free(text);
}

static char *notes_of(const struct page_options *options, char **page)
{
    char *notes = NULL;
    size_t length;
    struct page_options noted = *options;
    noted.source.notes = open_memstream(&notes, &length);
    *page = print_page(report, &noted);
    fclose(noted.source.notes);
    return notes;
}

static void what_is_missing_is_noted_once(void **state)
{
    (void)state;
    report_close(report);
    build_free(&build);
    build = (struct build){0};
    open_report(false);
    struct page_options options = {.page = PAGE_SOURCE, .format = FORMAT_CSV};
    char *page, *notes = notes_of(&options, &page);
    assert_non_null(strstr(page, "\"0x1030\",\"-\",\"0\",\"1\",\"\"\n"));
    assert_int_equal(strncmp(notes, "==PROF== instructions are shown without their text", 50), 0);
    assert_null(strstr(notes + 8, "==PROF=="));
    free(page);
    free(notes);
    options.source.kind = SOURCE_CUDA;
    notes = notes_of(&options, &page);
    assert_string_equal(page, "");
    assert_int_equal(strncmp(notes, "==PROF== /app/work.cu: the source file is neither", 49), 0);
    free(page);
    free(notes);
    options.source = (struct source_options){.nvdisasm = "/bin/false"};
    notes = notes_of(&options, &page);
    assert_string_equal(notes, "==PROF== instructions are shown without their text: /bin/false "
                               "failed: no reason given\n");
    free(page);
    free(notes);
}

static void a_disassembly_without_the_function_is_noted(void **state)
{
    (void)state;
    char *cache = mem_printf("%s/cache", root);
    struct page_options options = {.page = PAGE_SOURCE,
                                   .format = FORMAT_CSV,
                                   .source = {.nvdisasm = "/bin/true", .cache = cache}};
    char *page, *notes = notes_of(&options, &page);
    assert_string_equal(notes, "==PROF== instructions are shown without their text: /bin/true "
                               "printed no code of _Z1k\n");
    assert_int_not_equal(access(cache, F_OK), 0);
    free(page);
    free(notes);
    free(cache);
}

/* What was printed once is not asked for again, even where there is no nvdisasm. */
static void the_disassembly_is_kept(void **state)
{
    (void)state;
    char *cache = mem_printf("%s/cache", root);
    struct page_options options = {
        .page = PAGE_SOURCE, .format = FORMAT_CSV, .source = {.nvdisasm = program, .cache = cache}};
    char *first = print_page(report, &options);
    options.source.nvdisasm = NULL;
    char *second = print_page(report, &options);
    assert_non_null(strstr(first, "BRA 0x1030"));
    assert_string_equal(first, second);
    free(first);
    free(second);
    free(cache);
}

static void metrics_and_names_are_chosen(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SOURCE,
                                   .format = FORMAT_CSV,
                                   .metrics = "memory_type,absent",
                                   .kernel_name = KERNEL_NAME_FUNCTION};
    char *text = print_page(report, &options);
    assert_int_equal(strncmp(text,
                             "\"Kernel Name\",\"k\",\n\"Address\",\"Source\",\"Space\"\n"
                             "\"0x1000\",\"-\",\"Global,Shared\"\n",
                             74),
                     0);
    free(text);
}

/* Of two sections, one asks for instances without a column; the other is the command line's, which
 * shows what has instances, wherever they stand, and nothing twice. */
static void metrics_of_the_command_line_have_columns(void **state)
{
    (void)state;
    report_close(report);
    build_free(&build);
    build = (struct build){0};
    build_begin(&build, 7);
    add_sources(true);
    build_entry(
        &build, &rep__profile_result__descriptor,
        "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '_Z1k' "
        "KernelFunctionName: 'k' KernelDemangledName: 'void k(T *)' WorkDimensions: 3 "
        "GlobalWorkOffset { X: 0 } GridSize { X: 1 } BlockSize { X: 1 } Source { Reference: 7 } "
        "MetricResults { NameId: 0 " AT(
            "4096",
            "5") "} "
                 "MetricResults { NameId: 1 MetricValue { Uint64Value: 3 } " AT(
                     "0",
                     "3") "} "
                          "MetricResults { NameId: 2 MetricValue { StringValue: 'inst,other' } } "
                          "MetricResults { NameId: 3 " AT(
                              "4112",
                              "7") "} "
                                   "MetricResults { NameId: 4 MetricValue { Uint64Value: 3 } } "
                                   "MetricResults { NameId: 5 " AT(
                                       "4096",
                                       "8") "} "
                                            "Sections { Identifier: 'S' DisplayName: 'S' Order: 1 "
                                            "Header { Metrics { Name: 'hidden' } } "
                                            "} Sections { Identifier: 'section0' DisplayName: "
                                            "'Command line profiler metrics' Order: 0 "
                                            "Header { Metrics { Name: 'launch__grid_size' } "
                                            "Metrics { Name: 'absent' } "
                                            "Metrics { Name: 'total' } Metrics { Name: 'regex:i.*' "
                                            "} Metrics { Name: 'inst' } } }");
    build_block(&build, "NumResults: 1 Process { ProcessID: 5 } StringTable { Strings: 'inst' "
                        "Strings: 'launch__grid_size' Strings: 'regex:i.*' Strings: 'other' "
                        "Strings: 'total' Strings: 'hidden' }");
    report = build_open(&build);
    prints(SOURCE_SASS, true,
           TWICE("\"Kernel Name\",\"void k(T *)\",\n"
                 "\"Address\",\"Source\",\"launch__grid_size\",\"inst\",\"other\"\n"
                 "\"0x1000\",\"      LDC R1, c[0x0][0x28]\",\"0\",\"5\",\"0\"\n"
                 "\"0x1010\",\"@!P0  BRA 0x1030\",\"0\",\"0\",\"7\"\n"
                 "\"0x1020\",\"      STG.E desc[UR4][R2.64], R5\",\"0\",\"0\",\"0\"\n"
                 "\"0x1030\",\"      EXIT\",\"0\",\"0\",\"0\"\n"));
    struct page_options options = {.page = PAGE_SOURCE, .format = FORMAT_CSV, .metrics = "other"};
    char *text = print_page(report, &options);
    assert_non_null(strstr(text, "\"Address\",\"Source\",\"other\"\n"));
    free(text);
}

static struct json_node *json_of(enum source_kind kind, const char *metrics)
{
    struct page_options options = {.page = PAGE_SOURCE,
                                   .format = FORMAT_JSON,
                                   .metrics = metrics,
                                   .source = {.kind = kind, .nvdisasm = program}};
    char *text = print_page(report, &options);
    struct json_node *page = json_expect(text);
    free(text);
    assert_string_equal(json_text_at(page, "page"), "source");
    assert_string_equal(json_text_at(page, "view"), source_kind_names[kind]);
    assert_string_equal(json_text_at(page, "error"), "null");
    return page;
}

static void json_has_numbers_by_instruction(void **state)
{
    (void)state;
    struct json_node *page = json_of(SOURCE_SASS, NULL);
    counts(page, "results", 1);
    is(page, "results[0].id", "0");
    is(page, "results[0].function", "k");
    is(page, "results[0].debug", "false");
    counts(page, "results[0].functions", 1);
    const struct json_node *function = json_at(page, "results[0].functions[0]");
    is(function, "name", "void k(T *)");
    is(function, "mangled", "_Z1k");
    is(function, "module", "7");
    is(function, "address", "4096");
    counts(function, "metrics", 3);
    is(function, "metrics[0].name", "group:stalls");
    is(function, "metrics[0].label", "Stall Sampling");
    is(function, "metrics[1].name", "inst");
    is(function, "metrics[1].unit", "");
    is(function, "metrics[2].name", "memory_type");
    counts(function, "rows", 4);
    is(function, "rows[0].address", "4096");
    is(function, "rows[0].text", "LDC R1, c[0x0][0x28]");
    counts(function, "rows[0].values", 3);
    is(function, "rows[0].values[0]", "3");
    is(function, "rows[0].values[1]", "5");
    counts(function, "rows[0].values[2]", 2);
    is(function, "rows[0].values[2][0].code", "Global");
    is(function, "rows[0].values[2][1].code", "Shared");
    is(function, "rows[0].values[2][1].count", "1");
    counts(function, "rows[0].lines", 1);
    is(function, "rows[0].lines[0].file", "/app/work.cu");
    is(function, "rows[0].lines[0].line", "7");
    /* No value is not 0, and a code without a name is not no value. */
    is(function, "rows[1].text", "@!P0  BRA 0x1030");
    is(function, "rows[1].values[0]", "null");
    is(function, "rows[1].values[1]", "4");
    is(function, "rows[1].values[2]", "null");
    counts(function, "rows[1].lines", 2);
    is(function, "rows[1].lines[0].line", "8");
    is(function, "rows[1].lines[1].file", "/inc/h.h");
    is(function, "rows[1].lines[1].line", "3");
    is(function, "rows[2].values[1]", "null");
    counts(function, "rows[3].values[2]", 0);
    is(function, "rows[3].address", "4144");
    json_node_free(page);
    page = json_of(SOURCE_SASS, "inst");
    counts(page, "results[0].functions[0].metrics", 1);
    counts(page, "results[0].functions[0].rows[0].values", 1);
    json_node_free(page);
}

static void json_has_lines_with_their_instructions(void **state)
{
    (void)state;
    struct json_node *page = json_of(SOURCE_CUDA_SASS, NULL);
    counts(page, "results[0].files", 2);
    const struct json_node *file = json_at(page, "results[0].files[0]");
    is(file, "path", "/app/work.cu");
    is(file, "differs", "true");
    counts(file, "functions", 1);
    is(file, "functions[0].name", "void k(T *)");
    counts(file, "functions[0].metrics", 3);
    counts(file, "functions[0].rows", 2);
    const struct json_node *line = json_at(file, "functions[0].rows[1]");
    is(line, "line", "8");
    is(line, "text", "if (p) printf(\"%d\", *p); // a line that is longer than the sixty columns");
    is(line, "values[0]", "null");
    is(line, "values[1]", "5");
    is(line, "values[2][0].code", "Global");
    counts(line, "instructions", 3);
    is(line, "instructions[0].address", "4112");
    is(line, "instructions[0].values[1]", "4");
    is(line, "instructions[2].text", "EXIT");
    file = json_at(page, "results[0].files[1]");
    is(file, "path", "/inc/h.h");
    assert_null(json_at(file, "differs"));
    assert_null(json_at(file, "functions[0].rows[0].text"));
    is(file, "functions[0].rows[0].values[1]", "4");
    json_node_free(page);
}

/* Two results of one module: the second names the first instead of having the rows again. */
static void json_has_files_once(void **state)
{
    (void)state;
    report_close(report);
    add_launch("");
    build_block(&build, "NumResults: 1 Process { ProcessID: 5 }");
    report = build_open(&build);
    struct json_node *page = json_of(SOURCE_PTX, NULL);
    counts(page, "results", 2);
    counts(page, "results[0].files", 1);
    is(page, "results[0].files[0].module", "7");
    counts(page, "results[0].files[0].rows", 3);
    is(page, "results[0].files[0].rows[2].line", "3");
    is(page, "results[0].files[0].rows[2].text", "ret;\t//");
    counts(page, "results[1].files", 1);
    assert_null(json_at(page, "results[1].files[0].rows"));
    is(page, "results[1].files[0].rows_of", "0");
    json_node_free(page);
    page = json_of(SOURCE_CUDA, NULL);
    is(page, "results[0].files[0].path", "/app/work.cu");
    counts(page, "results[0].files[0].rows", 8);
    is(page, "results[0].files[0].rows[0].text", "#include <h>");
    is(page, "results[1].files[0].rows_of", "0");
    json_node_free(page);
}

static void markdown_is(enum source_kind kind, const char *expected)
{
    struct page_options options = {.page = PAGE_SOURCE,
                                   .format = FORMAT_MARKDOWN,
                                   .source = {.kind = kind, .nvdisasm = program}};
    char *text = print_page(report, &options);
    const char *heading = "### `void k(T *)` (1, 1, 1)x(1, 1, 1)\n\n"
                          "Result 0, process 5 , Context 0, Stream 0, Device 0, CC 0.0\n\n";
    if (strncmp(text, heading, strlen(heading)) != 0 ||
        strcmp(text + strlen(heading), expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s%s", text, heading, expected);
    free(text);
}

static void markdown_has_a_table_for_each_function(void **state)
{
    (void)state;
    markdown_is(SOURCE_SASS, "#### `void k(T *)`\n\n"
                             "| Address | Source | Stall Sampling | Instructions | Space |\n"
                             "| --- | --- | ---: | ---: | ---: |\n"
                             "| `0x1000` | `LDC R1, c[0x0][0x28]` | 3 | 5 | Global,Shared |\n"
                             "| `0x1010` | `@!P0  BRA 0x1030` | 0 | 4 | - |\n"
                             "| `0x1020` | `STG.E desc[UR4][R2.64], R5` | 0 | 0 | Global |\n"
                             "| `0x1030` | `EXIT` | 0 | 1 |  |\n\n");
    markdown_is(SOURCE_PTX, "#### `PTX`\n\n| Line | Source |\n| --- | --- |\n"
                            "| 1 | `.version 9.0` |\n| 2 |  |\n| 3 | `ret; //` |\n\n");
    markdown_is(
        SOURCE_CUDA_SASS,
        "#### `void k(T *)` in `/app/work.cu`\n\n"
        "| Line | Address | Source | Stall Sampling | Instructions | Space |\n"
        "| --- | --- | --- | ---: | ---: | ---: |\n"
        "| 7 |  | `__global__ void k(T *p) {` | 3 | 5 | Global,Shared |\n"
        "|  | `0x1000` | `LDC R1, c[0x0][0x28]` | 3 | 5 | Global,Shared |\n"
        "| 8 |  | `if (p) printf(\"%d\", *p); // a line that is longer than the sixty columns` "
        "| 0 | 5 | Global |\n"
        "|  | `0x1010` | `@!P0  BRA 0x1030` | 0 | 4 | - |\n"
        "|  | `0x1020` | `STG.E desc[UR4][R2.64], R5` | 0 | 0 | Global |\n"
        "|  | `0x1030` | `EXIT` | 0 | 1 |  |\n\n"
        "#### `void k(T *)` in `/inc/h.h`\n\n"
        "| Line | Address | Source | Stall Sampling | Instructions | Space |\n"
        "| --- | --- | --- | ---: | ---: | ---: |\n"
        "| 3 |  |  | 0 | 4 | - |\n"
        "|  | `0x1010` | `@!P0  BRA 0x1030` | 0 | 4 | - |\n\n");
}

static void markdown_leaves_out_metrics_that_are_0_everywhere(void **state)
{
    (void)state;
    static const char idle[] =
        "MetricResults { NameId: 6 MetricValue { Uint64Value: 0 } " AT("4096", "0") AT("4112", "0")
            AT("4128", "0") AT("4144", "0") "} ";
    report_close(report);
    build_free(&build);
    open_report_with(true, idle);
    struct page_options options = {.page = PAGE_SOURCE,
                                   .format = FORMAT_CSV,
                                   .source = {.kind = SOURCE_SASS, .nvdisasm = program}};
    char *csv = print_page(report, &options);
    assert_non_null(strstr(csv, "\"Instructions\",\"Idle\",\"Space\""));
    free(csv);
    markdown_has_a_table_for_each_function(state);
}

/* What a file holds reaches no terminal: bars, back-ticks, escapes, NUL and what is no UTF-8. */
static void hostile_source_is_tame(void **state)
{
    (void)state;
    char *path = mem_printf("%s/work.cu", root);
    FILE *file = fopen(path, "w");
    static const char text[] = "a | `b`\n\x1b[2J\0\x9b\xff\n";
    assert_non_null(file);
    fwrite(text, 1, sizeof text - 1, file);
    fclose(file);
    struct page_options options = {
        .page = PAGE_SOURCE,
        .format = FORMAT_JSON,
        .source = {.kind = SOURCE_CUDA, .named_files = path, .disk = true}};
    char problem[128], *page = print_page(report, &options);
    struct json_node *json = json_parse(page, strlen(page), problem);
    if (!json)
        fail_msg("%s\n%s", problem, page);
    is(json, "results[0].files[0].path", path);
    is(json, "results[0].files[0].differs", "true");
    is(json, "results[0].files[0].rows[0].text", "a | `b`");
    const struct json_node *line = json_at(json, "results[0].files[0].rows[1].text");
    assert_int_equal(line->length, 5 + 6);
    assert_memory_equal(line->text, "\x1b[2J\0\xef\xbf\xbd\xef\xbf\xbd", 11);
    assert_null(strchr(page, 0x1b));
    json_node_free(json);
    free(page);
    options.format = FORMAT_MARKDOWN;
    page = print_page(report, &options);
    assert_non_null(strstr(page, "\n| 1 | `` a \\| `b` `` |\n"));
    assert_null(strchr(page, 0x1b));
    free(page);
    free(path);
}

/* The bundled report with what nvdisasm printed of its modules. */
static void a_real_module_is_disassembled(void **state)
{
    (void)state;
    struct error error = {""};
    struct launch_filter filter = {.count = 1};
    struct report *samples = report_open("tests/data/samples.ncu-rep", &error);
    assert_string_equal(error.text, "");
    struct page_options options = {
        .page = PAGE_SOURCE,
        .format = FORMAT_CSV,
        .filter = &filter,
        .source = {.kind = SOURCE_CUDA_SASS, .nvdisasm = "tests/data/nvdisasm/nvdisasm"}};
    char *text = print_page(samples, &options);
    assert_non_null(strstr(text, "/tests/gpu/bandwidth.cu\"\n\"Function Name\",\"vector_add("));
    assert_non_null(strstr(text, "\n\"7\",\"<Unable to open source file>\",\"-\",\"-\"\n"
                                 "\"\",\"\",\"0x50\",\"      ULDC UR4, c[0x0][0x228]\"\n"
                                 "\"\",\"\",\"0x60\",\"      ISETP.GE.AND P0, PT, R9, UR4, PT\"\n"
                                 "\"\",\"\",\"0x70\",\"@P0   EXIT\"\n"));
    free(text);
    options.source.kind = SOURCE_PTX;
    text = print_page(samples, &options);
    assert_non_null(strstr(text, ".visible .entry _Z10vector_addPKfS0_Pfi("));
    free(text);
    report_close(samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sass_has_metrics_by_instruction, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ptx_is_printed_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cuda_shows_the_file_of_the_kernel, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_have_their_instructions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_noted_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_disassembly_without_the_function_is_noted, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_disassembly_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(metrics_and_names_are_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(metrics_of_the_command_line_have_columns, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(json_has_numbers_by_instruction, set_up, tear_down),
        cmocka_unit_test_setup_teardown(json_has_lines_with_their_instructions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(json_has_files_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(markdown_has_a_table_for_each_function, set_up, tear_down),
        cmocka_unit_test_setup_teardown(markdown_leaves_out_metrics_that_are_0_everywhere, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(hostile_source_is_tame, set_up, tear_down),
        cmocka_unit_test(a_real_module_is_disassembled),
    };
    return cmocka_run_group_tests_name("page_source", tests, NULL, NULL);
}
