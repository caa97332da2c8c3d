/* schedules FILE [CHIP]: the schedules of every set on every chip that CUPTI names (or this one),
 * and of every built-in section on the first of each compute capability, against those of FILE, and
 * what must hold on each of them:
 *
 *   - a section's metrics are accepted, but for those that FILE says the chip refuses
 *   - each breakdown has parts, and the chip knows each of them
 *   - each of the chip's metrics has words for all parts of its name (metric_words.h)
 *   - what the cells of memory items take is collected if the chip knows it, but for the ports of
 *     units, which come with the breakdowns of other sections
 *
 * FILE has a line "CHIP SECTION METRICS PASSES [REFUSED...]" for each pair ("CHIP unknown 0 0" for
 * a chip that CUPTI names but does not know), and first the version of CUPTI; of another version
 * only the refused names are compared, since a library may pack its passes differently. GENERATE=1
 * writes the file. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <cupti_result.h>

#include "checks.h"
#include "collect/cupti/chip_list.h"
#include "collect/plan/plan.h"
#include "no_deepbind.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/expr/expr.h"
#include "report/metric/memory_items.h"
#include "report/metric/metric_words.h"
#include "report/section/section_items.h"

struct schedules {
    struct checks checks;
    struct section_library sections;
    struct cupti_library *cupti;
    char *expected;   /* the file, or NULL while it is written */
    const char *only; /* chip, NULL: all */
    bool same_version, any;
    unsigned seen[16]; /* compute capabilities whose sections were scheduled */
    struct strbuf found;
};

static const char *const sets[] = {"basic", "detailed", "full", "roofline", "nvlink", "pmsampling"};

/* The chip knows all parts of the plan's breakdowns, and there are some. */
static bool breakdowns_hold(struct cupti_chip *chip, const struct chip_plan *plan,
                            struct error *error)
{
    for (size_t i = 0; i < plan->text_count; i++) {
        if (strncmp(plan->texts[i].name, "breakdown:", 10) != 0)
            continue;
        char *parts = mem_strdup(plan->texts[i].value), *rest = parts, *part;
        bool good = *parts || error_set(error, "%s has no parts", plan->texts[i].name);
        while (good && (part = strsep(&rest, ",")))
            if (!cupti_chip_knows(chip, part))
                good = error_set(error, "%s: the chip does not know %s", plan->texts[i].name, part);
        free(parts);
        if (!good)
            return false;
    }
    return true;
}

struct operands {
    struct cupti_chip *chip;
    const struct chip_plan *plan;
    struct error *error;
    bool good;
};

static void check_operand(void *context, const char *name)
{
    struct operands *o = context;
    for (size_t i = 0; i < o->plan->group_count; i++)
        for (size_t j = 0; j < o->plan->groups[i].count; j++)
            if (strcmp(o->plan->groups[i].metrics[j], name) == 0)
                return;
    if (o->good && cupti_chip_knows(o->chip, name))
        o->good = error_set(o->error, "%s is not collected", name);
}

static void check_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                       size_t number)
{
    (void)body;
    (void)number;
    const char *label;
    const struct memory_item *memory = memory_item_of(item, &label);
    for (size_t i = 0; memory && i < memory_formula_count; i++)
        if (strcmp(memory_formulas[i].table, memory->table) == 0 &&
            strcmp(memory_formulas[i].column, "port peak %") != 0 &&
            strcmp(memory_formulas[i].formula, MEMORY_JOINT) != 0)
            expr_metrics(memory_formulas[i].formula, check_operand, context, NULL);
}

/* The line of the file that begins with these words; cut at its end. free() */
static char *expected_line(const struct schedules *s, const char *words)
{
    char *head = mem_printf("\n%s ", words);
    const char *at = s->expected ? strstr(s->expected, head) : NULL;
    free(head);
    return at ? mem_strndup(at + 1, strcspn(at + 1, "\n")) : NULL;
}

static const char *after_words(const char *line, int count)
{
    for (; count > 0 && *line; count--)
        line += strcspn(line, " ") + (line[strcspn(line, " ")] == ' ');
    return line;
}

static bool as_expected(struct schedules *s, const char *words, const char *line,
                        struct error *error)
{
    if (!s->expected)
        return true;
    char *expected = expected_line(s, words);
    bool good =
        expected && (s->same_version ? strcmp(expected, line) == 0
                                     : strcmp(after_words(expected, 4), after_words(line, 4)) == 0);
    if (!good)
        error_set(error, "\"%s\" instead of \"%s\"", line, expected ? expected : "nothing");
    free(expected);
    return good;
}

/* One request on one chip; what it is called in the file. */
static bool check_request(struct schedules *s, struct cupti_chip *chip, const char *chip_name,
                          const struct plan_request *request, const char *name, struct error *error)
{
    struct section_scope scope = {.arch = chip_arch(chip_name),
                                  .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
    struct plan plan;
    struct chip_plan on_chip;
    if (!plan_make(&plan, &s->sections, request, error))
        return false;
    if (!chip_plan_make(&on_chip, &plan, chip, &scope, error)) {
        plan_free(&plan);
        return false;
    }
    size_t metrics = 0;
    unsigned passes = 0;
    for (size_t i = 0; i < on_chip.group_count; i++) {
        metrics += on_chip.groups[i].count;
        passes += on_chip.groups[i].passes;
    }
    struct strbuf line = {0};
    char *words = mem_printf("%s %s", chip_name, name);
    strbuf_addf(&line, "%s %zu %u", words, metrics, passes);
    for (size_t i = 0; i < on_chip.refused_count; i++)
        strbuf_addf(&line, " %s", on_chip.refused[i]);
    strbuf_addf(&s->found, "%s\n", line.data);
    bool good = metrics && passes && as_expected(s, words, line.data, error);
    /* Asking for each part takes a while: the fullest set has them all. */
    if (good && request->set_count && strcmp(request->sets[0], "full") == 0)
        good = breakdowns_hold(chip, &on_chip, error);
    struct operands operands = {chip, &on_chip, error, true};
    for (size_t i = 0; good && i < plan.section_count; i++) {
        section_items(plan.sections[i], &scope, check_item, &operands);
        good = operands.good;
    }
    free(words);
    strbuf_free(&line);
    chip_plan_free(&on_chip);
    plan_free(&plan);
    return good;
}

static void check_words(void *context, const char *name)
{
    struct error *error = context;
    struct metric_words words = metric_words(name);
    if (words.unknown)
        error_set(error, "the name of %s has parts without words: \"%s\" (metric_words.tsv)", name,
                  words.sentence.data);
    metric_words_free(&words);
}

static bool words_hold(struct cupti_chip *chip, struct error *error)
{
    *error->text = '\0';
    cupti_chip_each_metric(chip, check_words, error);
    return !*error->text;
}

/* CUPTI may name a chip that it does not open: then FILE says so. */
static bool check_unknown(struct schedules *s, const char *name, struct error *error)
{
    char *words = mem_printf("%s unknown", name), *line = mem_printf("%s 0 0", words);
    strbuf_addf(&s->found, "%s\n", line);
    bool good = as_expected(s, words, line, error);
    free(words);
    free(line);
    return good;
}

/* Chips of one compute capability differ little: their sets are enough. */
static bool is_new(struct schedules *s, unsigned arch)
{
    size_t i = 0;
    while (i < sizeof s->seen / sizeof *s->seen - 1 && s->seen[i] && s->seen[i] != arch)
        i++;
    bool is_new = s->seen[i] != arch;
    s->seen[i] = arch;
    return is_new;
}

static bool check_chip(struct schedules *s, const char *name, struct error *error)
{
    if (!chip_arch(name))
        return error_set(error, "its compute capability is unknown: add it to chip_list.c");
    struct cupti_chip *chip = cupti_chip_open(s->cupti, name, NULL, 0, error);
    if (!chip)
        return check_unknown(s, name, error);
    bool good = true, all = is_new(s, chip_arch(name));
    for (size_t i = 0; i < sizeof sets / sizeof *sets && good; i++) {
        char *called = mem_printf("set:%s", sets[i]);
        const struct plan_request request = {.sets = &sets[i], .set_count = 1};
        good = check_request(s, chip, name, &request, called, error);
        free(called);
    }
    for (size_t i = 0; all && i < s->sections.count && good; i++) {
        const char *section = s->sections.sections[i].message->identifier;
        const struct plan_request request = {.sections = &section, .section_count = 1};
        good = check_request(s, chip, name, &request, section, error);
    }
    good = good && (!all || !s->same_version || words_hold(chip, error));
    cupti_chip_close(chip);
    return good;
}

static void each_chip(void *context, const char *name)
{
    struct schedules *s = context;
    struct error error = {""};
    if (s->only && strcmp(s->only, name) != 0)
        return;
    char *what = mem_printf("schedules on %s", name);
    s->any = true;
    checks_note(&s->checks, check_chip(s, name, &error), what, "%s", error.text);
    free(what);
}

static uint32_t version_of(const char *path)
{
    uint32_t version = 0;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CUptiResult (*get)(uint32_t *) = NULL;
    if (library)
        *(void **)&get = dlsym(library, "cuptiGetVersion");
    if (get)
        get(&version);
    return version;
}

int main(int argc, char **argv)
{
    struct schedules s = {0};
    struct error error = {""};
    size_t length;
    if (argc < 2 || argc > 3 || !(s.cupti = cupti_library_open(&error))) {
        fprintf(stderr, "schedules: %s\n",
                argc == 2 || argc == 3 ? error.text : "usage: schedules FILE [CHIP]");
        return 2;
    }
    s.only = argv[2];
    char *head = mem_printf("cupti %u\n", version_of(cupti_library_path(s.cupti)));
    strbuf_adds(&s.found, head);
    if (!getenv("GENERATE") && !(s.expected = file_bytes(argv[1], &length, &error))) {
        fprintf(stderr, "schedules: %s\n", error.text);
        return 2;
    }
    s.same_version = s.expected && strncmp(s.expected, head, strlen(head)) == 0;
    section_library_init(&s.sections);
    cupti_library_each_chip(s.cupti, each_chip, &s);
    checks_note(&s.checks, s.any, "CUPTI names its chips", "it does not");
    if (!s.expected) {
        FILE *file = fopen(argv[1], "we");
        bool good = file && fwrite(s.found.data, 1, s.found.length, file) == s.found.length;
        good = file && fclose(file) == 0 && good;
        checks_note(&s.checks, good, "the file is written", "%s", argv[1]);
    } else if (!s.same_version)
        printf("note: pass counts were not compared: %s is of another version\n", argv[1]);
    strbuf_free(&s.found);
    section_library_free(&s.sections);
    cupti_library_close(s.cupti);
    free(s.expected);
    free(head);
    return checks_sum(&s.checks);
}
