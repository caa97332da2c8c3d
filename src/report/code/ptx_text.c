#include "report/code/ptx_text.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* Returns the lines of one section of PTX, each of which ends with NUL. */
static struct file_lines ptx_lines(const struct cubin_section *section)
{
    const char *at = (const char *)section->data, *end = at + section->length;
    struct file_lines file = {0};
    size_t capacity = 0;
    while (at < end) {
        const char *stop = memchr(at, '\0', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (file.count == capacity) {
            capacity = capacity ? capacity * 2 : 1024;
            file.lines = mem_realloc(file.lines, capacity * sizeof *file.lines);
            file.lengths = mem_realloc(file.lengths, capacity * sizeof *file.lengths);
        }
        file.lines[file.count] = at;
        file.lengths[file.count++] = length;
        at += length + (stop != NULL);
    }
    return file;
}

struct file_lines *ptx_text_read(const struct cubin *cubin, size_t *count)
{
    static const char prefix[] = ".nv_debug_ptx_txt";
    struct file_lines *files = NULL;
    size_t capacity = 0, length = 0;
    struct cubin_section section;
    *count = 0;
    for (size_t i = 0; i < cubin->section_count; i++) {
        if (!cubin_section(cubin, i, &section) || !section.data ||
            strncmp(section.name, prefix, sizeof prefix - 1) != 0)
            continue;
        /* Sections overlap only in a damaged module. */
        length += section.length;
        if (length > cubin->length)
            break;
        mem_grow(&files, *count, &capacity, sizeof *files);
        files[(*count)++] = ptx_lines(&section);
    }
    return files;
}

void ptx_text_free(struct file_lines *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(files[i].lines);
        free(files[i].lengths);
    }
    free(files);
}

/* Returns whether the line has the name as a word behind ".entry" or ".func". */
static bool begins(const char *line, size_t length, const char *function)
{
    size_t wanted = strlen(function);
    if (!memmem(line, length, ".entry ", 7) && !memmem(line, length, ".func ", 6))
        return false;
    const char *at = memmem(line, length, function, wanted), *end = line + length;
    return at && at > line && strchr(" \t)", at[-1]) &&
           (at + wanted == end || strchr(" \t(", at[wanted]));
}

bool ptx_text_find(const struct file_lines *files, size_t count, const char *function, size_t *file,
                   size_t *line)
{
    for (*file = 0; *file < count; (*file)++)
        for (*line = 0; *line < files[*file].count; (*line)++)
            if (begins(files[*file].lines[*line], files[*file].lengths[*line], function))
                return true;
    return false;
}
