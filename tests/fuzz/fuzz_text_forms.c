/* Any text as a JSON string, as Markdown and as a code span; its first bytes as a number. */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/helpers/json_parse.h"
#include "report/base/json_writer.h"
#include "report/base/markdown.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check_json(const char *text, double number)
{
    char *written, problem[128];
    size_t length;
    FILE *out = open_memstream(&written, &length);
    struct json_writer json;
    json_begin(&json, out);
    json_open_line(&json, NULL, JSON_ARRAY);
    json_string(&json, NULL, text);
    json_number(&json, NULL, number);
    json_finish(&json);
    fclose(out);
    struct json_node *node = json_parse(written, length, problem);
    const char *digits = node ? json_text_at(node, "[1]") : NULL;
    if (!digits || (isfinite(number) && strtod(digits, NULL) != number))
        abort();
    json_node_free(node);
    free(written);
}

/* No control byte, and no mark of a cell's end but escaped. */
static void check_cell(const struct strbuf *cell)
{
    bool escaped = false;
    for (size_t i = 0; i < cell->length; i++) {
        unsigned char c = (unsigned char)cell->data[i];
        if (c < 0x20 || c == 0x7f || (c == '|' && !escaped))
            abort();
        escaped = c == '\\' && !escaped;
    }
}

static void check_markdown(const char *text)
{
    struct strbuf cell = {0}, code = {0};
    markdown_add_text(&cell, text);
    check_cell(&cell);
    strbuf_free(&cell);
    markdown_add_code(&code, text, false);
    for (size_t i = 0; i < code.length; i++)
        if ((unsigned char)code.data[i] < 0x20)
            abort();
    strbuf_free(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    double number = 0;
    setlocale(LC_CTYPE, length % 2 ? "C" : "C.UTF-8");
    memcpy(&number, bytes, length < sizeof number ? length : sizeof number);
    char *text = malloc(length + 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    check_json(text, number);
    check_markdown(text);
    free(text);
    return 0;
}
