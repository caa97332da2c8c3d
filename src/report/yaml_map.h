/* yaml_map: maps of a YAML file whose keys are told by a table of fields, with errors that name
 * file, line, column and the nearest key. In a text "${COLUMN}" stands for the word of that column
 * in the rows that are set. */
#ifndef ROOFTOP_YAML_MAP_H
#define ROOFTOP_YAML_MAP_H

#include "yaml_text.h"

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
    const struct yaml_row *rows[YAML_ROWS]; /* the last one is asked first */
    size_t row_count;
};

/* Takes a value; false: it cannot, and said why. */
typedef bool yaml_take_value(struct yaml_reader *reader, const yaml_node_t *node, void *target);

/* A key whose value is taken into what is `offset` bytes behind the target. */
struct yaml_field {
    const char *name;
    yaml_take_value *take;
    size_t offset;
    bool required;
};

/* "FILE:LINE:COLUMN: TEXT"; returns false. */
bool yaml_fail(struct yaml_reader *reader, const yaml_node_t *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes each pair by its field; the fields end with one without a name. what: "a rule". false: it
 * is no map, a key is unknown, stands twice, or is missing although required, or a take failed. */
bool yaml_take(struct yaml_reader *reader, const yaml_node_t *node, const struct yaml_field *fields,
               const char *what, void *target);

/* The node of a key; NULL: the map lacks it, or it is no map. */
const yaml_node_t *yaml_find(struct yaml_reader *reader, const yaml_node_t *map, const char *key);

/* Elements of a list; 0 if it is none. */
size_t yaml_count(const yaml_node_t *list);
const yaml_node_t *yaml_element(struct yaml_reader *reader, const yaml_node_t *list, size_t at);

/* A text with its columns in place, free() it. NULL: it is no text, or names no column; that has
 * been said. */
char *yaml_words(struct yaml_reader *reader, const yaml_node_t *node);

/* One of the words, which end with NULL; its index. -1: another one; that has been said. */
int yaml_choice(struct yaml_reader *reader, const yaml_node_t *node, const char *const *words);

/* A whole number from 1. 0: it is none; that has been said. */
size_t yaml_number(struct yaml_reader *reader, const yaml_node_t *node);

#endif
