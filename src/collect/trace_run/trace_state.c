#include "collect/trace_run/trace_state.h"

#include <stdarg.h>
#include <stdio.h>

void trace_run_say(struct trace_run *run, enum trace_message level, const char *format, ...)
{
    struct error text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    run->failed = run->failed || level == TRACE_MESSAGE_ERROR;
    run->events.message(run->events.context, level, text.text);
}
