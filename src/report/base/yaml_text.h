/* yaml_text: loads YAML documents, for files that users write. */
#ifndef ROOFTOP_REPORT_BASE_YAML_TEXT_H
#define ROOFTOP_REPORT_BASE_YAML_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "report/base/error.h"

/* Loads the first document; release it with yaml_document_delete(). Returns false if the text is
 * not YAML; the error names file, line and column. */
bool yaml_text_load(yaml_document_t *document, const char *file, const char *text, size_t length,
                    struct error *error);

/* Returns the text of a scalar, or NULL for a list, a map or no node. */
const char *yaml_text_scalar(const yaml_node_t *node);

#endif
