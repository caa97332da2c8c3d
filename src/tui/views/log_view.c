#include "tui/views/log_view.h"

#include "tui/term/screen.h"
#include "tui/views/view_export.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/fact_view.h"
#include "tui/widgets/messages.h"
#include "tui/widgets/view_host.h"

struct log_view {
    struct fact_view facts;
    size_t version; /* of the log when the facts were made */
};

static void release(struct view *view)
{
    struct log_view *log = view->state;
    fact_view_free(&log->facts);
}

/* The newest stays selected while messages come, unless the cursor was moved. */
static void settle(struct view *view, int rows)
{
    struct log_view *log = view->state;
    struct message_log *messages = &view->host->messages->log;
    message_log_read(messages);
    if (log->version == messages->version)
        return;
    bool follows = fact_view_is_at_end(&log->facts);
    fact_view_set(&log->facts, message_log_facts(messages));
    log->version = messages->version;
    if (follows)
        fact_view_act(&log->facts, DO_LAST, screen_columns(), rows);
}

static void fit(struct view *view, int rows)
{
    struct log_view *log = view->state;
    fact_view_fit(&log->facts, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct log_view *log = view->state;
    if (!view->host->messages->log.count)
        empty_view_draw(rows,
                        "There are no messages.\nThis view shows the warnings and errors of this "
                        "run and, while a program is profiled, what its processes do.\n");
    fact_view_draw(&log->facts, 0, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct log_view *log = view->state;
    (void)effects;
    fact_view_act(&log->facts, action.id, screen_columns(), action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct log_view *log = view->state;
    (void)effects;
    return fact_view_search(&log->facts, text, screen_columns(), step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct log_view *log = view->state;
    (void)column;
    return fact_view_click(&log->facts, row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct log_view *log = view->state;
    row_cursor_place(&log->facts.cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    const struct message_log *messages = &view->host->messages->log;
    (void)error;
    if (format == FORMAT_TEXT) {
        message_log_print(messages, out);
    } else {
        struct fact_list facts = message_log_facts(messages);
        view_export_facts(&facts, format, out);
        fact_list_free(&facts);
    }
    return true;
}

static void copy(struct view *view, struct strbuf *out)
{
    const struct log_view *log = view->state;
    fact_view_copy(&log->facts, out);
}

const struct view_ops log_view_ops = {
    .id = VIEW_LOG,
    .title = "Log",
    .called = "the log",
    .open = DO_LOG,
    .size = sizeof(struct log_view),
    .free = release,
    .settle = settle,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .copy = copy,
};
