#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/compare/diff_internal.h"
#include "report/file/report_origin.h"

/* Appends a word to a list "a, b" unless the list has it. */
static void add_word(char **list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = *list; at && *at;) {
        size_t here = strcspn(at, ",");
        if (here == length && strncmp(at, word, length) == 0)
            return;
        at += here + strspn(at + here, ", ");
    }
    char *longer = *list && **list ? mem_printf("%s, %s", *list, word) : mem_strdup(word);
    free(*list);
    *list = longer;
}

static const char *device_name(const struct diff_source *source, int device)
{
    const Rep__ReportSessionDetails *session = report_session(source->report, 0);
    for (size_t i = 0; i < session->n_deviceattributes; i++) {
        const Rep__DeviceAttributes *attributes = session->deviceattributes[i];
        if (attributes->id != (uint32_t)device)
            continue;
        if (attributes->name && *attributes->name)
            return attributes->name;
        for (size_t j = 0; j < attributes->n_attributes; j++)
            if (strcmp(attributes->attributes[j]->name, "device__attribute_display_name") == 0 &&
                attributes->attributes[j]->value->stringvalue)
                return attributes->attributes[j]->value->stringvalue;
    }
    return NULL;
}

void diff_source_add(struct diff_source *source, const struct result *result)
{
    unsigned arch = result_arch(result);
    const char *device = device_name(source, result_device(result));
    const char *attribute = result_text(result, "device__attribute_display_name");
    if (device || attribute)
        add_word(&source->devices, device ? device : attribute);
    if (arch) {
        char *capability = mem_printf("%u.%u", arch / 10, arch % 10);
        add_word(&source->capability, capability);
        free(capability);
    }
    if (result->driver > 0) {
        char *driver = mem_printf("%.2f", result->driver);
        add_word(&source->driver, driver);
        free(driver);
    }
    if (result->has_clock_status)
        add_word(&source->clocks, result->clocks_locked ? "locked" : "not locked");
    for (size_t i = 0; i < result->section_count; i++)
        add_word(&source->sections, result->sections[i]->identifier);
}

/* Returns the value of an option in a command line, "--name value" or "--name=value", or NULL. */
static char *option_value(const char *line, const char *name)
{
    const char *at = strstr(line, name);
    size_t length = strlen(name);
    if (!at || (at[length] != ' ' && at[length] != '='))
        return NULL;
    at += length + 1;
    return mem_strndup(at, strcspn(at, " "));
}

void diff_source_finish(struct diff_source *source)
{
    const Rep__ReportSessionDetails *session = report_session(source->report, 0);
    char **const texts[] = {&source->devices, &source->capability, &source->driver,
                            &source->clocks,  &source->sections,   &source->profiler,
                            &source->versions};
    for (size_t i = 0; i < session->n_versioninfo; i++) {
        const Rep__VersionInfo *info = session->versioninfo[i];
        bool is_profiler = report_origin_of(info) != ORIGIN_NO_PROFILER;
        char *version = mem_printf("%s %s", info->provider, info->version);
        add_word(is_profiler ? &source->profiler : &source->versions, version);
        free(version);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!*texts[i])
            *texts[i] = mem_strdup("");
    char *caches =
        session->profilercmdline ? option_value(session->profilercmdline, "--cache-control") : NULL;
    source->caches = caches ? caches : mem_strdup("all");
}

void diff_source_free(struct diff_source *source)
{
    free(source->devices);
    free(source->capability);
    free(source->driver);
    free(source->clocks);
    free(source->caches);
    free(source->profiler);
    free(source->versions);
    free(source->sections);
}

static void warn(struct report_diff *diff, char *text)
{
    mem_grow(&diff->warnings, diff->warning_count, &diff->warning_capacity, sizeof *diff->warnings);
    diff->warnings[diff->warning_count++] = text;
}

static size_t count_words(const char *list)
{
    size_t count = *list != '\0';
    for (; *list; list++)
        count += *list == ',';
    return count;
}

/* Returns the words of a list that the other lacks, "a, b". */
static char *words_lacking(const char *list, const char *other)
{
    struct strbuf lacking = {0};
    char *copy = mem_strdup(other);
    size_t before = count_words(other);
    strbuf_adds(&lacking, "");
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ",");
        char *word = mem_strndup(at, length);
        add_word(&copy, word);
        if (count_words(copy) > before) {
            strbuf_addf(&lacking, "%s%s", lacking.length ? ", " : "", word);
            before++;
        }
        free(word);
        at += length + strspn(at + length, ", ");
    }
    free(copy);
    return strbuf_detach(&lacking);
}

static void warn_of_sections(struct report_diff *diff)
{
    const struct diff_source *a = &diff->sources[DIFF_A], *b = &diff->sources[DIFF_B];
    char *only_a = words_lacking(a->sections, b->sections);
    char *only_b = words_lacking(b->sections, a->sections);
    if (*only_a || *only_b)
        warn(diff, mem_printf("different sections were collected, so the passes differ: %s%s%s%s%s",
                              *only_a ? "only in A " : "", only_a, *only_a && *only_b ? "; " : "",
                              *only_b ? "only in B " : "", only_b));
    free(only_a);
    free(only_b);
}

void diff_warn(struct report_diff *diff)
{
    const struct diff_source *a = &diff->sources[DIFF_A], *b = &diff->sources[DIFF_B];
    const struct {
        const char *what, *a, *b;
    } facts[] = {{"GPUs", a->devices, b->devices},
                 {"compute capabilities", a->capability, b->capability},
                 {"drivers", a->driver, b->driver},
                 {"clock control", a->clocks, b->clocks},
                 {"cache control", a->caches, b->caches},
                 {"profilers", a->profiler, b->profiler},
                 {"versions", a->versions, b->versions}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (*facts[i].a && *facts[i].b && strcmp(facts[i].a, facts[i].b) != 0)
            warn(diff,
                 mem_printf("different %s: A %s; B %s", facts[i].what, facts[i].a, facts[i].b));
    warn_of_sections(diff);
}
