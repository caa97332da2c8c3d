#include "report/section/section_cut.h"

#include "build_report.h"

static void only_items_that_apply_are_kept(void **state)
{
    (void)state;
    Rep__ProfilerSection *section = build_section(
        "Identifier: 'S' DisplayName: 'S' Header { Metrics { Name: 'h' } } "
        "Body { DisplayName: 'one' Items { Filter { MaxArch: CC_80 } MemoryChart {} }"
        "  Items { Filter { MinArch: CC_90 } NvlinkTopology {} } Items { NumaIdTable {} } } "
        "Body { Items { Filter { MinArch: CC_100 } MemoryChart {} } }");
    struct section_scope scope = {90, REP__COLLECTION_SCOPE__CollectionScope_Launch, 580};
    Rep__ProfilerSection *cut = section_cut(section, &scope);
    assert_string_equal(cut->identifier, "S");
    assert_ptr_equal(cut->header, section->header);
    assert_int_equal(cut->n_body, 2);
    assert_string_equal(cut->body[0]->displayname, "one");
    assert_int_equal(cut->body[0]->n_items, 2);
    assert_non_null(cut->body[0]->items[0]->nvlinktopology);
    assert_non_null(cut->body[0]->items[1]->numaidtable);
    assert_int_equal(cut->body[1]->n_items, 0);
    section_cut_free(cut);
    assert_int_equal(section->body[0]->n_items, 3);
    assert_non_null(section->body[1]->items[0]->memorychart);
    rep__profiler_section__free_unpacked(section, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_items_that_apply_are_kept)};
    return cmocka_run_group_tests_name("section_cut", tests, NULL, NULL);
}
