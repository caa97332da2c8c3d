/* Which launches expressions select is what ncu_report's actions_by_nvtx selects of the same
 * states, but for what the comments name. */
#include "report/filter/nvtx_filter.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* Open ranges at a launch of thread 1. */
struct open {
    const char *domain, *name;
    bool started;
    uint32_t thread;
};

#define PUSH(name)                                                                                 \
    {                                                                                              \
        NVTX_DEFAULT_DOMAIN, name, false, 1                                                        \
    }
#define PUSH_IN(domain, name)                                                                      \
    {                                                                                              \
        domain, name, false, 1                                                                     \
    }
#define START(name)                                                                                \
    {                                                                                              \
        NVTX_DEFAULT_DOMAIN, name, true, 1                                                         \
    }
#define START_IN(domain, name)                                                                     \
    {                                                                                              \
        domain, name, true, 1                                                                      \
    }

static const char *const domains[] = {NVTX_DEFAULT_DOMAIN, "solver", "Dom@in", "regexA"};

struct state {
    struct open ranges[5]; /* until one without a name */
    bool of_process;
};

static void add(struct strbuf *text, const struct open *ranges, uint32_t thread, bool started)
{
    for (size_t i = 0; i < COUNT(domains); i++) {
        strbuf_addf(text, "%s { Id: %zu ", started ? "StartEndDomains" : "PushPopDomains", i);
        for (size_t j = 0; j < 5 && ranges[j].name; j++)
            if (ranges[j].started == started && (started || ranges[j].thread == thread) &&
                strcmp(ranges[j].domain, domains[i]) == 0)
                strbuf_addf(text, "%s { Name: '%s' Id: %zu } ", started ? "Ranges" : "Stack",
                            ranges[j].name, j);
        strbuf_adds(text, "} ");
    }
}

static Rep__NvtxState *make(const struct state *state)
{
    struct strbuf text = {0}, bytes = {0};
    for (size_t i = 0; i < COUNT(domains); i++)
        strbuf_addf(&text, "Domains { Id: %zu Name: '%s' } ", i, domains[i]);
    for (uint32_t thread = 1; thread <= 2; thread++) {
        strbuf_addf(&text, "Threads { TID: %u ", thread);
        add(&text, state->ranges, thread, false);
        strbuf_adds(&text, "} ");
    }
    add(&text, state->ranges, 0, true);
    strbuf_addf(&text, "PushPopRangeScope: %s", state->of_process ? "Process" : "Thread");
    build_message(&bytes, &rep__nvtx_state__descriptor, text.data);
    Rep__NvtxState *made = rep__nvtx_state__unpack(NULL, bytes.length, (const uint8_t *)bytes.data);
    strbuf_free(&text);
    strbuf_free(&bytes);
    return made;
}

static bool includes(const struct state *state, const char *include, const char *exclude)
{
    struct nvtx_filter filter = {0};
    struct error error = {""};
    Rep__NvtxState *made = make(state);
    if ((include && !nvtx_patterns_add(&filter.include, include, &error)) ||
        (exclude && !nvtx_patterns_add(&filter.exclude, exclude, &error)))
        fail_msg("%s", error.text);
    bool passes = nvtx_filter_passes(&filter, made, 1);
    rep__nvtx_state__free_unpacked(made, NULL);
    nvtx_filter_free(&filter);
    return passes;
}

/* The numbers of the states that an expression selects, as "0 2 ". */
static char *selected(const struct state *states, size_t count, const char *include,
                      const char *exclude)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++)
        if (includes(&states[i], include, exclude))
            strbuf_addf(&text, "%zu ", i);
    return strbuf_detach(&text);
}

struct vector {
    const char *include, *exclude, *selected;
};

static void check(const struct state *states, size_t count, const struct vector *vectors,
                  size_t vector_count)
{
    for (size_t i = 0; i < vector_count; i++) {
        char *got = selected(states, count, vectors[i].include, vectors[i].exclude);
        char *both = mem_printf("%s: %s", vectors[i].include ? vectors[i].include : "", got);
        char *wanted =
            mem_printf("%s: %s", vectors[i].include ? vectors[i].include : "", vectors[i].selected);
        assert_string_equal(both, wanted);
        free(both);
        free(wanted);
        free(got);
    }
}

/* setup; iteration > inner and iteration with smooth pushed in the domain solver, in turns; tail
 * started. */
static void a_solver_with_iterations(void **unused)
{
    static const struct state states[] = {
        {{PUSH("setup")}, 0},
        {{PUSH("iteration"), PUSH("inner")}, 0},
        {{PUSH("iteration"), PUSH_IN("solver", "smooth")}, 0},
        {{PUSH("iteration"), PUSH("inner")}, 0},
        {{PUSH("iteration"), PUSH_IN("solver", "smooth")}, 0},
        {{PUSH("iteration"), PUSH("inner")}, 0},
        {{PUSH("iteration"), PUSH_IN("solver", "smooth")}, 0},
        {{START("tail")}, 0},
    };
    static const struct vector vectors[] = {
        {"setup", NULL, ""},
        {"setup/", NULL, "0 "},
        {"/iteration", NULL, "1 2 3 4 5 6 "},
        {"iteration/", NULL, "1 2 3 4 5 6 "},
        {"inner/", NULL, "1 3 5 "},
        {"iteration/inner", NULL, "1 3 5 "},
        {"inner]", NULL, "1 3 5 "},
        {"[iteration", NULL, "1 2 3 4 5 6 "},
        {"[iteration/inner]", NULL, "1 3 5 "},
        {"iteration/*", NULL, "1 2 3 4 5 6 "},
        {"iteration/+/inner", NULL, ""},
        {"solver@smooth", NULL, ""},
        {"solver@smooth/", NULL, "2 4 6 "},
        {"smooth/", NULL, ""},
        {"tail", NULL, "7 "},
        {"tail/", NULL, ""},
        {"<default domain>@tail", NULL, "7 "},
        {"default@tail", NULL, ""},
        {"regex:iter.*/", NULL, "1 2 3 4 5 6 "},
        {"regex:ta.*", NULL, "7 "},
        {"iteration/", "inner/", "2 4 6 "},
        {NULL, "iteration/", "0 7 "},
        {NULL, NULL, "0 1 2 3 4 5 6 7 "},
    };
    (void)unused;
    check(states, COUNT(states), vectors, COUNT(vectors));
}

static void stacks(void **unused)
{
    static const struct state states[] = {
        /* 0 */ {{{NULL, NULL, false, 0}}, 0},
        /* 1 */ {{PUSH("A")}, 0},
        /* 2 */ {{PUSH("A"), PUSH("B")}, 0},
        /* 3 */ {{PUSH("A"), PUSH("X"), PUSH("B")}, 0},
        /* 4 */ {{PUSH("A"), PUSH("X"), PUSH("Y"), PUSH("B")}, 0},
        /* 5 */ {{PUSH("B"), PUSH("A")}, 0},
        /* 6 */ {{PUSH("A"), PUSH("B"), PUSH("C")}, 0},
        /* 7 */ {{PUSH("C"), PUSH("A"), PUSH("B")}, 0},
        /* 8 */ {{PUSH_IN("solver", "A")}, 0},
        /* 9 */ {{START("A")}, 0},
        /* 10 */ {{{NVTX_DEFAULT_DOMAIN, "A", false, 2}}, 0},
        /* 11 */ {{PUSH("xAx")}, 0},
        /* 12 */ {{PUSH("a")}, 0},
    };
    static const struct vector vectors[] = {
        {"A/", NULL, "1 2 3 4 5 6 7 "},
        {"/A", NULL, "1 2 3 4 5 6 7 "},
        {"A/B", NULL, "2 6 7 "},
        {"A//B", NULL, "2 6 7 "},
        {"A/B/", NULL, "2 6 7 "},
        {"A/B/C", NULL, "6 "},
        {"A/C", NULL, ""},
        {"A/*/B", NULL, "2 3 4 6 7 "},
        {"A/+/B", NULL, "3 "},
        {"A/+", NULL, "2 7 "},
        {"A/*", NULL, "1 2 3 4 5 6 7 "},
        {"[A", NULL, "1 2 3 4 6 "},
        {"[A/", NULL, "1 2 3 4 6 "},
        {"/[A", NULL, "1 2 3 4 6 "},
        {"A]", NULL, "1 5 "},
        {"[A/B", NULL, "2 6 "},
        {"A/B]", NULL, "2 7 "},
        {"[A/B]", NULL, "2 "},
        {"[A/*/B]", NULL, "2 3 4 "},
        {"[A/+/B]", NULL, "3 "},
        {"A/*/B]", NULL, "2 3 4 7 "},
        {"A/*/C]", NULL, "6 "},
        {"[A/B/C]", NULL, "6 "},
        {"[A/+", NULL, "2 "},
        {"solver@A/", NULL, "8 "},
        {"regex:A/", NULL, "1 2 3 4 5 6 7 11 "},
        {"regex:^A$/", NULL, "1 2 3 4 5 6 7 "},
        {"regex:A|B/", NULL, "1 2 3 4 5 6 7 11 "},
        {"regex:A/B", NULL, "2 6 7 "},
        {"regex:A/.*/B", NULL, "3 "},
        {"regex:A/*/B", NULL, "2 3 4 6 7 "},
        {"regex:[A", NULL, "1 2 3 4 6 11 "},
        {"regex:A]", NULL, "1 5 11 "},
        {"regex:solver@.*/", NULL, "8 "},
        {"regex:.*@A/", NULL, "1 2 3 4 5 6 7 8 11 "},
        {" A/", NULL, ""},
        {"A /", NULL, ""},
        {"a/", NULL, "12 "},
        /* ncu selects nothing: a single range is at both ends. */
        {"[A]", NULL, "1 "},
        {"A/", "B]", "1 5 6 "},
    };
    (void)unused;
    check(states, COUNT(states), vectors, COUNT(vectors));
}

/* Where a name comes back in a stack ncu looks at its first range only. */
static void repeated_names(void **unused)
{
    static const struct state states[] = {
        {{PUSH("A"), PUSH("A")}, 0},
        {{PUSH("A"), PUSH("A"), PUSH("B")}, 0},
        {{PUSH("A"), PUSH("X"), PUSH("A"), PUSH("B")}, 0},
        {{PUSH("A"), PUSH("B"), PUSH("X"), PUSH("B")}, 0},
        {{PUSH("A"), PUSH("B"), PUSH("A"), PUSH("B"), PUSH("C")}, 0},
    };
    static const struct vector vectors[] = {
        {"A/B", NULL, "1 2 3 4 "},     {"A/+/B", NULL, "1 "},       {"A]", NULL, "0 "},
        {"B]", NULL, "1 2 3 "},        {"[A/+/A", NULL, "2 4 "},    {"A/*/A/B", NULL, "1 2 4 "},
        {"[A/*/A/C", NULL, ""},        {"A/B/*/A/B/C", NULL, "4 "}, {"[A/A/*/B", NULL, "1 "},
        {"A/*/B/*/C", NULL, "4 "},     {"A/+/A/*/C]", NULL, "4 "},  {"[B", NULL, ""},
        {"[A/*/X/*/B]", NULL, "2 3 "},
    };
    (void)unused;
    check(states, COUNT(states), vectors, COUNT(vectors));
}

static void started_ranges(void **unused)
{
    static const struct state states[] = {
        /* 0 */ {{START("R")}, 0},
        /* 1 */ {{START("R"), START("S")}, 0},
        /* 2 */ {{START("S")}, 0},
        /* 3 */ {{START_IN("solver", "S")}, 0},
        /* 4 */ {{START("S"), START_IN("solver", "R")}, 0},
        /* 5 */ {{START("R"), PUSH("A")}, 0},
        /* 6 */ {{START("Range7")}, 0},
        /* 7 */ {{START_IN("regexA", "xRange7y")}, 0},
        /* 8 */ {{START_IN("regexA", "7rangeA"), START_IN("regexA", "RangeC7")}, 0},
        /* 9 */ {{PUSH("R")}, 0},
        /* 10 */ {{PUSH_IN("regexA", "7rangeA")}, 0},
        /* 11 */ {{{NVTX_DEFAULT_DOMAIN, "R", true, 2}}, 0},
    };
    static const struct vector vectors[] = {
        {"R", NULL, "0 1 5 11 "},
        {"R,S", NULL, "1 "},
        {"S,R", NULL, "1 "},
        {"R,R", NULL, "0 1 5 11 "},
        {"S", NULL, "1 2 4 "},
        {"solver@S", NULL, "3 "},
        {"R", "S", "0 5 11 "},
        {NULL, "R", "2 3 4 6 7 8 9 10 "},
        {"regex:Range[0-9/]", NULL, "6 "},
        {"regex:.*Range[0-9].*", NULL, "6 "},
        {"regex:regex[A-Z]@.*ange.*", NULL, "7 8 "},
        {"regex:regex[A-Z]@/[0-9]rangeA,RangeC[0-9/]", NULL, "8 "},
        {"regex:regex[A-Z]@/[0-9]rangeA/", NULL, "10 "},
        {"regex:[a-z]egexA@/[0-9]rangeA/", NULL, "10 "},
        {"regex:^R,^S$", NULL, "1 "},
        {"regex:/[RS]$", NULL, "0 1 2 4 5 11 "},
    };
    (void)unused;
    check(states, COUNT(states), vectors, COUNT(vectors));
}

static void odd_names(void **unused)
{
    static const struct state states[] = {
        /* 0 */ {{PUSH("A*x")}, 0},
        /* 1 */ {{PUSH("a+b")}, 0},
        /* 2 */ {{PUSH("a,b")}, 0},
        /* 3 */ {{PUSH("x.y")}, 0},
        /* 4 */ {{PUSH("xzy")}, 0},
        /* 5 */ {{PUSH("A]")}, 0},
        /* 6 */ {{PUSH("[A")}, 0},
        /* 7 */ {{PUSH("A[i]x")}, 0},
        /* 8 */ {{PUSH("A/B")}, 0},
        /* 9 */ {{PUSH("A@B")}, 0},
        /* 10 */ {{START("A*x")}, 0},
        /* 11 */ {{START("a+b")}, 0},
        /* 12 */ {{START("a,b")}, 0},
        /* 13 */ {{START("A]")}, 0},
        /* 14 */ {{START("[A")}, 0},
        /* 15 */ {{START("A[i]x")}, 0},
        /* 16 */ {{START("A/B")}, 0},
        /* 17 */ {{START("A@B")}, 0},
        /* 18 */ {{START("*")}, 0},
        /* 19 */ {{PUSH("C\\\\D")}, 0},
        /* 20 */ {{PUSH("w w")}, 0},
        /* 21 */ {{PUSH("+")}, 0},
        /* 22 */ {{PUSH("a+")}, 0},
        /* 23 */ {{PUSH_IN("Dom@in", "A")}, 0},
        /* 24 */ {{PUSH("$x")}, 0},
        /* 25 */ {{START("A[i]")}, 0},
        /* 26 */ {{PUSH("")}, 0},
        /* 27 */ {{START("")}, 0},
        /* 28 */ {{PUSH("A"), PUSH("B")}, 0},
    };
    static const struct vector vectors[] = {
        {"A*x/", NULL, "0 "},
        {"a+b/", NULL, "1 "},
        {"a,b/", NULL, "2 "},
        {"x.y/", NULL, "3 "},
        {"A\\]/", NULL, "5 "},
        {"A\\]]", NULL, "5 "},
        {"\\[A/", NULL, "6 "},
        {"\\[A", NULL, "14 "},
        {"[[A", NULL, "6 "},
        {"[\\[A", NULL, "6 "},
        {"A[i]x/", NULL, "7 "},
        {"A[i]x", NULL, "15 "},
        {"A\\[i\\]x", NULL, "15 "},
        {"A\\[i]x/", NULL, "7 "},
        {"A\\[i\\]", NULL, "25 "},
        {"A*x", NULL, "10 "},
        {"a+b", NULL, "11 "},
        {"a\\+b", NULL, "11 "},
        {"A\\]", NULL, "13 "},
        {"A/B", NULL, "28 "},
        {"A\\/B", NULL, "16 "},
        {"A\\/B/", NULL, "8 "},
        {"A\\@B", NULL, "17 "},
        {"A\\@B/", NULL, "9 "},
        {"a\\,b", NULL, "12 "},
        {"\\*", NULL, "18 "},
        {"C\\D/", NULL, "19 "},
        {"C\\\\D/", NULL, "19 "},
        {"w w/", NULL, "20 "},
        {"\\+/", NULL, "21 "},
        {"a+/", NULL, "22 "},
        {"a\\+/", NULL, "22 "},
        {"Dom\\@in@A/", NULL, "23 "},
        {"$x/", NULL, "24 "},
        {"\\$x/", NULL, "24 "},
        {"regex:x.y/", NULL, "3 4 "},
        {"regex:x\\.y/", NULL, "3 "},
        {"regex:a\\+b", NULL, "11 "},
        {"regex:a\\+b/", NULL, "1 "},
        {"regex:a\\,b", NULL, "12 "},
        {"regex:A\\*x/", NULL, "0 "},
        {"regex:A\\/B/", NULL, "8 "},
        {"regex:A\\/B", NULL, "16 "},
        {"regex:A\\@B", NULL, "17 "},
        {"regex:A\\[i\\]x", NULL, "15 "},
        {"regex:A\\[i/", NULL, "7 "},
        {"regex:\\[A/", NULL, "6 "},
        {"regex:\\[A", NULL, "14 "},
        {"regex:A[\\[]i", NULL, "15 25 "},
        {"regex:/[[]A", NULL, "14 "},
        {"regex:C\\\\D/", NULL, "19 "},
        {"regex:^$|x/", NULL, "0 3 4 7 24 "},
    };
    (void)unused;
    check(states, COUNT(states), vectors, COUNT(vectors));
}

static void ranges_of_the_process(void **unused)
{
    static const struct state states[] = {
        {{PUSH("A"), {NVTX_DEFAULT_DOMAIN, "B", false, 2}}, false},
        {{PUSH("A"), {NVTX_DEFAULT_DOMAIN, "B", false, 2}}, true},
    };
    static const struct vector vectors[] = {
        {"A/", NULL, "0 1 "}, {"B/", NULL, "1 "}, {"A/B", NULL, "1 "}, {"A]", NULL, "0 "}};
    (void)unused;
    check(states, COUNT(states), vectors, COUNT(vectors));
}

static void several_expressions(void **unused)
{
    static const struct state a = {{PUSH("A")}, 0}, b = {{PUSH("B")}, 0}, c = {{PUSH("C")}, 0};
    struct nvtx_filter filter = {0};
    Rep__NvtxState *states[] = {make(&a), make(&b), make(&c)};
    (void)unused;
    assert_true(nvtx_filter_takes_all(&filter));
    assert_true(nvtx_patterns_add(&filter.include, "A/", NULL));
    assert_true(nvtx_patterns_add(&filter.include, "B/", NULL));
    assert_false(nvtx_filter_takes_all(&filter));
    assert_true(nvtx_filter_passes(&filter, states[0], 1));
    assert_true(nvtx_filter_passes(&filter, states[1], 1));
    assert_false(nvtx_filter_passes(&filter, states[2], 1));
    assert_false(nvtx_filter_passes(&filter, states[0], 2));
    assert_false(nvtx_filter_passes(&filter, NULL, 1));
    assert_true(nvtx_patterns_add(&filter.exclude, "B/", NULL));
    assert_true(nvtx_patterns_add(&filter.exclude, "C/", NULL));
    assert_true(nvtx_filter_passes(&filter, states[0], 1));
    assert_false(nvtx_filter_passes(&filter, states[1], 1));
    for (size_t i = 0; i < 3; i++)
        rep__nvtx_state__free_unpacked(states[i], NULL);
    nvtx_filter_free(&filter);
    assert_true(nvtx_filter_takes_all(&filter));
    assert_true(nvtx_patterns_add(&filter.exclude, "C/", NULL));
    assert_true(nvtx_filter_passes(&filter, NULL, 1));
    nvtx_filter_free(&filter);
}

/* The name may stand only in the table of registered texts. */
static void registered_names(void **unused)
{
    static const char text[] =
        "Domains { Id: 0 Name: '<default domain>' Strings { Id: 9 Value: 'long ago' } } "
        "Threads { TID: 1 PushPopDomains { Id: 0 Stack { Name: '' Attributes { Version: 3 "
        "Category: 0 Color { ColorType: NvtxColorTypeUnknown } Payload { PayloadType: "
        "NvtxPayloadTypeUnknown } Message { MessageType: NvtxMessageTypeRegistered handle: 9 } } } "
        "} }";
    struct strbuf bytes = {0};
    struct nvtx_filter filter = {0};
    (void)unused;
    build_message(&bytes, &rep__nvtx_state__descriptor, text);
    Rep__NvtxState *state =
        rep__nvtx_state__unpack(NULL, bytes.length, (const uint8_t *)bytes.data);
    assert_true(nvtx_patterns_add(&filter.include, "long ago/", NULL));
    assert_true(nvtx_filter_passes(&filter, state, 1));
    rep__nvtx_state__free_unpacked(state, NULL);
    nvtx_filter_free(&filter);
    strbuf_free(&bytes);
}

static void errors_name_the_place(void **unused)
{
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"", "\"\", character 1: a range's name is missing"},
        {"/", "character 2: a range's name is missing"},
        {"//", "character 3: a range's name is missing"},
        {"[", "character 2: a range's name is missing"},
        {"]", "character 1: a range's name is missing"},
        {"[]", "character 2: a range's name is missing"},
        {"regex:", "character 7: a range's name is missing"},
        {"A@", "character 3: a range's name is missing"},
        {"@A/", "character 1: the name of the domain before @ is missing"},
        {"A/,B/", "character 3: commas separate start/end ranges"},
        {"R/,S/", "character 3: commas separate start/end ranges"},
        {"R,", "character 3: a name is missing"},
        {",R", "character 1: a name is missing"},
        {"R,,S", "character 3: a name is missing"},
        {"DomainA@RangeA,DomainB@RangeB", "character 23: an expression can name only one domain"},
        {"iteration/,solver@smooth/", "character 10: an expression can name only one domain"},
        {"*", "character 1: * and + belong between push/pop ranges"},
        {"A,+", "character 3: * and + belong between push/pop ranges"},
        {"*/B", "character 1: * and + must follow a range"},
        {"+/", "character 1: * and + must follow a range"},
        {"[*/B", "character 2: * and + must follow a range"},
        {"A/+/+/B", "character 5: only one * or +"},
        {"A/*/]", "character 3: * and + cannot be the top"},
        {"A/*]", "character 3: * and + cannot be the top"},
        {"A\\", "character 2: nothing follows the backslash"},
        {"A/B\\", "character 4: nothing follows the backslash"},
        {"regex:(", "\"(\" is not a regular expression: "},
        {"regex:(@A", "\"(\" is not a regular expression: "},
        {"regex:A/*x", "\"*x\" is not a regular expression: "},
        {"regex:[a-z]+/", "character 7: [ at the start means the bottom of the stack"},
        {"regex:Range[0-9]", "character 16: [ at the start means the bottom of the stack"},
        {"regex:[a-z/]/", "character 7: [ at the start means the bottom of the stack"},
        {"regex:solver@[A-Z]/", "character 14: [ at the start means the bottom of the stack"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct nvtx_filter filter = {0};
        struct error error = {"none"};
        if (nvtx_patterns_add(&filter.include, wrong[i].text, &error) ||
            !strstr(error.text, wrong[i].error))
            fail_msg("%s: \"%s\" instead of \"%s\"", wrong[i].text, error.text, wrong[i].error);
        assert_int_equal(filter.include.count, 0);
        assert_false(nvtx_patterns_add(&filter.include, wrong[i].text, NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solver_with_iterations),
        cmocka_unit_test(stacks),
        cmocka_unit_test(repeated_names),
        cmocka_unit_test(started_ranges),
        cmocka_unit_test(odd_names),
        cmocka_unit_test(ranges_of_the_process),
        cmocka_unit_test(several_expressions),
        cmocka_unit_test(registered_names),
        cmocka_unit_test(errors_name_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
