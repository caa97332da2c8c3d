#include "profile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cuda.h>

#include "clock_guard.h"
#include "cupti_host.h"
#include "demangle.h"
#include "driver_version.h"
#include "frame.h"
#include "launch_metrics.h"
#include "launcher.h"
#include "mem.h"
#include "notices.h"
#include "recorder.h"
#include "report_writer.h"
#include "result_builder.h"
#include "seen_kernels.h"
#include "session_info.h"
#include "strbuf.h"

enum { PROTOCOL = 1, MOST_DEVICES = 64, DRAIN_MS = 5000, KILL_AFTER_MS = 2000 };

/* One chip with its plan; devices of the same chip share it. */
struct chip_state {
    char *name;
    struct cupti_chip *chip;
    struct chip_plan plan;
    Wire__Device *device; /* the first that was seen of it */
};

/* One profiled process. */
struct peer {
    struct peer *next;
    struct profile *profile;
    int socket;
    struct frame_reader reader;
    Rep__ProcessInfo process;
    struct {
        Wire__Device *device;
        struct chip_state *chip;
        bool clock_locked;
    } devices[MOST_DEVICES];
    char *kernel;          /* being measured */
    double window_started; /* when its first launch was taken; 0: none is open */
};

struct profile {
    struct loop *loop;
    struct profile_settings settings;
    struct profile_events events;
    struct launcher launcher;
    struct cupti_library *cupti;
    struct plan plan;
    struct chip_state *chips;
    size_t chip_count;
    struct peer *peers;
    struct report *report;
    struct report_writer *writer;
    struct clock_guard *guard;
    struct recorder *recorder; /* or NULL */
    float driver;              /* version of the kernel driver */
    struct seen_kernels seen;
    struct notices notices;
    struct launch_counts counts;
    uint64_t results, hellos, taken, unmeasured;
    double measured_seconds; /* over all results */
    bool session_written, refused, failed, captured, interrupted;
    bool child_gone, finished;
    int child_status;
    double killed_at;
    bool stopped; /* by us, before its end: its exit status says nothing */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void say(struct profile *p, enum message_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct profile *p, enum message_level level, const char *format, ...)
{
    va_list arguments;
    char text[2048];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    p->events.message(p->events.context, level, text);
}

/* ---- answers to the injection library ---- */

static void answer(struct peer *peer, const Wire__ToTarget *message)
{
    frame_send(peer->socket, &message->base);
}

static void on_hello(struct peer *peer, const Wire__Hello *hello)
{
    struct profile *p = peer->profile;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Setup setup = WIRE__SETUP__INIT;
    setup.has_profile = setup.has_flush_caches = true;
    setup.profile = hello->protocol == PROTOCOL &&
                    !(p->settings.root_process_only && (pid_t)hello->pid != p->launcher.child);
    setup.flush_caches = p->settings.flush_caches;
    p->hellos++;
    peer->process.processid = hello->pid;
    peer->process.hostname = "127.0.0.1";
    peer->process.processname = mem_strdup(hello->executable ? hello->executable : "");
    message.setup = &setup;
    answer(peer, &message);
    if (!setup.profile)
        return;
    if (!p->session_written) {
        p->session_written = true;
        session_info_add(p->report, p->writer, p->settings.command_line, hello, &peer->process);
    }
}

static bool lock_clock(struct profile *p, const Wire__Device *device)
{
    struct error error;
    char pci[32];
    if (!p->settings.lock_clocks)
        return false;
    if (!p->guard)
        p->guard = clock_guard_start(&error);
    snprintf(pci, sizeof pci, "%08x:%02x:%02x.0",
             (unsigned)wire_number(device->attributes, device->n_attributes,
                                   CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, 0),
             (unsigned)wire_number(device->attributes, device->n_attributes,
                                   CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 0),
             (unsigned)wire_number(device->attributes, device->n_attributes,
                                   CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, 0));
    if (p->guard && clock_guard_lock(p->guard, pci, &error))
        return true;
    say(p, MESSAGE_WARNING, "%s; times may vary (--clock-control none leaves clocks alone)",
        error.text);
    return false;
}

static struct chip_state *find_chip(struct profile *p, Wire__Device *device, struct error *error)
{
    for (size_t i = 0; i < p->chip_count; i++)
        if (strcmp(p->chips[i].name, device->chip) == 0)
            return &p->chips[i];
    struct section_scope scope = result_scope(device, p->driver);
    struct cupti_chip *chip = cupti_chip_open(p->cupti, device->chip, device->availability.data,
                                              device->availability.len, error);
    struct chip_plan plan;
    if (!chip)
        return NULL;
    if (!chip_plan_make(&plan, &p->plan, chip, &scope, error)) {
        cupti_chip_close(chip);
        return NULL;
    }
    struct chip_state *state = &p->chips[p->chip_count++];
    *state = (struct chip_state){mem_strdup(device->chip), chip, plan, device};
    plan_show_requested(&p->plan, &state->plan);
    recorder_chip(p->recorder, &p->settings.request, device, &state->plan, p->driver);
    for (size_t i = 0; i < plan.refused_count; i++)
        say(p, MESSAGE_WARNING, "%s has no metric %s: it is left out", device->chip,
            plan.refused[i]);
    return state;
}

/* Takes over the device message. */
static void on_device(struct peer *peer, Wire__Device *device)
{
    struct profile *p = peer->profile;
    struct error error;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Schedule schedule = WIRE__SCHEDULE__INIT;
    bool valid = device->chip && device->name && device->ordinal < MOST_DEVICES &&
                 !peer->devices[device->ordinal].device && p->chip_count < MOST_DEVICES;
    struct chip_state *chip = valid ? find_chip(p, device, &error) : NULL;
    message.schedule = &schedule;
    if (!chip) {
        say(p, MESSAGE_ERROR, "%s", valid ? error.text : "the program sent a device twice");
        p->failed = true;
        schedule.refused = valid ? error.text : "invalid";
        answer(peer, &message);
        if (!valid || chip == NULL)
            wire__device__free_unpacked(device, NULL);
        return;
    }
    peer->devices[device->ordinal].device = device;
    peer->devices[device->ordinal].chip = chip;
    peer->devices[device->ordinal].clock_locked = lock_clock(p, device);
    session_info_add_device(p->report, p->writer, device, &peer->process);
    Wire__Group *groups = mem_alloc(chip->plan.group_count * sizeof *groups);
    Wire__Group **pointers = mem_alloc(chip->plan.group_count * sizeof *pointers);
    for (size_t i = 0; i < chip->plan.group_count; i++) {
        const struct plan_group *group = &chip->plan.groups[i];
        wire__group__init(&groups[i]);
        groups[i].has_config = groups[i].has_passes = true;
        groups[i].config = (ProtobufCBinaryData){group->image_size, group->image};
        groups[i].n_metrics = group->count;
        groups[i].metrics = group->metrics;
        groups[i].passes = group->passes;
        pointers[i] = &groups[i];
    }
    schedule.n_groups = chip->plan.group_count;
    schedule.groups = pointers;
    answer(peer, &message);
    free(groups);
    free(pointers);
}

static uint64_t wanted_results(const struct profile *p)
{
    return p->settings.filter->count;
}

/* The program and those of its children that are profiled. */
static void signal_all(struct profile *p, int signal_number)
{
    if (!p->child_gone)
        kill(p->launcher.child, signal_number);
    for (const struct peer *peer = p->peers; peer; peer = peer->next)
        if (peer->process.processid && (pid_t)peer->process.processid != p->launcher.child)
            kill((pid_t)peer->process.processid, signal_number);
}

static void stop_program(struct profile *p)
{
    if (p->killed_at > 0)
        return;
    p->stopped = !p->child_gone;
    signal_all(p, SIGTERM);
    p->killed_at = now();
}

static void on_seen(struct peer *peer, const Wire__Seen *seen)
{
    static const Wire__Action actions[] = {
        [LAUNCH_TAKE] = WIRE__ACTION__TAKE,
        [LAUNCH_SKIP] = WIRE__ACTION__SKIP,
        [LAUNCH_NEVER] = WIRE__ACTION__NEVER,
        [LAUNCH_DONE] = WIRE__ACTION__FINISH,
    };
    struct profile *p = peer->profile;
    char *full = demangle_full(seen->mangled ? seen->mangled : "");
    char *function = demangle_function(full);
    struct launch_identity launch = {function, full, seen->mangled ? seen->mangled : "",
                                     seen->context, seen->has_stream ? &seen->stream : NULL};
    enum launch_verdict verdict = launch_filter_judge(p->settings.filter, &p->counts, &launch);
    seen_kernels_add(&p->seen, function);
    p->seen.unnamed += seen->unasked;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Verdict m = WIRE__VERDICT__INIT;
    m.has_action = true;
    m.action = actions[verdict];
    message.verdict = &m;
    answer(peer, &message);
    if (verdict == LAUNCH_TAKE) {
        p->taken++;
        free(peer->kernel);
        peer->kernel = demangle_short(full);
        if (peer->window_started == 0)
            peer->window_started = now();
    }
    free(full);
    free(function);
}

static void on_pass(struct peer *peer, const Wire__Pass *pass)
{
    struct profile *p = peer->profile;
    struct profile_progress progress = {.kernel = peer->kernel ? peer->kernel : "",
                                        .number = p->results + 1,
                                        .expected = wanted_results(p),
                                        .pass = pass->pass,
                                        .passes = pass->passes};
    double spent = now() - peer->window_started;
    uint64_t launches = pass->launches ? pass->launches : 1;
    if (pass->pass && pass->passes >= pass->pass) {
        double window = spent / pass->pass * pass->passes;
        double launch =
            p->results ? p->measured_seconds / (double)p->results : window / (double)launches;
        progress.seconds_left = window - spent;
        progress.number += launches - 1;
        if (progress.expected > progress.number)
            progress.seconds_left += launch * (double)(progress.expected - progress.number);
    }
    p->events.progress(p->events.context, &progress);
    if (pass->pass >= pass->passes) {
        Wire__ToTarget message = WIRE__TO_TARGET__INIT;
        answer(peer, &message);
    }
}

static void on_module(struct peer *peer, const Wire__Module *module)
{
    struct profile *p = peer->profile;
    Rep__SourceData *source = mem_alloc(sizeof *source);
    rep__source_data__init(source);
    source->has_reference = source->has_binary = true;
    source->reference = module->reference;
    source->binary.len = module->cubin.len;
    source->binary.data = mem_alloc(module->cubin.len);
    memcpy(source->binary.data, module->cubin.data, module->cubin.len);
    session_info_describe_source(source, peer->devices[0].device);
    if (p->writer)
        report_writer_source(p->writer, source, &peer->process);
    report_add_source(p->report, peer->process.processid, source);
}

/* Where the time of a window went, for those who work on rooftop: ROOFTOP_TRACE=1. */
static void trace_window(struct profile *p, const Wire__Window *window)
{
    static const char *const phases[] = {"save", "restore", "configure", "start",
                                         "run",  "stop",    "decode"};
    struct strbuf text = {0};
    if (!getenv("ROOFTOP_TRACE"))
        return;
    strbuf_addf(&text, "window of %zu:", window->n_results);
    for (size_t i = 0; i < window->n_nanoseconds && i < 7; i++)
        strbuf_addf(&text, " %s %.2f ms", phases[i], (double)window->nanoseconds[i] / 1e6);
    say(p, MESSAGE_NOTE, "%s", text.data);
    strbuf_free(&text);
}

static void add_result(struct peer *peer, const Wire__Window *window, size_t number)
{
    struct profile *p = peer->profile;
    const Wire__Result *result = window->results[number];
    uint32_t ordinal = result->facts->device;
    struct error error;
    size_t length;
    if (ordinal >= MOST_DEVICES || !peer->devices[ordinal].chip || !result->facts->mangled ||
        !result->facts->grid || !result->facts->block) {
        say(p, MESSAGE_ERROR, "the program sent a result of an unknown device");
        return;
    }
    struct result_input input = {.report = p->report,
                                 .plan = &p->plan,
                                 .chip_plan = &peer->devices[ordinal].chip->plan,
                                 .chip = peer->devices[ordinal].chip->chip,
                                 .device = peer->devices[ordinal].device,
                                 .result = result,
                                 .window = window,
                                 .clock_requested = p->settings.lock_clocks,
                                 .clock_locked = peer->devices[ordinal].clock_locked,
                                 .driver = p->driver};
    uint8_t *packed = result_build(&input, &length, &error);
    if (!packed) {
        say(p, MESSAGE_ERROR, "launch %llu: %s", (unsigned long long)result->launch, error.text);
        p->failed = true;
        return;
    }
    recorder_result(p->recorder, p->report, number, packed, length);
    if (p->writer)
        report_writer_result(p->writer, p->report, ENTRY_KERNEL, packed, length, &peer->process);
    size_t index = report_add_result(p->report, ENTRY_KERNEL, packed, length, &peer->process);
    p->results++;
    p->events.result(p->events.context, index);
}

static void on_window(struct peer *peer, const Wire__Window *window)
{
    struct profile *p = peer->profile;
    uint32_t device = MOST_DEVICES;
    for (size_t i = 0; i < window->n_results; i++) {
        const Wire__Result *result = window->results[i];
        if (!result->error && result->facts) {
            add_result(peer, window, i);
            device = result->facts->device;
            continue;
        }
        p->unmeasured++;
        char *full = demangle_full(result->facts && result->facts->mangled ? result->facts->mangled
                                                                           : "a kernel");
        say(p, MESSAGE_WARNING, "%s (launch %llu) was not measured: %s", full,
            (unsigned long long)result->launch, result->error ? result->error : "nothing was sent");
        free(full);
    }
    if (device < MOST_DEVICES && peer->devices[device].chip)
        recorder_window(p->recorder, peer->devices[device].chip->name, window);
    p->measured_seconds += now() - peer->window_started;
    peer->window_started = 0;
    trace_window(p, window);
    if (p->settings.kill_when_done && p->settings.filter->count &&
        p->results + p->unmeasured >= p->settings.filter->count)
        stop_program(p);
}

static void on_notice(struct peer *peer, const Wire__Notice *notice)
{
    struct profile *p = peer->profile;
    enum message_level level = notice->fatal    ? MESSAGE_ERROR
                               : notice->kernel ? MESSAGE_WARNING
                                                : MESSAGE_NOTE;
    char *text = notices_text(&p->notices, notice);
    if (text)
        say(p, level, "%s", text);
    free(text);
    if (notice->fatal)
        p->failed = p->refused = true;
    p->captured = p->captured || notice->captured;
}

static void on_message(struct peer *peer, Wire__ToHost *m)
{
    if (m->hello)
        on_hello(peer, m->hello);
    else if (m->device) {
        Wire__Device *device = m->device;
        m->device = NULL;
        on_device(peer, device);
    } else if (m->seen)
        on_seen(peer, m->seen);
    else if (m->pass)
        on_pass(peer, m->pass);
    else if (m->window)
        on_window(peer, m->window);
    else if (m->module)
        on_module(peer, m->module);
    else if (m->notice)
        on_notice(peer, m->notice);
    else if (m->bye)
        peer->profile->seen.unnamed += m->bye->unasked;
}

/* ---- sockets, the program's output and its end ---- */

static void drop_peer(struct peer *peer)
{
    struct profile *p = peer->profile;
    struct peer **at = &p->peers;
    while (*at != peer)
        at = &(*at)->next;
    *at = peer->next;
    loop_unwatch(p->loop, peer->socket);
    close(peer->socket);
    frame_reader_free(&peer->reader);
    for (size_t i = 0; i < MOST_DEVICES; i++) {
        bool kept = false;
        for (size_t j = 0; j < p->chip_count; j++)
            kept = kept || p->chips[j].device == peer->devices[i].device;
        if (peer->devices[i].device && !kept)
            wire__device__free_unpacked(peer->devices[i].device, NULL);
    }
    free(peer->process.processname);
    free(peer->kernel);
    free(peer);
}

static void serve_peer(void *context, int fd, short events)
{
    struct peer *peer = context;
    (void)events;
    bool open = frame_reader_fill(&peer->reader, fd);
    uint8_t *bytes;
    size_t length;
    while (frame_reader_next(&peer->reader, &bytes, &length)) {
        Wire__ToHost *message = wire__to_host__unpack(NULL, length, bytes);
        if (!message) {
            say(peer->profile, MESSAGE_ERROR, "a message of the program is damaged");
            open = false;
            break;
        }
        on_message(peer, message);
        wire__to_host__free_unpacked(message, NULL);
    }
    if (!open || peer->reader.broken)
        drop_peer(peer);
}

static void accept_peer(void *context, int fd, short events)
{
    struct profile *p = context;
    (void)events;
    int socket = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (socket < 0)
        return;
    struct peer *peer = mem_alloc(sizeof *peer);
    peer->profile = p;
    peer->socket = socket;
    rep__process_info__init(&peer->process);
    peer->next = p->peers;
    p->peers = peer;
    loop_watch(p->loop, socket, POLLIN, serve_peer, peer);
}

static void serve_output(void *context, int fd, short events)
{
    struct profile *p = context;
    char bytes[4096];
    (void)events;
    ssize_t got = read(fd, bytes, sizeof bytes);
    if (got > 0)
        p->events.output(p->events.context, bytes, (size_t)got);
    else if (got == 0 || errno != EINTR)
        loop_unwatch(p->loop, fd);
}

bool profile_running(const struct profile *p)
{
    return !p->finished;
}

/* Why there is nothing, in the order in which it can be told. */
static void explain_nothing(struct profile *p)
{
    bool crashed = WIFSIGNALED(p->child_status) && !p->stopped;
    if (p->unmeasured)
        say(p, MESSAGE_WARNING, "%llu of %llu launches could not be measured",
            (unsigned long long)p->unmeasured, (unsigned long long)p->taken);
    if (p->results || p->failed || p->refused || crashed)
        return;
    if (p->taken) {
        p->failed = true;
        return;
    }
    if (seen_kernels_any(&p->seen)) {
        char *list = seen_kernels_text(&p->seen);
        say(p, MESSAGE_ERROR, "no kernel passed the filters; the program launched: %s", list);
        free(list);
        p->failed = true;
        return;
    }
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*initialize)(unsigned) = NULL;
    if (driver)
        *(void **)&initialize = dlsym(driver, "cuInit");
    unsetenv("CUDA_INJECTION64_PATH");
    int status = initialize ? initialize(0) : 0;
    if (!driver)
        say(p, MESSAGE_ERROR,
            "no CUDA driver on this machine: libcuda.so.1 was not found; install "
            "the NVIDIA driver or run on a machine with a GPU");
    else if (status == CUDA_ERROR_NO_DEVICE)
        say(p, MESSAGE_ERROR,
            "no GPU: the CUDA driver finds no device (see nvidia-smi, and "
            "CUDA_VISIBLE_DEVICES)");
    else if (status)
        say(p, MESSAGE_ERROR,
            "the CUDA driver does not start (error %d of cuInit); see "
            "nvidia-smi and dmesg",
            status);
    else if (p->captured)
        say(p, MESSAGE_ERROR, "%s launched kernels only inside CUDA graphs: those are not profiled",
            p->settings.program[0]);
    else if (!p->hellos)
        say(p, MESSAGE_ERROR,
            "%s made no CUDA call: nothing was profiled (a script that starts "
            "the real program through sudo or a container hides it)",
            p->settings.program[0]);
    else
        say(p, MESSAGE_ERROR, "%s used CUDA, but launched no kernel", p->settings.program[0]);
    p->failed = true;
}

static void explain_end(struct profile *p)
{
    if (WIFSIGNALED(p->child_status) && !p->stopped)
        say(p, MESSAGE_ERROR, "%s was ended by signal %d (%s)%s", p->settings.program[0],
            WTERMSIG(p->child_status), strsignal(WTERMSIG(p->child_status)),
            p->results ? "; the results until then are kept" : "");
    else if (WIFEXITED(p->child_status) && WEXITSTATUS(p->child_status) &&
             p->settings.check_exit_code && !p->stopped)
        say(p, MESSAGE_WARNING, "%s ended with status %d", p->settings.program[0],
            WEXITSTATUS(p->child_status));
}

static void finish_run(struct profile *p)
{
    if (p->finished)
        return;
    p->finished = true;
    clock_guard_stop(p->guard);
    p->guard = NULL;
    explain_end(p);
    explain_nothing(p);
    p->events.finished(p->events.context);
}

/* Called on SIGCHLD and after each step: the run is over when the program is gone and its sockets
 * are empty. */
void profile_check(struct profile *p)
{
    if (p->finished)
        return;
    if (!p->child_gone && waitpid(p->launcher.child, &p->child_status, WNOHANG) > 0)
        p->child_gone = true;
    if (p->killed_at > 0 && now() - p->killed_at > KILL_AFTER_MS / 1000.0)
        signal_all(p, SIGKILL);
    if (!p->child_gone)
        return;
    if (p->launcher.output >= 0) {
        struct pollfd ready = {p->launcher.output, POLLIN, 0};
        while (poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN))
            serve_output(p, p->launcher.output, POLLIN);
    }
    /* Children of the program may outlive it; they are waited for as long as they send. */
    struct pollfd waiting = {p->launcher.listener, POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0)
        accept_peer(p, p->launcher.listener, POLLIN);
    if (!p->peers || p->interrupted)
        finish_run(p);
}

struct profile *profile_start(struct loop *loop, const struct profile_settings *settings,
                              const struct profile_events *events, struct error *error)
{
    struct profile *p = mem_alloc(sizeof *p);
    p->loop = loop;
    p->settings = *settings;
    p->events = *events;
    p->launcher.listener = p->launcher.output = -1;
    p->chips = mem_alloc(MOST_DEVICES * sizeof *p->chips);
    p->recorder = recorder_open();
    p->driver = driver_version();
    p->report = report_new(settings->export_path ? settings->export_path : "");
    bool good = plan_make(&p->plan, settings->library, &p->settings.request, error);
    good = good && launcher_prepare(&p->launcher, error);
    good = good && (p->cupti = cupti_library_open(error)) != NULL;
    if (good && settings->export_path)
        good = (p->writer =
                    report_writer_open(settings->export_path, settings->overwrite, error)) != NULL;
    good = good && launcher_start(&p->launcher, settings->program, cupti_library_path(p->cupti),
                                  settings->own_output, settings->rows, settings->columns, error);
    if (!good) {
        p->child_gone = true;
        report_writer_abandon(p->writer);
        p->writer = NULL;
        bool written;
        report_close(profile_finish(p, &written));
        return NULL;
    }
    loop_watch(loop, p->launcher.listener, POLLIN, accept_peer, p);
    if (p->launcher.output >= 0)
        loop_watch(loop, p->launcher.output, POLLIN, serve_output, p);
    return p;
}

struct report *profile_report(const struct profile *p)
{
    return p->report;
}

int profile_exit_status(const struct profile *p)
{
    if (!p->stopped && WIFSIGNALED(p->child_status))
        return 128 + WTERMSIG(p->child_status);
    if (!p->stopped && WIFEXITED(p->child_status) && WEXITSTATUS(p->child_status))
        return WEXITSTATUS(p->child_status);
    return p->failed;
}

void profile_signal(struct profile *p, int signal_number)
{
    bool again = p->child_gone && p->killed_at > 0;
    if (!p->child_gone) {
        kill(p->launcher.child, signal_number);
        return;
    }
    signal_all(p, signal_number);
    p->killed_at = now();
    p->interrupted = again;
}

struct report *profile_finish(struct profile *p, bool *written)
{
    struct report *report = p->report;
    *written = true;
    if (!p->child_gone) {
        kill(p->launcher.child, SIGTERM);
        for (int i = 0; i < KILL_AFTER_MS / 10 && !p->child_gone; i++) {
            p->child_gone = waitpid(p->launcher.child, &p->child_status, WNOHANG) > 0;
            usleep(10000);
        }
        if (!p->child_gone) {
            kill(p->launcher.child, SIGKILL);
            waitpid(p->launcher.child, &p->child_status, 0);
        }
    }
    clock_guard_stop(p->guard);
    while (p->peers)
        drop_peer(p->peers);
    if (p->writer) {
        struct error error;
        /* Without results the name stays free, and an older report under it stays. */
        if (!p->results) {
            report_writer_abandon(p->writer);
        } else if (!report_writer_finish(p->writer, &error)) {
            say(p, MESSAGE_ERROR, "%s", error.text);
            *written = false;
        }
    }
    struct error record_error;
    if (!recorder_close(p->recorder, &record_error)) {
        say(p, MESSAGE_ERROR, "%s", record_error.text);
        *written = false;
    }
    for (size_t i = 0; i < p->chip_count; i++) {
        chip_plan_free(&p->chips[i].plan);
        cupti_chip_close(p->chips[i].chip);
        wire__device__free_unpacked(p->chips[i].device, NULL);
        free(p->chips[i].name);
    }
    if (p->launcher.listener >= 0)
        loop_unwatch(p->loop, p->launcher.listener);
    if (p->launcher.output >= 0)
        loop_unwatch(p->loop, p->launcher.output);
    launcher_free(&p->launcher);
    cupti_library_close(p->cupti);
    plan_free(&p->plan);
    seen_kernels_free(&p->seen);
    notices_free(&p->notices);
    launch_counts_free(&p->counts);
    free(p->chips);
    free(p);
    return report;
}
