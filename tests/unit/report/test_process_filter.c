#include "report/filter/process_filter.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

#define MEASURE PROCESS_MEASURE
#define LEAVE PROCESS_LEAVE
#define TREE PROCESS_LEAVE_TREE

static void expect(const char *list, const char *path, enum process_verdict verdict)
{
    struct process_filter filter = {0};
    struct error error = {""};
    if (!process_filter_add(&filter, list, &error))
        fail_msg("%s: %s", list, error.text);
    if (process_filter_judge(&filter, path, NULL) != verdict)
        fail_msg("%s of %s is not %d", path, list, (int)verdict);
    process_filter_free(&filter);
}

static void without_items_all_are_taken(void **state)
{
    (void)state;
    struct process_filter filter = {0};
    assert_int_equal(process_filter_judge(&filter, "/bin/a", NULL), MEASURE);
}

static void names_are_those_of_files_and_whole(void **state)
{
    (void)state;
    expect("app", "/opt/app", MEASURE);
    expect("app", "app", MEASURE);
    expect("app", "/app/run", LEAVE);
    expect("app", "/opt/app2", LEAVE);
    expect("regex:pp", "/opt/app2", MEASURE);
    expect("regex:opt", "/opt/app2", LEAVE);
    expect("regex:^app[0-9]$,python3", "/opt/app2", MEASURE);
    expect("regex:^app[0-9]$,python3", "/usr/bin/python3", MEASURE);
}

static void what_is_not_named_is_taken_unless_something_is(void **state)
{
    (void)state;
    expect("exclude:sh", "/bin/sh", LEAVE);
    expect("exclude:sh", "/bin/app", MEASURE);
    expect("exclude:sh,app", "/bin/app", MEASURE);
    expect("exclude:sh,app", "/bin/other", LEAVE);
    expect("exclude-tree:make", "/bin/make", TREE);
    expect("exclude-tree:make", "/bin/app", MEASURE);
    expect("exclude-tree:regex:^m,exclude:regex:^m", "/bin/make", TREE);
}

static void the_first_that_fits_decides(void **state)
{
    (void)state;
    expect("app,exclude:app", "app", MEASURE);
    expect("exclude:app,app", "app", LEAVE);
    expect("exclude:app2,regex:^app", "app2", LEAVE);
    expect("exclude:app2,regex:^app", "app3", MEASURE);
    expect("exclude:app,exclude-tree:app", "app", LEAVE);
}

static void a_process_may_have_two_names(void **state)
{
    (void)state;
    struct process_filter filter = {0};
    assert_true(process_filter_add(&filter, "exclude-tree:sh", NULL));
    assert_int_equal(process_filter_judge(&filter, "/bin/dash", "sh"), TREE);
    assert_int_equal(process_filter_judge(&filter, "/bin/dash", "ash"), MEASURE);
    /* A second list adds to the first. */
    assert_true(process_filter_add(&filter, "ash", NULL));
    assert_int_equal(process_filter_judge(&filter, "/bin/dash", "ash"), MEASURE);
    assert_int_equal(process_filter_judge(&filter, "/bin/dash", "bash"), LEAVE);
    process_filter_free(&filter);
}

static void what_is_no_list_is_refused(void **state)
{
    (void)state;
    static const char *const lists[] = {"", "a,", ",a", "exclude:", "a,exclude-tree:", "regex:("};
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct process_filter filter = {0};
        struct error error = {""};
        if (process_filter_add(&filter, lists[i], &error))
            fail_msg("\"%s\" is taken", lists[i]);
        assert_true(*error.text);
        process_filter_free(&filter);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_items_all_are_taken),
        cmocka_unit_test(names_are_those_of_files_and_whole),
        cmocka_unit_test(what_is_not_named_is_taken_unless_something_is),
        cmocka_unit_test(the_first_that_fits_decides),
        cmocka_unit_test(a_process_may_have_two_names),
        cmocka_unit_test(what_is_no_list_is_refused),
    };
    return cmocka_run_group_tests_name("process_filter", tests, NULL, NULL);
}
