/* The options go to the shell of the other machine in quotes, less those that say what becomes of
 * the report here. Nothing but the report is written to standard output there. */
#include "cli/commands/attach_remote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands/show_report.h"
#include "cli/options/option_table.h"
#include "cli/options/shell_words.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/strbuf.h"
#include "report/names/export_name.h"

enum { NOT_STARTED = 127 };

bool wants_attach_remote(const struct options *o)
{
    static const char *const here[] = {"localhost", "127.0.0.1", "::1"};
    if (o->start != ATTACH_ONLY || !o->hostname)
        return false;
    for (size_t i = 0; i < sizeof here / sizeof *here; i++)
        if (strcmp(o->hostname, here[i]) == 0)
            return false;
    return true;
}

/* What is done here, not there. */
static bool stays_here(const struct option *option)
{
    static const char *const names[] = {"hostname", "export",           "force-overwrite",
                                        "log-file", "config-file-path", "nvdisasm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(option->name, names[i]) == 0)
            return true;
    return strcmp(option->group, "Text") == 0 || strcmp(option->group, "Screen") == 0;
}

/* The options have been read before, so that no error is possible. */
static void add_options(struct strbuf *script, const struct options *o)
{
    struct error error;
    const int count = (int)o->words.count;
    for (int at = 1; at < count;) {
        const char *value;
        const int begin = at;
        const struct option *option = options_next(count, o->words.words, &at, &value, &error);
        for (int i = begin; option && !stays_here(option) && i < at; i++) {
            strbuf_addc(script, ' ');
            shell_word_add(script, o->words.words[i]);
        }
    }
}

static char *script_of(const struct options *o)
{
    struct strbuf script = {0};
    strbuf_adds(&script, "PATH=$PATH:$HOME/bin:$HOME/.local/bin:/usr/local/bin; "
                         "d=$(mktemp -d) || exit 1; trap 'rm -rf \"$d\"' EXIT; rooftop");
    add_options(&script, o);
    strbuf_addf(&script,
                "%s --no-tui -o \"$d/report\" >&2; s=$?; "
                "if [ -f \"$d/report.ncu-rep\" ]; then cat \"$d/report.ncu-rep\"; fi; exit $s",
                o->quiet ? " --quiet" : "");
    return strbuf_detach(&script);
}

static void become_ssh(const struct options *o, int output)
{
    char *script = script_of(o);
    dup2(output, STDOUT_FILENO);
    execlp("ssh", "ssh", "--", o->hostname, script, (char *)NULL);
    struct error error;
    error_set(&error, "--hostname %s: ssh cannot be started: %s", o->hostname, strerror(errno));
    message_print(stderr, error.text);
    _exit(NOT_STARTED);
}

/* Waits also while Ctrl-C ends the rooftop there, whose results come all the same. */
static int run_ssh(const struct options *o, int output)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        become_ssh(o, output);
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGINT, &ignore, &before);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    sigaction(SIGINT, &before, NULL);
    if (child < 0)
        return NOT_STARTED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int fail(const char *path, const char *what)
{
    struct error error;
    error_set(&error, "%s: %s", path, what);
    message_print(stderr, error.text);
    return 1;
}

/* path: where the report shall be; NULL: it is shown. draft: the file that has it. */
static int use_report(struct options *o, const struct outputs *to, const char *path,
                      const char *draft)
{
    if (!path || o->page_given) {
        word_list_add(&o->imports, draft);
        o->export_path = NULL;
        /* The launches were chosen there: what is left would be counted once more. */
        launch_filter_free(&o->filter);
        o->filter = (struct launch_filter){.base = o->filter.base};
        const int shown = show_report(o, to->pages);
        if (shown)
            return shown;
    }
    if (!path)
        return 0;
    if (rename(draft, path) < 0)
        return fail(path, strerror(errno));
    char *line = mem_printf("report %s, from %s", path, o->hostname);
    if (!o->quiet)
        message_tell(to->messages, -1, line);
    free(line);
    return 0;
}

/* The draft lies beside the report, so that it only has to be renamed. */
static char *draft_name(const char *path)
{
    const char *folder = getenv("TMPDIR");
    if (path)
        return mem_printf("%s.XXXXXX", path);
    return mem_printf("%s/rooftop-XXXXXX", folder && *folder ? folder : "/tmp");
}

int attach_remote(struct options *o, const struct outputs *to)
{
    struct error error;
    struct stat made;
    char *path = o->export_path ? export_name(o->export_path, &error) : NULL;
    if (o->export_path && !path)
        return fail("--export", error.text);
    if (path && !o->force_overwrite && access(path, F_OK) == 0) {
        fail(path, "exists; replace it with -f or choose another name with -o");
        free(path);
        return 1;
    }
    char *draft = draft_name(path);
    const int output = mkostemp(draft, O_CLOEXEC);
    int status = output >= 0 ? run_ssh(o, output) : fail(draft, strerror(errno));
    const bool came = output >= 0 && fstat(output, &made) == 0 && made.st_size > 0;
    if (output >= 0)
        close(output);
    if (came) {
        const int used = use_report(o, to, path, draft);
        status = status ? status : used;
    }
    if (output >= 0)
        unlink(draft);
    free(draft);
    free(path);
    return status;
}
