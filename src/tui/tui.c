#include "tui.h"

#include <unistd.h>

#include "app.h"
#include "collect/signals.h"
#include "load_sections.h"
#include "message.h"
#include "screen.h"

int tui_show(struct report *report, struct options *options, const char *problem)
{
    struct app app = {0};
    struct error error;
    if (!choose_sections(&app.choice, options, &error)) {
        message_print(stderr, error.text);
        section_choice_free(&app.choice);
        return 1;
    }
    app.options = options;
    app.report = report;
    if (options->rules.count && !app_load_rules(&app, &error)) {
        message_print(stderr, error.text);
        return 1;
    }
    int signals = signals_open();
    if (!screen_open(options->theme, &error)) {
        message_print(stderr, error.text);
        return 1;
    }
    struct loop *loop = loop_new();
    app_open(&app, options, report, &options->filter, loop, signals);
    if (wants_sections(options) || section_library_has_user())
        app_read_sections(&app, false);
    if (*problem)
        app_safe_status(&app, problem);
    else if (report_count(report) == 1 && app.list.count)
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
    app_close(&app);
    loop_free(loop);
    close(signals);
    return 0;
}
