#include "collect/run/run_state.h"

#include <stdarg.h>
#include <stdio.h>

#include "report/base/clock.h"

double run_now(void)
{
    return (double)nanoseconds() / 1e9;
}

static void say(struct profile *p, enum message_level level, const char *format, va_list arguments)
{
    char text[2048];
    vsnprintf(text, sizeof text, format, arguments);
    p->events.message(p->events.context, level, text);
}

void run_say(struct profile *p, enum message_level level, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(p, level, format, arguments);
    va_end(arguments);
}

void run_detail(struct profile *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(p, p->settings.verbose ? MESSAGE_NOTE : MESSAGE_DETAIL, format, arguments);
    va_end(arguments);
}
