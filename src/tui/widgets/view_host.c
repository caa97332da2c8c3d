#include "tui/widgets/view_host.h"

#include "collect/os/loop.h"
#include "report/base/clock.h"

bool view_host_is_waited_for(void *context)
{
    struct view_host *host = context;
    int64_t time = milliseconds();
    if (time == host->asked_at)
        return false;
    host->asked_at = time;
    return loop_ready(host->loop);
}
