/* yaml_map: reads maps of a YAML file by a table of their fields.
 *
 * Errors name file, line, column and the nearest key. In a text, "${COLUMN}" stands for the word of
 * that column in the current rows. */
#ifndef ROOFTOP_REPORT_BASE_YAML_MAP_H
#define ROOFTOP_REPORT_BASE_YAML_MAP_H

#include "report/base/yaml_text.h"

struct yaml_word {
    const char *column, *word;
};

struct yaml_row {
    const struct yaml_word *words;
    size_t count;
};

enum { YAML_ROWS = 2 };

struct yaml_reader {
    const char *file;
    yaml_document_t document;
    struct error *error;
    const struct yaml_row *rows[YAML_ROWS]; /* the last one is searched first */
    size_t row_count;
};

/* Takes a value into the target. Returns false with the error if it cannot. */
typedef bool yaml_take_value(struct yaml_reader *reader, const yaml_node_t *node, void *target);

/* A key, and the offset of the member in the target that gets its value. */
struct yaml_field {
    const char *name;
    yaml_take_value *take;
    size_t offset;
    bool required;
};

/* Stores the error "FILE:LINE:COLUMN: TEXT". Always returns false. */
bool yaml_fail(struct yaml_reader *reader, const yaml_node_t *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes each pair of a map by its field. The fields end with one that has no name. `what` names the
 * map in errors ("a rule"). Returns false if the node is no map, a key is unknown or stands twice,
 * a required key is missing, or a value cannot be taken. */
bool yaml_take(struct yaml_reader *reader, const yaml_node_t *node, const struct yaml_field *fields,
               const char *what, void *target);

/* Returns the node of a key, or NULL if the map lacks the key or is no map. */
const yaml_node_t *yaml_find(struct yaml_reader *reader, const yaml_node_t *map, const char *key);

/* Returns the number of elements, or 0 if the node is no list. */
size_t yaml_count(const yaml_node_t *list);
const yaml_node_t *yaml_element(struct yaml_reader *reader, const yaml_node_t *list, size_t at);

/* Returns a text in which words replace the columns; free() it. Returns NULL with the error if the
 * node is no text or names an unknown column. */
char *yaml_words(struct yaml_reader *reader, const yaml_node_t *node);

/* Returns the index of the node's word in `words`, which ends with NULL. Returns -1 with the error
 * for another word. */
int yaml_choice(struct yaml_reader *reader, const yaml_node_t *node, const char *const *words);

/* Returns a whole number from 1 to 100000. Returns 0 with the error for anything else. */
size_t yaml_number(struct yaml_reader *reader, const yaml_node_t *node);

#endif
