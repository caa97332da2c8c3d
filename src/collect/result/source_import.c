#include "collect/result/source_import.h"

#include <string.h>

#include "report/base/mem.h"
#include "report/code/cubin.h"
#include "report/code/line_table.h"

static bool is_text(const struct source_text *text)
{
    return text && text->bytes && !memchr(text->bytes, '\0', text->length);
}

static void add_file(Rep__SourceFiles *stored, size_t *capacity, const char *path,
                     const struct source_text *text)
{
    Rep__SourceFile *file = mem_alloc(sizeof *file);
    rep__source_file__init(file);
    file->filename = mem_strdup(path);
    file->content = mem_strdup(text->bytes);
    mem_grow(&stored->files, stored->n_files, capacity, sizeof *stored->files);
    stored->files[stored->n_files++] = file;
}

void source_import_add(struct source_import *import, Rep__SourceData *source)
{
    struct cubin cubin;
    struct line_table table;
    size_t capacity = 0;
    import->modules++;
    if (!cubin_open(&cubin, source->binary.data, source->binary.len, NULL))
        return;
    line_table_read_files(&table, &cubin);
    import->lined += table.file_count != 0;
    Rep__SourceFiles *stored = mem_alloc(sizeof *stored);
    rep__source_files__init(stored);
    for (size_t i = 0; i < table.file_count; i++) {
        const struct source_text *text =
            source_files_get(&import->files, NULL, table.files[i].path, table.files[i].size);
        if (is_text(text))
            add_file(stored, &capacity, table.files[i].path, text);
    }
    if (stored->n_files)
        source->sourcefiles = stored;
    else
        rep__source_files__free_unpacked(stored, NULL);
    line_table_free(&table);
}

char *source_import_note(const struct source_import *import)
{
    const struct source_files *files = &import->files;
    const char *missing = NULL;
    size_t count = 0;
    if (import->modules && !import->lined)
        return mem_strdup("no source file was imported: the program's code has no source lines; "
                          "compile it with nvcc -lineinfo");
    for (size_t i = 0; i < files->count; i++) {
        if (is_text(files->texts[i]))
            continue;
        missing = missing ? missing : files->texts[i]->wanted;
        count++;
    }
    if (!count)
        return NULL;
    return mem_printf("%zu of %zu source files could not be imported, %s%s: name the folders they "
                      "are in with --source-folders",
                      count, files->count, count > 1 ? "the first is " : "", missing);
}

void source_import_free(struct source_import *import)
{
    source_files_free(&import->files);
}
