#include "tui/widgets/view.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/base/mem.h"

static void say(struct effects *effects, const char *format, va_list list)
{
    vsnprintf(effects->message.text, sizeof effects->message.text, format, list);
    effects->says = true;
}

void effects_say(struct effects *effects, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(effects, format, list);
    va_end(list);
    effects->fails = false;
}

void effects_fail(struct effects *effects, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(effects, format, list);
    va_end(list);
    effects->fails = true;
}

void effects_text(struct effects *effects, unsigned what, const char *text)
{
    free(effects->text);
    effects->text = mem_strdup(text);
    effects->what |= what;
}

void effects_free(struct effects *effects)
{
    free(effects->text);
    effects->text = NULL;
}

struct view_metric view_metric_of(const char *name, const char *none)
{
    return (struct view_metric){.name = name, .result = SIZE_MAX, .none = none};
}

void view_open(struct view *view, const struct view_ops *ops, struct view_host *host)
{
    *view = (struct view){.ops = ops, .state = mem_alloc(ops->size), .host = host};
    if (ops->init)
        ops->init(view);
}

void view_close(struct view *view)
{
    if (view->ops->free)
        view->ops->free(view);
    free(view->state);
    view->state = NULL;
}
