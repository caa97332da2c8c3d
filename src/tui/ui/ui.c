#include "tui/ui/ui.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/clock.h"
#include "report/base/message.h"
#include "report/base/regex.h"
#include "report/file/result_cache.h"
#include "tui/details/details_view.h"
#include "tui/list/list_view.h"
#include "tui/rerun/rerun.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_draw.h"
#include "tui/ui/ui_edit.h"
#include "tui/ui/ui_key.h"
#include "tui/ui/ui_outside.h"
#include "tui/ui/ui_search.h"
#include "tui/ui/ui_view.h"
#include "tui/ui/ui_wait.h"

enum {
    MOST_DECODED = 128 << 20, /* bytes */
    LOOK_MS = 500,            /* between two drawings of how far looking is */
    LOOK_LIVE_MS = 150,
    READ_MS = 150, /* between two drawings of how far reading for the list is */
    SHORT_MS = 50  /* how long sorting may take before all results were looked at */
};

/* --- events ----------------------------------------------------------------------------------- */

static bool read_keys(struct ui *ui)
{
    int key;
    bool any = false;
    while ((key = screen_key()) >= 0) {
        ui_key(ui, key);
        any = true;
    }
    ui_search_typed(ui);
    return any;
}

static void on_keys(void *context, int fd, short events)
{
    struct ui *ui = context;
    (void)fd;
    bool any = read_keys(ui);
    /* The terminal is gone. */
    if (!any && (events & (POLLHUP | POLLERR)))
        ui->quit = true;
}

static bool is_forwarded(const struct ui *ui, int signal_number)
{
    return ui->host.options->forward_signals && signals_is_for_program(signal_number);
}

static void on_signal(void *context, int fd, short events)
{
    struct ui *ui = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info) {
        if (ui_outside_has_signal(ui, (int)info.ssi_signo))
            continue;
        if (info.ssi_signo == SIGWINCH) {
            if (!ui->outside.is_out)
                screen_resize();
        } else if (info.ssi_signo == SIGTSTP) {
            screen_stop();
        } else if (info.ssi_signo == SIGINT && ui->host.live) {
#ifdef ROOFTOP_COLLECT
            profile_signal(ui->live.profile, SIGINT);
#endif
            messages_status(&ui->messages, false, "interrupt sent to the program; q quits rooftop");
        } else if (is_forwarded(ui, (int)info.ssi_signo)) {
#ifdef ROOFTOP_COLLECT
            if (ui->host.live)
                profile_signal(ui->live.profile, (int)info.ssi_signo);
#endif
        } else if (info.ssi_signo != SIGCHLD) {
            ui->quit = true;
            signals_end_by((int)info.ssi_signo);
        }
    }
}

/* --- work between them ------------------------------------------------------------------------ */

/* Looks at results until something is to be served, or there is something to be shown: how far that
 * is, or what was found. */
static void look(struct ui *ui)
{
    struct error error;
    struct scan *scan = &ui->scan;
    int64_t start = milliseconds();
    if (!ui->host.load_rules(&ui->host, &error))
        messages_say(&ui->messages, LOG_ERROR, error.text);
    while (!loop_ready(ui->host.loop)) {
        scan_step(scan, view_host_is_waited_for, &ui->host);
        if (scan->is_ranked || !scan_works(scan))
            return;
        if (scan->ranks || milliseconds() - start < (ui->host.live ? LOOK_LIVE_MS : LOOK_MS))
            continue;
        if (scan->rank_ms >= SHORT_MS)
            return;
        scan_rank(scan);
    }
}

/* What the rules find is about the results that the list shows. */
static void follow_list(struct ui *ui)
{
    const struct list_view *list = ui->host.list;
    if (ui->scanned == list->generation)
        return;
    ui->scanned = list->generation;
    scan_only(&ui->scan, list->tree.order, list->tree.count, list->known);
}

/* Reads what the list needs of results until something else is to be done. false: nothing was
 * missing. */
static bool read_for_list(struct ui *ui)
{
    struct list_view *list = ui->host.list;
    int64_t start = milliseconds();
    bool pending = list_view_pending(list);
    while (list_view_pending(list) && milliseconds() - start < READ_MS &&
           !loop_ready(ui->host.loop))
        list_view_step(list);
    return pending;
}

/* Until something is to be served: where the sections of the details stand that are out of view. */
static void measure_details(struct ui *ui)
{
    if (!panes_show(&ui->panes, VIEW_DETAILS))
        return;
    panes_enter(&ui->panes, VIEW_DETAILS);
    while (!loop_ready(ui->host.loop) && details_view_measure(ui->host.details))
        continue;
    panes_leave();
}

/* An expression that took too long fits nothing: the rows alone would not say why. */
static void tell_of_expression(struct ui *ui)
{
    char complaint[REGEX_COMPLAINT];
    if (regex_take_complaint(complaint))
        messages_fail(&ui->messages, complaint);
}

bool ui_step(struct ui *ui, int longest)
{
    ui_prepare(ui);
    tell_of_expression(ui);
    ui_draw(ui);
    measure_details(ui);
    /* What was found is drawn before it waits. */
    follow_list(ui);
    bool looks = scan_works(&ui->scan);
    bool reads = read_for_list(ui), pairs = comparison_work(&ui->comparison);
    if (looks && !reads && !pairs)
        look(ui);
    int views = views_work(&ui->views, ui->panes.focus), keys = screen_key_wait();
    ui_wait(ui, ui_sooner(ui_sooner(looks || reads || pairs ? 0 : views, keys), longest));
    if (keys >= 0)
        read_keys(ui);
    ui_outside_go(ui);
    ui_edit_follow(ui);
    list_view_update(ui->host.list);
    return looks || reads || pairs || views >= 0 || keys >= 0;
}

/* --- beginning and end ------------------------------------------------------------------------ */

static bool load_rules(struct view_host *host, struct error *error)
{
    struct ui *ui = host->owner;
    return definitions_load_rules(&ui->definitions, host->report, host->options, &ui->messages,
                                  error);
}

static void drop_results(struct view_host *host)
{
    struct ui *ui = host->owner;
    shown_drop(&ui->shown);
}

static void show_again(struct view_host *host)
{
    struct ui *ui = host->owner;
    if (!shown_again(&ui->shown) && ui_focused(ui)->ops->of_result)
        panes_back(&ui->panes);
}

void ui_init(struct ui *ui, struct options *options)
{
    ui->host = (struct view_host){.options = options,
                                  .definitions = &ui->definitions,
                                  .scan = &ui->scan,
                                  .messages = &ui->messages,
                                  .owner = ui,
                                  .load_rules = load_rules,
                                  .drop_results = drop_results,
                                  .show_again = show_again};
#ifdef ROOFTOP_COLLECT
    ui->live = (struct live){.host = &ui->host, .unsaved = &ui->unsaved};
#endif
}

static void open_views(struct ui *ui, const struct launch_filter *launches)
{
    struct view_host *host = &ui->host;
    host->launches = launches;
    host->decoded = result_cache_new(host->report, MOST_DECODED);
    comparison_open(&ui->comparison, host, &ui->views);
    views_open(&ui->views, host);
    panes_init(&ui->panes, host->live);
    ui->beside = SIZE_MAX;
    ui->shown = (struct shown){.host = host, .views = &ui->views, .comparison = &ui->comparison};
    ui->scan = (struct scan){.on = host->options->apply_rules,
                             .report = host->report,
                             .cache = host->decoded,
                             .sections = &ui->definitions.choice,
                             .rules = &ui->definitions.rule_choice};
}

void ui_open(struct ui *ui, struct report *report, const struct launch_filter *launches,
             struct loop *loop, int signals)
{
    struct error error;
    const struct word_list *baselines = &ui->host.options->baselines;
    ui->host.report = report;
    ui->host.loop = loop;
    open_views(ui, launches);
    user_settings_use(&ui->user, &ui->panes, &ui->host);
    for (size_t i = 0; i < baselines->count; i++)
        if (!comparison_add_report(&ui->comparison, baselines->words[i], &error))
            messages_fail(&ui->messages, error.text);
    if (*screen_note())
        messages_say(&ui->messages, LOG_NOTE, screen_note());
    ui->outside.keys = on_keys;
    loop_watch(loop, screen_descriptor(), POLLIN, on_keys, ui);
    loop_watch(loop, signals, POLLIN, on_signal, ui);
}

void ui_close(struct ui *ui)
{
    struct error error = {""};
    user_settings_keep(&ui->user, &ui->panes, &ui->host, &error);
    user_settings_free(&ui->user);
    completions_free(&ui->typing.offers);
    if (*error.text)
        message_print(stderr, error.text);
    scan_free(&ui->scan);
    comparison_drop(&ui->comparison);
    baselines_free(&ui->comparison.baselines);
    views_close(&ui->views);
    definitions_free(&ui->definitions);
    result_cache_free(ui->host.decoded);
    free(ui->outside.words);
    free(ui->edit.file);
    free(ui->edit.kernel);
    unsaved_free(&ui->unsaved);
    rerun_free(ui->rerun);
#ifdef ROOFTOP_COLLECT
    live_run_free(ui->live.run);
#endif
    messages_print_again(&ui->messages);
    messages_free(&ui->messages);
}
