/* Lines that are meant as counts, but are none. perf's output often has other lines around it (what
 * the program printed, comments, the command itself), and those are passed over: a line is broken
 * only if it says so by an event of a device, or by a number or "<not ..." before an event. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/cpu_spelling.h"
#include "cpu/counts/perf_line.h"
#include "report/base/mem.h"

enum { MOST_WORDS = 32 };

static const char blanks[] = " \t\r", separators[] = " \t\r,;:|";

struct words {
    const char *word[MOST_WORDS];
    size_t count, event; /* event: which one it is; count if none is */
};

/* A separator between the slashes of an event belongs to the event. */
static void cut(struct words *words, char *line)
{
    words->count = 0;
    for (char *at = line; *at && words->count < MOST_WORDS;) {
        at += strspn(at, separators);
        if (!*at)
            break;
        words->word[words->count++] = at;
        bool inside = false;
        for (; *at && !strchr(inside ? blanks : separators, *at); at++)
            inside = inside != (*at == '/');
        if (*at)
            *at++ = '\0';
    }
}

static bool looks_like_number(const char *word)
{
    word += strspn(word, "+-");
    return isdigit((unsigned char)*word) || strncmp(word, "<not", 4) == 0;
}

/* A number of an event is left to the readers: words like "r2" are often something else. */
static bool is_name(const struct cpu_catalog *catalog, const char *word)
{
    return strcmp(word, "duration_time") == 0 ||
           (isalpha((unsigned char)*word) && *word != 'r' && *word != 'R' &&
            cpu_spelling_is_known(catalog, word, NULL));
}

/* Words of a sentence, such as perf's own "stalled cycles per insn" and "of all branches". */
static bool is_in_sentence(const struct words *words)
{
    size_t before = 0;
    for (size_t i = 0; i < words->event; i++)
        before += isalpha((unsigned char)*words->word[i]) &&
                  perf_socket(words->word[i]) == CPU_ANY_SOCKET && perf_cpu(words->word[i]) < 0;
    /* One word may be a unit. */
    return before > 1 || (words->event + 1 < words->count &&
                          isalpha((unsigned char)*words->word[words->event + 1]));
}

/* A plain name needs more than its being there: programs print words like "cycles", too. */
static bool is_counted(const struct words *words)
{
    if (is_in_sentence(words))
        return false;
    const bool behind = words->event + 2 < words->count &&
                        looks_like_number(words->word[words->event + 1]) &&
                        looks_like_number(words->word[words->event + 2]);
    return behind || (words->event && (looks_like_number(words->word[0]) ||
                                       perf_socket(words->word[0]) != CPU_ANY_SOCKET ||
                                       perf_cpu(words->word[0]) >= 0));
}

bool perf_line_is_broken(const struct cpu_catalog *catalog, const char *line)
{
    struct words words;
    bool broken = false;
    if (*line == '{')
        return strstr(line, "\"counter-value\"") != NULL;
    if (strstr(line, "perf stat") || strstr(line, "perf record") || strstr(line, " -e "))
        return false; /* the command itself, or "Performance counter stats for" it */
    char *copy = mem_strdup(line);
    copy[strcspn(copy, "#")] = '\0';
    cut(&words, copy);
    for (words.event = 0; words.event < words.count && !broken; words.event++) {
        const char *word = words.word[words.event];
        broken = cpu_spelling_has_device(catalog, word)
                     ? words.count > 1
                     : is_name(catalog, word) && is_counted(&words);
    }
    free(copy);
    return broken;
}
