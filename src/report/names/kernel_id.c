#include "report/names/kernel_id.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* Takes a number, or nothing, up to the colon at `end`. */
static bool take_number(const char *text, const char *end, bool *has, uint32_t *number)
{
    char *stopped;
    *has = end > text;
    if (!*has)
        return true;
    errno = 0;
    unsigned long value = strtoul(text, &stopped, 10);
    *number = (uint32_t)value;
    return *text >= '0' && *text <= '9' && stopped == end && !errno && value <= UINT32_MAX;
}

static bool take_pattern(struct name_pattern *pattern, const char *before, const char *text,
                         size_t length, const char *after, struct error *error)
{
    if (!length)
        return true;
    char *whole = mem_printf("%s%.*s%s", before, (int)length, text, after);
    bool good = name_pattern_set(pattern, whole, error);
    free(whole);
    return good;
}

static bool parse(struct kernel_id *id, const char *text, struct error *error)
{
    const char *stream = strchr(text, ':');
    const char *name = stream ? strchr(stream + 1, ':') : NULL;
    const char *invocation = name ? strrchr(name + 1, ':') : NULL;
    if (!invocation)
        return error_set(error,
                         "\"%s\" lacks a part: it must be CONTEXT:STREAM:[regex:]NAME:INVOCATION "
                         "(any part may be empty)",
                         text);
    if (!take_number(text, stream, &id->has_context, &id->context))
        return error_set(error, "\"%.*s\" is not the number of a context", (int)(stream - text),
                         text);
    if (!take_number(stream + 1, name, &id->has_stream, &id->stream))
        return error_set(error, "\"%.*s\" is not the number of a stream", (int)(name - stream - 1),
                         stream + 1);
    return take_pattern(&id->name, "", name + 1, (size_t)(invocation - name - 1), "", error) &&
           take_pattern(&id->invocation, "regex:^(?:", invocation + 1, strlen(invocation + 1), ")$",
                        error);
}

bool kernel_id_set(struct kernel_id *id, const char *text, struct error *error)
{
    kernel_id_free(id);
    if (parse(id, text, error))
        return true;
    kernel_id_free(id);
    return false;
}

void kernel_id_free(struct kernel_id *id)
{
    name_pattern_free(&id->name);
    name_pattern_free(&id->invocation);
    id->has_context = id->has_stream = false;
}

bool kernel_id_fits_place(const struct kernel_id *id, uint32_t context, const uint32_t *stream)
{
    return (!id->has_context || id->context == context) &&
           (!id->has_stream || (stream && id->stream == *stream));
}

bool kernel_id_fits_invocation(const struct kernel_id *id, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return name_pattern_matches(&id->invocation, digits);
}
