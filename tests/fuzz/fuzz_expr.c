/* An expression over metrics with and without instances. */
#include <stdlib.h>
#include <string.h>

#include "expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Names that begin with i have as many instances as the name is long, with l such without ids, with
 * m none; t is a text; others are missing. */
static bool lookup(void *context, const char *name, struct expr_value *value)
{
    (void)context;
    value->value = (double)strlen(name) - 2;
    if (*name == 't')
        value->text = strdup(name + 1);
    if (*name != 'i' && *name != 'l')
        return *name == 'm' || *name == 't';
    value->count = strlen(name);
    value->whole_elements = value->count % 2;
    value->ids = *name == 'i' ? calloc(value->count, sizeof *value->ids) : NULL;
    value->elements = calloc(value->count, sizeof *value->elements);
    for (size_t i = 0; i < value->count; i++) {
        if (value->ids)
            value->ids[i] = (unsigned char)name[i] % 7;
        value->elements[i] = (double)i;
    }
    return true;
}

static void use(void *context, const char *name)
{
    *(size_t *)context += strlen(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    struct expr_value value;
    struct error error;
    size_t names = 0;
    bool good = expr_evaluate(text, lookup, NULL, &value, &error);
    if (good)
        expr_value_free(&value);
    /* What can be evaluated can be asked for its metrics. */
    if (!expr_metrics(text, use, &names, &error) && good)
        abort();
    free(text);
    return 0;
}
