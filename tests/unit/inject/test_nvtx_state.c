/* The choice goes through the environment as launched programs get it: A/ in the second instance,
 * or the start/end ranges R and S of the domain solver together, but nothing inside B/. */
#include "collect/inject/nvtx/filter_launch.h"
#include "collect/inject/nvtx/nvtx_state.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/inject/filter/program_filter.h"
#include "collect/program/program_filter_text.h"

static Rep__NvtxState *state_now(void)
{
    const uint8_t *bytes;
    size_t length;
    assert_true(nvtx_state_changed(&bytes, &length));
    assert_false(nvtx_state_changed(&bytes, &length));
    Rep__NvtxState *state = rep__nvtx_state__unpack(NULL, length, bytes);
    assert_non_null(state);
    return state;
}

static bool chosen(void)
{
    static uint64_t launch;
    return filter_launch_passes(program_filter_get(), ++launch);
}

/* Whether a range is open that would be measured as one. */
static bool in_range(void)
{
    return range_edges_number(&program_filter_get()->edges) != 0;
}

static void numbers_of_ranges_are_counted(void **unused)
{
    (void)unused;
    assert_false(chosen());
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(nvtx_state_push(0, "A", NULL), 0);
        assert_int_equal(chosen(), i == 2);
        assert_int_equal(nvtx_state_push(0, "above", NULL), 1);
        assert_int_equal(chosen(), i == 2);
        assert_int_equal(nvtx_state_push(0, "B", NULL), 2);
        assert_false(chosen());
        for (int level = 2; level >= 0; level--) {
            assert_int_equal(in_range(), i == 2); /* whatever lies on top of it */
            assert_int_equal(nvtx_state_pop(0), level);
        }
        assert_false(in_range());
        assert_int_equal(nvtx_state_pop(0), -1);
        assert_false(chosen());
    }
}

static void started_ranges_are_counted_together(void **unused)
{
    uint32_t solver = nvtx_state_domain("solver");
    (void)unused;
    assert_int_equal(nvtx_state_domain("solver"), solver);
    for (int i = 1; i <= 3; i++) {
        uint64_t s = nvtx_state_start(solver, "S", NULL);
        assert_false(chosen());
        uint64_t r = nvtx_state_start(solver, "R", NULL);
        uint64_t other = nvtx_state_start(solver, "other", NULL);
        assert_int_equal(chosen(), i == 2);
        assert_int_equal(in_range(), i == 2);
        nvtx_state_end(s);
        assert_false(chosen());
        assert_int_equal(in_range(), i == 2); /* it is the one that came last */
        nvtx_state_end(r);
        assert_false(in_range());
        nvtx_state_end(r);
        nvtx_state_end(other);
    }
    uint64_t here = nvtx_state_start(0, "S", NULL), too = nvtx_state_start(0, "R", NULL);
    assert_false(chosen());
    nvtx_state_end(here);
    nvtx_state_end(too);
}

static void *push_elsewhere(void *level)
{
    *(int *)level = nvtx_state_push(0, "theirs", NULL);
    return NULL;
}

static void states_hold_stacks_and_domains(void **unused)
{
    uint32_t solver = nvtx_state_domain("solver");
    (void)unused;
    nvtx_state_name(solver, NVTX_CATEGORY, 7, "old");
    nvtx_state_name(solver, NVTX_CATEGORY, 7, "updates");
    nvtx_state_name(0, NVTX_OS_THREAD, 12, "conductor");
    nvtx_state_launch(41);
    nvtx_state_push(0, "outer", NULL);
    nvtx_state_push(solver, "smooth", NULL);
    uint64_t id = nvtx_state_start(solver, "sweep", NULL);
    pthread_t thread;
    int level = -7;
    assert_int_equal(pthread_create(&thread, NULL, push_elsewhere, &level), 0);
    pthread_join(thread, NULL);
    assert_int_equal(level, 0);
    Rep__NvtxState *state = state_now();
    assert_int_equal(state->n_domains, 2);
    assert_string_equal(state->domains[0]->name, NVTX_DEFAULT_DOMAIN);
    assert_int_equal(state->domains[0]->nametables[0]->family,
                     REP__NVTX_NAME_FAMILY__NvtxNameFamilyOsThread);
    assert_string_equal(state->domains[1]->name, "solver");
    assert_int_equal(state->domains[1]->id, solver);
    assert_int_equal(state->domains[1]->nametables[0]->n_mappings, 1);
    assert_string_equal(state->domains[1]->nametables[0]->mappings[0]->value, "updates");
    assert_int_equal(state->n_threads, 1); /* the other one is gone with its range */
    assert_int_equal(state->threads[0]->tid, syscall(SYS_gettid));
    assert_int_equal(state->threads[0]->n_pushpopdomains, 2);
    assert_int_equal(state->threads[0]->pushpopdomains[0]->n_stack, 1);
    const Rep__NvtxPushPopRange *outer = state->threads[0]->pushpopdomains[0]->stack[0];
    assert_string_equal(outer->name, "outer");
    assert_null(outer->attributes);
    assert_int_equal(outer->lastapicallid, 41);
    assert_string_equal(state->threads[0]->pushpopdomains[1]->stack[0]->name, "smooth");
    assert_int_equal(state->n_startenddomains, 2);
    assert_int_equal(state->startenddomains[0]->n_ranges, 0);
    assert_int_equal(state->startenddomains[1]->ranges[0]->id + 1, id);
    assert_int_equal(state->startenddomains[1]->ranges[0]->starttid, syscall(SYS_gettid));
    assert_true(state->has_defaultdomain && state->has_pushpoprangescope);
    rep__nvtx_state__free_unpacked(state, NULL);
    nvtx_state_pop(0);
    nvtx_state_pop(solver);
    nvtx_state_end(id);
    state = state_now();
    assert_int_equal(state->threads[0]->pushpopdomains[0]->n_stack, 0);
    assert_int_equal(state->startenddomains[1]->n_ranges, 0);
    rep__nvtx_state__free_unpacked(state, NULL);
}

static nvtxEventAttributes_t event_of(int32_t payload)
{
    nvtxEventAttributes_t event = {.version = NVTX_VERSION, .size = sizeof event};
    event.payloadType = payload;
    return event;
}

static Rep__NvtxState *with_event(const nvtxEventAttributes_t *event, const char *name)
{
    nvtx_state_push(0, name, event);
    Rep__NvtxState *state = state_now();
    nvtx_state_pop(0);
    return state;
}

static void attributes_are_kept(void **unused)
{
    nvtxEventAttributes_t events[8];
    (void)unused;
    for (int32_t i = 0; i < 8; i++)
        events[i] = event_of(i);
    events[1].payload.ullValue = UINT64_MAX;
    events[2].payload.llValue = INT64_MIN;
    events[3].payload.dValue = -2.5;
    events[4].payload.uiValue = UINT32_MAX;
    events[5].payload.iValue = -5;
    events[6].payload.fValue = 0.25f;
    events[7].payload.ullValue = 7; /* of no known type */
    for (size_t i = 0; i < COUNT(events); i++) {
        Rep__NvtxState *state = with_event(&events[i], "x");
        const Rep__NvtxEventAttributes *a =
            state->threads[0]->pushpopdomains[0]->stack[0]->attributes;
        const Rep__NvtxPayload *p = a->payload;
        assert_int_equal(a->version, NVTX_VERSION);
        assert_int_equal(a->color->colortype, REP__NVTX_COLOR_TYPE__NvtxColorTypeUnknown);
        assert_int_equal(a->message->messagetype, REP__NVTX_MESSAGE_TYPE__NvtxMessageTypeUnknown);
        assert_int_equal(p->payloadtype, i < 7 ? i : 0);
        assert_int_equal(p->has_ullvalue, i == 1);
        assert_true(i != 1 || p->ullvalue == UINT64_MAX);
        assert_true(i != 2 || p->llvalue == INT64_MIN);
        assert_true(i != 3 || p->doublevalue == -2.5);
        assert_true(i != 4 || p->uvalue == UINT32_MAX);
        assert_true(i != 5 || p->ivalue == -5);
        assert_true(i != 6 || p->fvalue == 0.25f);
        rep__nvtx_state__free_unpacked(state, NULL);
    }
    uint64_t text = nvtx_state_register(0, "step \"one\"");
    assert_string_equal(nvtx_state_registered(text), "step \"one\"");
    assert_string_equal(nvtx_state_registered(text + 1), "");
    assert_string_equal(nvtx_state_registered(0), "");
    events[0].colorType = NVTX_COLOR_ARGB;
    events[0].color = 0xff00ff80;
    events[0].category = 9;
    events[0].messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    events[0].message.registered = (nvtxStringHandle_t)(uintptr_t)text;
    Rep__NvtxState *state = with_event(&events[0], nvtx_state_registered(text));
    const Rep__NvtxPushPopRange *range = state->threads[0]->pushpopdomains[0]->stack[0];
    assert_string_equal(range->name, "step \"one\"");
    assert_int_equal(range->attributes->color->color, 0xff00ff80);
    assert_int_equal(range->attributes->category, 9);
    assert_int_equal(range->attributes->message->handle, text);
    assert_string_equal(range->attributes->message->message, "step \"one\"");
    rep__nvtx_state__free_unpacked(state, NULL);
}

static void everything_has_a_limit(void **unused)
{
    (void)unused;
    for (int i = 0; i < NVTX_MOST_DEPTH + 10; i++)
        assert_int_equal(nvtx_state_push(0, i ? "level" : "A", NULL), i);
    Rep__NvtxState *state = state_now();
    assert_int_equal(state->threads[0]->pushpopdomains[0]->n_stack, NVTX_MOST_DEPTH);
    rep__nvtx_state__free_unpacked(state, NULL);
    for (int i = NVTX_MOST_DEPTH + 9; i > 0; i--)
        assert_int_equal(nvtx_state_pop(0), i);
    state = state_now();
    assert_string_equal(state->threads[0]->pushpopdomains[0]->stack[0]->name, "A");
    rep__nvtx_state__free_unpacked(state, NULL);
    nvtx_state_pop(0);

    uint64_t first = nvtx_state_start(0, "many", NULL), last = first;
    for (int i = 1; i < NVTX_MOST_STARTED; i++)
        assert_true((last = nvtx_state_start(0, "many", NULL)) > first);
    assert_int_equal(nvtx_state_start(0, "many", NULL), 0);
    nvtx_state_end(last);
    assert_int_not_equal(last = nvtx_state_start(0, "many", NULL), 0);
    for (uint64_t id = first; id <= last; id++)
        nvtx_state_end(id);

    char name[32];
    uint32_t domain = 0;
    for (int i = 0; i < NVTX_MOST_DOMAINS + 5; i++) {
        snprintf(name, sizeof name, "domain %d", i);
        domain = nvtx_state_domain(name);
    }
    assert_int_equal(domain, NVTX_NO_DOMAIN);
    assert_int_equal(nvtx_state_push(domain, "A", NULL), -1);
    assert_int_equal(nvtx_state_pop(domain), -1);
    assert_int_equal(nvtx_state_start(domain, "A", NULL), 0);
    assert_int_not_equal(nvtx_state_domain("domain 0"), NVTX_NO_DOMAIN);
    state = state_now();
    assert_int_equal(state->n_domains, NVTX_MOST_DOMAINS);
    rep__nvtx_state__free_unpacked(state, NULL);

    uint64_t text = 1;
    for (int i = 0; i < NVTX_MOST_STRINGS && text; i++)
        text = nvtx_state_register(0, "again");
    assert_int_equal(text, 0);
    for (uint32_t i = 0; i < NVTX_MOST_NAMES + 5; i++)
        nvtx_state_name(0, NVTX_CATEGORY, i, "named");
}

/* What the message about launches that were left out is made of. */
static void open_ranges_are_remembered(void **unused)
{
    char **names;
    bool found = false;
    (void)unused;
    size_t count = nvtx_state_seen(&names);
    assert_true(count > 0 && count <= 12);
    for (size_t i = 0; i < count; i++)
        found = found || strcmp(names[i], "solver@other") == 0;
    assert_true(found);
    assert_true(program_filter_get()->outside_launches > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_ranges_are_counted),
        cmocka_unit_test(started_ranges_are_counted_together),
        cmocka_unit_test(states_hold_stacks_and_domains),
        cmocka_unit_test(attributes_are_kept),
        cmocka_unit_test(everything_has_a_limit),
        cmocka_unit_test(open_ranges_are_remembered),
    };
    struct nvtx_filter filter = {0};
    struct range_filter ranges = {0};
    struct program_filter_settings settings = {
        .nvtx_filter = &filter, .ranges = &ranges, .whole_ranges = true};
    if (!nvtx_patterns_add(&filter.include, "A/", NULL) ||
        !nvtx_patterns_add(&filter.include, "regex:^solver$@^R$,S", NULL) ||
        !nvtx_patterns_add(&filter.exclude, "B/", NULL) || !range_filter_set(&ranges, "::2", NULL))
        return 1;
    char *text = program_filter_text(&settings);
    setenv("ROOFTOP_PROGRAM_FILTER", text, 1);
    free(text);
    nvtx_filter_free(&filter);
    range_filter_free(&ranges);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
