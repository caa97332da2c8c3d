#include "report/base/yaml_text.h"

bool yaml_text_load(yaml_document_t *document, const char *file, const char *text, size_t length,
                    struct error *error)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return error_set(error, "%s: out of memory", file);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    bool good = yaml_parser_load(&parser, document);
    if (!good)
        error_set(error, "%s:%zu:%zu: %s", file, parser.problem_mark.line + 1,
                  parser.problem_mark.column + 1, parser.problem ? parser.problem : "not YAML");
    yaml_parser_delete(&parser);
    return good;
}

const char *yaml_text_scalar(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}
