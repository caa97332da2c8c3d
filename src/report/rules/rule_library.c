#include "report/rules/rule_library.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/embedded.h"
#include "report/base/folder_files.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/user_path.h"
#include "report/rules/rule_load.h"
#include "report/rules/rule_scripts.h"

static void release(struct rule_entry *entry)
{
    free(entry->file);
    free(entry->replaces);
    rule_free(entry->rule);
}

static struct rule_entry *find(const struct rule_library *library, const char *identifier)
{
    for (size_t i = 0; i < library->count; i++)
        if (library->entries[i].rule &&
            strcmp(library->entries[i].rule->identifier, identifier) == 0)
            return &library->entries[i];
    return NULL;
}

const struct rule_entry *rule_find(const struct rule_library *library, const char *identifier)
{
    return find(library, identifier);
}

/* Replaces the rule with the same identifier, or adds one. */
static void put(struct rule_library *library, struct rule_entry entry)
{
    struct rule_entry *old = entry.rule ? find(library, entry.rule->identifier) : NULL;
    if (old) {
        entry.replaces = mem_strdup(old->built_in ? "the built-in one" : old->file);
        release(old);
        *old = entry;
        return;
    }
    mem_grow(&library->entries, library->count, &library->capacity, sizeof *library->entries);
    library->entries[library->count++] = entry;
}

static void add(struct rule_library *library, const char *file, const char *text, size_t length,
                bool built_in)
{
    struct rule_entry entry = {.file = mem_strdup(file), .built_in = built_in};
    entry.rule = rule_load(file, text, length, &entry.error);
    put(library, entry);
}

static void add_file(void *context, const char *path, const char *text, size_t length,
                     const struct error *problem)
{
    if (text)
        add(context, path, text, length, false);
    else
        put(context, (struct rule_entry){.file = mem_strdup(path), .error = *problem});
}

/* Adds a rule in Python. Modules that rules import lie in the same folder and are no rules. */
static void add_script(void *context, const char *path, const char *text, size_t length,
                       const struct error *problem)
{
    struct rule_library *library = context;
    struct rule_entry entry = {.error = {""}};
    if (text && !rule_scripts_may_be(text, length))
        return;
    if (!library->scripts)
        library->scripts = rule_scripts_new();
    if (text)
        entry.rule = rule_scripts_load(library->scripts, path, &entry.error);
    else
        entry.error = *problem;
    if (!entry.rule && !*entry.error.text)
        return;
    entry.file = mem_strdup(path);
    put(library, entry);
}

static int compare_entries(const void *a, const void *b)
{
    const struct rule_entry *x = a, *y = b;
    if (!x->rule || !y->rule)
        return x->rule || y->rule ? !x->rule - !y->rule : strcmp(x->file, y->file);
    return strcmp(x->rule->identifier, y->rule->identifier);
}

static bool is_before(const struct rule_library *library, const char *identifier, size_t end)
{
    const struct rule_entry *entry = identifier ? find(library, identifier) : NULL;
    return entry && (size_t)(entry - library->entries) < end;
}

/* Returns whether a parent that is there comes only later. */
static bool waits(const struct rule_library *library, const struct rule *rule, size_t at)
{
    for (size_t i = 0; i < rule->parent_count; i++)
        if (find(library, rule->parents[i]) && !is_before(library, rule->parents[i], at))
            return true;
    return false;
}

/* Moves the first entry from `at` on whose parents are before `at` or unknown to `at`. Rules that
 * wait for each other stay where they are. */
static void bring_next(struct rule_library *library, size_t at)
{
    for (size_t i = at; i < library->count && library->entries[i].rule; i++) {
        if (waits(library, library->entries[i].rule, at))
            continue;
        struct rule_entry next = library->entries[i];
        memmove(&library->entries[at + 1], &library->entries[at],
                (i - at) * sizeof *library->entries);
        library->entries[at] = next;
        return;
    }
}

/* Checks that a parent is there and comes before. A rule runs without its parent, too, but not as
 * intended; a rule in Python looks whether its parents ran. */
static void check_one_parent(struct rule_library *library, struct rule_entry *entry,
                             const char *parent)
{
    struct nearest nearest = {.wanted = parent};
    if (is_before(library, parent, (size_t)(entry - library->entries)) ||
        (entry->rule->script && !find(library, parent)))
        return;
    for (size_t i = 0; i < library->count; i++)
        if (library->entries[i].rule && &library->entries[i] != entry)
            nearest_offer(&nearest, library->entries[i].rule->identifier);
    if (find(library, parent))
        error_set(&entry->error, "%s: its parent \"%s\" descends from this rule", entry->file,
                  parent);
    else if (nearest.best)
        error_set(&entry->error, "%s: its parent \"%s\" does not exist; nearest is \"%s\"",
                  entry->file, parent, nearest.best);
    else
        error_set(&entry->error, "%s: its parent \"%s\" does not exist", entry->file, parent);
}

/* An entry with a rule has no other error, unless the rule was kept. */
static void check_parent(struct rule_library *library, struct rule_entry *entry)
{
    entry->error.text[0] = '\0';
    for (size_t i = 0; i < entry->rule->parent_count; i++)
        check_one_parent(library, entry, entry->rule->parents[i]);
}

static void arrange(struct rule_library *library)
{
    if (library->count)
        qsort(library->entries, library->count, sizeof *library->entries, compare_entries);
    for (size_t i = 0; i < library->count; i++)
        bring_next(library, i);
    for (size_t i = 0; i < library->count; i++)
        if (library->entries[i].rule && !library->entries[i].kept)
            check_parent(library, &library->entries[i]);
}

static bool is_built_in(const struct embedded_file *file)
{
    return strncmp(file->name, "rules/", strlen("rules/")) == 0;
}

void rule_library_init(struct rule_library *library)
{
    *library = (struct rule_library){0};
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (is_built_in(file))
            add(library, file->name, file->data, file->size, true);
    }
    arrange(library);
}

/* A built-in rule about a section that is not read yet. */
struct rule_waiting {
    const struct embedded_file *file; /* NULL: it is read */
    const char *section;              /* in the file */
    size_t length;
};

static void find_waiting(struct rule_library *library)
{
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        const char *section = is_built_in(file) ? embedded_behind(file, "\nsection: ") : NULL;
        if (!section)
            continue;
        const size_t left = (size_t)(file->data + file->size - section);
        const char *end = memchr(section, '\n', left);
        mem_grow(&library->waiting, library->waiting_count, &library->waiting_capacity,
                 sizeof *library->waiting);
        library->waiting[library->waiting_count++] =
            (struct rule_waiting){file, section, end ? (size_t)(end - section) : left};
    }
}

/* Adds a built-in rule unless it is there. Its file has its name. */
static void add_built_in(struct rule_library *library, const struct embedded_file *file)
{
    for (size_t i = 0; i < library->count; i++)
        if (strcmp(library->entries[i].file, file->name) == 0)
            return;
    add(library, file->name, file->data, file->size, true);
}

static void add_parents(struct rule_library *library)
{
    for (size_t i = 0; i < library->count; i++) { /* it grows */
        const struct rule *rule = library->entries[i].rule;
        if (!rule || !rule->parent)
            continue;
        char *name = mem_printf("rules/%s.yaml", rule->parent);
        const struct embedded_file *file = embedded_find(name);
        if (file)
            add_built_in(library, file);
        free(name);
    }
}

void rule_library_add_section(struct rule_library *library, const char *section)
{
    const size_t before = library->count, length = strlen(section);
    if (!library->waiting)
        find_waiting(library);
    for (size_t i = 0; library->waiting && i < library->waiting_count; i++) {
        struct rule_waiting *waiting = &library->waiting[i];
        if (waiting->file && waiting->length == length &&
            memcmp(waiting->section, section, length) == 0) {
            add_built_in(library, waiting->file);
            waiting->file = NULL;
        }
    }
    if (library->count == before)
        return;
    add_parents(library);
    arrange(library);
}

void rule_library_free(struct rule_library *library)
{
    for (size_t i = 0; i < library->count; i++)
        release(&library->entries[i]);
    free(library->entries);
    free(library->waiting);
    rule_scripts_free(library->scripts);
    *library = (struct rule_library){0};
}

bool rule_library_add_folder(struct rule_library *library, const char *folder, struct error *error)
{
    bool good = folder_files(folder, ".yaml", add_file, library, error) &&
                folder_files(folder, ".py", add_script, library, error);
    arrange(library);
    return good;
}

bool rule_library_add_user(struct rule_library *library, struct error *error)
{
    char *folder = user_folder("rules");
    bool good = !folder || rule_library_add_folder(library, folder, error);
    free(folder);
    return good;
}

bool rule_library_has_user(void)
{
    char *folder = user_folder("rules");
    bool there = folder;
    free(folder);
    return there;
}

/* Gives the entry the rule that its file had before the error. Returns false if there is none. */
static bool take(struct rule_library *from, struct rule_entry *entry)
{
    for (size_t i = 0; i < from->count; i++) {
        struct rule_entry *old = &from->entries[i];
        if (!old->rule || old->built_in || strcmp(old->file, entry->file) != 0)
            continue;
        entry->rule = old->rule;
        entry->off = old->off;
        entry->silent = old->silent;
        entry->kept = true;
        old->rule = NULL;
        return true;
    }
    return false;
}

void rule_library_keep(struct rule_library *library, struct rule_library *old)
{
    for (size_t i = 0; i < old->count; i++) {
        const struct rule *rule = old->entries[i].rule;
        struct rule_entry *now = rule ? find(library, rule->identifier) : NULL;
        if (now) {
            now->off = old->entries[i].off;
            now->silent = old->entries[i].silent;
        }
    }
    for (size_t i = 0; i < library->count;) {
        struct rule_entry entry = library->entries[i];
        if (entry.rule || !take(old, &entry)) {
            i++;
            continue;
        }
        library->entries[i] = library->entries[--library->count];
        if (entry.rule->script && !library->scripts)
            library->scripts = rule_scripts_new();
        put(library, entry);
    }
    arrange(library);
}
