/* Reading sections again while the screen shows them. */
#include <stdlib.h>

#include "app.h"
#include "mem.h"
#include "user_path.h"

static void say_what_is_there(struct app *app, const struct section_library *library, bool asked)
{
    struct error line;
    const struct error *broken = NULL;
    size_t good = 0, more = 0;
    for (size_t i = 0; i < library->count; i++) {
        const struct section *section = &library->sections[i];
        good += section->message && !section->built_in;
        if (!*section->error.text)
            continue;
        more += broken != NULL;
        broken = broken ? broken : &section->error;
    }
    if (more)
        error_set(&line, "%s; and %zu more broken file%s", broken->text, more, more > 1 ? "s" : "");
    if (broken) {
        app_safe_status(app, more ? line.text : broken->text);
    } else if (asked && good) {
        error_set(&line, "%zu section%s of your own, read again", good, good > 1 ? "s" : "");
        app_status(app, false, line.text);
    } else if (asked) {
        char *folder = user_path("sections");
        error_set(&line, "no sections of your own: neither in %s nor in a --section-folder",
                  folder);
        app_safe_status(app, line.text);
        free(folder);
    }
}

/* Decoded results may have metrics that the sections before defined. */
static void show_again(struct app *app, const struct section_library *library)
{
    const struct result *shown = app->details.result;
    size_t index = shown ? shown->index : 0;
    details_view_close(&app->details);
    if (shown)
        result_cache_release(app->decoded, index);
    result_cache_clear(app->decoded);
    app->choice.library = library;
    struct result *result = shown ? result_cache_hold(app->decoded, index, NULL) : NULL;
    if (result)
        details_view_show(&app->details, result);
    else if (app->view == VIEW_DETAILS)
        app->view = VIEW_LIST;
}

void app_read_sections(struct app *app, bool asked)
{
    struct section_library *library = mem_alloc(sizeof *library), *old = app->sections;
    struct error error;
    if (!section_sources_load(&app->options->sources, library, &error)) {
        app_safe_status(app, error.text);
        section_library_free(library);
        free(library);
        return;
    }
    if (old)
        section_library_keep(library, old);
    app->sections = library;
    show_again(app, library);
    if (old)
        section_library_free(old);
    free(old);
    say_what_is_there(app, library, asked);
}
