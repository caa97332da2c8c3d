#include "tui/widgets/history.h"

#include <stdbool.h>

#include <stdlib.h>
#include <string.h>

#include "report/base/file_bytes.h"
#include "report/base/file_replace.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/user_path.h"

static void keep(struct history *history, const char *line, size_t length)
{
    if (history->count == HISTORY_MOST) {
        free(history->lines[0]);
        memmove(history->lines, history->lines + 1, --history->count * sizeof *history->lines);
    }
    mem_grow(&history->lines, history->count, &history->capacity, sizeof *history->lines);
    history->lines[history->count++] = mem_strndup(line, length);
}

static void shorten_file(const struct history *history)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < history->count; i++)
        strbuf_addf(&text, "%s\n", history->lines[i]);
    file_replace(history->path, text.data, text.length, NULL);
    strbuf_free(&text);
}

void history_load(struct history *history, const char *path)
{
    size_t length, lines = 0;
    history->path = path ? mem_strdup(path) : user_state_path("history");
    char *text = history->path ? file_bytes(history->path, &length, NULL) : NULL;
    for (const char *line = text; line && *line; lines++) {
        size_t size = strcspn(line, "\n");
        if (size)
            keep(history, line, size);
        line += size + (line[size] == '\n');
    }
    free(text);
    if (lines > 2 * HISTORY_MOST)
        shorten_file(history);
    history->at = history->count;
}

void history_free(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        free(history->lines[i]);
    free(history->lines);
    free(history->path);
    *history = (struct history){0};
}

void history_add(struct history *history, const char *line)
{
    bool again = history->count && strcmp(history->lines[history->count - 1], line) == 0;
    if (*line && !again && !strchr(line, '\n')) {
        keep(history, line, strlen(line));
        char *ended = mem_printf("%s\n", line);
        if (history->path)
            file_append(history->path, ended, strlen(ended), NULL);
        free(ended);
    }
    history_rewind(history);
}

const char *history_step(struct history *history, int step, const char *start)
{
    size_t length = strlen(start);
    for (size_t at = history->at; step < 0 ? at > 0 : at < history->count;) {
        at = step < 0 ? at - 1 : at + 1;
        if (at < history->count && strncmp(history->lines[at], start, length) != 0)
            continue;
        history->at = at;
        return at < history->count ? history->lines[at] : start;
    }
    return NULL;
}

void history_rewind(struct history *history)
{
    history->at = history->count;
}
