#include "tui/rerun/rerun.h"

#include <curses.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/options.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/viewer.h"
#include "report/names/report_suffix.h"
#include "tui/list/list_view.h"
#include "tui/rerun/rerun_form.h"
#include "tui/rerun/rerun_place.h"
#include "tui/rerun/rerun_text.h"
#include "tui/term/screen.h"
#include "tui/widgets/form_view.h"
#include "tui/widgets/line_edit.h"
#include "tui/widgets/messages.h"
#ifdef ROOFTOP_COLLECT
#include <dlfcn.h>

#include "cli/prepare/pass_plan.h"
#include "collect/cupti/pass_count.h"
#include "collect/metrics/launch_metrics.h"
#include "tui/live/live_run.h"
#endif

enum { KEY_BAR = 1, BELOW = 2, LEAST_ROWS = 8, LEAST_COLUMNS = 24 };

struct rerun {
    const struct view_host *host;
    const struct live *live;
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
static const char no_collect[] = VIEWER_CANNOT("cannot profile");
#endif

static const struct {
    const char *keys, *bar, *help;
} form_keys[] = {
    {"Enter", "run", "run the program with these options"},
    {"Esc", "cancel", "leave the form; nothing is run"},
    {"Tab", "next", "go to the next field; Up and Down move, too"},
    {"BTab", NULL, "go to the previous field"},
    {"Left", NULL, "take the previous choice or check box"},
    {"Right", NULL, "take the next choice or check box"},
    {"Space", "tick", "tick a check box, or take the next choice"},
    {"F1", "help", "show these keys"},
};

enum { FORM_KEYS = sizeof form_keys / sizeof *form_keys };

/* --- what it begins with -----------------------------------------------------------------------
 */

/* Nothing has run yet: the form begins with what the command line says. */
static bool is_first(const struct rerun *rerun)
{
    return !report_count(rerun->host->report) && !rerun->host->ran;
}

static size_t shown_file(const struct view_host *host)
{
    size_t result = list_view_current(host->list);
    return result < report_count(host->report) ? report_result_file(host->report, result) : 0;
}

/* Its first process, which is the program unless that only started others. */
static const char *process_name(const struct report *report, size_t file)
{
    return report_process_count(report, file) ? report_process(report, file, 0)->processname : NULL;
}

/* "NAME.ncu-rep" and "NAME" become "NAME-%i", what has a number of its own stays. */
static char *next_name(const char *path, bool is_pattern)
{
    const size_t length = strlen(path) - report_suffix(path);
    struct strbuf name = {0};
    if (is_pattern && strstr(path, "%i"))
        return mem_strdup(path);
    for (size_t i = 0; i < length; i++)
        strbuf_addf(&name, path[i] == '%' && !is_pattern ? "%%%%" : "%c", path[i]);
    strbuf_adds(&name, "-%i");
    return strbuf_detach(&name);
}

/* What the report says of how a file of it came about. */
static struct rerun_source source_of_file(const struct rerun *rerun, size_t file)
{
    const Rep__ReportSessionDetails *session = report_session(rerun->host->report, file);
    const Rep__ExecutableSettings *executable = session->executablesettings;
    return (struct rerun_source){.command_line = session->profilercmdline,
                                 .program = process_name(rerun->host->report, file),
                                 .folder = executable ? executable->workdirectory : NULL};
}

static struct rerun_source source_of(const struct rerun *rerun, char **report)
{
    const struct options *options = rerun->host->options;
#ifdef ROOFTOP_COLLECT
    if (rerun->live->run) {
        const struct options *last = live_run_options(rerun->live->run);
        *report = !last->export_path ? NULL
                  : !is_first(rerun) ? next_name(last->export_path, true)
                                     : mem_strdup(last->export_path);
        return (struct rerun_source){.command_line = last->command_line,
                                     .folder = live_run_folder(rerun->live->run),
                                     .report = *report,
                                     .overwrite = options->force_overwrite};
    }
#endif
    const size_t file = shown_file(rerun->host);
    struct rerun_source source = source_of_file(rerun, file);
    source.overwrite = options->force_overwrite;
    source.report = *report = next_name(report_file(rerun->host->report, file)->path, false);
    return source;
}

/* The chip is that of the device with the lowest number. */
static const char *find_chip(const struct report *report)
{
#ifdef ROOFTOP_COLLECT
    for (size_t file = report_file_count(report); file-- > 0;) {
        const Rep__ReportSessionDetails *session = report_session(report, file);
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
    (void)report;
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

struct rerun *rerun_new(const struct view_host *host, const struct live *live)
{
    struct rerun *rerun = mem_alloc(sizeof *rerun);
    rerun->host = host;
    rerun->live = live;
    rerun->no_driver = !has_driver();
    return rerun;
}

static void begin(struct rerun *rerun, const struct rerun_source *source)
{
    struct error error;
    const struct options *options = rerun->host->options;
#ifdef ROOFTOP_COLLECT
    options = rerun->live->run ? live_run_options(rerun->live->run) : options;
#endif
    forget_form(rerun);
    rerun->has_library = true;
    if (!section_sources_load(&options->sources, &rerun->library, &error))
        messages_fail(rerun->host->messages, error.text);
    rerun_form_init(&rerun->form, &rerun->library, source);
    rerun->chip = find_chip(rerun->host->report);
    rerun->failed.text[0] = '\0';
}

void rerun_open(struct rerun *rerun)
{
    char *report = NULL;
    const struct rerun_source source = source_of(rerun, &report);
    begin(rerun, &source);
    rerun->open = true;
    rerun->help = false;
    free(report);
}

void rerun_close(struct rerun *rerun)
{
    rerun->open = false;
}

bool rerun_is_open(const struct rerun *rerun)
{
    return rerun && rerun->open;
}

void rerun_fail(struct rerun *rerun, const struct error *why)
{
    rerun->failed = *why;
}

const char *rerun_program(const struct rerun *rerun)
{
    return rerun_form_text(&rerun->form, RERUN_PROGRAM);
}

void rerun_free(struct rerun *rerun)
{
    if (!rerun)
        return;
    forget_form(rerun);
#ifdef ROOFTOP_COLLECT
    pass_counter_free(rerun->counter);
#endif
    free(rerun);
}

/* --- what it costs -----------------------------------------------------------------------------
 */

#ifdef ROOFTOP_COLLECT

/* While a program runs it cannot be told how long that takes by itself. */
static struct profile_measured measured(const struct rerun *rerun)
{
    if (!rerun->host->live)
        return rerun->live->measured;
    struct profile_measured so_far = profile_measured(rerun->live->profile);
    so_far.program = 0;
    return so_far;
}

/* As many as the last run had, if the same ones are chosen. */
static uint64_t expected_launches(const struct rerun *rerun)
{
    const struct rerun_form *form = &rerun->form;
    const uint64_t count = strtoull(rerun_form_text(form, RERUN_COUNT), NULL, 10);
    const bool same = !rerun->host->live && rerun->live->measured.results &&
                      rerun_form_is_as_before(form, RERUN_KERNELS) &&
                      rerun_form_is_as_before(form, RERUN_SKIP) &&
                      rerun_form_is_as_before(form, RERUN_OPTIONS) &&
                      rerun_form_is_as_before(form, RERUN_PROGRAM);
    if (same && (rerun_form_is_as_before(form, RERUN_COUNT) ||
                 (count && count < rerun->live->measured.results)))
        return count && count < rerun->live->measured.results ? count
                                                              : rerun->live->measured.results;
    return count;
}

static void add_times(const struct rerun *rerun, struct rerun_cost *cost)
{
    const struct profile_measured m = measured(rerun);
    const struct form_field *replay = &rerun->form.form.fields[RERUN_REPLAY];
    cost->application = strstr(replay->words[replay->at], "app") != NULL;
    cost->launches = expected_launches(rerun);
    if (!m.results || !m.passes)
        return;
    if (rerun_form_is_as_before(&rerun->form, RERUN_PROGRAM))
        cost->program_seconds = m.program;
    if (!m.application_replay)
        cost->pass_seconds = m.measuring / (double)m.results / m.passes;
}

static void add_cost(struct rerun *rerun, struct strbuf *out, bool *is_error)
{
    struct word_list words = {0};
    if (!rerun->chip)
        rerun->chip = find_chip(rerun->host->report);
    if (!rerun->chip) {
        strbuf_adds(out, rerun->host->live || is_first(rerun)
                             ? "its cost is known once the program has used a GPU"
                             : "the report names no chip: the number of passes is not known");
        return;
    }
    if (!rerun->counter)
        rerun->counter = pass_counter_new(rerun->host->loop, pass_plan_count);
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
        add_times(rerun, &cost);
        rerun_text_cost(out, &cost);
        strbuf_addf(out, " (%s)", rerun->chip);
    }
}

#endif

static void add_note(struct rerun *rerun, struct strbuf *out, bool *is_error)
{
    strbuf_adds(out, "");
    *is_error = true;
    if (*rerun->failed.text) {
        safe_text_add(out, rerun->failed.text, strlen(rerun->failed.text), false);
        return;
    }
#ifdef ROOFTOP_COLLECT
    if (rerun->no_driver) {
        strbuf_adds(out, no_driver);
        return;
    }
    *is_error = false;
    add_cost(rerun, out, is_error);
#else
    strbuf_adds(out, no_collect);
#endif
}

/* --- running it --------------------------------------------------------------------------------
 */

#ifdef ROOFTOP_COLLECT

/* NULL: rerun->failed says why. */
static struct live_run *make_run(struct rerun *rerun, struct word_list *words)
{
    char *said = NULL;
    size_t length = 0;
    FILE *messages = open_memstream(&said, &length);
    struct live_run *run = live_run_parse(words, rerun_form_text(&rerun->form, RERUN_FOLDER),
                                          messages, &rerun->failed);
    if (messages)
        fclose(messages);
    free(said);
    return run;
}

/* Whether it is known already that nothing can be collected. */
static bool is_doomed(struct rerun *rerun, struct error *why)
{
    struct strbuf note = {0};
    bool doomed = false;
    strbuf_adds(&note, "");
    add_cost(rerun, &note, &doomed);
    if (doomed)
        error_set(why, "%s", note.data);
    strbuf_free(&note);
    return doomed;
}

static struct live_run *wanted_run(struct rerun *rerun)
{
    struct word_list words = {0};
    struct live_run *run = NULL;
    bool good = rerun_form_words(&rerun->form, &words);
    if (!good)
        rerun->failed.text[0] = '\0';
    else if (rerun->host->live)
        error_set(&rerun->failed, "the program still runs: ^C stops it, then Enter runs it again");
    else if (rerun->no_driver)
        error_set(&rerun->failed, "%s", no_driver);
    else if (!is_doomed(rerun, &rerun->failed))
        run = make_run(rerun, &words);
    word_list_free(&words);
    return run;
}

#else

static struct live_run *wanted_run(struct rerun *rerun)
{
    error_set(&rerun->failed, "%s", no_collect);
    return NULL;
}

#endif

/* --- one launch --------------------------------------------------------------------------------
 */

/* Launches are skipped by their number among those that the filters take. Without a skip before,
 * the results are the first of them, and so are those of one kernel. */
static void choose_launch(struct rerun *rerun, size_t result)
{
    struct report *report = rerun->host->report;
    struct form *form = &rerun->form.form;
    const struct result_summary *summary = report_summary(report, result);
    const char *options = rerun_form_text(&rerun->form, RERUN_OPTIONS);
    struct rerun_place place;
    if (summary->kind != ENTRY_KERNEL)
        return;
    rerun_place_find(&place, report, result);
    const uint64_t skip = strtoull(rerun_form_text(&rerun->form, RERUN_SKIP), NULL, 10);
    const bool by_name = !skip && !strstr(options, "--kernel-name-base") && place.kernel;
    if (by_name)
        form_set_text(&form->fields[RERUN_KERNELS], place.kernel);
    if (!summary->parameters && !strstr(options, "--filter-mode")) {
        char *text = mem_printf("%" PRIu64, skip + (by_name ? place.of_kernel : place.of_file));
        form_set_text(&form->fields[RERUN_SKIP], text);
        form_set_text(&form->fields[RERUN_COUNT], "1");
        free(text);
    }
    rerun_place_free(&place);
}

struct live_run *rerun_launch(struct rerun *rerun, size_t result, struct error *error)
{
    const size_t file = report_result_file(rerun->host->report, result);
    const struct rerun_source source = source_of_file(rerun, file);
    if (rerun->host->live) {
        error_set(error, "the program still runs; ^C stops it");
        return NULL;
    }
    begin(rerun, &source);
    choose_launch(rerun, result);
    struct live_run *run = wanted_run(rerun);
    const struct form_field *wrong = run ? NULL : form_go_to_error(&rerun->form.form);
    if (!run)
        error_set(error, "%s", *rerun->failed.text || !wrong ? rerun->failed.text : wrong->error);
    return run;
}

bool rerun_can(struct rerun *rerun, size_t result, struct error *error)
{
    struct live_run *run = rerun_launch(rerun, result, error);
#ifdef ROOFTOP_COLLECT
    live_run_free(run);
#endif
    return run;
}

/* --- keys --------------------------------------------------------------------------------------
 */

static struct live_run *serve_key(struct rerun *rerun, int key)
{
    switch (form_key(&rerun->form.form, key)) {
    case FORM_CHANGED:
        rerun->failed.text[0] = '\0';
        rerun_form_follow(&rerun->form);
        return NULL;
    case FORM_RUN:
        return wanted_run(rerun);
    case FORM_CANCEL:
        rerun->open = false;
        return NULL;
    default:
        return NULL;
    }
}

bool rerun_takes_text(const struct rerun *rerun)
{
    return !rerun->help && form_takes_text(&rerun->form.form);
}

struct live_run *rerun_key(struct rerun *rerun, int key)
{
    if (key == ('L' & 0x1f))
        screen_resize();
    else if (rerun->help || key == KEY_F(1))
        rerun->help = !rerun->help;
    else if (key != KEY_RESIZE)
        return serve_key(rerun, key);
    return NULL;
}

/* --- drawing -----------------------------------------------------------------------------------
 */

static char *title_of(const struct rerun *rerun)
{
    char *safe = safe_text(rerun_form_text(&rerun->form, RERUN_PROGRAM));
    char *title = mem_printf(is_first(rerun) ? "Run %s" : "Rerun %s", safe);
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
static struct rect place_box(struct rerun *rerun, struct form_box *box, struct strbuf *note)
{
    add_note(rerun, note, &box->note_is_error);
    box->note = note->data;
    return form_box_place(&rerun->form.form, box, screen_rows(), screen_columns());
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

static void draw_box(struct rerun *rerun)
{
    struct strbuf note = {0};
    char *title = title_of(rerun);
    struct form_box box = {.title = title};
    struct rect place = place_box(rerun, &box, &note);
    int row, column;
    clear_beside(place);
    form_box_draw(&rerun->form.form, &box, place, &row, &column);
    screen_cursor(row < 0 ? 0 : row, row < 0 ? 0 : column, row >= 0);
    free(title);
    strbuf_free(&note);
}

void rerun_draw(struct rerun *rerun)
{
    if (rerun->help) {
        draw_help(screen_rows() - BELOW);
        screen_cursor(0, 0, false);
    } else if (has_room()) {
        draw_box(rerun);
    } else {
        screen_clear();
        screen_text(0, 0, screen_columns(), ROLE_ERROR, "too small for the form");
    }
    draw_bar(screen_rows() - KEY_BAR);
}

void rerun_click(struct rerun *rerun, int row, int column)
{
    struct form *form = &rerun->form.form;
    struct strbuf note = {0};
    struct form_box box = {.title = ""};
    if (!has_room() || rerun->help)
        return;
    struct rect place = place_box(rerun, &box, &note);
    size_t word = 0, field = form_box_at(form, &box, place, row, column, &word);
    strbuf_free(&note);
    if (field >= form->count)
        return;
    form->focus = field;
    if (word >= form->fields[field].count)
        return;
    form->fields[field].at = word;
    if (form->fields[field].kind == FORM_CHECKS)
        form->fields[field].ticks[word] = !form->fields[field].ticks[word];
    rerun_form_follow(&rerun->form);
}
