#include "report/compare/launch_match.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

/* A launch is written "n", "n1", "n1.2" or "n1@3": a letter for the function, an upper-case letter
 * after it for other template arguments, a number for the shape, "@" and a number for the place. */
static struct launch_key *keys_of(const char *text, size_t *count)
{
    struct launch_key *keys = mem_alloc(strlen(text) * sizeof *keys + 1);
    *count = 0;
    while (*text) {
        struct launch_key *key = &keys[(*count)++];
        char *end;
        key->function = mem_strndup(text, 1);
        size_t length = 1 + (text[1] >= 'A' && text[1] <= 'Z');
        key->name = mem_strndup(text, length);
        text += length;
        key->shape[0] = strtoul(text, &end, 10);
        text = end;
        if (*text == '@')
            key->place = (unsigned)strtoul(text + 1, &end, 10);
        text = end + strspn(end, " ");
    }
    return keys;
}

static void keys_free(struct launch_key *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free((char *)keys[i].name);
        free((char *)keys[i].function);
    }
    free(keys);
}

/* Pairs as "0=0 1=- -=1". */
static void expect(const char *a, const char *b, const char *expected)
{
    size_t a_count, b_count, count;
    struct launch_key *x = keys_of(a, &a_count), *y = keys_of(b, &b_count);
    struct launch_pair *pairs = launch_match(x, a_count, y, b_count, &count);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++) {
        strbuf_adds(&text, i ? " " : "");
        if (pairs[i].a == NO_LAUNCH)
            strbuf_addf(&text, "-=%zu", pairs[i].b);
        else if (pairs[i].b == NO_LAUNCH)
            strbuf_addf(&text, "%zu=-", pairs[i].a);
        else
            strbuf_addf(&text, "%zu=%zu", pairs[i].a, pairs[i].b);
    }
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
    free(pairs);
    keys_free(x, a_count);
    keys_free(y, b_count);
}

static void nothing_and_the_same(void **state)
{
    (void)state;
    expect("", "", "");
    expect("a", "", "0=-");
    expect("", "a b", "-=0 -=1");
    expect("a b c", "a b c", "0=0 1=1 2=2");
}

static void an_insertion_shifts_no_other(void **state)
{
    (void)state;
    expect("a b a b a c", "a b a x b a c", "0=0 1=1 2=2 -=3 3=4 4=5 5=6");
    expect("a b a x b a c", "a b a b a c", "0=0 1=1 2=2 3=- 4=3 5=4 6=5");
    expect("a1 a2 a3 a4", "a0 a1 a2 a3 a4", "-=0 0=1 1=2 2=3 3=4");
    expect("a1 a2 a3 a4", "a1 a3 a4", "0=0 1=- 2=1 3=2");
}

static void shape_is_worth_more_than_name_and_name_more_than_function(void **state)
{
    (void)state;
    /* The same shape is preferred to the nearer one of another shape. */
    expect("a1", "a2 a1", "-=0 0=1");
    expect("x a1 y", "x a2 y", "0=0 1=1 2=2");
    expect("x aA1 y", "x aB1 y", "0=0 1=1 2=2");
    /* Another function is another kernel. */
    expect("x a1 y", "x b1 y", "0=0 1=- -=1 2=2");
    expect("aA1", "aB1 aA2", "-=0 0=1");
    expect("aA1 aA2", "aB1 aA3", "-=0 0=1 1=-");
}

static void gaps_keep_their_order(void **state)
{
    (void)state;
    /* Two shapes changed between launches that stayed: first with first. */
    expect("x a1 a2 y", "x a3 a4 y", "0=0 1=1 2=2 3=3");
    expect("x a1 b1 y", "x b2 a2 y", "0=0 1=2 2=1 3=3");
    /* A template never pairs across a launch that stayed. */
    expect("aA x", "x aB", "0=- 1=0 -=1");
}

static void what_changed_places_is_found_by_occurrence(void **state)
{
    (void)state;
    expect("a b", "b a", "0=1 1=0");
    expect("a1 b1 a1 b1", "b1 b1 a1 a1", "0=2 1=0 2=3 3=1");
}

static void places_are_matched_apart(void **state)
{
    (void)state;
    expect("a@0 a@1", "a@1 a@0", "0=1 1=0");
    expect("a@0 b@0 a@1 b@1", "a@0 a@1 b@0 b@1", "0=0 1=2 2=1 3=3");
    /* Where a place is gone, its launches are looked for in others. */
    expect("a@0 b@1", "a@0 b@0", "0=0 1=1");
    /* Other shapes in their own place first. */
    expect("a1@0 a2@1", "a3@0 a2@1", "0=0 1=1");
}

/* Length of the longest common subsequence, by the table that everybody knows. */
static size_t common(const struct launch_key *a, size_t n, const struct launch_key *b, size_t m)
{
    size_t *row = mem_alloc((m + 1) * sizeof *row), length;
    for (size_t i = 0; i < n; i++) {
        size_t diagonal = 0;
        for (size_t j = 0; j < m; j++) {
            size_t above = row[j + 1];
            if (strcmp(a[i].name, b[j].name) == 0 && a[i].shape[0] == b[j].shape[0])
                row[j + 1] = diagonal + 1;
            else if (row[j] > above)
                row[j + 1] = row[j];
            diagonal = above;
        }
    }
    length = row[m];
    free(row);
    return length;
}

static void random_sequences_match_as_long_as_possible(void **state)
{
    (void)state;
    srand(7);
    for (int round = 0; round < 400; round++) {
        struct launch_key a[40] = {{0}}, b[40] = {{0}};
        static const char *const names[] = {"a", "b", "c", "d"};
        size_t counts[2] = {(size_t)rand() % 40, (size_t)rand() % 40}, count, in_order = 0;
        size_t last = 0, seen[2] = {0, 0}, exact = 0;
        for (size_t i = 0; i < 40; i++) {
            a[i].name = a[i].function = names[rand() % 4];
            b[i].name = b[i].function = names[rand() % 4];
        }
        struct launch_pair *pairs = launch_match(a, counts[0], b, counts[1], &count);
        for (size_t i = 0; i < count; i++) {
            seen[0] += pairs[i].a != NO_LAUNCH;
            seen[1] += pairs[i].b != NO_LAUNCH;
            if (pairs[i].a == NO_LAUNCH || pairs[i].b == NO_LAUNCH)
                continue;
            assert_string_equal(a[pairs[i].a].name, b[pairs[i].b].name);
            exact++;
            if (!in_order || pairs[i].b > last)
                in_order++;
            last = pairs[i].b;
        }
        assert_int_equal(seen[0], counts[0]);
        assert_int_equal(seen[1], counts[1]);
        assert_true(exact >= common(a, counts[0], b, counts[1]));
        /* By occurrence, as many as both have of each kernel. */
        size_t most = 0;
        for (size_t k = 0; k < COUNT(names); k++) {
            size_t have[2] = {0, 0};
            for (size_t i = 0; i < 40; i++) {
                have[0] += i < counts[0] && strcmp(a[i].name, names[k]) == 0;
                have[1] += i < counts[1] && strcmp(b[i].name, names[k]) == 0;
            }
            most += have[0] < have[1] ? have[0] : have[1];
        }
        assert_int_equal(exact, most);
        free(pairs);
    }
}

/* Ordered matches must be as many as the longest common subsequence: no two of one kernel here, so
 * that occurrence cannot help. */
static void the_order_is_the_best_one(void **state)
{
    (void)state;
    srand(11);
    for (int round = 0; round < 300; round++) {
        struct launch_key a[24] = {{0}}, b[24] = {{0}};
        size_t count, n = 24, stayed = 0;
        for (size_t i = 0; i < n; i++) {
            a[i].name = a[i].function = b[i].name = b[i].function = "k";
            a[i].shape[0] = b[i].shape[0] = i;
        }
        for (size_t i = n - 1; i > 0; i--) {
            size_t j = (size_t)rand() % (i + 1);
            struct launch_key other = b[i];
            if (rand() % 3)
                continue;
            b[i] = b[j];
            b[j] = other;
        }
        struct launch_pair *pairs = launch_match(a, n, b, n, &count);
        assert_int_equal(count, n);
        /* Longest rising run of partners, which is what stayed in place. */
        size_t best[24];
        for (size_t i = 0; i < n; i++) {
            best[i] = 1;
            for (size_t j = 0; j < i; j++)
                if (pairs[j].b < pairs[i].b && best[j] + 1 > best[i])
                    best[i] = best[j] + 1;
            stayed = best[i] > stayed ? best[i] : stayed;
        }
        assert_int_equal(stayed, common(a, n, b, n));
        free(pairs);
    }
}

/* Of a processor: others may work, too. */
static double seconds_of(const struct launch_key *a, const struct launch_key *b, size_t n)
{
    struct timespec from, to;
    size_t count;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    free(launch_match(a, n, b, n, &count));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

static void five_thousand_launches_take_seconds_at_most(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    static const unsigned kinds[] = {2, 16, 200, MANY};
    struct launch_key *a = mem_alloc(MANY * sizeof *a), *b = mem_alloc(MANY * sizeof *b);
    srand(3);
    for (size_t k = 0; k < COUNT(kinds); k++) {
        for (size_t i = 0; i < MANY; i++) {
            a[i] = b[i] = (struct launch_key){.name = "k", .function = "k"};
            a[i].shape[0] = (uint64_t)rand() % kinds[k];
            b[i].shape[0] = (uint64_t)rand() % kinds[k];
        }
        double seconds = seconds_of(a, b, MANY);
        print_message("%u kinds at random: %.3f s\n", kinds[k], seconds);
        assert_true(seconds < 20);
    }
    free(a);
    free(b);
}

/* However different the orders are, no step does much of it; whoever gives up leaves nothing. */
static void many_launches_are_matched_in_small_steps(void **state)
{
    (void)state;
    enum { MANY = 2000 };
    struct launch_key *a = mem_alloc(MANY * sizeof *a), *b = mem_alloc(MANY * sizeof *b);
    for (unsigned i = 0; i < MANY; i++)
        a[i] = (struct launch_key){.name = "k", .function = "k", .shape = {i}, .place = i % 3};
    for (unsigned i = 0; i < MANY; i++)
        b[i] = a[i * 7 % MANY];
    size_t given_up = 0, steps = 0;
    for (bool done = false; !done; given_up += 97) {
        struct launch_matching *matching = launch_matching_new(a, MANY, b, MANY);
        for (steps = 0; steps < given_up && !done; steps++)
            done = launch_matching_step(matching);
        launch_matching_free(matching);
    }
    assert_true(steps > MANY);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_and_the_same),
        cmocka_unit_test(an_insertion_shifts_no_other),
        cmocka_unit_test(shape_is_worth_more_than_name_and_name_more_than_function),
        cmocka_unit_test(gaps_keep_their_order),
        cmocka_unit_test(what_changed_places_is_found_by_occurrence),
        cmocka_unit_test(places_are_matched_apart),
        cmocka_unit_test(random_sequences_match_as_long_as_possible),
        cmocka_unit_test(the_order_is_the_best_one),
        cmocka_unit_test(many_launches_are_matched_in_small_steps),
        cmocka_unit_test(five_thousand_launches_take_seconds_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
