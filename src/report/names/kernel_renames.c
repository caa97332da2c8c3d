#include "report/names/kernel_renames.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/yaml_text.h"

#define DEFAULT_FILE "ncu-kernel-renames.yaml"

struct reader {
    const char *file;
    yaml_document_t document;
    struct error *error;
    struct kernel_renames found;
    const yaml_node_t *original; /* waits for its new name */
};

static bool fail(struct reader *r, const yaml_node_t *node, const char *what)
{
    return error_set(r->error, "%s:%zu:%zu: %s", r->file, node->start_mark.line + 1,
                     node->start_mark.column + 1, what);
}

static void add(struct kernel_renames *renames, const char *original, const char *renamed)
{
    mem_grow(&renames->pairs, renames->count, &renames->capacity, sizeof *renames->pairs);
    renames->pairs[renames->count++] =
        (struct kernel_rename){mem_strdup(original), mem_strdup(renamed)};
}

static bool unknown_key(struct reader *r, const yaml_node_t *key)
{
    struct nearest nearest = {.wanted = yaml_text_scalar(key) ? yaml_text_scalar(key) : ""};
    nearest_offer(&nearest, "Original");
    nearest_offer(&nearest, "Renamed");
    return error_set(r->error,
                     "%s:%zu:%zu: unknown key \"%s\"%s%s; a pair has Original and Renamed", r->file,
                     key->start_mark.line + 1, key->start_mark.column + 1, nearest.wanted,
                     nearest.best ? ", nearest is " : "", nearest.best ? nearest.best : "");
}

static bool read_key(struct reader *r, const yaml_node_t *key, const yaml_node_t *value)
{
    const char *name = yaml_text_scalar(key) ? yaml_text_scalar(key) : "";
    if (strcmp(name, "Original") != 0 && strcmp(name, "Renamed") != 0)
        return unknown_key(r, key);
    if (!yaml_text_scalar(value) || !*yaml_text_scalar(value))
        return fail(r, value, "expected the name of a kernel");
    if (*name == 'O' && r->original)
        return fail(r, r->original, "this Original has no Renamed");
    if (*name == 'O') {
        r->original = value;
        return true;
    }
    if (!r->original)
        return fail(r, value, "this Renamed has no Original before it");
    add(&r->found, yaml_text_scalar(r->original), yaml_text_scalar(value));
    r->original = NULL;
    return true;
}

static bool read_map(struct reader *r, const yaml_node_t *map)
{
    for (yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top;
         pair++)
        if (!read_key(r, yaml_document_get_node(&r->document, pair->key),
                      yaml_document_get_node(&r->document, pair->value)))
            return false;
    return true;
}

/* Reads one pair, or half of one in a plain list. An empty item in a plain list separates pairs. */
static bool read_item(struct reader *r, const yaml_node_t *item)
{
    if (item->type == YAML_MAPPING_NODE)
        return read_map(r, item);
    if (item->type == YAML_SCALAR_NODE)
        return !*yaml_text_scalar(item) || fail(r, item, "expected a pair of Original and Renamed");
    for (yaml_node_item_t *part = item->data.sequence.items.start;
         part < item->data.sequence.items.top; part++) {
        const yaml_node_t *node = yaml_document_get_node(&r->document, *part);
        if (node->type != YAML_MAPPING_NODE)
            return fail(r, node, "expected Original or Renamed with a name");
        if (!read_map(r, node))
            return false;
    }
    return true;
}

static bool read_document(struct reader *r)
{
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    if (!root || (yaml_text_scalar(root) && !*yaml_text_scalar(root)))
        return true;
    if (root->type != YAML_SEQUENCE_NODE)
        return fail(r, root, "expected a list of pairs of Original and Renamed");
    for (yaml_node_item_t *item = root->data.sequence.items.start;
         item < root->data.sequence.items.top; item++)
        if (!read_item(r, yaml_document_get_node(&r->document, *item)))
            return false;
    return !r->original || fail(r, r->original, "this Original has no Renamed");
}

bool kernel_renames_parse(struct kernel_renames *renames, const char *file, const char *text,
                          size_t length, struct error *error)
{
    struct reader r = {.file = file, .error = error};
    bool good = yaml_text_load(&r.document, file, text, length, error);
    if (good) {
        good = read_document(&r);
        for (size_t i = 0; good && i < r.found.count; i++)
            add(renames, r.found.pairs[i].original, r.found.pairs[i].renamed);
        yaml_document_delete(&r.document);
    }
    kernel_renames_free(&r.found);
    return good;
}

static bool load_file(struct kernel_renames *renames, const char *path, struct error *error)
{
    size_t length;
    char *text = file_bytes(path, &length, error);
    bool good = text && kernel_renames_parse(renames, path, text, length, error);
    free(text);
    return good;
}

bool kernel_renames_load(struct kernel_renames *renames, const char *path, struct error *error)
{
    if (path)
        return load_file(renames, path, error);
    if (access(DEFAULT_FILE, R_OK) == 0)
        return load_file(renames, DEFAULT_FILE, error);
    const char *home = getenv("HOME");
    char *users = mem_printf("%s/.config/NVIDIA Corporation/" DEFAULT_FILE, home ? home : "");
    bool good = access(users, R_OK) != 0 || load_file(renames, users, error);
    free(users);
    return good;
}

void kernel_renames_free(struct kernel_renames *renames)
{
    for (size_t i = 0; i < renames->count; i++) {
        free(renames->pairs[i].original);
        free(renames->pairs[i].renamed);
    }
    free(renames->pairs);
    *renames = (struct kernel_renames){.off = renames->off};
}

const char *kernel_renames_find(const struct kernel_renames *renames, const char *full,
                                const char *brief)
{
    for (size_t i = 0; renames && !renames->off && i < renames->count; i++)
        if (strcmp(renames->pairs[i].original, full) == 0 ||
            strcmp(renames->pairs[i].original, brief) == 0)
            return renames->pairs[i].renamed;
    return NULL;
}
