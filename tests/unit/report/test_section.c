#include "report/section/section.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/textproto.h"
#include "report/section/section_scope.h"
#include "temp_folder.h"

static void the_built_in_sections_are_good_and_ordered(void **state)
{
    (void)state;
    struct section_library library;
    section_library_init(&library);
    assert_true(library.count > 0);
    for (size_t i = 0; i < library.count; i++) {
        if (!library.sections[i].message)
            fail_msg("%s", library.sections[i].error.text);
        if (i)
            assert_true(library.sections[i - 1].message->order <=
                        library.sections[i].message->order);
    }
    assert_non_null(section_find(&library, "SpeedOfLight"));
    assert_null(section_find(&library, "NoSuchSection"));
    section_library_free(&library);
    assert_int_equal(library.count, 0);
}

static char *folder;

static int make_folder(void **state)
{
    (void)state;
    folder = temp_folder_new();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return temp_folder_free(folder);
}

static void a_folder_adds_and_replaces(void **state)
{
    (void)state;
    temp_folder_put(folder, "a.section", "Identifier: 'Mine' DisplayName: 'Mine' Order: 0");
    temp_folder_put(folder, "b.section",
                    "Identifier: 'SpeedOfLight' DisplayName: 'My own' Order: 1");
    temp_folder_put(folder, "notes.txt", "no section");
    struct section_library library;
    section_library_init(&library);
    size_t before = library.count;
    assert_true(section_library_add_folder(&library, folder, NULL));
    assert_int_equal(library.count, before + 1);
    assert_string_equal(library.sections[0].message->identifier, "Mine");
    assert_string_equal(section_find(&library, "SpeedOfLight")->displayname, "My own");
    assert_null(library.sections[0].replaces);
    assert_string_equal(library.sections[1].replaces, "the built-in one");
    assert_false(library.sections[1].built_in);
    assert_true(library.sections[2].built_in);
    /* Once more: it replaces its own file. */
    assert_true(section_library_add_folder(&library, folder, NULL));
    assert_int_equal(library.count, before + 1);
    assert_string_equal(library.sections[0].replaces, library.sections[0].file);
    section_library_free(&library);
}

static void what_is_broken_now_is_kept_from_before(void **state)
{
    (void)state;
    temp_folder_put(folder, "a.section", "Identifier: 'A' DisplayName: 'good' Order: 2");
    temp_folder_put(folder, "b.section", "Identifier: 'B' DisplayName: 'gone' Order: 1");
    struct section_library old = {0}, library = {0};
    assert_true(section_library_add_folder(&old, folder, NULL));
    temp_folder_put(folder, "a.section", "Identifier: 'A' DisplayName: bad");
    temp_folder_put(folder, "b.section", "Identifier: 'C' DisplayName: 'new'");
    assert_true(section_library_add_folder(&library, folder, NULL));
    section_library_keep(&library, &old);
    section_library_free(&old);
    assert_int_equal(library.count, 3);
    assert_string_equal(library.sections[0].message->identifier, "C");
    assert_string_equal(library.sections[1].message->displayname, "good");
    assert_null(library.sections[2].message);
    assert_non_null(strstr(library.sections[2].error.text, "a.section:1:30: "));
    section_library_free(&library);
}

static void the_users_folder_is_read_if_there_is_one(void **state)
{
    (void)state;
    struct section_library library = {0};
    struct error error = {""};
    char *inner = mem_printf("%s/rooftop/sections", folder);
    char *path = mem_printf("%s/mine.section", inner);
    setenv("XDG_CONFIG_HOME", folder, 1);
    assert_true(section_library_add_user(&library, &error));
    assert_int_equal(library.count, 0);
    temp_folder_put(folder, "rooftop/sections/mine.section",
                    "Identifier: 'Mine' DisplayName: 'Mine'");
    assert_true(section_library_add_user(&library, &error));
    assert_int_equal(library.count, 1);
    assert_string_equal(library.sections[0].message->identifier, "Mine");
    /* A file of that name is no folder. */
    unlink(path);
    rmdir(inner);
    temp_folder_put(folder, "rooftop/sections", "");
    assert_false(section_library_add_user(&library, &error));
    assert_non_null(strstr(error.text, inner));
    unsetenv("XDG_CONFIG_HOME");
    section_library_free(&library);
    free(path);
    free(inner);
}

static void a_wrong_definition_is_said_beside_the_section(void **state)
{
    (void)state;
    static const char good[] = "Identifier: 'A' DisplayName: 'good' MetricDefinitions {"
                               " MetricDefinitions { Name: 'm' Expression: 'x * 2' } }";
    struct section_library old = {0}, library = {0};
    temp_folder_put(folder, "a.section", good);
    assert_true(section_library_add_folder(&old, folder, NULL));
    assert_string_equal(old.sections[0].error.text, "");
    temp_folder_put(folder, "a.section",
                    "Identifier: 'A' DisplayName: 'new' MetricDefinitions {\n"
                    " MetricDefinitions { Name: 'm'\n Expression: 'x *' } }");
    assert_true(section_library_add_folder(&library, folder, NULL));
    assert_string_equal(library.sections[0].message->displayname, "new");
    assert_non_null(strstr(library.sections[0].error.text,
                           "a.section:3:2: m: an operand is missing at column 4 of \"x *\""));
    /* What was wrong before, too, is no better than what is there now. */
    struct section_library now = {0};
    assert_true(section_library_add_folder(&now, folder, NULL));
    section_library_keep(&now, &library);
    assert_string_equal(now.sections[0].message->displayname, "new");
    section_library_keep(&library, &old);
    section_library_free(&old);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(library.count, 1);
        assert_string_equal(library.sections[0].message->displayname, "good");
        assert_non_null(strstr(library.sections[0].error.text, "an operand"));
        section_library_keep(&now, &library);
        section_library_free(&library);
        library = now;
        now = (struct section_library){0};
    }
}

static void a_broken_file_never_stops_the_others(void **state)
{
    (void)state;
    temp_folder_put(folder, "a.section", "Identifier: 'A' DisplayName: 'A'\nOder: 1");
    temp_folder_put(folder, "b.section", "Identifier: 'B' DisplayName: 'B'");
    temp_folder_put(folder, "c.section", "");
    char *inner = mem_printf("%s/d.section", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    struct section_library library = {0};
    assert_true(section_library_add_folder(&library, folder, NULL));
    assert_int_equal(library.count, 4);
    assert_string_equal(library.sections[0].message->identifier, "B");
    bool named = false, is_folder = false;
    for (size_t i = 1; i < 4; i++) {
        assert_null(library.sections[i].message);
        assert_non_null(strstr(library.sections[i].error.text, library.sections[i].file));
        named |= strstr(library.sections[i].error.text,
                        "a.section:2:1: ProfilerSection has no field \"Oder\", nearest is "
                        "\"Order\"") != NULL;
        is_folder |= strstr(library.sections[i].error.text, "is a folder") != NULL;
    }
    assert_true(named && is_folder);
    section_library_free(&library);
    free(inner);
}

static void a_missing_folder_is_an_error(void **state)
{
    (void)state;
    struct section_library library = {0};
    struct error error;
    assert_false(section_library_add_folder(&library, "/nonexistent", &error));
    assert_string_equal(error.text,
                        "/nonexistent: cannot read the folder: No such file or directory");
    section_library_free(&library);
}

static void note(void *context, const char *name)
{
    strbuf_addf(context, "%s ", name);
}

static void sets_are_listed_once(void **state)
{
    (void)state;
    temp_folder_put(folder, "a.section",
                    "Identifier: 'A' DisplayName: 'A' Sets { Identifier: 'full' } "
                    "Sets { Identifier: 'basic' }");
    temp_folder_put(folder, "b.section",
                    "Identifier: 'B' DisplayName: 'B' Sets { Identifier: 'full' }");
    temp_folder_put(folder, "c.section", "broken");
    struct section_library library = {0};
    struct strbuf sets = {0};
    assert_true(section_library_add_folder(&library, folder, NULL));
    section_sets(&library, note, &sets);
    assert_string_equal(sets.data, "full basic ");
    assert_true(section_in_set(section_find(&library, "B"), "full"));
    assert_false(section_in_set(section_find(&library, "B"), "basic"));
    strbuf_free(&sets);
    section_library_free(&library);
}

static bool passes(const char *filter, unsigned arch, Rep__CollectionScope scope, float driver)
{
    struct error error = {""};
    Rep__MetricOptionFilter *message = (Rep__MetricOptionFilter *)textproto_parse(
        &rep__metric_option_filter__descriptor, "filter", filter, strlen(filter), &error);
    if (!message)
        fail_msg("%s", error.text);
    bool good = section_filter_passes(message, &(struct section_scope){arch, scope, driver});
    rep__metric_option_filter__free_unpacked(message, NULL);
    return good;
}

#define LAUNCH REP__COLLECTION_SCOPE__CollectionScope_Launch
#define RANGE REP__COLLECTION_SCOPE__CollectionScope_Range
#define CMDLIST REP__COLLECTION_SCOPE__CollectionScope_Cmdlist

static void filters_by_chip(void **state)
{
    (void)state;
    assert_true(passes("", 90, LAUNCH, 580));
    assert_true(passes("MinArch: CC_90", 90, LAUNCH, 580));
    assert_true(passes("MinArch: CC_80", 90, LAUNCH, 580));
    assert_false(passes("MinArch: CC_100", 90, LAUNCH, 580));
    assert_true(passes("MaxArch: CC_90", 90, LAUNCH, 580));
    assert_false(passes("MaxArch: CC_89", 90, LAUNCH, 580));
    assert_true(passes("MinArch: CC_75 MaxArch: CC_121", 90, LAUNCH, 580));
    assert_true(passes("MinArch: CC_121 MaxArch: CC_121", 121, LAUNCH, 580));
    /* An unknown chip passes every limit. */
    assert_true(passes("MinArch: CC_100 MaxArch: CC_100", 0, LAUNCH, 580));
    assert_true(section_filter_passes(NULL, &(struct section_scope){90, LAUNCH, 580}));
}

static void items_replace_the_range(void **state)
{
    (void)state;
    const char *two = "Items { MinArch: CC_75 MaxArch: CC_80 } Items { MinArch: CC_90 }";
    assert_true(passes(two, 75, LAUNCH, 580));
    assert_true(passes(two, 80, LAUNCH, 580));
    assert_false(passes(two, 86, LAUNCH, 580));
    assert_true(passes(two, 90, LAUNCH, 580));
    assert_true(passes(two, 121, LAUNCH, 580));
    assert_false(passes("MinArch: CC_75 Items { MaxArch: CC_80 }", 90, LAUNCH, 580));
    assert_true(passes("MinArch: CC_100 Items { MinArch: CC_90 }", 90, LAUNCH, 580));
    assert_true(passes("Items {}", 90, LAUNCH, 580));
}

static void filters_by_driver(void **state)
{
    (void)state;
    assert_true(passes("MinKmd: 560", 90, LAUNCH, 580.159f));
    assert_true(passes("MinKmd: 560", 90, LAUNCH, 560));
    assert_false(passes("MinKmd: 560", 90, LAUNCH, 559.9f));
    assert_false(passes("MaxKmd: 559", 90, LAUNCH, 560));
    assert_true(passes("MaxKmd: 559", 90, LAUNCH, 0)); /* unknown */
    assert_false(passes("Items { MinArch: CC_90 MaxKmd: 559 }", 90, LAUNCH, 580));
    assert_true(passes("Items { MinArch: CC_90 MinKmd: 560 }", 90, LAUNCH, 580));
}

static bool passes_on(bool is_virtual, const char *vgpu)
{
    Rep__MetricOptionFilter filter = REP__METRIC_OPTION_FILTER__INIT;
    filter.has_vgpu = vgpu != NULL;
    if (vgpu)
        filter.vgpu =
            protobuf_c_enum_descriptor_get_value_by_name(&rep__platform_support__descriptor, vgpu)
                ->value;
    return section_filter_passes(
        &filter, &(struct section_scope){90, LAUNCH, 580, .is_virtual = is_virtual});
}

static void filters_by_virtual_gpu(void **state)
{
    (void)state;
    for (int is_virtual = 0; is_virtual < 2; is_virtual++) {
        assert_true(passes_on(is_virtual, NULL));
        assert_true(passes_on(is_virtual, "Platform_Supported"));
        assert_int_equal(passes_on(is_virtual, "Platform_NotSupported"), !is_virtual);
        assert_int_equal(passes_on(is_virtual, "Platform_Required"), is_virtual);
    }
    /* Cells of a section that the GPU cannot have are not there either. */
    Rep__ProfilerSection *section = build_section(
        "Identifier: 'S' DisplayName: 'S' Filter { VGpu: Platform_NotSupported } Header { Metrics "
        "{ Name: 'a.sum' Filter { CollectionFilter { CollectionScopes: CollectionScope_Launch } } "
        "} }");
    assert_true(section_applies(section, &(struct section_scope){90, LAUNCH, 580}));
    assert_false(section_applies(section, &(struct section_scope){90, LAUNCH, 580, true}));
    protobuf_c_message_free_unpacked(&section->base, NULL);
}

static void filters_by_kind_of_result(void **state)
{
    (void)state;
    const char *launch = "CollectionFilter { CollectionScopes: CollectionScope_Launch }";
    const char *two = "CollectionFilter { CollectionScopes: CollectionScope_Launch "
                      "CollectionScopes: CollectionScope_Range }";
    assert_true(passes(launch, 90, LAUNCH, 580));
    assert_false(passes(launch, 90, RANGE, 580));
    assert_true(passes(two, 90, RANGE, 580));
    assert_false(passes(two, 90, CMDLIST, 580));
    assert_true(passes("CollectionFilter {}", 90, CMDLIST, 580));
    assert_false(passes("MinArch: CC_100 CollectionFilter { CollectionScopes: "
                        "CollectionScope_Launch }",
                        90, LAUNCH, 580));
    assert_false(passes("Items { MinArch: CC_90 } CollectionFilter { CollectionScopes: "
                        "CollectionScope_Range }",
                        90, LAUNCH, 580));
}

/* What a section of one header metric collects here; "-" for nothing. */
static void collects(const char *section_filter, const char *metric, unsigned arch,
                     Rep__CollectionScope scope, const char *name, const char *label)
{
    char *text = mem_printf("Identifier: 'S' DisplayName: 'S' %s Header { Metrics { %s } }",
                            section_filter, metric);
    Rep__ProfilerSection *section = build_section(text);
    struct section_scope here = {arch, scope, 580};
    const char *shown = NULL,
               *found = section_metric_here(section->header->metrics[0], section, &here, &shown);
    assert_string_equal(found ? found : "-", name);
    if (found)
        assert_string_equal(shown, label);
    assert_int_equal(section_has_cells(section, &here), found != NULL);
    rep__profiler_section__free_unpacked(section, NULL);
    free(text);
}

static void labels_fall_back_to_the_name(void **state)
{
    (void)state;
    collects("", "Name: 'a' Label: 'A'", 90, LAUNCH, "a", "A");
    collects("", "Name: 'a' Label: ''", 90, LAUNCH, "a", "a");
    collects("", "Name: 'a'", 90, LAUNCH, "a", "a");
    collects("", "Name: ''", 90, LAUNCH, "", "");
}

static void the_first_option_that_passes_stands_for_the_metric(void **state)
{
    (void)state;
    const char *metric = "Name: 'base' Label: 'L' Filter { MaxArch: CC_80 } "
                         "Options { Name: 'new' Filter { MinArch: CC_90 MaxArch: CC_90 } } "
                         "Options { Name: 'newer' Label: 'N' Filter { MinArch: CC_90 } }";
    collects("", metric, 80, LAUNCH, "base", "L");
    collects("", metric, 86, LAUNCH, "-", "");
    collects("", metric, 90, LAUNCH, "new", "L");
    collects("", metric, 100, LAUNCH, "newer", "N");
}

static void a_scope_of_the_metric_overrides_the_sections(void **state)
{
    (void)state;
    const char *launch_only =
        "Filter { CollectionFilter { CollectionScopes: CollectionScope_Launch } }";
    collects(launch_only, "Name: 'a'", 90, LAUNCH, "a", "a");
    collects(launch_only, "Name: 'a'", 90, RANGE, "-", "");
    collects(launch_only,
             "Name: 'a' Filter { CollectionFilter { CollectionScopes: CollectionScope_Range } }",
             90, RANGE, "a", "a");
    collects(launch_only, "Name: 'a' Filter { MinArch: CC_100 }", 90, LAUNCH, "-", "");
}

static void the_chips_of_a_metric_override_the_sections(void **state)
{
    (void)state;
    static const char newer[] = "Filter { MinArch: CC_100 }";
    collects(newer, "Name: 'a' Filter { MinArch: CC_80 }", 90, LAUNCH, "a", "a");
    collects(newer, "Name: 'a' Filter { Items { MaxArch: CC_90 } }", 90, LAUNCH, "a", "a");
    collects(newer, "Name: 'a' Filter { MaxArch: CC_86 }", 90, LAUNCH, "-", "");
    collects(newer, "Name: 'a' Options { Name: 'b' Filter { MinArch: CC_90 MaxArch: CC_90 } }", 90,
             LAUNCH, "b", "a");
    collects(newer, "Name: 'a'", 90, LAUNCH, "-", "");
    /* Chips say nothing about the kind of result. */
    collects("Filter { CollectionFilter { CollectionScopes: CollectionScope_Launch } }",
             "Name: 'a' Filter { MinArch: CC_80 }", 90, RANGE, "-", "");
}

static void errors_of_meaning_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"DisplayName: 'x'\nIdentifier: ''", "a.section:2:1: the Identifier is empty"},
        {"\n Identifier: 'my own' DisplayName: 'x'",
         "a.section:2:2: the Identifier \"my own\" has a blank"},
        {"Identifier: 'A' DisplayName: 'x' Body {\nItems {\n Table { Columns: 1 }\n BarChart {} } "
         "}",
         "a.section:4:2: Items has Table and BarChart; give each an Items of its own"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct section_library library = {0};
        temp_folder_put(folder, "a.section", cases[i].text);
        assert_true(section_library_add_folder(&library, folder, NULL));
        assert_null(library.sections[0].message);
        if (!strstr(library.sections[0].error.text, cases[i].error))
            fail_msg("%s\nis not\n%s", library.sections[0].error.text, cases[i].error);
        section_library_free(&library);
    }
}

static void a_metric_that_cannot_be_read_costs_its_section_nothing_else(void **state)
{
    (void)state;
    temp_folder_put(
        folder, "a.section",
        "Identifier: 'A' DisplayName: 'x'\n"
        "Header { Metrics { Name: 'one' }\n Metrics { Name: 'regex:sm__' } }\n"
        "Body { Items { Table { Metrics { Name: 'regex:((' }\n"
        "Metrics { Name: 'two' Options {\n Name: 'regex:[' } Options { Name: 'c' } } } } "
        "}");
    struct section_library library = {0};
    assert_true(section_library_add_folder(&library, folder, NULL));
    const Rep__ProfilerSection *section = library.sections[0].message;
    assert_non_null(section);
    assert_int_equal(section->header->n_metrics, 1);
    assert_string_equal(section->header->metrics[0]->name, "one");
    const Rep__ProfilerSectionTable *table = section->body[0]->items[0]->table;
    assert_int_equal(table->columns, 1);
    assert_int_equal(table->n_metrics, 1);
    assert_string_equal(table->metrics[0]->name, "two");
    assert_int_equal(table->metrics[0]->n_options, 1);
    assert_string_equal(table->metrics[0]->options[0]->name, "c");
    static const char *const said[] = {
        "a.section:3:2: a Header takes no \"regex:sm__\"",
        "a.section:4:34: \"((\" is not a regular expression",
        "a.section:6:2: \"[\" is not a regular expression",
    };
    for (size_t i = 0; i < COUNT(said); i++)
        if (!strstr(library.sections[0].error.text, said[i]))
            fail_msg("%s\nlacks\n%s", library.sections[0].error.text, said[i]);
    section_library_free(&library);
}

/* Only the scope is overridden: a section for other chips stays away. */
static void a_scope_does_not_override_the_chips_of_the_section(void **state)
{
    (void)state;
    collects("Filter { MinArch: CC_100 }",
             "Name: 'a' Filter { CollectionFilter { CollectionScopes: CollectionScope_Launch } }",
             90, LAUNCH, "-", "");
}

#define in_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_sections_are_good_and_ordered),
        in_folder(a_folder_adds_and_replaces),
        in_folder(the_users_folder_is_read_if_there_is_one),
        in_folder(what_is_broken_now_is_kept_from_before),
        in_folder(a_wrong_definition_is_said_beside_the_section),
        in_folder(a_broken_file_never_stops_the_others),
        cmocka_unit_test(a_missing_folder_is_an_error),
        in_folder(sets_are_listed_once),
        cmocka_unit_test(filters_by_chip),
        cmocka_unit_test(items_replace_the_range),
        cmocka_unit_test(filters_by_driver),
        cmocka_unit_test(filters_by_virtual_gpu),
        cmocka_unit_test(filters_by_kind_of_result),
        cmocka_unit_test(labels_fall_back_to_the_name),
        cmocka_unit_test(the_first_option_that_passes_stands_for_the_metric),
        cmocka_unit_test(a_scope_of_the_metric_overrides_the_sections),
        cmocka_unit_test(the_chips_of_a_metric_override_the_sections),
        in_folder(errors_of_meaning_have_a_place),
        in_folder(a_metric_that_cannot_be_read_costs_its_section_nothing_else),
        cmocka_unit_test(a_scope_does_not_override_the_chips_of_the_section),
    };
    return cmocka_run_group_tests_name("section", tests, NULL, NULL);
}
