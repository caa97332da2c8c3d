#include "cli/commands/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/options/terminal_columns.h"
#include "report/base/error.h"
#include "report/base/message.h"
#include "report/base/safe_stream.h"
#include "report/file/container.h"
#include "report/trace_pages/trace_print.h"

bool wants_screen(const struct options *o)
{
    if (o->mps.role == MPS_CONTROL && !o->program)
        return false; /* there is no program whose output the screen could show */
    if (o->interface != INTERFACE_AUTO)
        return o->interface == INTERFACE_TUI;
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 &&
           !o->page_given && !o->log_file;
}

static bool is_document(const struct options *options)
{
    return options->page.format == FORMAT_JSON || options->page.format == FORMAT_MARKDOWN;
}

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
    struct error text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    message_print(stderr, text.text);
}

/* Asked of the log's name: options in the wrong order must not cost the user a report. */
static bool is_report(const char *path)
{
    char magic[sizeof REPORT_MAGIC];
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* it may be a pipe */
    const bool is = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    read(file, magic, sizeof magic) == (ssize_t)sizeof magic &&
                    memcmp(magic, REPORT_MAGIC, sizeof magic) == 0;
    if (file >= 0)
        close(file);
    return is;
}

/* NULL: it cannot be written, which has been said. */
static FILE *open_log(const char *log)
{
    if (strcmp(log, "stdout") == 0)
        return stdout;
    if (strcmp(log, "stderr") == 0)
        return stderr;
    if (is_report(log)) {
        say("%s is a report, which the log would replace; give --log-file another name", log);
        return NULL;
    }
    FILE *file = fopen(log, "we");
    if (!file)
        say("%s: cannot write the log: %s", log, strerror(errno));
    return file;
}

/* Returns the standard output of before for the pages alone. What the program, its children or
 * rooftop write to standard output from here on goes to standard error. */
static FILE *set_output_apart(void)
{
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *pages = output >= 0 ? fdopen(output, "w") : NULL;
    if (!pages || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        say("standard output cannot be redirected: %s", strerror(errno));
        return NULL;
    }
    return pages;
}

static bool make_safe(struct outputs *outputs)
{
    outputs->columns = terminal_columns(outputs->pages);
    trace_print_line(outputs->columns);
    if (!outputs->columns)
        return true;
    FILE *safe = safe_stream_open(outputs->pages);
    if (!safe)
        say("the terminal cannot be written to: %s", strerror(errno));
    outputs->terminal = outputs->pages;
    outputs->pages = safe;
    return safe != NULL;
}

bool outputs_open(struct outputs *outputs, const struct options *options)
{
    *outputs = (struct outputs){.pages = stdout, .messages = stderr};
    if (options->log_file) {
        outputs->pages = open_log(options->log_file);
        /* A table begins with its header: nothing stands before it. */
        if (!is_document(options) && options->page.format != FORMAT_CSV)
            outputs->messages = outputs->pages;
    }
    if (options->program && outputs->pages == stdout && is_document(options) &&
        !wants_screen(options))
        outputs->pages = set_output_apart();
    return outputs->pages && make_safe(outputs);
}

bool outputs_close(struct outputs *outputs)
{
    FILE *pages = outputs->terminal ? outputs->terminal : outputs->pages;
    bool good = !outputs->terminal || fclose(outputs->pages) == 0;
    good = fflush(pages) == 0 && !ferror(pages) && good;
    if (!good)
        say("the output could not be written: %s", strerror(errno));
    if (pages != stdout && pages != stderr)
        fclose(pages);
    return good;
}
