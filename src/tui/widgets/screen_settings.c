#include "tui/widgets/screen_settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/file_bytes.h"
#include "report/base/file_replace.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"
#include "report/base/user_path.h"
#include "report/base/yaml_text.h"

static const char *const names[SETTINGS] = {
#define SETTING_NAME(setting, name) name,
    SETTING_TABLE(SETTING_NAME)
#undef SETTING_NAME
};

struct pair {
    const yaml_node_t *key, *value;
};

/* The root's pairs; 0 if it is no map that is written line by line. */
static size_t pair_count(yaml_document_t *document)
{
    const yaml_node_t *root = yaml_document_get_root_node(document);
    if (!root || root->type != YAML_MAPPING_NODE ||
        root->data.mapping.style == YAML_FLOW_MAPPING_STYLE)
        return 0;
    return (size_t)(root->data.mapping.pairs.top - root->data.mapping.pairs.start);
}

static struct pair pair_at(yaml_document_t *document, size_t at)
{
    const yaml_node_t *root = yaml_document_get_root_node(document);
    const yaml_node_pair_t *pair = root->data.mapping.pairs.start + at;
    return (struct pair){yaml_document_get_node(document, pair->key),
                         yaml_document_get_node(document, pair->value)};
}

static int setting_of(const yaml_node_t *key)
{
    const char *name = yaml_text_scalar(key);
    for (int i = 0; name && i < SETTINGS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return SETTINGS;
}

static bool fail_key(const struct screen_settings *settings, const yaml_node_t *key,
                     struct error *error)
{
    const char *name = yaml_text_scalar(key) ? yaml_text_scalar(key) : "";
    size_t line = key->start_mark.line + 1;
    struct nearest nearest = {.wanted = name};
    for (int i = 0; i < SETTINGS; i++)
        nearest_offer(&nearest, names[i]);
    if (nearest.best)
        return error_set(error, "%s:%zu: no setting is called \"%s\"; nearest is \"%s\"",
                         settings->path, line, name, nearest.best);
    return error_set(error, "%s:%zu: no setting is called \"%s\"", settings->path, line, name);
}

static bool take(struct screen_settings *settings, struct pair pair, struct error *error)
{
    int setting = setting_of(pair.key);
    const char *value = yaml_text_scalar(pair.value);
    if (setting == SETTINGS)
        return fail_key(settings, pair.key, error);
    if (!value)
        return error_set(error, "%s:%zu: %s takes a word", settings->path,
                         pair.key->start_mark.line + 1, names[setting]);
    free(settings->values[setting]);
    settings->values[setting] = mem_strdup(value);
    settings->lines[setting] = pair.key->start_mark.line + 1;
    return true;
}

static bool is_empty(yaml_document_t *document)
{
    const yaml_node_t *root = yaml_document_get_root_node(document);
    const char *text = root ? yaml_text_scalar(root) : NULL;
    return !root || (text && !*text);
}

bool screen_settings_load(struct screen_settings *settings, const char *path, struct error *error)
{
    struct error later;
    yaml_document_t document;
    size_t length;
    bool good = true;
    settings->path = path ? mem_strdup(path) : user_path("config.yaml");
    if (access(settings->path, F_OK) != 0)
        return true;
    char *text = file_bytes(settings->path, &length, error);
    if (!text || !yaml_text_load(&document, settings->path, text, length, error)) {
        settings->is_broken = true;
        free(text);
        return false;
    }
    size_t count = pair_count(&document);
    for (size_t i = 0; i < count; i++)
        if (!take(settings, pair_at(&document, i), good ? error : &later))
            good = false;
    if (!count && !is_empty(&document)) {
        settings->is_broken = true;
        good = error_set(error, "%s: settings are lines of \"name: value\"", settings->path);
    }
    yaml_document_delete(&document);
    free(text);
    return good;
}

void screen_settings_free(struct screen_settings *settings)
{
    for (int i = 0; i < SETTINGS; i++)
        free(settings->values[i]);
    free(settings->path);
    *settings = (struct screen_settings){0};
}

const char *screen_settings_get(const struct screen_settings *settings, enum setting setting)
{
    return settings->values[setting] ? settings->values[setting] : "";
}

void screen_settings_set(struct screen_settings *settings, enum setting setting, const char *value)
{
    if (strcmp(screen_settings_get(settings, setting), value) == 0)
        return;
    free(settings->values[setting]);
    settings->values[setting] = mem_strdup(value);
    settings->changed[setting] = true;
}

void screen_settings_blame(const struct screen_settings *settings, enum setting setting,
                           struct error *error)
{
    error_prefix(error, "%s:%zu", settings->path, settings->lines[setting]);
}

/* Marks of libyaml count characters. */
static size_t byte_of(const char *text, size_t index)
{
    size_t at = 0;
    while (text[at] && index--)
        for (at++; (text[at] & 0xc0) == 0x80;)
            at++;
    return at;
}

/* In quotes: a value may be anything. */
static void add_value(struct strbuf *out, const char *value)
{
    bool plain = *value &&
                 strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-_ ") == strlen(value) &&
                 *value != '-' && *value != ' ';
    strbuf_adds(out, plain ? "" : "'");
    for (; *value; value++)
        strbuf_adds(out, *value == '\'' ? "''" : (char[]){*value, '\0'});
    strbuf_adds(out, plain ? "" : "'");
}

/* Text with the value of one setting changed, or with a line more. */
static char *with_value(const char *text, const char *name, const char *value)
{
    yaml_document_t document;
    struct strbuf out = {0};
    size_t start = strlen(text), end = start;
    if (!yaml_text_load(&document, "", text, strlen(text), NULL))
        return NULL;
    bool found = false;
    for (size_t i = 0; i < pair_count(&document); i++) {
        struct pair pair = pair_at(&document, i);
        const char *key = yaml_text_scalar(pair.key);
        if (!key || strcmp(key, name) != 0 || !yaml_text_scalar(pair.value))
            continue;
        found = true;
        start = byte_of(text, pair.value->start_mark.index);
        end = byte_of(text, pair.value->end_mark.index);
    }
    yaml_document_delete(&document);
    strbuf_add(&out, text, start);
    if (!found)
        strbuf_addf(&out, "%s%s: ", start && text[start - 1] != '\n' ? "\n" : "", name);
    else if (start == end)
        strbuf_addc(&out, ' ');
    add_value(&out, value);
    strbuf_adds(&out, found ? text + end : "\n");
    return strbuf_detach(&out);
}

static bool holds(const char *text, const char *name, const char *value)
{
    yaml_document_t document;
    bool held = false;
    if (!yaml_text_load(&document, "", text, strlen(text), NULL))
        return false;
    for (size_t i = 0; i < pair_count(&document); i++) {
        struct pair pair = pair_at(&document, i);
        const char *key = yaml_text_scalar(pair.key), *found = yaml_text_scalar(pair.value);
        if (key && strcmp(key, name) == 0)
            held = found && strcmp(found, value) == 0;
    }
    yaml_document_delete(&document);
    return held;
}

/* The text with the setting changed, instead of it. NULL: it is not YAML, or what was written would
 * not be read again: lines that are indented, a second document, aliases. */
static char *change(char *text, const char *path, const char *name, const char *value,
                    struct error *error)
{
    char *next = with_value(text, name, value);
    if (!next)
        error_set(error, "%s: it is not YAML, so nothing is written", path);
    free(text);
    if (!next || holds(next, name, value))
        return next;
    error_set(error, "%s: %s does not fit into the file, so nothing is written", path, name);
    free(next);
    return NULL;
}

/* The file is read again: another rooftop may have written it. */
bool screen_settings_save(struct screen_settings *settings, struct error *error)
{
    size_t length;
    bool any = false;
    for (int i = 0; i < SETTINGS; i++)
        any = any || settings->changed[i];
    if (!any || settings->is_broken)
        return true;
    char *text = access(settings->path, F_OK) == 0 ? file_bytes(settings->path, &length, error)
                                                   : mem_strdup("");
    for (int i = 0; i < SETTINGS && text; i++)
        if (settings->changed[i])
            text = change(text, settings->path, names[i], settings->values[i], error);
    bool good = text && file_replace(settings->path, text, strlen(text), error);
    free(text);
    return good;
}
