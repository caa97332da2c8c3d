#include "report/base/message.h"

#include <stdlib.h>

#include "report/base/safe_text.h"

void message_print(FILE *out, const char *text)
{
    char *safe = safe_text(text);
    fprintf(out, "rooftop: %s\n", safe);
    free(safe);
}
