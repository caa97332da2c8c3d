#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "collect/inject/base/call_hook.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/context/kept_counters.h"
#include "collect/inject/entry/callbacks.h"
#include "collect/inject/entry/endings.h"
#include "collect/inject/entry/replay_modes.h"
#include "collect/inject/filter/program_filter.h"
#include "collect/inject/nvtx/nvtx.h"
#include "collect/inject/nvtx/nvtx_state.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/module_news.h"
#include "collect/inject/program/modules.h"
#include "collect/inject/stacks/call_stacks.h"
#include "collect/inject/trace/trace_session.h"
#include "collect/inject/window/profile_series.h"

#define EXPORT __attribute__((visibility("default")))

static void at_exit(void);

static struct memory_tracker memory;
static struct module_list modules;
static struct module_news module_news = MODULE_NEWS_INIT;
static struct function_table functions;
static struct inject the_inject = {.channel = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1},
                                   .watchdog = WATCHDOG_INIT,
                                   .kept = {.asking = WATCHDOG_INIT, .runs = replay_modes_run},
                                   .guard = GUARD_INIT,
                                   .program = {.memory = &memory,
                                               .modules = &modules,
                                               .module_news = &module_news,
                                               .functions = &functions},
                                   .at_exit = at_exit};

int InitializeInjection(void);
int InitializeInjectionNvtx2(void *get_export_table);

static void send_bye(void)
{
    struct inject *inject = &the_inject;
    if (inject->channel.socket < 0) {
        inject->over = true;
        return;
    }
    if (trace_session_runs())
        trace_session_finish();
    else if (!callbacks_finish(inject))
        return;
    kept_counters_end(inject);
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Bye m = WIRE__BYE__INIT;
    m.has_unasked = m.has_launches = true;
    m.unasked = inject->judging.unasked;
    m.launches = inject->judging.launches;
    m.has_outside = m.has_stopped = true;
    m.outside = inject->judging.filter->outside_launches;
    m.stopped = inject->judging.filter->stopped_launches;
    m.n_open = nvtx_state_seen(&m.open);
    m.has_other_stacks = true;
    m.other_stacks = call_stacks_others(inject->judging.stacks);
    message.bye = &m;
    channel_send(&inject->channel, &message);
    channel_close(&inject->channel);
    /* CUPTI may be gone when handlers of exit(3) destroy contexts. */
    inject->over = true;
}

static void at_exit(void)
{
    send_bye();
    endings_leave();
}

static int ask_driver(int file, unsigned long request, void *parameters)
{
    return ioctl(file, request, parameters);
}

/* What the CUDA driver calls instead of ioctl(2). */
static int driver_ioctl(int file, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *parameters = va_arg(arguments, void *);
    va_end(arguments);
    guard_enter(GUARD_NESTED);
    const int result = counter_gate_call(&the_inject.gate, file, request, parameters);
    guard_leave();
    return result;
}

/* Without the hook all values are the same; measuring takes longer. */
static void hook_driver(struct inject *inject)
{
    const char *gate = getenv("ROOFTOP_COUNTER_GATE");
    if (gate && strcmp(gate, "each") == 0)
        return;
    counter_gate_init(&inject->gate, ask_driver);
    call_hook("libcuda.so", "ioctl", (void (*)(void))driver_ioctl);
}

/* CUDA does not work in a child of fork(). The socket and the kernel driver's file belong to the
 * parent. */
static void after_fork(void)
{
    /* Another thread of the parent may have held the lock. */
    pthread_mutex_init(&the_inject.channel.lock, NULL);
    watchdog_forked(&the_inject.watchdog);
    watchdog_forked(&the_inject.kept.asking);
    counter_gate_forked(&the_inject.gate);
    module_news_forked(&module_news);
    channel_close(&the_inject.channel);
    for (size_t i = 0; i < REPLAY_MODES; i++)
        if (replay_modes[i]->forked)
            replay_modes[i]->forked(&the_inject);
    contexts_forked(&the_inject);
    trace_session_forked();
    the_inject.active = false;
    the_inject.over = true;
}

static bool open_modes(struct inject *inject, const Wire__Setup *setup)
{
    for (size_t i = 0; i < REPLAY_MODES; i++)
        if (replay_modes[i]->open && !replay_modes[i]->open(inject, setup))
            return false;
    return true;
}

/* What the host's answer makes of this process. */
static bool prepare(struct inject *inject, Wire__Setup *setup)
{
    if (!setup || !setup->profile)
        return false;
    if (setup->trace)
        return trace_session_start(inject, setup->trace);
    inject->settings.flush_caches = setup->flush_caches;
    inject->settings.window_launches = setup->window_launches;
    inject->settings.most_others = setup->most_others;
    inject->settings.replay_timeout = setup->replay_timeout;
    inject->settings.whole_graphs = setup->whole_graphs;
    inject->settings.patient = setup->patient;
    inject->settings.samples_warps = setup->samples_warps && !setup->single_pass;
    series_accept(inject, setup);
    const bool good = open_modes(inject, setup);
    inject->judging.stacks = call_stacks_open(inject, setup->single_pass && !setup->first_run);
    return good;
}

static bool greet(struct inject *inject)
{
    char path[4096] = "";
    uint32_t cupti = 0;
    int driver = 0;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    inject->cupti.get_version(&cupti);
    inject->driver.driver_get_version(&driver);
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Hello m = WIRE__HELLO__INIT;
    m.has_protocol = m.has_pid = m.has_parent = m.has_cupti_version = m.has_driver_version = true;
    m.protocol = WIRE__PROTOCOL__CURRENT;
    m.pid = (uint32_t)getpid();
    m.parent = (uint32_t)getppid();
    m.executable = path;
    m.cupti_version = cupti;
    m.driver_version = (uint32_t)driver;
    message.hello = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    const bool profile = answer && prepare(inject, answer->setup);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return profile;
}

static void start(struct inject *inject)
{
    const char *path = getenv("ROOFTOP_SOCKET"), *cupti = getenv("ROOFTOP_CUPTI");
    const char *missing = NULL;
    if (!path || !cupti || inject->channel.socket >= 0 || !channel_open(&inject->channel, path))
        return;
    inject->judging.filter = program_filter_get();
    if (inject->judging.filter->failed) {
        inject_notice(inject, true, "%s", inject->judging.filter->failed);
    } else if (!foil_load_driver(&inject->driver, &missing)) {
        inject_notice(inject, true, "the driver lacks %s: it is too old for this version", missing);
    } else if (!foil_load_cupti(&inject->cupti, cupti, &missing)) {
        inject_notice(inject, true, "CUPTI cannot be used: %s", missing);
    } else if (greet(inject)) {
        CUptiResult result = CUPTI_SUCCESS;
        if (!trace_session_runs())
            result = callbacks_install(inject);
        if (result != CUPTI_SUCCESS)
            inject_notice(inject, true, "launches cannot be observed: %s",
                          inject_cupti_error(inject, result));
        else
            inject->active = true;
        if (inject->active && !trace_session_runs())
            hook_driver(inject);
    }
    if (!inject->active) {
        nvtx_stop();
        channel_close(&inject->channel);
        return;
    }
    pthread_atfork(NULL, NULL, after_fork);
    inject_end_first(inject);
    endings_watch(send_bye);
}

/* The driver calls this once in each process, from cuInit. */
EXPORT int InitializeInjection(void)
{
    guard_enter(GUARD_NESTED);
    start(&the_inject);
    guard_leave();
    return 1;
}

/* The program's NVTX calls this at its first call, maybe before cuInit. Each library that has NVTX
 * built in calls it for itself. */
EXPORT int InitializeInjectionNvtx2(void *get_export_table)
{
    if (program_filter_get()->nvtx)
        nvtx_attach(get_export_table);
    return 1;
}
