#include "report/names/rank.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* torchrun may be started by another launcher, once for each host; without a local rank these
 * variables may tell of a host. Slurm sets its rank for batch scripts, too: 0, without the size of
 * a step. */
const struct rank_launcher rank_launchers[] = {
    {"RANK", "WORLD_SIZE", "LOCAL_RANK", true, true},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", false, false},
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK", false, false},
    {"PMIX_RANK", NULL, NULL, false, false},
    {"PMI_RANK", "PMI_SIZE", "PMI_LOCAL_RANK", false, false},
    {"PALS_RANKID", NULL, "PALS_LOCAL_RANKID", false, false},
    {"JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE", "JSM_NAMESPACE_LOCAL_RANK", false, false},
    {"FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_TASK_LOCAL_ID", false, false},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", true, false},
    {NULL, NULL, NULL, false, false}};

enum { MOST_DIGITS = 9, MOST_PARTS = 24 };

/* A part of a name between separators: a word, a number, or both as in "rank3". */
struct part {
    const char *text;
    size_t length;
    size_t word; /* bytes before the number at its end */
    int number;  /* -1: none */
};

struct name {
    struct part parts[MOST_PARTS];
    size_t count;
};

static bool is_separator(char c)
{
    return strchr("._-=@,+ ", c) != NULL;
}

static struct part part_of(const char *text, size_t length)
{
    struct part part = {text, length, length, -1};
    while (part.word && isdigit((unsigned char)text[part.word - 1]))
        part.word--;
    size_t digits = length - part.word;
    if (digits && digits <= MOST_DIGITS)
        part.number = (int)strtol(text + part.word, NULL, 10);
    return part;
}

/* Splits the text at separators. Returns false if there are too many parts. */
static bool split(struct name *name, const char *text, size_t length)
{
    name->count = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && !is_separator(text[end]))
            end++;
        if (end > at && name->count == MOST_PARTS)
            return false;
        if (end > at)
            name->parts[name->count++] = part_of(text + at, end - at);
        at = end + 1;
    }
    return true;
}

static bool is_word(const struct part *part, const char *word)
{
    return part->word == strlen(word) && strncasecmp(part->text, word, part->word) == 0;
}

/* Returns the number of "rank3", or of "rank" followed by "3", or -1. */
static int named_rank(const struct name *name)
{
    for (size_t i = 0; i < name->count; i++) {
        const struct part *part = &name->parts[i], *next = part + 1;
        if (!is_word(part, "rank"))
            continue;
        if (part->number >= 0)
            return part->number;
        if (i + 1 < name->count && !next->word && next->number >= 0)
            return next->number;
    }
    return -1;
}

/* Looks at the file name first, then at the folders from there on. */
int rank_in_path(const char *path)
{
    size_t end = strlen(path);
    while (end) {
        size_t start = end;
        struct name name;
        while (start && path[start - 1] != '/')
            start--;
        int rank = split(&name, path + start, end - start) ? named_rank(&name) : -1;
        if (rank >= 0)
            return rank;
        end = start ? start - 1 : 0;
    }
    return -1;
}

static int rank_in_environment(const char *environment)
{
    for (const struct rank_launcher *l = rank_launchers; environment && l->rank; l++) {
        size_t length = strlen(l->rank);
        for (const char *at = environment; (at = strstr(at, l->rank)) != NULL; at += length) {
            struct part value;
            if ((at > environment && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) ||
                at[length] != '=')
                continue;
            value = part_of(at + length + 1, strspn(at + length + 1, "0123456789"));
            if (value.number >= 0)
                return value.number;
        }
    }
    return -1;
}

static int compare_numbers(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns whether all numbers differ, and leaves them sorted. */
static bool all_different(int *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t i = 1; i < count; i++)
        if (numbers[i] == numbers[i - 1])
            return false;
    return true;
}

/* Returns whether the part numbers the files: all have the same word before the number ("r", "p")
 * or none, and all numbers differ. Except for "r" they must begin at 0: otherwise they may be ids
 * of processes or jobs. */
static bool numbers_files(const struct name *names, size_t count, size_t part)
{
    const struct part *first = &names[0].parts[part];
    bool certain = is_word(first, "r");
    int *numbers = mem_alloc(count * sizeof *numbers);
    bool good = certain || first->word == 0 || is_word(first, "p");
    for (size_t i = 0; i < count && good; i++) {
        const struct part *at = &names[i].parts[part];
        good = at->number >= 0 && at->word == first->word &&
               strncmp(at->text, first->text, first->word) == 0;
        numbers[i] = at->number;
    }
    good = good && all_different(numbers, count) && (certain || numbers[0] == 0);
    free(numbers);
    return good;
}

static bool differs(const struct name *names, size_t count, size_t part)
{
    const struct part *first = &names[0].parts[part];
    for (size_t i = 1; i < count; i++) {
        const struct part *at = &names[i].parts[part];
        if (at->length != first->length || strncmp(at->text, first->text, at->length) != 0)
            return true;
    }
    return false;
}

enum { NONE = -1, SEVERAL = -2 };

static int the_one(int found, size_t part)
{
    return found == NONE ? (int)part : SEVERAL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the parts of all file names; free() them. Returns NULL if the names do not have equally
 * many parts. */
static struct name *split_all(const struct rank_source *sources, size_t count)
{
    struct name *names = mem_alloc(count * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        const char *base = base_name(sources[i].path);
        if (split(&names[i], base, strlen(base)) && names[i].count == names[0].count)
            continue;
        free(names);
        return NULL;
    }
    return names;
}

/* Returns whether every file has a rank of its own. Only then can another part that differs be a
 * host. */
static bool ranks_differ(const struct rank *ranks, size_t count)
{
    int *numbers = mem_alloc(count * sizeof *numbers);
    bool known = true;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = ranks[i].number;
        known = known && numbers[i] >= 0;
    }
    known = known && all_different(numbers, count);
    free(numbers);
    return known;
}

/* Finds the part that is the rank and the part that is the host, if all file names have equally
 * many parts. */
static void look_at_set(struct rank *ranks, const struct rank_source *sources, size_t count,
                        bool ranks_known)
{
    struct name *names = count > 1 ? split_all(sources, count) : NULL;
    int rank = NONE, host = NONE;
    for (size_t i = 0; names && i < names[0].count; i++) {
        if (!differs(names, count, i))
            continue;
        if (numbers_files(names, count, i))
            rank = the_one(rank, i);
        else if (names[0].parts[i].word && !is_word(&names[0].parts[i], "rank") &&
                 !is_word(&names[0].parts[i], "p"))
            host = the_one(host, i);
    }
    for (size_t i = 0; i < count && rank >= 0 && !ranks_known; i++)
        if (ranks[i].number < 0)
            ranks[i].number = names[i].parts[rank].number;
    bool hosts = host >= 0 && ranks_differ(ranks, count);
    for (size_t i = 0; i < count && hosts; i++)
        if (!*ranks[i].host) {
            free(ranks[i].host);
            ranks[i].host = mem_strndup(names[i].parts[host].text, names[i].parts[host].length);
        }
    free(names);
}

struct rank *rank_find(const struct rank_source *sources, size_t count)
{
    struct rank *ranks = mem_alloc(count * sizeof *ranks);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        int number = rank_in_environment(sources[i].environment);
        ranks[i].number = number >= 0 ? number : rank_in_path(sources[i].path);
        ranks[i].host = mem_strdup(sources[i].host);
        any |= ranks[i].number >= 0;
    }
    look_at_set(ranks, sources, count, any);
    return ranks;
}

void rank_free(struct rank *ranks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(ranks[i].host);
    free(ranks);
}
