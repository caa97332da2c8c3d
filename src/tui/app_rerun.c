#include "app_rerun.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "form_view.h"
#include "line_edit.h"
#include "mem.h"
#include "rerun_form.h"
#include "rerun_text.h"
#include "safe_text.h"
#include "screen.h"
#ifdef ROOFTOP_COLLECT
#include <dlfcn.h>

#include "app_run.h"
#include "collect/launch_metrics.h"
#include "collect/pass_count.h"
#include "pass_plan.h"
#endif

enum { KEY_BAR = 1, BELOW = 2, LEAST_ROWS = 8, LEAST_COLUMNS = 24 };

struct rerun {
    bool open, help;
    struct section_library library;
    bool has_library;
    struct rerun_form form;
    const char *chip; /* of the results; NULL: not known */
    bool no_driver;
    struct error failed; /* why the run did not start; "" until then */
#ifdef ROOFTOP_COLLECT
    struct pass_counter *counter;
#endif
};

#ifdef ROOFTOP_COLLECT
static const char no_driver[] = "no CUDA driver on this machine: libcuda.so.1 was not found; "
                                "install the NVIDIA driver or run on a machine with a GPU";
#else
static const char no_collect[] =
    "this rooftop was built without the CUDA headers: it cannot profile; build it with CUDA_HOME "
    "set to a CUDA Toolkit 13";
#endif

static const struct {
    const char *keys, *bar, *help;
} form_keys[] = {
    {"Enter", "run", "run the program with these options"},
    {"Esc", "cancel", "leave the form; nothing is run"},
    {"Tab", "next", "to the next field; Up and Down go there, too"},
    {"BTab", NULL, "to the field before"},
    {"Left", NULL, "the choice or check box before"},
    {"Right", NULL, "the next choice or check box"},
    {"Space", "tick", "tick a check box; the next choice"},
    {"F1", "help", "these keys"},
};

enum { FORM_KEYS = sizeof form_keys / sizeof *form_keys };

/* --- what it begins with -----------------------------------------------------------------------
 */

static size_t shown_file(const struct app *app)
{
    size_t result = list_view_current(&app->list);
    return result < report_count(app->report) ? report_result_file(app->report, result) : 0;
}

/* Its first process, which is the program unless that only started others. */
static const char *process_name(const struct app *app, size_t file)
{
    return report_process_count(app->report, file)
               ? report_process(app->report, file, 0)->processname
               : NULL;
}

/* "NAME.ncu-rep" and "NAME" become "NAME-%i", what has a number of its own stays. */
static char *next_name(const char *path, bool is_pattern)
{
    static const char suffix[] = ".ncu-rep";
    size_t length = strlen(path), end = sizeof suffix - 1;
    struct strbuf name = {0};
    if (is_pattern && strstr(path, "%i"))
        return mem_strdup(path);
    if (length > end && strcmp(path + length - end, suffix) == 0)
        length -= end;
    for (size_t i = 0; i < length; i++)
        strbuf_addf(&name, path[i] == '%' && !is_pattern ? "%%%%" : "%c", path[i]);
    strbuf_adds(&name, "-%i");
    return strbuf_detach(&name);
}

static struct rerun_source source_of(const struct app *app, char **report)
{
    const struct options *options = app->options;
    struct rerun_source source = {.overwrite = options->force_overwrite};
#ifdef ROOFTOP_COLLECT
    if (app->run) {
        const struct options *last = app_run_options(app->run);
        *report = last->export_path ? next_name(last->export_path, true) : NULL;
        return (struct rerun_source){.command_line = last->command_line,
                                     .folder = app_run_folder(app->run),
                                     .report = *report,
                                     .overwrite = options->force_overwrite};
    }
#endif
    const size_t file = shown_file(app);
    const Rep__ReportSessionDetails *session = report_session(app->report, file);
    const Rep__ExecutableSettings *executable = session->executablesettings;
    source.command_line = session->profilercmdline;
    source.program = process_name(app, file);
    source.folder = executable ? executable->workdirectory : NULL;
    source.report = *report = next_name(report_file(app->report, file)->path, false);
    return source;
}

/* The chip is that of the device with the lowest number. */
static const char *find_chip(const struct app *app)
{
#ifdef ROOFTOP_COLLECT
    for (size_t file = report_file_count(app->report); file-- > 0;) {
        const Rep__ReportSessionDetails *session = report_session(app->report, file);
        for (size_t i = 0; i < session->n_deviceattributes; i++) {
            const Rep__DeviceAttributes *device = session->deviceattributes[i];
            for (size_t j = 0; j < device->n_attributes; j++) {
                const Rep__DeviceAttribute *one = device->attributes[j];
                if (one->name && one->value && strcmp(one->name, "device__attribute_chip") == 0)
                    return device_chip_name(one->value->uint64value);
            }
        }
    }
#else
    (void)app;
#endif
    return NULL;
}

static bool has_driver(void)
{
#ifdef ROOFTOP_COLLECT
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (driver)
        dlclose(driver);
    return driver != NULL;
#else
    return false;
#endif
}

static void forget_form(struct rerun *rerun)
{
    rerun_form_free(&rerun->form);
    if (rerun->has_library)
        section_library_free(&rerun->library);
    rerun->has_library = false;
}

void app_rerun_open(struct app *app)
{
    struct error error;
    char *report = NULL;
    if (!app->rerun) {
        app->rerun = mem_alloc(sizeof *app->rerun);
        app->rerun->no_driver = !has_driver();
    }
    struct rerun *rerun = app->rerun;
    const struct rerun_source source = source_of(app, &report);
    const struct options *options = app->options;
#ifdef ROOFTOP_COLLECT
    options = app->run ? app_run_options(app->run) : options;
#endif
    forget_form(rerun);
    rerun->has_library = true;
    if (!section_sources_load(&options->sources, &rerun->library, &error))
        app_safe_status(app, error.text);
    rerun_form_init(&rerun->form, &rerun->library, &source);
    rerun->chip = find_chip(app);
    rerun->failed.text[0] = '\0';
    rerun->open = true;
    rerun->help = false;
    free(report);
}

bool app_rerun_is_open(const struct app *app)
{
    return app->rerun && app->rerun->open;
}

void app_rerun_free(struct app *app)
{
    if (!app->rerun)
        return;
    forget_form(app->rerun);
#ifdef ROOFTOP_COLLECT
    pass_counter_free(app->rerun->counter);
#endif
    free(app->rerun);
    app->rerun = NULL;
}

/* --- what it costs -----------------------------------------------------------------------------
 */

#ifdef ROOFTOP_COLLECT

/* While a program runs it cannot be told how long that takes by itself. */
static struct profile_measured measured(const struct app *app)
{
    if (!app->live)
        return app->measured;
    struct profile_measured so_far = profile_measured(app->profile);
    so_far.program = 0;
    return so_far;
}

/* As many as the last run had, if the same ones are chosen. */
static uint64_t expected_launches(const struct app *app)
{
    const struct rerun_form *form = &app->rerun->form;
    const uint64_t count = strtoull(rerun_form_text(form, RERUN_COUNT), NULL, 10);
    const bool same =
        !app->live && app->measured.results && rerun_form_is_as_before(form, RERUN_KERNELS) &&
        rerun_form_is_as_before(form, RERUN_SKIP) && rerun_form_is_as_before(form, RERUN_OPTIONS) &&
        rerun_form_is_as_before(form, RERUN_PROGRAM);
    if (same &&
        (rerun_form_is_as_before(form, RERUN_COUNT) || (count && count < app->measured.results)))
        return count && count < app->measured.results ? count : app->measured.results;
    return count;
}

static void add_times(const struct app *app, struct rerun_cost *cost)
{
    const struct profile_measured m = measured(app);
    const struct form_field *replay = &app->rerun->form.form.fields[RERUN_REPLAY];
    cost->application = strstr(replay->words[replay->at], "app") != NULL;
    cost->launches = expected_launches(app);
    if (!m.results || !m.passes)
        return;
    if (rerun_form_is_as_before(&app->rerun->form, RERUN_PROGRAM))
        cost->program_seconds = m.program;
    if (!m.application_replay)
        cost->pass_seconds = m.measuring / (double)m.results / m.passes;
}

static void add_cost(struct app *app, struct strbuf *out, bool *is_error)
{
    struct rerun *rerun = app->rerun;
    struct word_list words = {0};
    if (!rerun->chip)
        rerun->chip = find_chip(app);
    if (!rerun->chip) {
        strbuf_adds(out, app->live ? "what it costs is known once the program has used a GPU"
                                   : "the report names no chip: the number of passes is not known");
        return;
    }
    if (!rerun->counter)
        rerun->counter = pass_counter_new(app->loop, pass_plan_count);
    rerun_form_collected(&rerun->form, &words);
    const struct pass_count *known =
        pass_counter_ask(rerun->counter, words.words, words.count, rerun->chip);
    word_list_free(&words);
    if (!known) {
        strbuf_addf(out, "%s passes on %s", safe_text_utf8() ? "\u2026" : "...", rerun->chip);
    } else if (*known->error.text) {
        *is_error = true;
        safe_text_add(out, known->error.text, strlen(known->error.text), false);
    } else {
        struct rerun_cost cost = {.metrics = known->metrics, .passes = known->passes};
        add_times(app, &cost);
        rerun_text_cost(out, &cost);
        strbuf_addf(out, " (%s)", rerun->chip);
    }
}

#endif

static void add_note(struct app *app, struct strbuf *out, bool *is_error)
{
    strbuf_adds(out, "");
    *is_error = true;
    if (*app->rerun->failed.text) {
        safe_text_add(out, app->rerun->failed.text, strlen(app->rerun->failed.text), false);
        return;
    }
#ifdef ROOFTOP_COLLECT
    if (app->rerun->no_driver) {
        strbuf_adds(out, no_driver);
        return;
    }
    *is_error = false;
    add_cost(app, out, is_error);
#else
    strbuf_adds(out, no_collect);
#endif
}

/* --- running it --------------------------------------------------------------------------------
 */

void app_rerun_baselines(struct app *app, size_t results)
{
    if (results)
        app_set_baselines(app, results);
}

#ifdef ROOFTOP_COLLECT

/* Above the output of the new run, so that it is told from that of the one before. */
static void mark_output(struct app *app)
{
    struct strbuf line = {0};
    size_t runs = 0;
    for (size_t i = 0; i < report_file_count(app->report); i++)
        runs += report_is_run(app->report, i);
    strbuf_addf(&line, "[run %zu: %s]\n", runs, rerun_form_text(&app->rerun->form, RERUN_PROGRAM));
    output_view_add(&app->output, line.data, line.length);
    strbuf_free(&line);
}

static bool start(struct app *app, struct word_list *words, struct error *error)
{
    const size_t before = report_count(app->report);
    char *said = NULL;
    size_t length = 0;
    FILE *messages = open_memstream(&said, &length);
    struct app_run *run =
        app_run_parse(words, rerun_form_text(&app->rerun->form, RERUN_FOLDER), messages, error);
    if (messages)
        fclose(messages);
    free(said);
    if (!run)
        return false;
    /* The rules see more results at once than before. */
    app_drop_results(app);
    bool good = app_run_start(app, run, error);
    app_show_again(app);
    if (!good) {
        app_run_free(run);
        return false;
    }
    app_rerun_baselines(app, before);
    app->list.follow = true;
    mark_output(app);
    return true;
}

/* Whether it is known already that nothing can be collected. */
static bool is_doomed(struct app *app, struct error *why)
{
    struct strbuf note = {0};
    bool doomed = false;
    strbuf_adds(&note, "");
    add_cost(app, &note, &doomed);
    if (doomed)
        error_set(why, "%s", note.data);
    strbuf_free(&note);
    return doomed;
}

static void run_program(struct app *app)
{
    struct word_list words = {0};
    struct rerun *rerun = app->rerun;
    bool good = rerun_form_words(&rerun->form, &words);
    if (!good)
        rerun->failed.text[0] = '\0';
    else if (app->live)
        error_set(&rerun->failed, "the program still runs: ^C stops it, then Enter runs it again");
    else if (rerun->no_driver)
        error_set(&rerun->failed, "%s", no_driver);
    else if (!is_doomed(app, &rerun->failed) && start(app, &words, &rerun->failed))
        rerun->open = false;
    word_list_free(&words);
}

#else

static void run_program(struct app *app)
{
    error_set(&app->rerun->failed, "%s", no_collect);
}

#endif

/* --- keys --------------------------------------------------------------------------------------
 */

static void serve_key(struct app *app, int key)
{
    struct rerun *rerun = app->rerun;
    switch (form_key(&rerun->form.form, key)) {
    case FORM_CHANGED:
        rerun->failed.text[0] = '\0';
        rerun_form_follow(&rerun->form);
        break;
    case FORM_RUN:
        run_program(app);
        break;
    case FORM_CANCEL:
        rerun->open = false;
        break;
    default:
        break;
    }
}

void app_rerun_key(struct app *app, int key)
{
    app->status[0] = '\0';
    if (key == ('L' & 0x1f))
        screen_resize();
    else if (app->rerun->help || key == KEY_F(1))
        app->rerun->help = !app->rerun->help;
    else if (key != KEY_RESIZE)
        serve_key(app, key);
}

/* --- drawing -----------------------------------------------------------------------------------
 */

static char *title_of(const struct rerun *rerun)
{
    char *safe = safe_text(rerun_form_text(&rerun->form, RERUN_PROGRAM));
    char *title = mem_printf("Rerun %s", safe);
    free(safe);
    return title;
}

static void draw_help_row(int row, int rows, const char *keys, const char *help)
{
    if (row >= rows)
        return;
    screen_text(row, 2, 16, ROLE_KEY, keys);
    screen_text(row, 19, screen_columns() - 20, ROLE_NORMAL, help);
}

static void draw_help(int rows)
{
    int row = 1;
    screen_clear();
    screen_text(row++, 1, screen_columns() - 2, ROLE_TITLE, "Keys of the form");
    for (int i = 0; i < FORM_KEYS; i++)
        draw_help_row(row++, rows, form_keys[i].keys, form_keys[i].help);
    if (row < rows)
        screen_text(row++, 1, screen_columns() - 2, ROLE_TITLE, "In a text");
    for (size_t i = 0; i < line_edit_row_count; i++)
        draw_help_row(row++, rows, line_edit_rows[i].keys, line_edit_rows[i].help);
}

static void draw_bar(int row)
{
    char blank[2] = " ";
    for (int i = 0; i < screen_columns(); i++)
        screen_text(row, i, 1, ROLE_NORMAL, blank);
    for (int i = 0, at = 1; i < FORM_KEYS; i++) {
        if (!form_keys[i].bar)
            continue;
        at += screen_text(row, at, screen_columns() - at, ROLE_KEY, form_keys[i].keys) + 1;
        at += screen_text(row, at, screen_columns() - at, ROLE_DIM, form_keys[i].bar) + 2;
    }
}

/* The box as it is now; its note is in `note`. */
static struct rect place_box(struct app *app, struct form_box *box, struct strbuf *note)
{
    add_note(app, note, &box->note_is_error);
    box->note = note->data;
    return form_box_place(&app->rerun->form.form, box, screen_rows(), screen_columns());
}

static bool has_room(void)
{
    return screen_rows() >= LEAST_ROWS && screen_columns() >= LEAST_COLUMNS;
}

/* Else marks of the view below would seem to be the form's. */
static void clear_beside(struct rect place)
{
    for (int row = place.row; row < place.row + place.rows; row++) {
        screen_text(row, place.column - 1, 1, ROLE_NORMAL, " ");
        screen_text(row, place.column + place.columns, 1, ROLE_NORMAL, " ");
    }
}

static void draw_box(struct app *app)
{
    struct strbuf note = {0};
    char *title = title_of(app->rerun);
    struct form_box box = {.title = title};
    struct rect place = place_box(app, &box, &note);
    int row, column;
    clear_beside(place);
    form_box_draw(&app->rerun->form.form, &box, place, &row, &column);
    screen_cursor(row < 0 ? 0 : row, row < 0 ? 0 : column, row >= 0);
    free(title);
    strbuf_free(&note);
}

void app_rerun_draw(struct app *app)
{
    if (app->rerun->help) {
        draw_help(screen_rows() - BELOW);
        screen_cursor(0, 0, false);
    } else if (has_room()) {
        draw_box(app);
    } else {
        screen_clear();
        screen_text(0, 0, screen_columns(), ROLE_ERROR, "too small for the form");
    }
    draw_bar(screen_rows() - KEY_BAR);
}

void app_rerun_click(struct app *app, int row, int column)
{
    struct form *form = &app->rerun->form.form;
    struct strbuf note = {0};
    struct form_box box = {.title = ""};
    if (!has_room() || app->rerun->help)
        return;
    struct rect place = place_box(app, &box, &note);
    size_t word, field = form_box_at(form, &box, place, row, column, &word);
    strbuf_free(&note);
    if (field >= form->count)
        return;
    form->focus = field;
    if (word >= form->fields[field].count)
        return;
    form->fields[field].at = word;
    if (form->fields[field].kind == FORM_CHECKS)
        form->fields[field].ticks[word] = !form->fields[field].ticks[word];
    rerun_form_follow(&app->rerun->form);
}
