#include "report/trace_pages/trace_chrome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/json_writer.h"
#include "report/base/mem.h"
#include "report/trace/trace_threads.h"
#include "report/trace_pages/trace_page_forms.h"

/* Numbers of GPUs among the processes: no system counts processes so far. */
enum { FIRST_GPU = 1 << 24, FIRST_OTHER = 1 << 23 };

struct chrome {
    const struct trace_view *view;
    struct trace *trace;
    struct json_writer json;
    uint64_t start;
};

/* Several files may have processes of the same number. */
static uint64_t process_number(const struct chrome *c, size_t process)
{
    const struct trace_process *p = trace_process(c->trace, process);
    return p->source ? FIRST_OTHER + process : p->pid;
}

static void begin(struct chrome *c, const char *phase, const char *name, uint64_t process,
                  uint64_t thread)
{
    json_open_line(&c->json, NULL, JSON_OBJECT);
    json_string(&c->json, "ph", phase);
    json_string(&c->json, "name", name);
    json_whole(&c->json, "pid", process);
    json_whole(&c->json, "tid", thread);
}

static void add_time(struct chrome *c, const char *key, uint64_t time)
{
    json_number(&c->json, key, time > c->start ? (double)(time - c->start) / 1000 : 0);
}

static void end(struct chrome *c)
{
    json_close(&c->json);
}

static void name_row(struct chrome *c, const char *what, uint64_t process, uint64_t thread,
                     const char *name)
{
    begin(c, "M", what, process, thread);
    json_open(&c->json, "args", JSON_OBJECT);
    json_string(&c->json, "name", name);
    json_close(&c->json);
    end(c);
}

static void name_processes(struct chrome *c)
{
    for (size_t i = 0; i < trace_process_count(c->trace); i++) {
        const struct trace_process *p = trace_process(c->trace, i);
        if (!*p->name)
            continue;
        const char *slash = strrchr(p->name, '/');
        char *name = p->rank >= 0 ? mem_printf("rank %d: %s", p->rank, slash ? slash + 1 : p->name)
                                  : mem_strdup(slash ? slash + 1 : p->name);
        name_row(c, "process_name", process_number(c, i), 0, name);
        free(name);
    }
}

static void name_gpus(struct chrome *c)
{
    const struct trace_index *index = c->view->index;
    for (size_t i = 0; i < index->gpu_count; i++) {
        char gpu[32];
        trace_gpu_text(c->view, i, gpu, sizeof gpu);
        char *name = mem_printf("%s %s", gpu, index->gpus[i].name);
        name_row(c, "process_name", FIRST_GPU + i, 0, name);
        free(name);
    }
    for (size_t i = 0; i < index->stream_count; i++) {
        const struct trace_stream *s = &index->streams[i];
        char *name = mem_printf("stream %llu (process %u)", (unsigned long long)s->stream,
                                trace_process(c->trace, s->process)->pid);
        name_row(c, "thread_name", FIRST_GPU + s->gpu, i + 1, name);
        free(name);
    }
}

static void add_kernel_facts(struct chrome *c, uint32_t row)
{
    static const struct {
        const char *key;
        size_t field;
    } facts[] = {{"grid_x", KERNEL_GRID_X},
                 {"grid_y", KERNEL_GRID_Y},
                 {"grid_z", KERNEL_GRID_Z},
                 {"block_x", KERNEL_BLOCK_X},
                 {"block_y", KERNEL_BLOCK_Y},
                 {"block_z", KERNEL_BLOCK_Z},
                 {"registers", KERNEL_REGISTERS},
                 {"static_shared_bytes", KERNEL_STATIC_SHARED},
                 {"dynamic_shared_bytes", KERNEL_DYNAMIC_SHARED},
                 {"correlation", KERNEL_CORRELATION},
                 {"launched_by_gpu", KERNEL_BY_DEVICE}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        json_whole(&c->json, facts[i].key,
                   trace_column(c->trace, TRACE_KERNEL, facts[i].field)[row]);
}

static void add_facts(struct chrome *c, const struct trace_work *work)
{
    json_open(&c->json, "args", JSON_OBJECT);
    if (work->kind == TRACE_KERNEL)
        add_kernel_facts(c, work->row);
    if (work->kind == TRACE_COPY) {
        json_whole(&c->json, "bytes", trace_column(c->trace, TRACE_COPY, COPY_BYTES)[work->row]);
        json_string(&c->json, "from",
                    trace_memory_word(trace_column(c->trace, TRACE_COPY, COPY_FROM)[work->row]));
        json_string(&c->json, "to",
                    trace_memory_word(trace_column(c->trace, TRACE_COPY, COPY_TO)[work->row]));
    }
    if (work->kind == TRACE_FILL)
        json_whole(&c->json, "bytes", trace_column(c->trace, TRACE_FILL, FILL_BYTES)[work->row]);
    if (work->kind == TRACE_DECOMPRESSION) {
        json_whole(&c->json, "copies",
                   trace_column(c->trace, TRACE_DECOMPRESSION, DECOMPRESSION_COPIES)[work->row]);
        json_whole(&c->json, "bytes",
                   trace_column(c->trace, TRACE_DECOMPRESSION, DECOMPRESSION_BYTES)[work->row]);
    }
    if (work->kind == TRACE_DEVICE_GRAPH) {
        json_whole(&c->json, "launcher",
                   trace_column(c->trace, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_LAUNCHER)[work->row]);
        json_string(&c->json, "mode",
                    trace_launch_word(
                        trace_column(c->trace, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_MODE)[work->row]));
    }
    json_close(&c->json);
}

static void add_works(struct chrome *c)
{
    static const char *const categories[TRACE_KINDS] = {[TRACE_KERNEL] = "kernel",
                                                        [TRACE_COPY] = "copy",
                                                        [TRACE_FILL] = "fill",
                                                        [TRACE_GRAPH] = "graph",
                                                        [TRACE_DECOMPRESSION] = "decompression",
                                                        [TRACE_DEVICE_GRAPH] = "graph"};
    const struct trace_index *index = c->view->index;
    for (size_t i = 0; i < index->work_count; i++) {
        const struct trace_work *work = &index->works[i];
        char room[64];
        begin(c, "X", trace_work_name(c->view, work, room, sizeof room), FIRST_GPU + work->gpu,
              work->stream + 1);
        json_string(&c->json, "cat", categories[work->kind]);
        add_time(c, "ts", work->start);
        json_number(&c->json, "dur", (double)(work->end - work->start) / 1000);
        add_facts(c, work);
        end(c);
    }
}

/* An arrow from a call to a work. */
static void add_arrow(struct chrome *c, const struct trace_work *work, size_t number)
{
    const uint32_t call = trace_index_call(c->view->index, trace_work_process(c->view->index, work),
                                           trace_work_correlation(c->view->index, work));
    if (call == TRACE_NONE)
        return;
    const uint64_t start = trace_column(c->trace, TRACE_API, SPAN_START)[call];
    if (!trace_span_is_good(start, trace_column(c->trace, TRACE_API, SPAN_END)[call]))
        return;
    begin(c, "s", "launch", process_number(c, trace_processes(c->trace, TRACE_API)[call]),
          trace_column(c->trace, TRACE_API, API_THREAD)[call]);
    json_string(&c->json, "cat", "launch");
    json_whole(&c->json, "id", number);
    add_time(c, "ts", start);
    end(c);
    begin(c, "f", "launch", FIRST_GPU + work->gpu, work->stream + 1);
    json_string(&c->json, "cat", "launch");
    json_string(&c->json, "bp", "e");
    json_whole(&c->json, "id", number);
    add_time(c, "ts", work->start);
    end(c);
}

static void add_call(struct chrome *c, uint32_t row, uint64_t process, uint64_t thread)
{
    const uint64_t start = trace_column(c->trace, TRACE_API, SPAN_START)[row];
    begin(c, "X", trace_string(c->trace, trace_column(c->trace, TRACE_API, API_NAME)[row]), process,
          thread);
    json_string(&c->json, "cat", "api");
    add_time(c, "ts", start);
    json_number(&c->json, "dur",
                (double)(trace_column(c->trace, TRACE_API, SPAN_END)[row] - start) / 1000);
    json_open(&c->json, "args", JSON_OBJECT);
    json_whole(&c->json, "correlation", trace_column(c->trace, TRACE_API, API_CORRELATION)[row]);
    json_whole(&c->json, "result", trace_column(c->trace, TRACE_API, API_RESULT)[row]);
    json_close(&c->json);
    end(c);
}

/* Pushed ranges nest and are spans; started ones end anywhere, so they are a begin and an end. */
static void add_range(struct chrome *c, uint32_t row, uint64_t process, uint64_t thread)
{
    const uint64_t start = trace_column(c->trace, TRACE_RANGE, SPAN_START)[row];
    const uint64_t stop = trace_column(c->trace, TRACE_RANGE, SPAN_END)[row];
    const uint64_t kind = trace_column(c->trace, TRACE_RANGE, RANGE_KIND)[row];
    const char *name = trace_string(c->trace, trace_column(c->trace, TRACE_RANGE, RANGE_NAME)[row]);
    begin(c, kind == RANGE_MARK ? "i" : kind == RANGE_STARTED ? "b" : "X", name, process, thread);
    json_string(&c->json, "cat", "nvtx");
    add_time(c, "ts", start);
    if (kind == RANGE_MARK)
        json_string(&c->json, "s", "t");
    else if (kind == RANGE_STARTED)
        json_whole(&c->json, "id", row);
    else
        json_number(&c->json, "dur", (double)(stop - start) / 1000);
    end(c);
    if (kind != RANGE_STARTED)
        return;
    begin(c, "e", name, process, thread);
    json_string(&c->json, "cat", "nvtx");
    json_whole(&c->json, "id", row);
    add_time(c, "ts", stop);
    end(c);
}

/* They need not lie inside of the call that made them: a begin and an end each. */
static void add_jit(struct chrome *c, uint32_t row, uint64_t process, uint64_t thread)
{
    static const char *const phases[] = {"b", "e"};
    const uint64_t operation = trace_column(c->trace, TRACE_JIT, JIT_OPERATION)[row],
                   code = trace_column(c->trace, TRACE_JIT, JIT_CODE)[row];
    for (size_t i = 0; i < 2; i++) {
        begin(c, phases[i], trace_jit_word(operation), process, thread);
        json_string(&c->json, "cat", "jit");
        json_whole(&c->json, "id", row);
        add_time(c, "ts", trace_column(c->trace, TRACE_JIT, i ? SPAN_END : SPAN_START)[row]);
        json_open(&c->json, "args", JSON_OBJECT);
        json_string(&c->json, "code", trace_jit_code(code));
        json_close(&c->json);
        end(c);
    }
}

/* Clocks, temperature and power of a GPU: a counter each. A GPU without works has no process. */
static void add_environment(struct chrome *c)
{
    struct trace_environment environment;
    trace_environment_make(&environment, c->view->index);
    for (size_t i = 0; i < environment.count; i++) {
        const struct trace_series *s = &environment.series[i];
        for (size_t j = 0; j < s->count && s->gpu != TRACE_NONE; j++) {
            begin(c, "C", trace_environment_info(s->what)->name, FIRST_GPU + s->gpu, 0);
            add_time(c, "ts", s->samples[j].start);
            json_open(&c->json, "args", JSON_OBJECT);
            json_number(&c->json, "value", trace_environment_value(s->what, s->samples[j].number));
            json_close(&c->json);
            end(c);
        }
    }
    trace_environment_free(&environment);
}

static void add_threads(struct chrome *c)
{
    struct trace_threads threads;
    trace_threads_make(&threads, c->trace);
    for (size_t i = 0; i < threads.count; i++) {
        const struct trace_thread *t = &threads.threads[i];
        const uint64_t process = process_number(c, t->process);
        if (*t->name)
            name_row(c, "thread_name", process, t->thread, t->name);
        for (size_t j = 0; j < t->range_count; j++)
            add_range(c, t->ranges[j], process, t->thread);
        for (size_t j = 0; j < t->call_count; j++)
            add_call(c, t->calls[j], process, t->thread);
        for (size_t j = 0; j < t->jit_count; j++)
            add_jit(c, t->jits[j], process, t->thread);
    }
    trace_threads_free(&threads);
}

void trace_chrome_print(const struct trace_view *view, FILE *out)
{
    struct chrome c = {.view = view, .trace = view->index->trace, .start = view->index->start};
    json_begin(&c.json, out);
    json_open(&c.json, NULL, JSON_OBJECT);
    json_string(&c.json, "displayTimeUnit", "ns");
    json_open(&c.json, "otherData", JSON_OBJECT);
    json_string(&c.json, "producer", "rooftop " ROOFTOP_VERSION);
    json_whole(&c.json, "start_ns", c.start);
    json_close(&c.json);
    json_open(&c.json, "traceEvents", JSON_ARRAY);
    name_processes(&c);
    name_gpus(&c);
    add_works(&c);
    add_environment(&c);
    add_threads(&c);
    for (size_t i = 0; i < view->index->work_count; i++)
        add_arrow(&c, &view->index->works[i], i);
    json_finish(&c.json);
}

bool trace_chrome_write(const struct trace_view *view, const char *path, bool overwrite,
                        struct error *error)
{
    if (!overwrite && access(path, F_OK) == 0)
        return error_set(error, "%s exists; -f replaces it", path);
    char *temporary = mem_printf("%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    FILE *out = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    bool good = out != NULL;
    if (good) {
        trace_chrome_print(view, out);
        good = !ferror(out);
        good = fclose(out) == 0 && good;
        good = good && rename(temporary, path) == 0;
    }
    if (!good) {
        error_set(error, "%s cannot be written: %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return good;
}
