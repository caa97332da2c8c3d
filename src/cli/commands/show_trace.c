#include "cli/commands/show_trace.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/outputs.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/names/export_name.h"
#include "report/trace/trace_writer.h"
#include "report/trace_pages/trace_chrome.h"
#include "tui/trace/trace_screen.h"

/* What is printed if no page is asked for. */
enum {
    FIRST_PAGES = 1u << TRACE_PAGE_SUMMARY | 1u << TRACE_PAGE_KERNELS | 1u << TRACE_PAGE_COPIES |
                  1u << TRACE_PAGE_API | 1u << TRACE_PAGE_GAPS
};

static struct trace_view open_view(struct trace *trace, const struct options *o)
{
    return (struct trace_view){.index = trace_index_new(trace),
                               .names = trace_names_new(trace, o->page.kernel_name, &o->renames),
                               .kernel = &o->filter.name};
}

static void close_view(struct trace_view *view)
{
    trace_names_free(view->names);
    trace_index_free(view->index);
}

static bool ends_in(const char *path, const char *suffix)
{
    const size_t length = strlen(path), end = strlen(suffix);
    return length > end && strcmp(path + length - end, suffix) == 0;
}

bool trace_exports_chrome(const char *export_path)
{
    return export_path && (strcmp(export_path, "chrome") == 0 || ends_in(export_path, ".json"));
}

static void tell_written(const char *path)
{
    char *said = mem_printf("%s, for ui.perfetto.dev or chrome://tracing", path);
    message_tell(stderr, -1, said);
    free(said);
}

static size_t stem_length(const char *path)
{
    return strlen(path) - (trace_is_name(path) ? strlen(TRACE_SUFFIX) : 0);
}

int export_trace_chrome(struct trace *trace, const struct options *o, const char *beside)
{
    struct error error;
    const size_t length = stem_length(beside);
    char *path = strcmp(o->export_path, "chrome") == 0
                     ? mem_printf("%.*s.json", (int)length, beside)
                     : export_name_as(o->export_path, ".json", &error);
    struct trace_view view = open_view(trace, o);
    const bool good = path && trace_chrome_write(&view, path, o->force_overwrite, &error);
    if (!good)
        message_print(stderr, error.text);
    else if (!o->quiet)
        tell_written(path);
    close_view(&view);
    free(path);
    return !good;
}

void print_trace(struct trace *trace, const struct options *o, FILE *pages)
{
    struct trace_view view = open_view(trace, o);
    trace_pages_print(&view, o->trace.pages ? o->trace.pages : FIRST_PAGES, o->page.format, pages);
    close_view(&view);
}

static int show_timeline(struct trace *trace, const struct options *o)
{
    const char *path = o->trace.files.words[0], *slash = strrchr(path, '/');
    struct trace_view view = open_view(trace, o);
    struct trace_profile profile = {.beside = mem_strndup(path, stem_length(path))};
    struct trace_shown shown = {slash ? slash + 1 : path, o->theme, NULL};
#ifdef ROOFTOP_COLLECT
    shown.profile = &profile;
#endif
    trace_profile_read_program(&profile, trace);
    for (size_t i = 0; i < o->imports.count; i++)
        word_list_add(&profile.reports, o->imports.words[i]);
    const int status = trace_screen_show(&view, &shown);
    trace_profile_free(&profile);
    close_view(&view);
    return status;
}

int show_trace(const struct options *o, FILE *pages)
{
    struct trace *trace;
    struct error error;
    int status = 0;
    size_t opened = 0;
    if (o->imports.count && (o->export_path || !wants_screen(o))) {
        message_print(stderr,
                      "reports beside a trace are for the screen, where o opens them: print "
                      "their pages one by one");
        return 1;
    }
    trace = trace_new();
    for (size_t i = 0; i < o->trace.files.count; i++) {
        if (trace_add_file(trace, o->trace.files.words[i], &error)) {
            opened++;
            continue;
        }
        message_print(stderr, error.text);
        status = 1;
    }
    if (*trace_damage(trace)) {
        message_print(stderr, trace_damage(trace));
        status = 1;
    }
    if (opened && o->export_path)
        status = export_trace_chrome(trace, o, o->trace.files.words[0]) || status;
    if (opened && !o->export_path && wants_screen(o))
        status = show_timeline(trace, o) || status;
    else if (opened && (!o->export_path || o->page_given))
        print_trace(trace, o, pages);
    trace_free(trace);
    return status;
}
