#include "collect/inject/base/inject.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

void inject_end_first(const struct inject *inject)
{
    atexit(inject->at_exit);
}
