#include "report/code/source_files.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/base/strbuf.h"
#include "report/code/line_table.h"

enum { DEEPEST_FOLDER = 32, MOST_ENTRIES = 200000 };

/* Returns how many parts at the end of the paths are the same. */
static size_t common_end(const char *a, const char *b)
{
    size_t i = strlen(a), j = strlen(b), parts = 0;
    for (;;) {
        size_t x = i, y = j;
        while (i && a[i - 1] != '/')
            i--;
        while (j && b[j - 1] != '/')
            j--;
        if (x - i != y - j || x == i || memcmp(a + i, b + j, x - i) != 0)
            return parts;
        parts++;
        if (!i || !j)
            return parts;
        i--, j--;
    }
}

static bool is_regular(const char *path)
{
    struct stat status;
    return path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Returns the text of a regular file, or NULL. */
static char *read_regular(const char *path, size_t *length)
{
    return is_regular(path) ? file_bytes(path, length, NULL) : NULL;
}

/* Keeps the path if more of its end matches than that of the best one so far. */
static void offer(char **best, size_t *parts, const char *path, const char *wanted)
{
    size_t common = common_end(path, wanted);
    if (common <= *parts)
        return;
    free(*best);
    *best = mem_strdup(path);
    *parts = common;
}

static char *among_named(const char *list, const char *wanted)
{
    char *best = NULL, *path;
    size_t parts = 0;
    while ((path = name_list_next(&list))) {
        offer(&best, &parts, path, wanted);
        free(path);
    }
    return best;
}

static char *below_folder(const char *folder, const char *wanted)
{
    char *roots[] = {(char *)folder, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    FTSENT *entry;
    char *best = NULL;
    size_t parts = 0, seen = 0;
    while (walk && (entry = fts_read(walk)) && seen++ < MOST_ENTRIES) {
        if (entry->fts_info == FTS_F)
            offer(&best, &parts, entry->fts_path, wanted);
        else if (entry->fts_info == FTS_D && entry->fts_level > DEEPEST_FOLDER)
            fts_set(walk, entry, FTS_SKIP);
    }
    if (walk)
        fts_close(walk);
    return best;
}

static char *below_folders(const char *list, const char *wanted)
{
    char *best = NULL, *folder;
    size_t parts = 0;
    while ((folder = name_list_next(&list))) {
        char *found = *folder ? below_folder(folder, wanted) : NULL;
        if (found)
            offer(&best, &parts, found, wanted);
        free(found);
        free(folder);
    }
    return best;
}

static const char *in_report(const Rep__SourceFiles *files, const char *wanted)
{
    for (size_t i = 0; files && i < files->n_files; i++) {
        char *path = line_table_normal_path(files->files[i]->filename);
        bool same = strcmp(path, wanted) == 0;
        free(path);
        if (same)
            return files->files[i]->content;
    }
    return NULL;
}

static bool take_file(struct source_text *text, char *path)
{
    text->bytes = path ? read_regular(path, &text->length) : NULL;
    if (!text->bytes) {
        free(path);
        return false;
    }
    text->shown = path;
    return true;
}

static bool find(const struct source_files *all, struct source_text *text)
{
    if (all->disk && take_file(text, among_named(all->named, text->wanted)))
        return true;
    const char *content = in_report(text->files, text->wanted);
    if (content) {
        text->bytes = mem_strdup(content);
        text->length = strlen(content);
        return true;
    }
    if (!all->disk)
        return false;
    text->bytes = read_regular(text->wanted, &text->length);
    return text->bytes || take_file(text, below_folders(all->folders, text->wanted));
}

static void cut_lines(struct source_text *text)
{
    for (const char *at = text->bytes, *end = text->bytes + text->length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        size_t line = (size_t)(stop - at);
        line -= line && at[line - 1] == '\r';
        if (text->count == text->capacity) {
            text->capacity = text->capacity ? text->capacity * 2 : 256;
            text->lines = mem_realloc(text->lines, text->capacity * sizeof *text->lines);
            text->lengths = mem_realloc(text->lengths, text->capacity * sizeof *text->lengths);
        }
        text->lines[text->count] = at;
        text->lengths[text->count++] = line;
        at = stop + 1;
    }
}

const struct source_text *source_files_get(struct source_files *all, const Rep__SourceFiles *files,
                                           const char *path, size_t size)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->texts[i]->files == files && strcmp(all->texts[i]->wanted, path) == 0)
            return all->texts[i]->bytes ? all->texts[i] : NULL;
    struct source_text *text = mem_alloc(sizeof *text);
    text->wanted = mem_strdup(path);
    text->files = files;
    if (find(all, text)) {
        text->path = text->shown ? text->shown : text->wanted;
        text->differs = size && size != text->length;
        cut_lines(text);
    }
    mem_grow(&all->texts, all->count, &all->capacity, sizeof *all->texts);
    all->texts[all->count++] = text;
    return text->bytes ? text : NULL;
}

char *source_files_on_disk(const struct source_files *all, const char *path)
{
    char *wanted = line_table_normal_path(path);
    char *found = among_named(all->named, wanted);
    if (!is_regular(found)) {
        free(found);
        found = is_regular(wanted) ? mem_strdup(wanted) : below_folders(all->folders, wanted);
    }
    free(wanted);
    return found;
}

void source_files_free(struct source_files *all)
{
    for (size_t i = 0; i < all->count; i++) {
        struct source_text *text = all->texts[i];
        free(text->wanted);
        free(text->shown);
        free(text->bytes);
        free(text->lines);
        free(text->lengths);
        free(text);
    }
    free(all->texts);
    *all = (struct source_files){0};
}
