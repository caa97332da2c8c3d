#include "report/content/call_stack.h"

#include <inttypes.h>

static const char *kind_of(const Rep__CpuStacktraceStackMessage *stack)
{
    switch (stack->type) {
    case REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypePython:
        return "Python";
    case REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypeNativeMinimal:
        return "native, minimal";
    default:
        return "native";
    }
}

size_t call_stacks(const struct result *result, struct call_stack stacks[CALL_STACKS])
{
    const Rep__CpuStacktraceStackMessage *const stored[CALL_STACKS] = {result->cpu_stack,
                                                                       result->python_stack};
    size_t count = 0;
    for (size_t i = 0; i < CALL_STACKS; i++)
        if (stored[i] && stored[i]->n_frames)
            stacks[count++] =
                (struct call_stack){stored[i], kind_of(stored[i]), stored[i]->n_frames};
    return count;
}

static const char *known(const char *text)
{
    return text ? text : "";
}

struct call_frame call_stack_frame(const struct call_stack *stack, size_t number)
{
    bool python = stack->message->type == REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypePython;
    size_t at = python ? stack->count - 1 - number : number;
    const Rep__CpuStacktraceStackFrameMessage *frame = stack->message->frames[at];
    return (struct call_frame){
        .number = number,
        .function = known(frame->funcname),
        .module = known(frame->modulename),
        .file = known(frame->filename),
        .line = frame->line,
        .address = frame->pc,
    };
}

void call_frame_text(struct strbuf *out, const struct call_frame *frame)
{
    strbuf_adds(out, "");
    size_t start = out->length;
    if (frame->address)
        strbuf_addf(out, "0x%" PRIx64, frame->address);
    if (*frame->function)
        strbuf_addf(out, "%s%s", out->length > start ? " " : "", frame->function);
    if (*frame->file)
        strbuf_addf(out, "%sat %s", out->length > start ? " " : "", frame->file);
    if (*frame->file && frame->line)
        strbuf_addf(out, ":%" PRIu32, frame->line);
    if (*frame->module)
        strbuf_addf(out, "%sof %s", out->length > start ? " " : "", frame->module);
    if (out->length == start)
        strbuf_adds(out, "unknown");
}
