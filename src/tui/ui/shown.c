#include "tui/ui/shown.h"

#include "report/file/result_cache.h"
#include "tui/details/details_view.h"
#include "tui/views/scan.h"
#include "tui/widgets/messages.h"

/* What it is compared with goes with it. */
static void tell(struct shown *shown, struct result *result)
{
    if (result)
        comparison_show(shown->comparison);
    else
        comparison_release(shown->comparison);
    views_show(shown->views, result);
}

bool shown_show(struct shown *shown, size_t index)
{
    struct error error;
    struct view_host *host = shown->host;
    if (index >= report_count(host->report))
        return false;
    struct result *result = result_cache_hold(host->decoded, index, &error);
    if (!result) {
        messages_say(host->messages, LOG_ERROR, error.text);
        return false;
    }
    const struct result *before = host->details->result;
    if (!host->load_rules(host, &error))
        messages_fail(host->messages, error.text);
    details_view_show(host->details, result);
    tell(shown, result);
    if (before)
        result_cache_release(host->decoded, before->index);
    return true;
}

void shown_drop(struct shown *shown)
{
    struct view_host *host = shown->host;
    const struct result *result = host->details->result;
    size_t index = result ? result->index : 0;
    tell(shown, NULL);
    details_view_close(host->details);
    if (result)
        result_cache_release(host->decoded, index);
    result_cache_clear(host->decoded);
    scan_restart(host->scan);
    shown->closed = result ? index + 1 : 0;
}

bool shown_again(struct shown *shown)
{
    struct view_host *host = shown->host;
    struct result *result =
        shown->closed ? result_cache_hold(host->decoded, shown->closed - 1, NULL) : NULL;
    shown->closed = 0;
    if (!result)
        return false;
    details_view_show(host->details, result);
    tell(shown, result);
    return true;
}
