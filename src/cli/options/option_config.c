#include "cli/options/option_config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/option_table.h"
#include "report/base/mem.h"

static const char name[] = "config.ncu-cfg";

struct config {
    struct options *options;
    const bool *given;
    const char *path;
    unsigned line;
    struct error *error;
};

static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    for (size_t n = strlen(text); n && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = '\0';
    return text;
}

/* Returns the path; the caller frees it. NULL: there is no such file. */
static char *find(const struct options *o)
{
    if (o->config_path)
        return mem_strdup(o->config_path);
    if (access(name, R_OK) == 0)
        return mem_strdup(name);
    const char *home = getenv("HOME");
    char *path = home ? mem_printf("%s/.config/NVIDIA Corporation/%s", home, name) : NULL;
    if (path && access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

static bool fail(const struct config *c)
{
    return error_prefix(c->error, "%s:%u", c->path, c->line);
}

static bool take(const struct config *c, const struct option *option, const char *value)
{
    /* Options keep what they point to. */
    word_list_add(&c->options->config_words, value);
    value = c->options->config_words.words[c->options->config_words.count - 1];
    if (!option->take(c->options, option, value, c->error))
        return fail(c);
    if (option->also)
        *(bool *)((char *)c->options + option->also) = true;
    return true;
}

/* "LaunchStats, Occupancy" is two values of an option that adds what it takes. */
static bool take_values(const struct config *c, const struct option *option, char *values)
{
    if (option->take != option_take_word)
        return take(c, option, values);
    bool good = true;
    for (char *rest = values, *one; good && (one = strsep(&rest, ","));)
        good = take(c, option, trimmed(one));
    return good;
}

static bool take_line(const struct config *c, char *line)
{
    char *value = strchr(line, '=');
    if (value)
        *value++ = '\0';
    const char *word = trimmed(line);
    value = value ? trimmed(value) : NULL;
    const struct option *option = NULL;
    if (word[0] == '-' && word[1] == '-')
        option = option_by_name(word + 2, strlen(word + 2), c->error);
    else if (word[0] == '-' && word[1] && !word[2])
        option = option_by_letter(word + 1, c->error);
    else
        error_set(c->error, "\"%s\" is no option: it begins with - or --", word);
    if (option && option->argument && !value)
        option = error_set(c->error, "%s needs a value: %s = %s", word, word, option->argument)
                     ? option
                     : NULL;
    else if (option && !option->argument && value)
        option =
            error_set(c->error, "%s takes no value, \"%s\" was given", word, value) ? option : NULL;
    if (!option)
        return fail(c);
    return c->given[option - option_table] || take_values(c, option, value ? value : (char[]){""});
}

static bool take_file(struct config *c, FILE *file)
{
    static const char *const parts[] = {"[Launch-and-attach]", "[Launch]", "[Attach]"};
    const bool reports = c->options->imports.count || c->options->trace.files.count;
    const char *part = reports ? "[Import]" : parts[c->options->start];
    bool here = false, good = true;
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while (good && (length = getline(&line, &size, file)) >= 0) {
        const bool is_text = !memchr(line, '\0', (size_t)length);
        char *text = trimmed(line);
        c->line++;
        if (!is_text)
            good = error_set(c->error, "this line has a byte 0, so the file is no text") || fail(c);
        else if (*text == '[')
            here = strcasecmp(text, part) == 0;
        else if (here && *text && *text != '#' && *text != ';')
            good = take_line(c, text);
    }
    free(line);
    return good;
}

bool option_config_take(struct options *options, const bool *given, struct error *error)
{
    /* What it has about profiling would be refused. */
    char *path = options->config && options->action != ACTION_TRACE ? find(options) : NULL;
    if (!path)
        return true;
    struct config c = {options, given, path, 0, error};
    FILE *file = fopen(path, "re");
    bool good =
        file ? take_file(&c, file)
             : error_set(error, "--config-file-path: %s cannot be read: %s", path, strerror(errno));
    if (file)
        fclose(file);
    free(path);
    return good;
}
