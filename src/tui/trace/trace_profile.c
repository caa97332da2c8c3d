#include "tui/trace/trace_profile.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/options.h"
#include "cli/options/shell_words.h"
#include "report/base/mem.h"
#include "report/file/report.h"

static const char ourselves[] = "/proc/self/exe", suffix[] = ".ncu-rep";

void trace_profile_free(struct trace_profile *profile)
{
    word_list_free(&profile->program);
    word_list_free(&profile->reports);
    free(profile->beside);
    *profile = (struct trace_profile){0};
}

static void take_program(struct word_list *program, const char *command)
{
    struct options options = {0};
    struct word_list words = {0};
    struct error error;
    if (shell_words_split(&words, command, &error) && words.count) {
        mem_grow(&words.words, words.count, &words.capacity, sizeof *words.words);
        words.words[words.count] = NULL;
        if (options_parse(&options, (int)words.count, words.words, &error))
            for (char **word = options.program; word && *word; word++)
                word_list_add(program, *word);
        options_free(&options);
    }
    word_list_free(&words);
}

void trace_profile_read_program(struct trace_profile *profile, struct trace *trace)
{
    const size_t count = trace_count(trace, TRACE_FACT);
    for (size_t i = 0; i < count && !profile->program.count; i++)
        if (trace_column(trace, TRACE_FACT, FACT_WHAT)[i] == FACT_COMMAND)
            take_program(&profile->program, trace_text(trace, TRACE_FACT, i));
    for (size_t i = 0; i < trace_process_count(trace) && !profile->program.count; i++)
        if (*trace_process(trace, i)->name)
            word_list_add(&profile->program, trace_process(trace, i)->name);
}

bool trace_kernel_of(const struct trace_view *view, size_t work, struct trace_kernel *kernel)
{
    const struct trace_index *index = view->index;
    if (work >= index->work_count || index->works[work].kind != TRACE_KERNEL)
        return false;
    const uint64_t *names = trace_column(index->trace, TRACE_KERNEL, KERNEL_NAME),
                   name = names[index->works[work].row];
    *kernel = (struct trace_kernel){.mangled = trace_string(index->trace, name),
                                    .shown = trace_kernel_name(view->names, name)};
    for (size_t i = 0; i < work; i++)
        kernel->before +=
            index->works[i].kind == TRACE_KERNEL && names[index->works[i].row] == name;
    return *kernel->mangled;
}

/* The function's own name, of letters that any file name may have. */
static char *base_name(const char *shown)
{
    enum { LONGEST = 40 };
    size_t end = strcspn(shown, "<("), begin = end;
    while (begin && (isalnum((unsigned char)shown[begin - 1]) || shown[begin - 1] == '_'))
        begin--;
    end = end - begin > LONGEST ? begin + LONGEST : end;
    return end > begin ? mem_strndup(shown + begin, end - begin) : mem_strdup("kernel");
}

/* A name that no file has. */
static char *new_report(const char *beside, const struct trace_kernel *kernel)
{
    enum { MOST = 10000 };
    char *base = base_name(kernel->shown);
    char *path = mem_printf("%s.%s%s", beside, base, suffix);
    for (unsigned i = 2; i < MOST && access(path, F_OK) == 0; i++) {
        free(path);
        path = mem_printf("%s.%s-%u%s", beside, base, i, suffix);
    }
    free(base);
    return path;
}

static void end(struct word_list *words)
{
    mem_grow(&words->words, words->count, &words->capacity, sizeof *words->words);
    words->words[words->count] = NULL;
}

/* Begins a command of this rooftop, for one kernel. */
static void begin(struct word_list *words, const struct trace_kernel *kernel)
{
    word_list_add(words, ourselves);
    word_list_add(words, "--kernel-name-base");
    word_list_add(words, "mangled");
    word_list_add(words, "--kernel-name");
    word_list_add(words, kernel->mangled);
}

void trace_profile_words(struct trace_profile *profile, const struct trace_kernel *kernel,
                         struct word_list *words)
{
    char before[24], *path = new_report(profile->beside, kernel), *pattern = NULL;
    struct strbuf escaped = {0};
    snprintf(before, sizeof before, "%llu", kernel->before);
    for (const char *c = path; *c; c++)
        strbuf_addf(&escaped, *c == '%' ? "%%%%" : "%c", *c);
    pattern = strbuf_detach(&escaped);
    begin(words, kernel);
    for (const char *const *word =
             (const char *const[]){"--form", "--launch-skip", before, "--launch-count", "1",
                                   "--export", pattern, "--", NULL};
         *word; word++)
        word_list_add(words, *word);
    for (size_t i = 0; i < profile->program.count; i++)
        word_list_add(words, profile->program.words[i]);
    word_list_add(&profile->reports, path);
    end(words);
    free(pattern);
    free(path);
}

bool trace_profile_has(const char *path, const struct trace_kernel *kernel)
{
    struct error error;
    struct report *report = access(path, R_OK) == 0 ? report_open(path, &error) : NULL;
    bool found = false;
    for (size_t i = 0; report && i < report_count(report) && !found; i++) {
        struct result_launch launch;
        report_launch(report, i, &launch);
        found = launch.mangled && strcmp(launch.mangled, kernel->mangled) == 0;
        result_launch_free(&launch);
    }
    if (report)
        report_close(report);
    return found;
}

/* The newest first. */
bool trace_profile_open_words(const struct trace_profile *profile,
                              const struct trace_kernel *kernel, struct word_list *words)
{
    for (size_t i = profile->reports.count; i-- > 0;) {
        if (!trace_profile_has(profile->reports.words[i], kernel))
            continue;
        begin(words, kernel);
        word_list_add(words, "--import");
        word_list_add(words, profile->reports.words[i]);
        end(words);
        return true;
    }
    return false;
}
