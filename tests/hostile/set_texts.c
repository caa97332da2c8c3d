/* set_texts FROM TO: writes a report in which the texts that pages quote end with what a terminal
 * obeys: escapes, control characters of both kinds, marks that turn the direction. Names by which
 * rooftop looks things up (metrics, sections) stay as they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/file_bytes.h"
#include "report_tree.h"

/* Titles, the screen cleared, DEL, C1, an override of direction. */
static const char hostile[] = "\033]0;x\007\033[2J\x7f\xc2\x9b"
                              "2J\xe2\x80\xae";

static bool is_looked_up(const char *field)
{
    static const char *const names[] = {"Identifier", "Name",       "MetricName",
                                        "Strings",    "Metric",     "Filter",
                                        "Provider",   "Expression", "KernelMangledName"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(field, names[i]) == 0)
            return true;
    return false;
}

static void add(void *context, struct tree *tree, struct node *node, unsigned depth)
{
    size_t *count = context;
    (void)depth;
    if (!node->field || node->field->type != PROTOBUF_C_TYPE_STRING ||
        is_looked_up(node->field->name))
        return;
    uint8_t *bytes = arena_alloc(tree->arena, node->length + sizeof hostile);
    if (node->length)
        memcpy(bytes, node->bytes, node->length);
    memcpy(bytes + node->length, hostile, sizeof hostile - 1);
    node->bytes = bytes;
    node->length += sizeof hostile - 1;
    ++*count;
}

static void add_all(void *context, struct tree *message)
{
    tree_each(message, add, context);
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error error;
    size_t length, count = 0;
    char *bytes = argc == 3 ? file_bytes(argv[1], &length, &error) : NULL;
    struct report_tree *report =
        bytes ? report_tree_read(&arena, (const uint8_t *)bytes, length) : NULL;
    if (!report) {
        fprintf(stderr, "usage: set_texts FROM.ncu-rep TO.ncu-rep\n");
        return 2;
    }
    struct strbuf out = {0};
    report_tree_each(report, add_all, &count);
    report_tree_write(report, &out);
    FILE *file = fopen(argv[2], "w");
    bool good = file && fwrite(out.data, 1, out.length, file) == out.length && fclose(file) == 0;
    strbuf_free(&out);
    arena_free(&arena);
    free(bytes);
    return good && count ? 0 : 1;
}
