/* The members with which the object of a result begins on every page. */
#include "report/page_parts/page_json_result.h"

#include <stdlib.h>

#include "report/content/call_stack.h"
#include "report/content/nvtx_list.h"
#include "report/file/report.h"
#include "report/page_parts/page_identity.h"

void page_json_process(struct json_writer *json, const struct result *result)
{
    const Rep__ProcessInfo *process = result->process;
    if (!process)
        return;
    json_open_line(json, "process", JSON_OBJECT);
    json_whole(json, "id", process->processid);
    json_string(json, "name", page_process_name(result));
    if (process->processname)
        json_string(json, "path", process->processname);
    if (process->hostname)
        json_string(json, "host", process->hostname);
    json_close(json);
}

static void add_size(struct json_writer *json, const char *key, const uint64_t size[3])
{
    json_open_line(json, key, JSON_ARRAY);
    for (int i = 0; i < 3; i++)
        json_whole(json, NULL, size[i]);
    json_close(json);
}

void page_json_kernel(struct json_writer *json, const struct result *result)
{
    uint64_t grid[3], block[3];
    json_string(json, "name", result->name);
    if (result->kind == ENTRY_KERNEL) {
        json_string(json, "function", result->function);
        json_string(json, "demangled", result->demangled);
        json_string(json, "mangled", result->mangled);
    }
    if (result->kind != ENTRY_RANGE && result_dimensions(result, grid, block)) {
        add_size(json, "grid", grid);
        add_size(json, "block", block);
    }
}

void page_json_device(struct json_writer *json, const struct result *result)
{
    unsigned arch = result_arch(result);
    char text[16];
    snprintf(text, sizeof text, "%u.%u", arch / 10, arch % 10);
    json_signed(json, "device", result_device(result));
    json_string(json, "cc", text);
}

static void add_payload(struct json_writer *json, const Rep__NvtxPayload *payload)
{
    switch (payload ? payload->payloadtype : REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUnknown) {
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint64:
        json_whole(json, "payload", payload->ullvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt64:
        json_signed(json, "payload", payload->llvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeDouble:
        json_number(json, "payload", payload->doublevalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint32:
        json_whole(json, "payload", payload->uvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt32:
        json_signed(json, "payload", payload->ivalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeFloat:
        json_number(json, "payload", payload->fvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJson:
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJsonRegistered:
        json_string(json, "payload", payload->strvalue ? payload->strvalue : "");
        break;
    default:
        break;
    }
}

static void add_range(struct json_writer *json, const char *name,
                      const Rep__NvtxEventAttributes *attributes)
{
    json_string(json, "name", name);
    if (!attributes)
        return;
    if (attributes->category)
        json_whole(json, "category", attributes->category);
    if (attributes->color &&
        attributes->color->colortype == REP__NVTX_COLOR_TYPE__NvtxColorTypeArgb) {
        char color[16];
        snprintf(color, sizeof color, "#%08x", attributes->color->color);
        json_string(json, "color", color);
    }
    add_payload(json, attributes->payload);
}

static void add_open(struct json_writer *json, const struct nvtx_open *range)
{
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "kind", range->started ? "start/end" : "push/pop");
    if (range->started)
        json_whole(json, "id", range->id);
    else
        json_whole(json, "depth", range->depth);
    if (range->thread)
        json_whole(json, "thread", range->thread);
    if (*range->thread_name)
        json_string(json, "thread_name", range->thread_name);
    json_string(json, "domain", range->domain);
    add_range(json, range->name, range->attributes);
    json_close(json);
}

static void add_nvtx(struct json_writer *json, const struct result *result)
{
    size_t count;
    struct nvtx_open *ranges = nvtx_list(result, &count);
    if (count) {
        bool process = result->nvtx->pushpoprangescope == REP__NVTX_PUSH_POP_RANGE_SCOPE__Process;
        json_open(json, "nvtx", JSON_OBJECT);
        json_string(json, "scope", process ? "process" : "thread");
        json_open(json, "ranges", JSON_ARRAY);
        for (size_t i = 0; i < count; i++)
            add_open(json, &ranges[i]);
        json_close(json);
        json_close(json);
    }
    free(ranges);
}

static void add_frame(struct json_writer *json, const Rep__CpuStacktraceStackFrameMessage *frame)
{
    const struct {
        const char *key, *text;
    } texts[] = {
        {"function", frame->funcname}, {"module", frame->modulename}, {"file", frame->filename}};
    json_open_line(json, NULL, JSON_OBJECT);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text && *texts[i].text)
            json_string(json, texts[i].key, texts[i].text);
    if (frame->line)
        json_whole(json, "line", frame->line);
    if (frame->pc)
        json_whole(json, "address", frame->pc);
    json_close(json);
}

static const char *stack_type(const Rep__CpuStacktraceStackMessage *stack)
{
    switch (stack->type) {
    case REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypePython:
        return "python";
    case REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypeNativeMinimal:
        return "native minimal";
    default:
        return "native";
    }
}

static void add_stacks(struct json_writer *json, const struct result *result)
{
    struct call_stack stacks[CALL_STACKS];
    size_t count = call_stacks(result, stacks);
    if (!count)
        return;
    json_open(json, "call_stacks", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_open(json, NULL, JSON_OBJECT);
        json_string(json, "type", stack_type(stacks[i].message));
        json_open(json, "frames", JSON_ARRAY);
        for (size_t j = 0; j < stacks[i].count; j++)
            add_frame(json, stacks[i].message->frames[j]);
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

/* `section` is the section of the comment. Without one the comment is on the whole result. */
static void add_comment(struct json_writer *json, const char *section, const char *title,
                        const char *text)
{
    json_open_line(json, NULL, JSON_OBJECT);
    if (section)
        json_string(json, "section", section);
    if (title && *title)
        json_string(json, "title", title);
    json_string(json, "text", text);
    json_close(json);
}

static void add_comments(struct json_writer *json, const struct result *result)
{
    bool own = result->comments && *result->comments;
    if (!own && !result->comment_count)
        return;
    json_open(json, "comments", JSON_ARRAY);
    if (own)
        add_comment(json, NULL, NULL, result->comments);
    for (size_t i = 0; i < result->comment_count; i++) {
        const Rep__Comment *comment = result->section_comments[i];
        add_comment(json, comment->id->sectionid, comment->displayname, comment->text);
    }
    json_close(json);
}

static void add_series(struct json_writer *json, const struct result *result)
{
    const struct result_summary *summary = report_summary(result->report, result->index);
    if (!summary->parameters)
        return;
    json_open_line(json, "series", JSON_OBJECT);
    json_whole(json, "number", summary->series);
    json_string(json, "parameters", summary->parameters);
    json_close(json);
}

void page_json_result_open(struct json_writer *json, const struct result *result)
{
    json_open(json, NULL, JSON_OBJECT);
    json_whole(json, "id", result->id);
    json_whole(json, "report", result->file);
    json_string(json, "kind", entry_kind_name(result->kind));
    page_json_process(json, result);
    page_json_kernel(json, result);
    json_whole(json, "context", result->context);
    if (result->has_stream)
        json_whole(json, "stream", result->stream);
    page_json_device(json, result);
    json_whole(json, "thread", result->thread);
    if (result->creation_time)
        json_whole(json, "created", result->creation_time);
    if (result->has_clock_status)
        json_bool(json, "clocks_locked", result->clocks_locked);
    add_series(json, result);
    add_comments(json, result);
    add_nvtx(json, result);
    add_stacks(json, result);
}
