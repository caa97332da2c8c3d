#include "report/names/rank_here.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/names/rank.h"

struct environment {
    const char *block; /* NULL: the environment of this process */
    size_t length;
};

static const char *value_of(const struct environment *e, const char *name)
{
    size_t length = strlen(name);
    if (!e->block)
        return getenv(name);
    for (size_t at = 0; at < e->length; at += strnlen(e->block + at, e->length - at) + 1)
        if (e->length - at > length && strncmp(e->block + at, name, length) == 0 &&
            e->block[at + length] == '=' && memchr(e->block + at, '\0', e->length - at))
            return e->block + at + length + 1;
    return NULL;
}

static long number_of(const struct environment *e, const char *name)
{
    const char *text = name ? value_of(e, name) : NULL;
    char *end;
    if (!text || !isdigit((unsigned char)*text))
        return -1;
    errno = 0;
    long number = strtol(text, &end, 10);
    return *end || errno || number > INT_MAX ? -1 : number;
}

static struct rank_here find(const struct environment *e)
{
    struct rank_here found = {.number = -1};
    for (const struct rank_launcher *l = rank_launchers; l->rank; l++) {
        long rank = number_of(e, l->rank), size = number_of(e, l->size);
        if (rank < 0 || (l->needs_size && size <= 0) ||
            (l->needs_local && number_of(e, l->local) < 0))
            continue;
        if (found.number < 0)
            found.number = (int)rank;
        if (!found.size && size > 0)
            found.size = (unsigned)size;
    }
    return found;
}

struct rank_here rank_here(void)
{
    return find(&(struct environment){NULL, 0});
}

struct rank_here rank_in_block(const char *environment, size_t length)
{
    return find(&(struct environment){environment, length});
}

bool rank_variable_is_known(const char *variable, bool *local)
{
    for (const struct rank_launcher *l = rank_launchers; l->rank; l++) {
        *local = l->local && strcmp(variable, l->local) == 0;
        if (*local || strcmp(variable, l->rank) == 0)
            return true;
    }
    return false;
}

bool rank_names_file(const char *pattern, int rank)
{
    bool host = false, on_host = false, local;
    if (rank_in_path(pattern) == rank)
        return true;
    for (const char *at = pattern; (at = strchr(at, '%')) && at[1]; at += 2) {
        if (at[1] == 'r' || at[1] == 'p')
            return true;
        host = host || at[1] == 'h';
        if (at[1] != 'q' || at[2] != '{')
            continue;
        char *name = mem_strndup(at + 3, strcspn(at + 3, "}"));
        bool known = rank_variable_is_known(name, &local);
        free(name);
        if (known && !local)
            return true;
        on_host = on_host || known;
    }
    return host && on_host;
}

char *rank_add_to_name(const char *pattern)
{
    static const char suffix[] = ".ncu-rep";
    size_t length = strlen(pattern), end = sizeof suffix - 1;
    if (length > end && strcmp(pattern + length - end, suffix) == 0)
        length -= end;
    return mem_printf("%.*s.rank%%r%s", (int)length, pattern, pattern + length);
}
