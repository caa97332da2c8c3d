#include "inject.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "call_hook.h"
#include "call_stacks.h"
#include "callbacks.h"
#include "choice.h"
#include "contexts.h"
#include "functions.h"
#include "native.h"
#include "nvtx.h"
#include "nvtx_state.h"
#include "ranges.h"
#include "series.h"
#include "single_pass.h"

#define EXPORT __attribute__((visibility("default")))

enum { PROTOCOL = 1 };

__thread bool inject_inside;

static struct function_table functions;
static struct inject the_inject = {.channel = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1},
                                   .watchdog = WATCHDOG_INIT,
                                   .lock = PTHREAD_MUTEX_INITIALIZER,
                                   .landed = PTHREAD_COND_INITIALIZER,
                                   .functions = &functions};

int InitializeInjection(void);
int InitializeInjectionNvtx2(void *get_export_table);

const char *inject_driver_error(const struct inject *inject, CUresult result)
{
    const char *name = NULL;
    if (inject->driver.get_error_name(result, &name) != CUDA_SUCCESS || !name)
        return "unknown driver error";
    return name;
}

const char *inject_cupti_error(const struct inject *inject, CUptiResult result)
{
    const char *name = NULL;
    if (inject->cupti.get_result_string(result, &name) != CUPTI_SUCCESS || !name)
        return "unknown CUPTI error";
    return name;
}

void inject_notice(struct inject *inject, bool fatal, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    m.text = text;
    m.has_fatal = true;
    m.fatal = fatal;
    message.notice = &m;
    channel_send(&inject->channel, &message);
    if (fatal)
        inject->active = false;
}

static void send_bye(void)
{
    struct inject *inject = &the_inject;
    if (inject->channel.socket < 0 || !callbacks_finish(inject))
        return;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Bye m = WIRE__BYE__INIT;
    m.has_unasked = m.has_launches = true;
    m.unasked = inject->unasked;
    m.launches = inject->launches;
    m.has_outside = m.has_stopped = true;
    m.outside = inject->choice->outside_launches;
    m.stopped = inject->choice->stopped_launches;
    m.n_open = nvtx_state_seen(&m.open);
    m.has_other_stacks = true;
    m.other_stacks = call_stacks_others(inject->stacks);
    message.bye = &m;
    channel_send(&inject->channel, &message);
    channel_close(&inject->channel);
}

void inject_end_first(void)
{
    atexit(send_bye);
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
    return counter_gate_call(&the_inject.gate, file, request, parameters);
}

/* Without the hook all is as with it, but slower. */
static void hook_driver(struct inject *inject)
{
    const char *gate = getenv("ROOFTOP_COUNTER_GATE");
    if (gate && strcmp(gate, "each") == 0)
        return;
    counter_gate_init(&inject->gate, ask_driver);
    call_hook("libcuda.so", "ioctl", (void (*)(void))driver_ioctl);
}

/* CUDA does not work in a child of fork() anyhow; the socket and the kernel driver's file are the
 * parent's. */
static void after_fork(void)
{
    /* Another thread of the parent may have held it. */
    pthread_mutex_init(&the_inject.channel.lock, NULL);
    watchdog_forked(&the_inject.watchdog);
    counter_gate_forked(&the_inject.gate);
    channel_close(&the_inject.channel);
    native_forked(&the_inject);
    contexts_forked(&the_inject);
    the_inject.active = false;
}

/* Where results are of ranges there are no launches to be measured; a series and whole graphs need
 * windows. */
static bool open_mode(struct inject *inject, const Wire__Setup *setup)
{
    if (setup->ranges)
        return (!setup->single_pass || single_pass_open(inject, setup->first_run)) &&
               ranges_open(inject, setup->single_pass, setup->leave_host);
    return inject->series_count || setup->whole_graphs ||
           native_open(inject, setup->single_pass, setup->first_run, setup->launches);
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
    m.protocol = PROTOCOL;
    m.pid = (uint32_t)getpid();
    m.parent = (uint32_t)getppid();
    m.executable = path;
    m.cupti_version = cupti;
    m.driver_version = (uint32_t)driver;
    message.hello = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    bool profile = answer && answer->setup && answer->setup->profile;
    if (profile) {
        inject->flush_caches = answer->setup->flush_caches;
        inject->window_launches = answer->setup->window_launches;
        inject->replay_timeout = answer->setup->replay_timeout;
        inject->whole_graphs = answer->setup->whole_graphs;
        series_accept(inject, answer->setup);
        profile = open_mode(inject, answer->setup);
        inject->stacks =
            call_stacks_open(inject, answer->setup->single_pass && !answer->setup->first_run);
    }
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
    inject->choice = choice_get();
    if (inject->choice->failed) {
        inject_notice(inject, true, "%s", inject->choice->failed);
    } else if (!foil_load_driver(&inject->driver, &missing)) {
        inject_notice(inject, true, "the driver lacks %s: it is too old for this version", missing);
    } else if (!foil_load_cupti(&inject->cupti, cupti, &missing)) {
        inject_notice(inject, true, "CUPTI cannot be used: %s", missing);
    } else if (greet(inject)) {
        CUptiResult result = callbacks_install(inject);
        if (result != CUPTI_SUCCESS)
            inject_notice(inject, true, "launches cannot be observed: %s",
                          inject_cupti_error(inject, result));
        else
            inject->active = true;
        if (inject->active)
            hook_driver(inject);
    }
    if (!inject->active) {
        nvtx_stop();
        channel_close(&inject->channel);
        return;
    }
    pthread_atfork(NULL, NULL, after_fork);
    inject_end_first();
}

/* Called by the driver, once per process, from cuInit. */
EXPORT int InitializeInjection(void)
{
    inject_inside = true;
    start(&the_inject);
    inject_inside = false;
    return 1;
}

/* Called by the program's NVTX at its first call, maybe before cuInit. Each library that has NVTX
 * built in calls it for itself. */
EXPORT int InitializeInjectionNvtx2(void *get_export_table)
{
    if (choice_get()->nvtx)
        nvtx_attach(get_export_table);
    return 1;
}
