#include "tui.h"

#include <unistd.h>

#include "app.h"
#ifdef ROOFTOP_COLLECT
#include "app_run.h"
#endif
#include "collect/signals.h"
#include "message.h"
#include "screen.h"

int tui_show(struct report *report, struct options *options, const char *problem)
{
    struct app app = {0};
    struct error error;
    bool good =
        app_read_settings(&app, options, &error) && app_read_files(&app, report, options, &error);
    int signals = signals_open(false);
    if (!good || !screen_open(app_theme(&app), &error)) {
        message_print(stderr, error.text);
        app_forget_files(&app);
        app_forget_settings(&app);
        close(signals);
        return 1;
    }
    struct loop *loop = loop_new();
    app_open(&app, options, report, &options->filter, loop, signals);
    app_say_broken(&app);
    if (*problem)
        app_safe_status(&app, problem);
    else if (report_count(report) == 1 && app.list.tree.count)
        app_open_result(&app, 0);
    bool told = false;
    while (!app.quit) {
        app_step(&app);
        if (!told && report_shortened(report)) {
            app_safe_status(&app, "the file became shorter: what is shown of it is not complete");
            told = true;
        }
    }
    screen_close();
#ifdef ROOFTOP_COLLECT
    app_run_end(&app, true);
#endif
    app_close(&app);
    loop_free(loop);
    close(signals);
    return 0;
}
