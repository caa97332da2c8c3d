#include "tui/ui/list_memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/file_bytes.h"
#include "report/base/file_replace.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/user_path.h"

char *list_memory_file(void)
{
    return user_state_path("lists");
}

/* A report as the file names it: the same by whatever way it is reached. NULL: it has no file, or a
 * name that no line can have. */
static char *place_of(const char *report)
{
    char *place = realpath(report, NULL);
    if (place && strpbrk(place, "\t\n")) {
        free(place);
        return NULL;
    }
    return place;
}

/* Cuts a line into words, and returns the path behind them; NULL: it is no line of this file. */
static char *cut(char *line, char *words[LIST_WORDS])
{
    for (int i = 0; i < LIST_WORDS; i++) {
        char *end = strchr(line, '\t');
        if (!end)
            return NULL;
        words[i] = line;
        *end = '\0';
        line = end + 1;
    }
    return *line ? line : NULL;
}

bool list_memory_get(const char *file, const char *report, char *words[LIST_WORDS])
{
    size_t length;
    char *text = file ? file_bytes(file, &length, NULL) : NULL;
    char *place = text ? place_of(report) : NULL, *rest = NULL;
    bool found = false;
    for (char *line = place ? strtok_r(text, "\n", &rest) : NULL; line && !found;
         line = strtok_r(NULL, "\n", &rest)) {
        char *cells[LIST_WORDS];
        const char *path = cut(line, cells);
        found = path && strcmp(path, place) == 0;
        for (int i = 0; i < LIST_WORDS && found; i++)
            words[i] = mem_strdup(cells[i]);
    }
    free(place);
    free(text);
    return found;
}

/* Appends the lines of the other reports, without the oldest ones if there are too many. */
static void add_others(struct strbuf *out, const char *text, const char *place)
{
    size_t lines = 0;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    while (*text) {
        const size_t length = strcspn(text, "\n");
        char *line = mem_strndup(text, length), *cells[LIST_WORDS];
        const char *path = cut(line, cells);
        if (path && strcmp(path, place) != 0 && lines-- < LIST_MEMORY_MOST)
            strbuf_addf(out, "%.*s\n", (int)length, text);
        free(line);
        text += length + (text[length] == '\n');
    }
}

void list_memory_put(const char *file, const char *report, char *const words[LIST_WORDS])
{
    char *place = file ? place_of(report) : NULL;
    if (!place)
        return;
    size_t length;
    struct strbuf out = {0};
    char *text = file_bytes(file, &length, NULL);
    strbuf_adds(&out, "");
    if (text)
        add_others(&out, text, place);
    for (int i = 0; i < LIST_WORDS && words; i++)
        strbuf_addf(&out, "%s\t", words[i]);
    if (words)
        strbuf_addf(&out, "%s\n", place);
    if (text || words)
        file_replace(file, out.data, out.length, NULL);
    strbuf_free(&out);
    free(text);
    free(place);
}
