#include "report/content/result_notes.h"

#include <stdlib.h>
#include <string.h>

#include "notes_sample.h"

static void print(struct strbuf *out, const struct result *result, bool of_report_too)
{
    size_t count;
    struct note_block *blocks = result_notes(result, of_report_too, &count);
    strbuf_adds(out, "");
    for (size_t i = 0; i < count; i++) {
        strbuf_addf(out, "%s|%s|%s\n", blocks[i].id, blocks[i].title, blocks[i].digest);
        for (size_t j = 0; j < blocks[i].count; j++)
            strbuf_addf(out, "%*s%s\n", 2 * (int)blocks[i].lines[j].indent + 1, " ",
                        blocks[i].lines[j].text);
    }
    result_notes_free(blocks, count);
}

static void blocks_in_order(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf text = {0};
    build_notes(&build);
    struct report *report = build_open(&build);
    print(&text, report_result(report, 0, NULL), true);
    assert_string_equal(text.data,
                        "comments|Comments|the report of Monday\n"
                        " report\n   the report of Monday\n"
                        " kernel\n   slower than last week\n   look at the stores\n"
                        " Launch Statistics\n   too few blocks\n"
                        " Absent, me\n   gone\n"
                        "nvtx|NVTX|epoch 1 / forward / assemble / loader / registered / copy\n"
                        " thread 7 (main), domain <default domain>\n"
                        "   epoch 1\n"
                        "     forward  colour #00ff80, payload -5, category 3\n"
                        " thread 7 (main), domain solver\n"
                        "   assemble  payload 0.25, category 3 (io), message matrix\x1b[2J\n"
                        " thread 8, domain <default domain>, not launching\n"
                        "   loader\n"
                        " started, domain solver\n"
                        "   registered  id 4, thread 8\n"
                        "   copy  id 5\n"
                        "call-stack|Call stack (native)|4 frames\n"
                        " #0 0x7f0000001000 cudaLaunchKernel of /opt/lib/libcudart.so.13\n"
                        " #1 0x55f000002000 step(float\x1b]0;x\x07*) of /home/me/app\n"
                        " #2 0x55f000003000 of /home/me/app\n"
                        " #3 0x55f000004000 _start of /home/me/app\n"
                        "python-stack|Call stack (Python)|2 frames\n"
                        " #0 <module> at train.py:40\n"
                        " #1 forward at model.py:12\n");
    strbuf_free(&text);
    /* Without the report's own comment nothing is left of a plain result. */
    print(&text, report_result(report, 1, NULL), false);
    assert_string_equal(text.data, "");
    strbuf_free(&text);
    report_close(report);
    build_free(&build);
}

/* Of several reports each one's comment stands at its first result. */
static void comments_of_several_reports(void **state)
{
    (void)state;
    static const struct page_options pages[] = {
        {.page = PAGE_DETAILS}, {.page = PAGE_RAW}, {.format = FORMAT_MARKDOWN}};
    struct build build = {0};
    struct report *report = report_new_list();
    build_notes(&build);
    report_add_bytes(report, "a", (const uint8_t *)build.file.data, build.file.length, NULL);
    report_add_bytes(report, "b", (const uint8_t *)build.file.data, build.file.length, NULL);
    assert_int_equal(report_count(report), 4);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        size_t count = 0;
        char *text = print_page(report, &pages[i]);
        for (const char *at = text; (at = strstr(at, "the report of Monday")); at++)
            count++;
        assert_int_equal(count, 2);
        free(text);
    }
    report_close(report);
    build_free(&build);
}

/* On the details page the comment on the report stands once. */
static void below_the_name_of_the_kernel(void **state)
{
    (void)state;
    struct build build = {0};
    build_notes(&build);
    struct report *report = build_open(&build);
    struct page_options options = {.page = PAGE_DETAILS};
    use_locale("C.UTF-8");
    char *text = print_page(report, &options);
    assert_non_null(strstr(text, "  noted(int *) (8, 1, 1)x(64, 1, 1), Context 1, Stream 7, "
                                 "Device 0, CC 9.0\n"
                                 "    Comments\n"
                                 "      report\n"
                                 "        the report of Monday\n"));
    assert_non_null(strstr(text, "\n\n    NVTX Push/Pop Stack for Thread 7:\n"
                                 "      <default domain>\n"
                                 "        <0,epoch 1>\n"
                                 "        <1,forward>\n"));
    assert_non_null(strstr(text, "          RGB: 0xff00ff80\n"));
    assert_non_null(strstr(text, "\n\n    Python Call Stack:\n"));
    assert_non_null(strstr(text, "      #1 forward\n         at model.py:12\n\n"));
    assert_null(strstr(strstr(text, "Monday") + 1, "Monday"));
    assert_null(strchr(text, '\x1b'));
    free(text);
    options.format = FORMAT_CSV;
    text = print_page(report, &options);
    assert_null(strstr(text, "Monday"));
    free(text);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_in_order),
        cmocka_unit_test(below_the_name_of_the_kernel),
        cmocka_unit_test(comments_of_several_reports),
    };
    return cmocka_run_group_tests_name("result_notes", tests, NULL, NULL);
}
