#include "report/section/section_items.h"

#include <string.h>

#include "build_report.h"

static void note(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                 size_t number)
{
    const char *kind = item->table                 ? "table"
                       : item->horizontalcontainer ? "container"
                       : item->memorychart         ? "chart"
                                                   : "other";
    strbuf_addf(context, "%zu %zu %s;", number, body, kind);
}

/* What is in a container follows it; what does not apply has no number. */
static void items_in_order(void **state)
{
    (void)state;
    Rep__ProfilerSection *section = build_section(
        "Identifier: 'I' DisplayName: 'D' "
        "Body { DisplayName: 'one' Items { HorizontalContainer { Items { Table { Columns: 1 } } "
        "Items { MemoryChart { } Filter { MinArch: CC_100 } } Items { MemoryChart { } } } } } "
        "Body { Items { Timeline { } } Items { Table { Columns: 1 } Filter { MaxArch: CC_80 } } }");
    struct strbuf text = {0};
    struct section_scope scope = {.arch = 90};
    section_items(section, &scope, note, &text);
    assert_string_equal(text.data, "0 0 container;1 0 table;2 0 chart;3 1 other;");
    strbuf_clear(&text);
    scope.arch = 75;
    section_items(section, &scope, note, &text);
    assert_string_equal(text.data, "0 0 container;1 0 table;2 0 chart;3 1 other;4 1 table;");
    strbuf_free(&text);
    protobuf_c_message_free_unpacked(&section->base, NULL);
}

/* A container that does not apply takes what is in it along. */
static void a_filter_of_a_container(void **state)
{
    (void)state;
    Rep__ProfilerSection *section = build_section(
        "Identifier: 'I' DisplayName: 'D' Body { Items { HorizontalContainer { Items { MemoryChart "
        "{ } } } Filter { MinArch: CC_100 } } }");
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    section_items(section, &(struct section_scope){.arch = 90}, note, &text);
    assert_string_equal(text.data, "");
    strbuf_free(&text);
    protobuf_c_message_free_unpacked(&section->base, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_in_order),
        cmocka_unit_test(a_filter_of_a_container),
    };
    return cmocka_run_group_tests_name("section_items", tests, NULL, NULL);
}
