#include "report/names/export_name.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/names/rank_here.h"

enum { MOST_NUMBERS = 1000000, LONGEST_HOST = 256 };

static bool add_host(struct strbuf *path, struct error *error)
{
    char host[LONGEST_HOST + 1] = "";
    if (gethostname(host, LONGEST_HOST) != 0 || !*host)
        return error_set(error, "%%h: this host has no name");
    strbuf_adds(path, host);
    return true;
}

static bool add_rank(struct strbuf *path, struct error *error)
{
    int rank = rank_here().number;
    if (rank < 0)
        return error_set(error, "%%r: no launcher of a parallel program (mpirun, srun) gave this "
                                "process a rank");
    strbuf_addf(path, "%d", rank);
    return true;
}

/* Appends the value of %q{NAME}. *at is at the opening brace and moves behind the closing one. */
static bool add_variable(struct strbuf *path, const char **at, struct error *error)
{
    size_t length = **at == '{' ? strcspn(*at + 1, "}") : 0;
    if (!length || (*at)[length + 1] != '}')
        return error_set(error, "%%q needs the name of an environment variable: %%q{NAME}");
    char *name = mem_strndup(*at + 1, length);
    const char *value = getenv(name);
    bool good = value || error_set(error, "%%q{%s}: this environment variable is not set", name);
    free(name);
    if (!good)
        return false;
    strbuf_adds(path, value);
    *at += length + 2;
    return true;
}

static bool expand(struct strbuf *path, const char *pattern, unsigned number, bool *numbered,
                   struct error *error)
{
    while (*pattern) {
        size_t plain = strcspn(pattern, "%");
        strbuf_add(path, pattern, plain);
        pattern += plain;
        if (!*pattern)
            break;
        char macro = pattern[1];
        pattern += macro ? 2 : 1;
        switch (macro) {
        case 'h':
            if (!add_host(path, error))
                return false;
            break;
        case 'p':
            strbuf_addf(path, "%d", (int)getpid());
            break;
        case 'i':
            strbuf_addf(path, "%u", number);
            *numbered = true;
            break;
        case 'r':
            if (!add_rank(path, error))
                return false;
            break;
        case 'q':
            if (!add_variable(path, &pattern, error))
                return false;
            break;
        case '%':
            strbuf_adds(path, "%");
            break;
        default:
            return error_set(
                error, "%%%.*s is not a macro; the macros are %%h %%p %%i %%r %%q{NAME} and %%%%",
                macro ? 1 : 0, &macro);
        }
    }
    return true;
}

static bool has_suffix(const struct strbuf *path, const char *suffix)
{
    const size_t length = strlen(suffix);
    return path->length > length && strcmp(path->data + path->length - length, suffix) == 0;
}

char *export_name(const char *pattern, struct error *error)
{
    static const char compressed[] = ".ncu-repz";
    const size_t length = strlen(pattern), end = strlen(compressed);
    const bool is_compressed = length >= end && strcmp(pattern + length - end, compressed) == 0;
    char *plain = mem_strndup(pattern, length - is_compressed);
    char *path = export_name_as(plain, ".ncu-rep", error);
    free(plain);
    return path;
}

char *export_name_as(const char *pattern, const char *suffix, struct error *error)
{
    if (!*pattern) {
        error_set(error, "--export needs the name of a file");
        return NULL;
    }
    for (unsigned number = 1; number <= MOST_NUMBERS; number++) {
        struct strbuf path = {0};
        bool numbered = false;
        if (!expand(&path, pattern, number, &numbered, error)) {
            strbuf_free(&path);
            error_prefix(error, "--export %s", pattern);
            return NULL;
        }
        if (path.length && path.data[path.length - 1] == '/') {
            error_set(error, "--export %s: this is a folder; add the name of a file", pattern);
            strbuf_free(&path);
            return NULL;
        }
        if (!has_suffix(&path, suffix))
            strbuf_adds(&path, suffix);
        if (!numbered || access(path.data, F_OK) != 0)
            return strbuf_detach(&path);
        strbuf_free(&path);
    }
    error_set(error, "--export %s: all numbers up to %d are taken", pattern, MOST_NUMBERS);
    return NULL;
}
