#include "tui/rerun/rerun_form.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/option_table.h"
#include "cli/options/program_path.h"
#include "cli/options/shell_words.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/section/section_choice.h"

static const struct {
    const char *label;
    enum form_kind kind;
    bool beside;
    const char *option, *hint, *help;
} rows[] = {
#define RERUN_ROW(field, ...) {__VA_ARGS__},
    RERUN_FIELDS(RERUN_ROW)
#undef RERUN_ROW
};

#define CUSTOM "custom"

static const struct option *option_of(enum rerun_field field)
{
    return rows[field].option ? option_by_name(rows[field].option, strlen(rows[field].option), NULL)
                              : NULL;
}

static struct form_field *field_of(struct rerun_form *rerun, enum rerun_field field)
{
    return &rerun->form.fields[field];
}

const char *rerun_form_text(const struct rerun_form *rerun, enum rerun_field field)
{
    return form_text(&rerun->form.fields[field]);
}

/* --- the fields --------------------------------------------------------------------------------
 */

static void add_word(void *field, const char *word)
{
    form_add_word(field, word);
}

static void add_choices(struct form_field *field, const struct option *option)
{
    /* That profiles nothing: it has rooftop put clocks back. */
    for (size_t i = 0; option->choices[i]; i++)
        if (strcmp(option->choices[i], "reset") != 0)
            form_add_word(field, option->choices[i]);
}

/* What a name is cut of stands in the help. */
static void add_section_words(struct form_field *field, const struct section_library *library)
{
    field->helps = mem_alloc((library->count + 1) * sizeof *field->helps);
    for (size_t i = 0; i < library->count; i++) {
        const Rep__ProfilerSection *section = library->sections[i].message;
        if (!section)
            continue;
        char *help = mem_printf("%s: %s", section->identifier,
                                section->displayname ? section->displayname : "");
        field->helps[field->count] = safe_text(help);
        form_add_word(field, section->identifier);
        free(help);
    }
}

static void add_words(struct rerun_form *rerun, enum rerun_field at)
{
    struct form_field *field = field_of(rerun, at);
    const struct section_library *library = rerun->library;
    if (at == RERUN_SET) {
        section_sets(library, add_word, field);
        form_add_word(field, CUSTOM);
    } else if (at == RERUN_SECTIONS) {
        add_section_words(field, library);
    } else if (field->kind == FORM_CHOICE) {
        add_choices(field, option_of(at));
    }
}

static void make_fields(struct rerun_form *rerun)
{
    rerun->form.count = RERUN_FIELD_COUNT;
    rerun->form.fields = mem_alloc(RERUN_FIELD_COUNT * sizeof *rerun->form.fields);
    for (int i = 0; i < RERUN_FIELD_COUNT; i++) {
        const enum rerun_field at = (enum rerun_field)i;
        const struct option *option = option_of(at);
        *field_of(rerun, at) =
            (struct form_field){.label = rows[i].label,
                                .help = rows[i].help ? rows[i].help : option->help,
                                .kind = rows[i].kind,
                                .beside = rows[i].beside,
                                .hint = rows[i].hint};
        form_set_text(field_of(rerun, at), "");
        add_words(rerun, at);
    }
}

/* --- sets and sections -------------------------------------------------------------------------
 */

static bool is_in_set(const struct rerun_form *rerun, const char *section, const char *set)
{
    const Rep__ProfilerSection *message = section_find(rerun->library, section);
    return message && section_in_set(message, set);
}

static void tick_set(struct rerun_form *rerun, const char *set)
{
    struct form_field *sections = field_of(rerun, RERUN_SECTIONS);
    for (size_t i = 0; i < sections->count; i++)
        sections->ticks[i] = is_in_set(rerun, sections->words[i], set);
}

static bool is_ticked_set(const struct rerun_form *rerun, const char *set)
{
    const struct form_field *sections = &rerun->form.fields[RERUN_SECTIONS];
    bool any = false;
    for (size_t i = 0; i < sections->count; i++) {
        if (sections->ticks[i] != is_in_set(rerun, sections->words[i], set))
            return false;
        any = any || sections->ticks[i];
    }
    return any;
}

static void find_set(struct rerun_form *rerun)
{
    struct form_field *set = field_of(rerun, RERUN_SET);
    set->at = 0;
    while (set->at + 1 < set->count && !is_ticked_set(rerun, set->words[set->at]))
        set->at++;
}

static bool is_custom(const struct rerun_form *rerun)
{
    const struct form_field *set = &rerun->form.fields[RERUN_SET];
    return set->at + 1 == set->count;
}

void rerun_form_follow(struct rerun_form *rerun)
{
    const struct form_field *set = field_of(rerun, RERUN_SET);
    if (rerun->form.focus == RERUN_SECTIONS)
        find_set(rerun);
    else if (rerun->form.focus == RERUN_SET && !is_custom(rerun))
        tick_set(rerun, set->words[set->at]);
    form_set_error(&rerun->form.fields[rerun->form.focus], NULL);
}

/* --- from a command line -----------------------------------------------------------------------
 */

struct reading {
    struct rerun_form *rerun;
    const struct rerun_source *source;
    struct word_list sets, sections;
    struct strbuf options, unknown;
};

static bool is_kept(const struct option *option)
{
    static const char *const groups[] = {"Collect", "Filter", "Profile"};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strcmp(option->group, groups[i]) == 0)
            return true;
    return false;
}

static void read_field(struct reading *r, enum rerun_field at, const char *value)
{
    struct form_field *field = field_of(r->rerun, at);
    if (at == RERUN_SET) {
        word_list_split(&r->sets, value);
    } else if (at == RERUN_SECTIONS) {
        word_list_add(&r->sections, value);
    } else if (field->kind == FORM_CHOICE) {
        size_t word = form_word(field, value);
        field->at = word < field->count ? word : 0;
    } else if (at == RERUN_METRICS && *form_text(field)) {
        char *both = mem_printf("%s,%s", form_text(field), value);
        form_set_text(field, both);
        free(both);
    } else if (at != RERUN_REPORT) {
        form_set_text(field, value);
    }
}

static void read_option(struct reading *r, const struct option *option, const char *value)
{
    for (int i = 0; i < RERUN_FIELD_COUNT; i++)
        if (rows[i].option && strcmp(rows[i].option, option->name) == 0) {
            read_field(r, (enum rerun_field)i, value ? value : "");
            return;
        }
    if (!is_kept(option))
        return;
    char *name = mem_printf("--%s", option->name);
    shell_word_add(&r->options, name);
    if (value)
        shell_word_add(&r->options, value);
    free(name);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_program(const struct rerun_source *source, const char *word)
{
    return source->program && strcmp(base_name(word), base_name(source->program)) == 0;
}

/* Of an option that only the other profiler knows it cannot be told whether the word behind it is
 * its value: it is, unless it is the program. */
static void skip_unknown(struct reading *r, const struct word_list *line, int *at)
{
    const int count = (int)line->count;
    const char *word = line->words[*at - 1];
    shell_word_add(&r->unknown, word);
    if (*at < count && line->words[*at][0] != '-' && !strchr(word, '=') &&
        !is_program(r->source, line->words[*at]))
        ++*at;
}

/* Returns the place of the program. */
static int read_options(struct reading *r, const struct word_list *line)
{
    const int count = (int)line->count;
    int at = 1;
    while (at < count && line->words[at][0] == '-' && line->words[at][1]) {
        const char *value;
        struct error error;
        const int start = at;
        if (strcmp(line->words[at], "--") == 0)
            return at + 1;
        const struct option *option = options_next(count, line->words, &at, &value, &error);
        if (option) {
            read_option(r, option, value);
            continue;
        }
        at = start + 1;
        skip_unknown(r, line, &at);
    }
    return at < count ? at : count;
}

static void read_program(struct reading *r, const struct word_list *line, int at)
{
    struct strbuf text = {0};
    for (size_t i = (size_t)at; i < line->count; i++)
        shell_word_add(&text, line->words[i]);
    if (!text.length && r->source->program)
        shell_word_add(&text, r->source->program);
    form_set_text(field_of(r->rerun, RERUN_PROGRAM), text.data ? text.data : "");
    strbuf_free(&text);
}

static void tick_sections(struct reading *r)
{
    struct form_field *ticked = field_of(r->rerun, RERUN_SECTIONS);
    struct section_choice choice = {0};
    struct error error;
    const bool given = r->sets.count || r->sections.count;
    if (!given && !*rerun_form_text(r->rerun, RERUN_METRICS))
        word_list_add(&r->sets, "basic");
    if (section_choice_set(&choice, r->sections.words, r->sections.count, r->sets.words,
                           r->sets.count, &error) &&
        section_choice_is_limited(&choice))
        for (size_t i = 0; i < ticked->count; i++)
            ticked->ticks[i] =
                section_chosen(&choice, section_find(r->rerun->library, ticked->words[i]));
    section_choice_free(&choice);
    find_set(r->rerun);
}

static void say_unknown(struct reading *r)
{
    if (!r->unknown.length)
        return;
    char *text = mem_printf("left out, rooftop has no such option: %s", r->unknown.data);
    form_set_error(field_of(r->rerun, RERUN_OPTIONS), text);
    free(text);
}

static void read_source(struct reading *r)
{
    struct word_list line = {0};
    const char *text = r->source->command_line;
    /* One that cannot be read tells nothing. */
    if (text)
        shell_words_split(&line, text, NULL);
    int program = line.count ? read_options(r, &line) : 0;
    read_program(r, &line, program);
    tick_sections(r);
    form_set_text(field_of(r->rerun, RERUN_OPTIONS), r->options.data ? r->options.data : "");
    form_set_text(field_of(r->rerun, RERUN_FOLDER), r->source->folder ? r->source->folder : "");
    form_set_text(field_of(r->rerun, RERUN_REPORT), r->source->report ? r->source->report : "");
    say_unknown(r);
    word_list_free(&line);
}

void rerun_form_init(struct rerun_form *rerun, const struct section_library *library,
                     const struct rerun_source *source)
{
    struct reading r = {.rerun = rerun, .source = source};
    *rerun = (struct rerun_form){.library = library, .overwrite = source->overwrite};
    make_fields(rerun);
    read_source(&r);
    for (int i = 0; i < RERUN_FIELD_COUNT; i++)
        rerun->was[i] = mem_strdup(rerun_form_text(rerun, (enum rerun_field)i));
    word_list_free(&r.sets);
    word_list_free(&r.sections);
    strbuf_free(&r.options);
    strbuf_free(&r.unknown);
}

void rerun_form_free(struct rerun_form *rerun)
{
    form_free(&rerun->form);
    for (int i = 0; i < RERUN_FIELD_COUNT; i++)
        free(rerun->was[i]);
    *rerun = (struct rerun_form){0};
}

bool rerun_form_is_as_before(const struct rerun_form *rerun, enum rerun_field field)
{
    return strcmp(rerun_form_text(rerun, field), rerun->was[field]) == 0;
}

/* --- to a command line -------------------------------------------------------------------------
 */

static void add_option(struct word_list *words, enum rerun_field field, const char *value)
{
    char *name = mem_printf("--%s", rows[field].option);
    word_list_add(words, name);
    word_list_add(words, value);
    free(name);
}

static void add_sections(const struct rerun_form *rerun, struct word_list *words)
{
    const struct form_field *set = &rerun->form.fields[RERUN_SET];
    const struct form_field *sections = &rerun->form.fields[RERUN_SECTIONS];
    if (!is_custom(rerun))
        add_option(words, RERUN_SET, set->words[set->at]);
    for (size_t i = 0; i < sections->count && is_custom(rerun); i++)
        if (sections->ticks[i])
            add_option(words, RERUN_SECTIONS, sections->words[i]);
}

/* Fields that are the words of an option; those of sections are not. */
static void add_field(const struct rerun_form *rerun, enum rerun_field at, struct word_list *words)
{
    const struct form_field *field = &rerun->form.fields[at];
    if (!rows[at].option || at == RERUN_SET || at == RERUN_SECTIONS)
        return;
    if (field->kind == FORM_CHOICE && field->at)
        add_option(words, at, field->words[field->at]);
    else if (field->kind != FORM_CHOICE && *form_text(field))
        add_option(words, at, form_text(field));
}

static bool check_field(struct rerun_form *rerun, enum rerun_field at)
{
    struct form_field *field = field_of(rerun, at);
    const struct option *option = option_of(at);
    struct options scratch = {.replay_timeout = 0};
    struct error error;
    bool good = !option || field->kind == FORM_CHOICE || field->kind == FORM_CHECKS ||
                !*form_text(field) || option->take(&scratch, option, form_text(field), &error);
    form_set_error(field, good ? NULL : error.text);
    options_free(&scratch);
    return good;
}

static bool check_sections(struct rerun_form *rerun)
{
    const struct form_field *sections = field_of(rerun, RERUN_SECTIONS);
    bool any = *rerun_form_text(rerun, RERUN_METRICS);
    for (size_t i = 0; i < sections->count; i++)
        any = any || sections->ticks[i];
    if (!any)
        form_set_error(field_of(rerun, RERUN_SECTIONS),
                       "nothing to collect: tick a section or name a metric");
    return any;
}

/* Whether they are options of a run. */
static bool check_options(const struct word_list *given, struct error *error)
{
    struct word_list line = {0};
    struct options scratch;
    word_list_add(&line, "rooftop");
    for (size_t i = 0; i < given->count; i++)
        word_list_add(&line, given->words[i]);
    word_list_add(&line, "--");
    word_list_add(&line, "program");
    bool good = options_parse(&scratch, (int)line.count, line.words, error);
    if (good && (scratch.action != ACTION_RUN || scratch.imports.count ||
                 strcmp(scratch.program[0], "program") != 0))
        good = error_set(error, "only options of profiling belong here");
    options_free(&scratch);
    word_list_free(&line);
    return good;
}

static bool take_options(struct rerun_form *rerun, struct word_list *words)
{
    struct word_list given = {0};
    struct error error;
    bool good = shell_words_split(&given, rerun_form_text(rerun, RERUN_OPTIONS), &error) &&
                check_options(&given, &error);
    for (size_t i = 0; i < given.count && good; i++)
        word_list_add(words, given.words[i]);
    form_set_error(field_of(rerun, RERUN_OPTIONS), good ? NULL : error.text);
    word_list_free(&given);
    return good;
}

static bool take_program(struct rerun_form *rerun, struct word_list *words)
{
    struct word_list program = {0};
    struct error error;
    bool good = shell_words_split(&program, rerun_form_text(rerun, RERUN_PROGRAM), &error);
    if (good && !program.count)
        good = error_set(&error, "which program? the report does not say: type it here");
    good =
        good && program_path_check(program.words[0], rerun_form_text(rerun, RERUN_FOLDER), &error);
    for (size_t i = 0; i < program.count && good; i++)
        word_list_add(words, program.words[i]);
    form_set_error(field_of(rerun, RERUN_PROGRAM), good ? NULL : error.text);
    word_list_free(&program);
    return good;
}

static bool check_folder(struct rerun_form *rerun)
{
    struct error error;
    bool good = program_path_check_folder(rerun_form_text(rerun, RERUN_FOLDER), &error);
    form_set_error(field_of(rerun, RERUN_FOLDER), good ? NULL : error.text);
    return good;
}

bool rerun_form_words(struct rerun_form *rerun, struct word_list *words)
{
    bool good = true;
    word_list_add(words, "rooftop");
    for (int i = 0; i < RERUN_FIELD_COUNT; i++)
        good = check_field(rerun, (enum rerun_field)i) && good;
    good = check_sections(rerun) && good;
    add_sections(rerun, words);
    for (int i = 0; i < RERUN_FIELD_COUNT; i++)
        add_field(rerun, (enum rerun_field)i, words);
    if (rerun->overwrite && *rerun_form_text(rerun, RERUN_REPORT))
        word_list_add(words, "-f");
    good = take_options(rerun, words) && good;
    word_list_add(words, "--");
    good = check_folder(rerun) && good;
    good = take_program(rerun, words) && good;
    if (!good)
        form_go_to_error(&rerun->form);
    return good;
}

void rerun_form_collected(const struct rerun_form *rerun, struct word_list *words)
{
    word_list_add(words, "rooftop");
    add_sections(rerun, words);
    add_field(rerun, RERUN_METRICS, words);
    shell_words_split(words, rerun_form_text(rerun, RERUN_OPTIONS), NULL);
    word_list_add(words, "--");
    word_list_add(words, "program");
}
