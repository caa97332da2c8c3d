#include "tui/term/theme.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/embedded.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"
#include "report/base/user_path.h"
#include "report/base/yaml_text.h"

static const char *const role_names[ROLE_COUNT] = {
#define THEME_NAME(role, name) name,
    THEME_ROLES(THEME_NAME)
#undef THEME_NAME
};

static const char *const color_names[] = {"black", "red",     "green", "yellow",
                                          "blue",  "magenta", "cyan",  "white"};

struct reader {
    const char *file;
    yaml_document_t document;
    struct error *error;
};

static bool fail(struct reader *r, const yaml_node_t *node, const char *what, const char *word)
{
    return error_set(r->error, "%s:%zu:%zu: %s \"%s\"", r->file, node->start_mark.line + 1,
                     node->start_mark.column + 1, what, word);
}

static bool read_color(struct reader *r, const yaml_node_t *node, int *color)
{
    const char *word = yaml_text_scalar(node);
    if (!word)
        return fail(r, node, "expected a colour, found", "a list or map");
    if (strcmp(word, "default") == 0) {
        *color = COLOR_DEFAULT;
        return true;
    }
    for (int i = 0; i < 8; i++)
        if (strcmp(word, color_names[i]) == 0) {
            *color = i;
            return true;
        }
    char *end;
    long number = strtol(word, &end, 10);
    if (!*word || *end || number < 0 || number > 255)
        return fail(r, node, "unknown colour", word);
    *color = (int)number;
    return true;
}

static bool read_style(struct reader *r, const yaml_node_t *map, struct theme_style *style)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"bold", &style->bold},
                 {"dim", &style->dim},
                 {"reverse", &style->reverse},
                 {"underline", &style->underline}};
    for (yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top;
         pair++) {
        const yaml_node_t *key = yaml_document_get_node(&r->document, pair->key);
        const yaml_node_t *value = yaml_document_get_node(&r->document, pair->value);
        const char *name = yaml_text_scalar(key);
        bool known = false;
        if (!name)
            return fail(r, key, "expected a name, found", "a list or map");
        if (strcmp(name, "fg") == 0 || strcmp(name, "bg") == 0) {
            if (!read_color(r, value, *name == 'f' ? &style->fg : &style->bg))
                return false;
            known = true;
        }
        for (size_t i = 0; i < sizeof flags / sizeof *flags && !known; i++) {
            known = strcmp(name, flags[i].name) == 0;
            const char *word = yaml_text_scalar(value);
            bool on = word && (strcmp(word, "true") == 0 || strcmp(word, "yes") == 0);
            bool off = word && (strcmp(word, "false") == 0 || strcmp(word, "no") == 0);
            if (known && !on && !off)
                return fail(r, value, "expected true or false, found", word ? word : "a list");
            if (known)
                *flags[i].flag = on;
        }
        if (!known)
            return fail(r, key, "a style has fg, bg, bold, dim, reverse, underline, not", name);
    }
    return true;
}

static bool read_roles(struct reader *r, const yaml_node_t *map, struct theme *theme)
{
    if (map->type != YAML_MAPPING_NODE)
        return fail(r, map, "expected roles, found", "something else");
    for (yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top;
         pair++) {
        const yaml_node_t *key = yaml_document_get_node(&r->document, pair->key);
        const yaml_node_t *value = yaml_document_get_node(&r->document, pair->value);
        const char *name = yaml_text_scalar(key) ? yaml_text_scalar(key) : "";
        struct nearest nearest = {.wanted = name};
        int role = ROLE_COUNT;
        for (int i = 0; i < ROLE_COUNT; i++) {
            if (strcmp(name, role_names[i]) == 0)
                role = i;
            nearest_offer(&nearest, role_names[i]);
        }
        if (role == ROLE_COUNT && nearest.best) {
            fail(r, key, "unknown role", name);
            char *text = mem_strdup(r->error ? r->error->text : "");
            error_set(r->error, "%s, nearest is \"%s\"", text, nearest.best);
            free(text);
            return false;
        }
        if (role == ROLE_COUNT)
            return fail(r, key, "unknown role", name);
        if (value->type != YAML_MAPPING_NODE)
            return fail(r, value, "a role takes a map in braces, not", name);
        if (!read_style(r, value, &theme->styles[role]))
            return false;
    }
    return true;
}

static bool read_document(struct reader *r, struct theme *theme)
{
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return error_set(r->error, "%s: a theme is a map with name and roles", r->file);
    for (yaml_node_pair_t *pair = root->data.mapping.pairs.start;
         pair < root->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = yaml_document_get_node(&r->document, pair->key);
        const yaml_node_t *value = yaml_document_get_node(&r->document, pair->value);
        const char *name = yaml_text_scalar(key) ? yaml_text_scalar(key) : "";
        if (strcmp(name, "roles") == 0) {
            if (!read_roles(r, value, theme))
                return false;
        } else if (strcmp(name, "name") != 0) {
            return fail(r, key, "a theme has name and roles, not", name);
        }
    }
    return true;
}

bool theme_parse(struct theme *theme, const char *file, const char *text, size_t length,
                 struct error *error)
{
    struct reader r = {.file = file, .error = error};
    for (int i = 0; i < ROLE_COUNT; i++)
        theme->styles[i] = (struct theme_style){.fg = COLOR_DEFAULT, .bg = COLOR_DEFAULT};
    bool good = yaml_text_load(&r.document, file, text, length, error);
    if (good) {
        good = read_document(&r, theme);
        yaml_document_delete(&r.document);
    }
    return good;
}

static char *path_of(const char *name)
{
    char *file = mem_printf("themes/%s.yaml", name), *path = user_path(file);
    free(file);
    return path;
}

/* Adds the name "dark" of "themes/dark.yaml". */
static void add_name(struct completions *list, const char *file)
{
    static const char suffix[] = ".yaml";
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    size_t length = strlen(name), end = sizeof suffix - 1;
    if (length <= end || strcmp(name + length - end, suffix) != 0)
        return;
    char *word = mem_strndup(name, length - end);
    completions_add(list, word);
    free(word);
}

void theme_names(struct completions *list)
{
    for (size_t i = 0; i < embedded_count; i++)
        if (strncmp(embedded_files[i].name, "themes/", 7) == 0)
            add_name(list, embedded_files[i].name);
    char *path = user_path("themes");
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        add_name(list, entry->d_name);
    if (folder)
        closedir(folder);
    free(path);
    completions_narrow(list, "");
}

/* Stores the error for an unknown name, with the known themes and the path of a user's own. Returns
 * false. */
static bool fail_name(const char *name, const char *path, struct error *error)
{
    struct completions list = {0};
    struct strbuf names = {0};
    struct nearest nearest = {.wanted = name};
    theme_names(&list);
    for (size_t i = 0; i < list.count; i++) {
        strbuf_addf(&names, "%s%s", i ? ", " : "", list.words[i]);
        nearest_offer(&nearest, list.words[i]);
    }
    if (nearest.best)
        error_set(error,
                  "no theme is called \"%s\"; nearest is \"%s\"; known themes are %s; your own "
                  "would be in %s",
                  name, nearest.best, names.data, path);
    else
        error_set(error, "no theme is called \"%s\"; known themes are %s; your own would be in %s",
                  name, names.data, path);
    strbuf_free(&names);
    completions_free(&list);
    return false;
}

bool theme_load(struct theme *theme, const char *name, struct error *error)
{
    size_t length = strlen(name);
    bool is_path = strchr(name, '/') || (length > 5 && strcmp(name + length - 5, ".yaml") == 0);
    char *path = is_path ? mem_strdup(name) : path_of(name);
    bool good;
    if (is_path || access(path, R_OK) == 0) {
        char *text = file_bytes(path, &length, error);
        good = text && theme_parse(theme, path, text, length, error);
        free(text);
    } else {
        char *builtin = mem_printf("themes/%s.yaml", name);
        const struct embedded_file *file = embedded_find(builtin);
        free(builtin);
        good = file ? theme_parse(theme, file->name, file->data, file->size, error)
                    : fail_name(name, path, error);
    }
    free(path);
    return good;
}
