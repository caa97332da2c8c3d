#include "report/rules/section_sources.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/base/mem.h"

/* Levels of folders; trees of sections are never that deep. */
enum { DEEPEST = 64 };

void section_sources_add(struct section_sources *sources, const char *path, bool recursive)
{
    mem_grow(&sources->folders, sources->count, &sources->capacity, sizeof *sources->folders);
    sources->folders[sources->count++] = (struct section_folder){mem_strdup(path), recursive};
}

void section_sources_free(struct section_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++)
        free(sources->folders[i].path);
    free(sources->folders);
    *sources = (struct section_sources){0};
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_folder(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

typedef bool folder_use(void *library, const char *folder, struct error *error);

/* Adds a folder's own files before those in the folders below it. */
static bool add_tree(folder_use *add, void *library, const char *folder, int depth,
                     struct error *error)
{
    struct dirent **entries;
    bool good = add(library, folder, error);
    int count = depth < DEEPEST ? scandir(folder, &entries, is_visible, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        char *path = mem_printf("%s/%s", folder, entries[i]->d_name);
        if (is_folder(path))
            good = add_tree(add, library, path, depth + 1, error) && good;
        free(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return good;
}

static bool add_all(const struct section_sources *sources, folder_use *add, void *library,
                    struct error *error)
{
    bool good = true;
    for (size_t i = 0; i < sources->count; i++) {
        const struct section_folder *folder = &sources->folders[i];
        bool read = folder->recursive ? add_tree(add, library, folder->path, 0, error)
                                      : add(library, folder->path, error);
        good = read && good;
    }
    return good;
}

static bool add_sections(void *library, const char *folder, struct error *error)
{
    return section_library_add_folder(library, folder, error);
}

bool section_sources_load(const struct section_sources *sources, struct section_library *library,
                          struct error *error)
{
    section_library_init(library);
    bool good = section_library_add_user(library, error);
    return add_all(sources, add_sections, library, error) && good;
}

static bool add_rules(void *library, const char *folder, struct error *error)
{
    return rule_library_add_folder(library, folder, error);
}

bool section_sources_load_rules(const struct section_sources *sources, struct rule_library *library,
                                struct error *error)
{
    rule_library_init(library);
    bool good = rule_library_add_user(library, error);
    return add_all(sources, add_rules, library, error) && good;
}
