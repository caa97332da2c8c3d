/* Reading sections again while the screen shows them. */
#include <stdlib.h>

#include "app.h"
#include "mem.h"
#include "user_path.h"

static void say_what_is_there(struct app *app, const struct section_library *library)
{
    struct error line;
    const struct error *broken = NULL;
    size_t good = 0, more = 0;
    for (size_t i = 0; i < library->count; i++) {
        const struct section *section = &library->sections[i];
        good += section->message && !section->built_in;
        if (section->message)
            continue;
        more += broken != NULL;
        broken = broken ? broken : &section->error;
    }
    if (more)
        error_set(&line, "%s; and %zu more broken file%s", broken->text, more, more > 1 ? "s" : "");
    if (broken) {
        app_safe_status(app, more ? line.text : broken->text);
    } else if (good) {
        error_set(&line, "%zu section%s of your own, read again", good, good > 1 ? "s" : "");
        app_status(app, false, line.text);
    } else {
        char *folder = user_path("sections");
        error_set(&line, "no sections of your own: neither in %s nor in a --section-folder",
                  folder);
        app_safe_status(app, line.text);
        free(folder);
    }
}

void app_read_sections(struct app *app)
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
    details_view_use(&app->details, library);
    if (old)
        section_library_free(old);
    free(old);
    say_what_is_there(app, library);
}
