#include "tui/ui/tui.h"

#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/message.h"
#include "tui/details/details_view.h"
#include "tui/list/list_view.h"
#include "tui/term/screen.h"
#include "tui/ui/ui.h"
#include "tui/ui/ui_view.h"

static void watch(struct ui *ui, struct report *report)
{
    bool told = false;
    while (!ui->quit) {
        ui_step(ui, -1);
        if (!told && report_shortened(report)) {
            messages_say(&ui->messages, LOG_ERROR,
                         "the file became shorter: it is shown only in part");
            told = true;
        }
    }
}

int tui_show(struct report *report, struct options *options, const char *problem)
{
    struct ui ui = {0};
    struct error error;
    ui_init(&ui, options);
    bool good = user_settings_read(&ui.user, options, &error) &&
                definitions_read(&ui.definitions, report, options, &error);
    int signals = signals_open(SIGNALS_OF_SCREEN);
    if (!good || !screen_open(user_settings_theme(&ui.user, options), &error)) {
        message_print(stderr, error.text);
        definitions_free(&ui.definitions);
        user_settings_free(&ui.user);
        close(signals);
        return 1;
    }
    struct loop *loop = loop_new();
    ui_open(&ui, report, &options->filter, loop, signals);
    definitions_say_broken(&ui.definitions, &ui.messages);
    if (*problem)
        messages_say(&ui.messages, LOG_ERROR, problem);
    else if (report_count(report) == 1 && ui.host.list->tree.count)
        ui_open_result(&ui, 0);
    watch(&ui, report);
    screen_close();
#ifdef ROOFTOP_COLLECT
    live_run_end(&ui.live, true);
#endif
    ui_close(&ui);
    loop_free(loop);
    close(signals);
    return 0;
}
