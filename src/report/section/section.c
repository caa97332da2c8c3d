#include "report/section/section.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/folder_files.h"
#include "report/base/mem.h"
#include "report/base/textproto.h"
#include "report/base/user_path.h"
#include "report/section/section_check.h"

static int compare_sections(const void *a, const void *b)
{
    const struct section *x = a, *y = b;
    if (!x->message || !y->message)
        return !x->message - !y->message;
    if (x->message->order != y->message->order)
        return x->message->order < y->message->order ? -1 : 1;
    return strcmp(x->message->displayname, y->message->displayname);
}

static void release(struct section *section)
{
    free((char *)section->file);
    free(section->replaces);
    if (section->message)
        rep__profiler_section__free_unpacked(section->message, NULL);
}

/* Replaces the section with the same identifier, or adds one. */
static void put(struct section_library *library, struct section section)
{
    for (size_t i = 0; section.message && i < library->count; i++) {
        struct section *old = &library->sections[i];
        if (old->message && strcmp(old->message->identifier, section.message->identifier) == 0) {
            section.replaces = mem_strdup(old->built_in ? "the built-in one" : old->file);
            release(old);
            *old = section;
            return;
        }
    }
    mem_grow(&library->sections, library->count, &library->capacity, sizeof *library->sections);
    library->sections[library->count++] = section;
}

static void add(struct section_library *library, const char *file, const char *text, size_t length,
                bool built_in)
{
    struct section section = {.file = mem_strdup(file), .built_in = built_in};
    struct error left_out = {0};
    section.message = (Rep__ProfilerSection *)textproto_parse_checked(
        &rep__profiler_section__descriptor, file, text, length, section_check, &left_out,
        &section.error);
    if (section.message)
        section.error = left_out;
    put(library, section);
}

static void add_file(void *context, const char *path, const char *text, size_t length,
                     const struct error *problem)
{
    if (text)
        add(context, path, text, length, false);
    else
        put(context, (struct section){.file = mem_strdup(path), .error = *problem});
}

static void sort(struct section_library *library)
{
    if (library->count)
        qsort(library->sections, library->count, sizeof *library->sections, compare_sections);
}

void section_library_init_some(struct section_library *library,
                               bool (*wants)(const void *context, const struct embedded_file *file),
                               const void *context)
{
    *library = (struct section_library){0};
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (folder_file_ends(file->name, ".section") && wants(context, file))
            add(library, file->name, file->data, file->size, true);
    }
    sort(library);
}

static bool wants_all(const void *context, const struct embedded_file *file)
{
    (void)context, (void)file;
    return true;
}

void section_library_init(struct section_library *library)
{
    section_library_init_some(library, wants_all, NULL);
}

void section_library_free(struct section_library *library)
{
    for (size_t i = 0; i < library->count; i++)
        release(&library->sections[i]);
    free(library->sections);
    *library = (struct section_library){0};
}

bool section_library_add_folder(struct section_library *library, const char *folder,
                                struct error *error)
{
    bool good = folder_files(folder, ".section", add_file, library, error);
    sort(library);
    return good;
}

bool section_library_add_user(struct section_library *library, struct error *error)
{
    char *folder = user_folder("sections");
    bool good = !folder || section_library_add_folder(library, folder, error);
    free(folder);
    return good;
}

bool section_library_has_user(void)
{
    char *folder = user_folder("sections");
    bool there = folder;
    free(folder);
    return there;
}

/* Returns the section that came from the file while the file had no error, or NULL. */
static struct section *good_section(struct section_library *library, const char *file)
{
    for (size_t i = 0; i < library->count; i++) {
        struct section *section = &library->sections[i];
        bool good = section->message && (section->kept || !*section->error.text);
        if (good && !section->built_in && strcmp(section->file, file) == 0)
            return section;
    }
    return NULL;
}

void section_library_keep(struct section_library *library, struct section_library *old)
{
    size_t count = library->count;
    for (size_t i = 0; i < count; i++) {
        struct section *broken = &library->sections[i];
        struct section *before = *broken->error.text ? good_section(old, broken->file) : NULL;
        if (!before)
            continue;
        Rep__ProfilerSection *message = before->message;
        before->message = NULL;
        if (broken->message) {
            rep__profiler_section__free_unpacked(broken->message, NULL);
            broken->message = message;
            broken->kept = true;
        } else {
            put(library, (struct section){.file = mem_strdup(broken->file), .message = message});
        }
    }
    sort(library);
}

const Rep__ProfilerSection *section_find(const struct section_library *library,
                                         const char *identifier)
{
    for (size_t i = 0; i < library->count; i++) {
        const Rep__ProfilerSection *section = library->sections[i].message;
        if (section && strcmp(section->identifier, identifier) == 0)
            return section;
    }
    return NULL;
}

bool section_in_set(const Rep__ProfilerSection *section, const char *set)
{
    for (size_t i = 0; i < section->n_sets; i++)
        if (strcmp(section->sets[i]->identifier, set) == 0)
            return true;
    return false;
}

void section_sets(const struct section_library *library, void (*use)(void *, const char *),
                  void *context)
{
    const char *seen[64];
    size_t count = 0;
    for (size_t i = 0; i < library->count; i++) {
        const Rep__ProfilerSection *section = library->sections[i].message;
        for (size_t j = 0; section && j < section->n_sets; j++) {
            const char *set = section->sets[j]->identifier;
            size_t k = 0;
            while (k < count && strcmp(seen[k], set) != 0)
                k++;
            if (k < count || count == sizeof seen / sizeof *seen)
                continue;
            seen[count++] = set;
            use(context, set);
        }
    }
}
