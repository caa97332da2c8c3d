/* An expression of frames, a zero byte, and the packed call stack to judge: what an expression
 * includes is what it does not let pass when it excludes. */
#include <stdlib.h>
#include <string.h>

#include "report/filter/stack_filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void judge(const char *text, const Rep__CpuStacktraceStackMessage *stack)
{
    struct stack_filter in = {0}, out = {0};
    struct error error = {""};
    bool good = stack_patterns_add(&in.native_include, text, &error);
    if (good != stack_patterns_add(&out.native_exclude, text, NULL) ||
        good == (*error.text != '\0'))
        abort();
    if (good && stack_filter_passes(&in, stack, NULL) == stack_filter_passes(&out, stack, NULL))
        abort();
    stack_filter_free(&in);
    stack_filter_free(&out);
}

/* Repetitions of repetitions take the C library's regular expressions a memory that doubles with
 * each of them. */
static size_t repetitions(const uint8_t *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += memchr("*+?", bytes[i], 3) ? 1 : bytes[i] == '{' ? 6 : 0;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const uint8_t *end = length ? memchr(bytes, '\0', length) : NULL;
    size_t text_length = end ? (size_t)(end - bytes) : length;
    if (text_length > 60 || repetitions(bytes, text_length) > 5)
        return 0;
    char *text = malloc(text_length + 1);
    memcpy(text, bytes, text_length);
    text[text_length] = '\0';
    Rep__CpuStacktraceStackMessage *stack =
        end ? rep__cpu_stacktrace_stack_message__unpack(NULL, length - text_length - 1, end + 1)
            : NULL;
    judge(text, stack);
    if (stack)
        rep__cpu_stacktrace_stack_message__free_unpacked(stack, NULL);
    free(text);
    return 0;
}
