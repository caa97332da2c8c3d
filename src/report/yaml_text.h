/* yaml_text: a YAML document from a text, for files that users write. */
#ifndef ROOFTOP_YAML_TEXT_H
#define ROOFTOP_YAML_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "error.h"

/* Loads the first document; release it with yaml_document_delete(). false: it is not YAML; the
 * error has the file's name, line and column. */
bool yaml_text_load(yaml_document_t *document, const char *file, const char *text, size_t length,
                    struct error *error);

/* The text of a scalar; NULL for a list, a map or no node. */
const char *yaml_text_scalar(const yaml_node_t *node);

#endif
