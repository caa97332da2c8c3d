#include "run_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

double run_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void run_say(struct profile *p, enum message_level level, const char *format, ...)
{
    va_list arguments;
    char text[2048];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    p->events.message(p->events.context, level, text);
}
