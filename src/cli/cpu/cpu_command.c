#include "cli/cpu/cpu_command.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cpu/cpu_count.h"
#include "cli/cpu/cpu_parts.h"
#include "cli/options/shell_words.h"
#include "cli/options/terminal_columns.h"
#include "cpu/counts/cpu_file.h"
#include "cpu/machine/cpu_plan.h"
#include "cpu/pages/cpu_list_page.h"
#include "cpu/pages/cpu_page.h"
#include "report/base/message.h"
#include "report/base/safe_stream.h"
#include "tui/cpu/cpu_screen.h"

static int fail(const struct error *error)
{
    message_print(stderr, error->text);
    return 1;
}

bool is_cpu_command(int argc, char **argv)
{
    return argc > 1 && strcmp(argv[1], "cpu") == 0;
}

static const char *sysfs_root(void)
{
    const char *root = getenv("ROOFTOP_CPU_ROOT");
    return root ? root : "";
}

static bool choose(struct cpu_work *c, struct error *error)
{
    const struct cpu_options *o = &c->options;
    if (!cpu_choice_add_groups(&c->all, &c->catalog, "summary,all", error))
        return false;
    if (o->metrics && !cpu_choice_add_metrics(&c->choice, &c->catalog, o->metrics, error))
        return false;
    c->choice.counts = o->events != NULL;
    if (o->groups)
        return cpu_choice_add_groups(&c->choice, &c->catalog, o->groups, error);
    const bool all = o->files.count || o->events;
    return o->metrics ||
           cpu_choice_add_groups(&c->choice, &c->catalog, all ? "all" : "summary", error);
}

/* Before anything is counted. */
static bool can_keep(const struct cpu_work *c, struct error *error)
{
    return !c->options.output || c->options.force || access(c->options.output, F_OK) != 0 ||
           error_set(error, "%s exists: -f replaces it", c->options.output);
}

static bool keep(const struct cpu_work *c, const struct cpu_run *run, struct error *error)
{
    if (!c->options.output)
        return true;
    FILE *file = fopen(c->options.output, "we");
    if (!file)
        return error_set(error, "cannot write %s: %s", c->options.output, strerror(errno));
    cpu_page_print(run, &c->all, FORMAT_JSON, file);
    const bool good = !ferror(file);
    return (fclose(file) == 0 && good) ||
           error_set(error, "cannot write %s: %s", c->options.output, strerror(errno));
}

static bool wants_screen(const struct cpu_options *o)
{
    if (o->interface != CPU_SCREEN_AUTO)
        return o->interface == CPU_SCREEN_YES;
    return !o->format_given && !o->log_file && !o->repeat && isatty(0) && isatty(1);
}

static int show(const struct cpu_work *c, const struct cpu_run *run)
{
    struct error error;
    bool again;
    if (!keep(c, run, &error))
        return fail(&error);
    if (c->options.files.count && wants_screen(&c->options))
        return cpu_screen_show(run, &c->all, NULL, c->options.theme, &again);
    cpu_page_print(run, &c->choice, c->options.format, c->pages);
    return 0;
}

/* As with reports: what is broken makes the status 1, though the rest is shown; an event that has
 * no formula is a warning. */
static int tell_gaps(const struct cpu_gaps *gaps)
{
    struct error more;
    for (size_t i = 0; i < gaps->count; i++)
        message_print(stderr, gaps->list[i].text);
    error_set(&more, "warning: the files have %zu more like these", gaps->left);
    if (gaps->left)
        message_print(stderr, more.text);
    return gaps->broken ? 1 : 0;
}

static int show_files(struct cpu_work *c)
{
    struct cpu_run run;
    struct error error;
    int status = 0;
    bool any = false;
    cpu_run_open(&run, &c->catalog);
    run.chip = c->options.chip;
    for (size_t i = 0; i < c->options.files.count; i++)
        if (cpu_file_open(&run, c->options.files.words[i], &error))
            any = true;
        else
            status = fail(&error);
    cpu_run_settle(&run);
    status = tell_gaps(&run.gaps) || status;
    if (any)
        status = show(c, &run) || status;
    cpu_run_free(&run);
    return status;
}

static int list(struct cpu_work *c)
{
    cpu_list_print(&c->machine, c->options.format, c->pages);
    return 0;
}

/* Whether this machine has the events. A name like "cycles" is another event elsewhere. */
static bool has_events(const struct cpu_work *c)
{
    struct cpu_plan plan = {0};
    const bool good = cpu_plan_add_events(&plan, &c->catalog, &c->machine, c->options.events, NULL);
    cpu_plan_free(&plan);
    return good;
}

/* Where this machine has none of the events, the line is for one that has. */
static bool plan_for_perf(struct cpu_work *c, struct cpu_plan *plan, const struct cpu_parts *parts,
                          struct error *error)
{
    const struct cpu_options *o = &c->options;
    if (!o->events || o->groups || o->metrics) {
        cpu_plan_make(plan, &c->catalog, &c->choice, &c->machine, parts, NULL, NULL);
        if (!plan->count)
            cpu_plan_make(plan, &c->catalog, &c->choice, NULL, parts, NULL, NULL);
    }
    return !o->events || cpu_plan_add_events(plan, &c->catalog, has_events(c) ? &c->machine : NULL,
                                             o->events, error);
}

static int print_perf_command(struct cpu_work *c)
{
    struct cpu_plan plan = {0};
    struct cpu_parts parts;
    struct error error;
    struct strbuf line = {0};
    if (!cpu_parts_read(&parts, &c->options, &c->machine, &error))
        return fail(&error);
    const bool good = plan_for_perf(c, &plan, &parts, &error);
    if (good) {
        cpu_plan_perf(&plan, &c->machine, &parts, c->options.whole_machine, c->options.interval,
                      &line);
        for (char **word = c->options.program; word && *word; word++)
            shell_word_add(&line, *word);
        if (!isnan(c->options.duration))
            strbuf_addf(&line, " sleep %g", c->options.duration);
        fprintf(c->pages, "%s\n", line.data);
    }
    strbuf_free(&line);
    cpu_plan_free(&plan);
    number_list_free(&parts.sockets);
    return good ? 0 : fail(&error);
}

static int count(struct cpu_work *c)
{
    struct cpu_run run;
    struct error error;
    int ended = 0;
    if (!can_keep(c, &error))
        return fail(&error);
    cpu_run_open(&run, &c->catalog);
    const bool counted = cpu_count(c, &run, &ended, &error);
    int status = counted ? show(c, &run) : fail(&error);
    cpu_run_free(&run);
    return status ? status : ended;
}

static int count_on_screen(struct cpu_work *c)
{
    struct error error;
    bool again = true;
    int status = 0;
    if (!can_keep(c, &error))
        return fail(&error);
    while (again && !status) {
        struct cpu_run run;
        bool left = false;
        int ended = 0;
        again = false;
        cpu_run_open(&run, &c->catalog);
        if (!cpu_count_screen(c, &run, &ended, &again, &left, &error) || !keep(c, &run, &error))
            status = fail(&error);
        else if (left)
            cpu_page_print(&run, &c->choice, c->options.format, c->pages);
        cpu_run_free(&run);
        status = status ? status : again ? 0 : ended;
    }
    return status;
}

static int run_command(struct cpu_work *c)
{
    if (c->options.list)
        return list(c);
    if (c->options.files.count)
        return show_files(c);
    if (c->options.perf_command)
        return print_perf_command(c);
    return wants_screen(&c->options) ? count_on_screen(c) : count(c);
}

static int with_pages(struct cpu_work *c)
{
    struct error error;
    FILE *log = NULL, *safe = NULL;
    if (c->options.log_file && strcmp(c->options.log_file, "stdout") != 0) {
        log =
            strcmp(c->options.log_file, "stderr") == 0 ? stderr : fopen(c->options.log_file, "we");
        if (!log) {
            error_set(&error, "cannot write %s: %s", c->options.log_file, strerror(errno));
            return fail(&error);
        }
    }
    c->pages = log ? log : stdout;
    if (isatty(fileno(c->pages)))
        c->pages = safe = safe_stream_open(c->pages);
    int status = run_command(c);
    if (safe)
        fclose(safe);
    if (log && log != stderr && fclose(log) != 0)
        status = 1;
    if (!log && fflush(stdout) != 0)
        status = 1;
    return status;
}

static int with_catalog(struct cpu_work *c)
{
    struct error error;
    if (!cpu_catalog_open(&c->catalog, &error) || !choose(c, &error))
        return fail(&error);
    cpu_machine_open(&c->machine, &c->catalog, sysfs_root(), c->options.chip);
    const int status = with_pages(c);
    cpu_machine_close(&c->machine);
    return status;
}

int cpu_command(int argc, char **argv)
{
    struct cpu_work c = {0};
    struct error error;
    int status = 0;
    if (!cpu_options_parse(&c.options, argc - 1, argv + 1, &error))
        status = fail(&error);
    else if (c.options.help)
        cpu_options_help(stdout);
    else
        status = with_catalog(&c);
    cpu_choice_free(&c.choice);
    cpu_choice_free(&c.all);
    cpu_catalog_free(&c.catalog);
    cpu_options_free(&c.options);
    return status;
}
