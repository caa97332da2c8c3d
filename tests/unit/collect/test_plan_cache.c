#include "collect/plan/plan_cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static const uint8_t counters[] = {1, 2, 3};
static const char *metrics[] = {"sm__cycles_active", "gpu__time_duration.sum"};

static struct section_library sections;
static char *root, *folder, *library;

static void write_library(const char *text)
{
    FILE *file = fopen(library, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    root = temp_folder_new();
    setenv("XDG_CACHE_HOME", root, 1);
    folder = disk_cache_folder("schedules");
    library = mem_printf("%s/libcupti.so", root);
    write_library("a library");
    section_library_init(&sections);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    section_library_free(&sections);
    free(folder);
    free(library);
    return temp_folder_free(root);
}

/* What is asked for; each test changes one part. */
struct question {
    struct plan_cache cache;
    struct plan_request request;
    struct section_scope scope;
    const char *set;
};

static struct question usual(void)
{
    return (struct question){.cache = {folder, library, "GH100", counters, sizeof counters},
                             .request = {.metrics = metrics, .metric_count = 2},
                             .scope = {.arch = 90},
                             .set = "basic"};
}

static void put(struct question q, const struct chip_plan *plan)
{
    struct plan request;
    struct error error;
    q.request.sets = &q.set;
    q.request.set_count = 1;
    assert_true(plan_make(&request, &sections, &q.request, &error));
    plan_cache_put(plan, &q.cache, &request, &q.scope);
    plan_free(&request);
}

static bool get(struct question q, struct chip_plan *plan)
{
    struct plan request;
    struct error error;
    q.request.sets = &q.set;
    q.request.set_count = 1;
    assert_true(plan_make(&request, &sections, &q.request, &error));
    bool got = plan_cache_get(plan, &q.cache, &request, &q.scope);
    plan_free(&request);
    return got;
}

static bool is_kept(struct question q)
{
    struct chip_plan plan;
    bool got = get(q, &plan);
    if (got)
        chip_plan_free(&plan);
    return got;
}

static void put_usual(void)
{
    char *names[] = {"a__b.sum", "c__d.avg"}, *refused[] = {"e__f.max"},
         *requested[] = {"a__b.sum"};
    char gaps[] = "PM sampling", *notes[] = {"old is new"};
    struct plan_text definitions[] = {{"old", "a__b.sum"}};
    unsigned char image[] = {0, 9, 0, 8};
    struct plan_group groups[] = {{names, 2, 2, image, sizeof image, 3},
                                  {names + 1, 1, 1, image, 1, 1}};
    struct plan_text texts[] = {{"breakdown:x", "a__b.sum,c__d.avg"}};
    const struct chip_plan plan = {.groups = groups,
                                   .group_count = 2,
                                   .texts = texts,
                                   .text_count = 1,
                                   .refused = refused,
                                   .refused_count = 1,
                                   .requested = requested,
                                   .requested_count = 1,
                                   .gaps = gaps,
                                   .definitions = definitions,
                                   .definition_count = 1,
                                   .notes = notes,
                                   .note_count = 1,
                                   .sampled = groups,
                                   .sampled_count = 1};
    put(usual(), &plan);
}

static void what_is_put_is_got(void **state)
{
    (void)state;
    struct chip_plan plan;
    assert_false(is_kept(usual()));
    put_usual();
    assert_true(get(usual(), &plan));
    assert_int_equal(plan.group_count, 2);
    assert_int_equal(plan.groups[0].count, 2);
    assert_string_equal(plan.groups[0].metrics[1], "c__d.avg");
    assert_int_equal(plan.groups[0].image_size, 4);
    assert_memory_equal(plan.groups[0].image, "\0\11\0\10", 4);
    assert_int_equal(plan.groups[0].passes, 3);
    assert_string_equal(plan.groups[1].metrics[0], "c__d.avg");
    assert_int_equal(plan.sampled_count, 1);
    assert_string_equal(plan.sampled[0].metrics[0], "a__b.sum");
    assert_memory_equal(plan.sampled[0].image, "\0\11\0\10", 4);
    assert_int_equal(plan.text_count, 1);
    assert_string_equal(plan.texts[0].name, "breakdown:x");
    assert_string_equal(plan.texts[0].value, "a__b.sum,c__d.avg");
    assert_int_equal(plan.refused_count, 1);
    assert_string_equal(plan.refused[0], "e__f.max");
    assert_int_equal(plan.requested_count, 1);
    assert_string_equal(plan.requested[0], "a__b.sum");
    assert_string_equal(plan.gaps, "PM sampling");
    assert_int_equal(plan.definition_count, 1);
    assert_string_equal(plan.definitions[0].name, "old");
    assert_string_equal(plan.definitions[0].value, "a__b.sum");
    assert_int_equal(plan.note_count, 1);
    assert_string_equal(plan.notes[0], "old is new");
    chip_plan_free(&plan);
}

static void another_question_has_another_answer(void **state)
{
    (void)state;
    static const char *const others[] = {"sm__cycles_active", "gpu__time_duration.max"};
    static const uint8_t fewer[] = {1, 2};
    struct question q;
    put_usual();
    q = usual(), q.cache.chip = "GA100";
    assert_false(is_kept(q));
    q = usual(), q.cache.availability = fewer, q.cache.availability_size = sizeof fewer;
    assert_false(is_kept(q));
    q = usual(), q.request.metrics = (const char *const *)others;
    assert_false(is_kept(q));
    q = usual(), q.request.metric_count = 1;
    assert_false(is_kept(q));
    q = usual(), q.request.extra_suffixes = true;
    assert_false(is_kept(q));
    /* Before 8.9 a section of the set has other metrics. */
    q = usual(), q.scope.arch = 75;
    assert_false(is_kept(q));
    q = usual(), q.cache.library = "/proc/self/exe";
    assert_false(is_kept(q));
    q = usual(), q.cache.library = "/no/such/library";
    assert_false(is_kept(q));
    q = usual(), q.cache.folder = NULL;
    assert_false(is_kept(q));
    assert_true(is_kept(usual()));
}

static void another_library_asks_again(void **state)
{
    (void)state;
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    put_usual();
    utimensat(AT_FDCWD, library, times, 0);
    assert_false(is_kept(usual()));
    put_usual();
    assert_true(is_kept(usual()));
    write_library("another");
    utimensat(AT_FDCWD, library, times, 0);
    assert_false(is_kept(usual()));
}

/* The file of the usual question, and who made it. */
static struct disk_cache_key kept_file(char tool[80], char **bytes, size_t *length)
{
    struct disk_cache_key key = {""};
    char first[16], name[64];
    char *command = mem_printf("ls %s", folder);
    FILE *list = popen(command, "r");
    assert_non_null(list);
    assert_int_equal(fscanf(list, "%63s", name), 1);
    pclose(list);
    free(command);
    char *path = mem_printf("%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%15s %79s", first, tool), 2);
    fclose(file);
    free(path);
    assert_int_equal(strlen(name), sizeof key.text - 1);
    memcpy(key.text, name, sizeof key.text);
    *bytes = disk_cache_get(folder, &key, tool, length);
    assert_non_null(*bytes);
    return key;
}

/* The sum fits: another program of the same name may have put it there. */
static void other_bytes_do_no_harm(void **state)
{
    (void)state;
    char tool[80], *bytes;
    size_t length;
    put_usual();
    const struct disk_cache_key key = kept_file(tool, &bytes, &length);
    disk_cache_put(folder, &key, tool, "", 0);
    assert_false(is_kept(usual()));
    disk_cache_put(folder, &key, tool, "\377\377\377", 3);
    assert_false(is_kept(usual()));
    for (size_t i = 0; i < length; i++) {
        disk_cache_put(folder, &key, tool, bytes, i);
        is_kept(usual());
        for (unsigned bit = 1; bit < 256; bit <<= 1) {
            bytes[i] = (char)(bytes[i] ^ (int)bit);
            disk_cache_put(folder, &key, tool, bytes, length);
            is_kept(usual());
            bytes[i] = (char)(bytes[i] ^ (int)bit);
        }
    }
    disk_cache_put(folder, &key, tool, bytes, length);
    assert_true(is_kept(usual()));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_put_is_got, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_question_has_another_answer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_library_asks_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_bytes_do_no_harm, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("plan_cache", tests, NULL, NULL);
}
