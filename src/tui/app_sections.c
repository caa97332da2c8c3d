/* Reading sections and rules again while the screen shows them. */
#include <stdlib.h>

#include "app.h"
#include "mem.h"
#include "strbuf.h"
#include "user_path.h"

/* "2 sections", "1 rule" or "2 sections and 1 rule" */
static void add_counts(struct strbuf *out, size_t sections, size_t rules)
{
    strbuf_adds(out, "");
    if (sections)
        strbuf_addf(out, "%zu section%s%s", sections, sections > 1 ? "s" : "",
                    rules ? " and " : "");
    if (rules)
        strbuf_addf(out, "%zu rule%s", rules, rules > 1 ? "s" : "");
}

static void look_at(const struct error *error, const struct error **broken, size_t *more)
{
    if (!*error->text)
        return;
    *more += *broken != NULL;
    *broken = *broken ? *broken : error;
}

static void say_what_is_there(struct app *app, const struct section_library *library, bool asked)
{
    struct error line;
    const struct error *broken = NULL;
    size_t good = 0, rules = 0, more = 0;
    for (size_t i = 0; i < library->count; i++) {
        const struct section *section = &library->sections[i];
        good += section->message && !section->built_in;
        look_at(&section->error, &broken, &more);
    }
    for (size_t i = 0; i < app->rules.count; i++) {
        const struct rule_entry *entry = &app->rules.entries[i];
        rules += entry->rule && !entry->built_in;
        look_at(&entry->error, &broken, &more);
    }
    if (more)
        error_set(&line, "%s; and %zu more broken file%s", broken->text, more, more > 1 ? "s" : "");
    if (broken) {
        app_safe_status(app, more ? line.text : broken->text);
    } else if (asked && good + rules) {
        struct strbuf counts = {0};
        add_counts(&counts, good, rules);
        error_set(&line, "%s of your own, read again", counts.data);
        app_status(app, false, line.text);
        strbuf_free(&counts);
    } else if (asked) {
        char *folder = user_path("sections");
        error_set(&line, "no sections of your own: neither in %s nor in a --section-folder",
                  folder);
        app_safe_status(app, line.text);
        free(folder);
    }
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
    app_drop_results(app);
    bool rules_read = !asked || app_read_rules(app, &error);
    if (old)
        section_library_keep(library, old);
    app->sections = library;
    app->choice.library = library;
    app_show_again(app);
    if (old)
        section_library_free(old);
    free(old);
    if (rules_read)
        say_what_is_there(app, library, asked);
    else
        app_safe_status(app, error.text);
}
