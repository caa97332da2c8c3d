#include "report/file/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/base/mem.h"
#include "report/base/natural_order.h"
#include "report/names/report_suffix.h"

/* Levels of folders; trees of reports are never that deep. */
enum { DEEPEST = 64 };

static void add(struct inputs *inputs, char *path)
{
    mem_grow(&inputs->list, inputs->count, &inputs->capacity, sizeof *inputs->list);
    inputs->list[inputs->count++] = (struct input){.path = path};
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static int compare(const void *a, const void *b)
{
    const struct input *x = a, *y = b;
    return natural_order(x->path, y->path);
}

static bool read_folder(struct inputs *inputs, const char *folder, bool recursive, int depth,
                        struct error *error)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return error_set(error, "%s: cannot read the folder: %s", folder, strerror(errno));
    size_t length = strlen(folder);
    const char *between = length && folder[length - 1] == '/' ? "" : "/";
    bool good = true;
    const struct dirent *entry;
    while (good && (entry = readdir(entries)) != NULL) {
        /* Skips ".", ".." and hidden files. */
        if (entry->d_name[0] == '.')
            continue;
        char *path = mem_printf("%s%s%s", folder, between, entry->d_name);
        bool inside = is_folder(path);
        if (!inside && report_suffix(path)) {
            add(inputs, path);
            continue;
        }
        if (inside && recursive && depth < DEEPEST && !is_link(path))
            good = read_folder(inputs, path, true, depth + 1, error);
        free(path);
    }
    closedir(entries);
    return good;
}

/* Adds the reports of a folder in natural order. It may have none. */
static bool add_folder(struct inputs *inputs, const char *folder, bool recursive,
                       struct error *error)
{
    size_t first = inputs->count;
    if (!read_folder(inputs, folder, recursive, 0, error))
        return false;
    if (inputs->count > first)
        qsort(inputs->list + first, inputs->count - first, sizeof *inputs->list, compare);
    return true;
}

static int compare_words(const void *a, const void *b)
{
    return natural_order(*(const char *const *)a, *(const char *const *)b);
}

static bool add_pattern(struct inputs *inputs, const char *pattern, bool recursive,
                        struct error *error)
{
    glob_t matches;
    int problem = glob(pattern, GLOB_NOSORT | GLOB_BRACE | GLOB_TILDE, NULL, &matches);
    if (problem == GLOB_NOMATCH)
        return error_set(error, "%s: no file matches", pattern);
    if (problem)
        return error_set(error, "%s: cannot look for files: %s", pattern,
                         problem == GLOB_NOSPACE ? "out of memory" : strerror(errno));
    qsort(matches.gl_pathv, matches.gl_pathc, sizeof *matches.gl_pathv, compare_words);
    size_t first = inputs->count;
    bool good = true;
    for (size_t i = 0; i < matches.gl_pathc && good; i++) {
        if (is_folder(matches.gl_pathv[i]))
            good = add_folder(inputs, matches.gl_pathv[i], recursive, error);
        else
            add(inputs, mem_strdup(matches.gl_pathv[i]));
    }
    globfree(&matches);
    if (good && inputs->count == first)
        good = error_set(error, "%s: only folders match, and they hold no .ncu-rep file", pattern);
    return good;
}

bool inputs_add(struct inputs *inputs, const char *word, bool recursive, struct error *error)
{
    struct stat status;
    bool exists = lstat(word, &status) == 0;
    size_t first = inputs->count;
    if (is_folder(word)) {
        if (!add_folder(inputs, word, recursive, error))
            return false;
        return inputs->count > first ||
               error_set(error, "%s: no .ncu-rep file in this folder%s", word,
                         recursive ? " or below it" : "; --import-recursive looks below it, too");
    }
    if (!exists && strpbrk(word, "*?[{"))
        return add_pattern(inputs, word, recursive, error);
    add(inputs, mem_strdup(word));
    return true;
}

/* The identity of a file on its disk. */
struct identity {
    dev_t device;
    ino_t number;
    size_t index;
};

static int compare_identities(const void *a, const void *b)
{
    const struct identity *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

void inputs_find_again(struct inputs *inputs)
{
    struct identity *known = mem_alloc(inputs->count * sizeof *known);
    size_t count = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        struct stat status;
        if (stat(inputs->list[i].path, &status) == 0)
            known[count++] = (struct identity){status.st_dev, status.st_ino, i};
    }
    if (count)
        qsort(known, count, sizeof *known, compare_identities);
    for (size_t i = 1; i < count; i++)
        if (known[i].device == known[i - 1].device && known[i].number == known[i - 1].number)
            inputs->list[known[i].index].again = true;
    free(known);
}

void inputs_free(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        free(inputs->list[i].path);
    free(inputs->list);
    *inputs = (struct inputs){0};
}
