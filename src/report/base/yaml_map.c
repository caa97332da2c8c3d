#include "report/base/yaml_map.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"

enum { LARGEST_NUMBER = 100000 };

bool yaml_fail(struct yaml_reader *reader, const yaml_node_t *node, const char *format, ...)
{
    char text[sizeof reader->error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(reader->error, "%s:%zu:%zu: %s", reader->file, node->start_mark.line + 1,
                     node->start_mark.column + 1, text);
}

static const struct yaml_field *find_field(struct yaml_reader *reader, const yaml_node_t *key,
                                           const struct yaml_field *fields, const char *what)
{
    const char *name = yaml_text_scalar(key);
    struct nearest nearest = {.wanted = name ? name : ""};
    for (const struct yaml_field *field = fields; name && field->name; field++)
        if (strcmp(field->name, name) == 0)
            return field;
    for (const struct yaml_field *field = fields; name && field->name; field++)
        nearest_offer(&nearest, field->name);
    if (!name)
        yaml_fail(reader, key, "a key of %s must be a word", what);
    else
        yaml_fail(reader, key, "%s has no \"%s\"%s%s%s", what, name,
                  nearest.best ? ", nearest is \"" : "", nearest.best ? nearest.best : "",
                  nearest.best ? "\"" : "");
    return NULL;
}

const yaml_node_t *yaml_find(struct yaml_reader *reader, const yaml_node_t *map, const char *key)
{
    if (map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top;
         pair++) {
        const char *name = yaml_text_scalar(yaml_document_get_node(&reader->document, pair->key));
        if (name && strcmp(name, key) == 0)
            return yaml_document_get_node(&reader->document, pair->value);
    }
    return NULL;
}

bool yaml_take(struct yaml_reader *reader, const yaml_node_t *node, const struct yaml_field *fields,
               const char *what, void *target)
{
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "%s must be a map", what);
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pair->key);
        const yaml_node_t *value = yaml_document_get_node(&reader->document, pair->value);
        const struct yaml_field *field = find_field(reader, key, fields, what);
        if (!field)
            return false;
        if (yaml_find(reader, node, field->name) != value)
            return yaml_fail(reader, key, "\"%s\" is given twice", field->name);
        if (!field->take(reader, value, (char *)target + field->offset))
            return false;
    }
    for (const struct yaml_field *field = fields; field->name; field++)
        if (field->required && !yaml_find(reader, node, field->name))
            return yaml_fail(reader, node, "%s needs \"%s\"", what, field->name);
    return true;
}

size_t yaml_count(const yaml_node_t *list)
{
    if (list->type != YAML_SEQUENCE_NODE)
        return 0;
    return (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}

const yaml_node_t *yaml_element(struct yaml_reader *reader, const yaml_node_t *list, size_t at)
{
    return yaml_document_get_node(&reader->document, list->data.sequence.items.start[at]);
}

static const char *word_of(const struct yaml_reader *reader, const char *column, size_t length)
{
    for (size_t i = reader->row_count; i-- > 0;)
        for (size_t j = 0; j < reader->rows[i]->count; j++) {
            const struct yaml_word *word = &reader->rows[i]->words[j];
            if (strlen(word->column) == length && strncmp(word->column, column, length) == 0)
                return word->word;
        }
    return NULL;
}

char *yaml_words(struct yaml_reader *reader, const yaml_node_t *node)
{
    const char *text = yaml_text_scalar(node);
    struct strbuf words = {0};
    if (!text) {
        yaml_fail(reader, node, "a text is expected, not a list or a map");
        return NULL;
    }
    strbuf_adds(&words, "");
    for (const char *at = text; *at; at++) {
        const char *end = at[0] == '$' && at[1] == '{' ? strchr(at, '}') : NULL;
        if (!end) {
            strbuf_addc(&words, *at);
            continue;
        }
        const char *word = word_of(reader, at + 2, (size_t)(end - at) - 2);
        if (!word) {
            yaml_fail(reader, node, "%.*s: there is no such column here", (int)(end - at) + 1, at);
            strbuf_free(&words);
            return NULL;
        }
        strbuf_adds(&words, word);
        at = end;
    }
    return strbuf_detach(&words);
}

int yaml_choice(struct yaml_reader *reader, const yaml_node_t *node, const char *const *words)
{
    const char *word = yaml_text_scalar(node);
    struct strbuf all = {0};
    for (int i = 0; words[i]; i++) {
        if (word && strcmp(words[i], word) == 0) {
            strbuf_free(&all);
            return i;
        }
        strbuf_addf(&all, "%s%s", i ? ", " : "", words[i]);
    }
    yaml_fail(reader, node, "\"%s\" is not one of: %s", word ? word : "", all.data);
    strbuf_free(&all);
    return -1;
}

size_t yaml_number(struct yaml_reader *reader, const yaml_node_t *node)
{
    const char *word = yaml_text_scalar(node);
    char *end = NULL;
    errno = 0;
    long number = word ? strtol(word, &end, 10) : 0;
    if (number >= 1 && number <= LARGEST_NUMBER && !*end && !errno)
        return (size_t)number;
    yaml_fail(reader, node, "a whole number from 1 is expected");
    return 0;
}
