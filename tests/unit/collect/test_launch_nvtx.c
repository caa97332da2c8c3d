#include "collect/program/launch_nvtx.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "collect/program/unasked_launches.h"

/* The packed state with one domain of this name. */
static void seen(struct launch_nvtx *nvtx, uint64_t launch, const char *domain, bool taken)
{
    Wire__Seen m = WIRE__SEEN__INIT;
    struct strbuf bytes = {0}, text = {0};
    m.has_launch = true;
    m.launch = launch;
    if (domain) {
        strbuf_addf(&text, "Domains { Id: 0 Name: '%s' }", domain);
        build_message(&bytes, &rep__nvtx_state__descriptor, text.data);
        m.has_nvtx = true;
        m.nvtx.data = (uint8_t *)bytes.data;
        m.nvtx.len = bytes.length;
    }
    launch_nvtx_announce(nvtx, &m, taken);
    strbuf_free(&bytes);
    strbuf_free(&text);
}

static void expect(struct launch_nvtx *nvtx, uint64_t launch, const char *domain)
{
    Rep__NvtxState *state = launch_nvtx_take(nvtx, launch);
    assert_int_equal(state != NULL, domain != NULL);
    if (domain)
        assert_string_equal(state->domains[0]->name, domain);
    launch_nvtx_done(state);
}

static void a_state_is_of_all_launches_until_the_next(void **unused)
{
    struct launch_nvtx nvtx = {0};
    (void)unused;
    seen(&nvtx, 1, NULL, true); /* NVTX is not observed yet */
    seen(&nvtx, 2, "first", true);
    seen(&nvtx, 3, NULL, true);
    seen(&nvtx, 4, "second", false);
    seen(&nvtx, 5, NULL, true);
    seen(&nvtx, 6, "third", true);
    expect(&nvtx, 1, NULL);
    expect(&nvtx, 5, "second");
    expect(&nvtx, 2, "first");
    expect(&nvtx, 2, NULL); /* it is over */
    expect(&nvtx, 3, "first");
    expect(&nvtx, 4, NULL);
    assert_int_equal(nvtx.count - nvtx.first, 1);
    launch_nvtx_free(&nvtx);
}

static void looking_leaves_the_state(void **unused)
{
    struct launch_nvtx nvtx = {0};
    (void)unused;
    seen(&nvtx, 7, "only", true);
    for (int i = 0; i < 2; i++) {
        Rep__NvtxState *state = launch_nvtx_look(&nvtx, 7);
        assert_non_null(state);
        assert_string_equal(state->domains[0]->name, "only");
        launch_nvtx_done(state);
    }
    assert_null(launch_nvtx_look(&nvtx, 8));
    expect(&nvtx, 7, "only");
    assert_null(launch_nvtx_look(&nvtx, 7));
    launch_nvtx_free(&nvtx);
}

static void a_damaged_state_is_none(void **unused)
{
    struct launch_nvtx nvtx = {0};
    uint8_t bytes[] = {0x0a, 0x7f, 1};
    Wire__Seen m = WIRE__SEEN__INIT;
    (void)unused;
    m.has_launch = m.has_nvtx = true;
    m.nvtx.data = bytes;
    m.nvtx.len = sizeof bytes;
    launch_nvtx_announce(&nvtx, &m, true);
    expect(&nvtx, 0, NULL);
    m.nvtx.len = 0; /* the program had no memory for it */
    launch_nvtx_announce(&nvtx, &m, true);
    expect(&nvtx, 0, NULL);
    launch_nvtx_free(&nvtx);
}

static void what_was_left_out_is_told(void **unused)
{
    struct unasked_launches left_out = {0};
    Wire__Bye bye = WIRE__BYE__INIT;
    char *open[] = {"a/", "solver@b", "a/"};
    (void)unused;
    unasked_launches_add(&left_out, &bye);
    assert_null(unasked_launches_text(&left_out));
    bye.outside = 2;
    unasked_launches_add(&left_out, &bye);
    char *text = unasked_launches_text(&left_out);
    assert_string_equal(
        text, "2 launches were outside the NVTX ranges to profile, where no range was open");
    free(text);
    bye.outside = 0;
    bye.stopped = 1;
    bye.n_open = COUNT(open);
    bye.open = open;
    for (int i = 0; i < 10; i++)
        unasked_launches_add(&left_out, &bye);
    assert_int_equal(left_out.open_count, 2);
    text = unasked_launches_text(&left_out);
    assert_non_null(strstr(text, "10 launches were outside the profiler ranges"));
    assert_non_null(strstr(text, "; 2 launches were outside the NVTX ranges to profile, where "
                                 "\"a/\", \"solver@b\" were open"));
    free(text);
    unasked_launches_free(&left_out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_of_all_launches_until_the_next),
        cmocka_unit_test(looking_leaves_the_state),
        cmocka_unit_test(a_damaged_state_is_none),
        cmocka_unit_test(what_was_left_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
