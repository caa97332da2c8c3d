/* An expression of NVTX ranges, a zero byte, and the packed NVTX state to judge: what an expression
 * includes is what it does not let pass when it excludes. */
#include <stdlib.h>
#include <string.h>

#include "report/filter/nvtx_filter.h"
#include "report/filter/range_filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void judge(const char *text, const Rep__NvtxState *state)
{
    struct nvtx_filter in = {0}, out = {0};
    struct error error = {""};
    bool good = nvtx_patterns_add(&in.include, text, &error);
    if (good != nvtx_patterns_add(&out.exclude, text, NULL) || good == (*error.text != '\0'))
        abort();
    uint32_t thread = state && state->n_threads ? state->threads[0]->tid : 1;
    if (good && nvtx_filter_passes(&in, state, thread) == nvtx_filter_passes(&out, state, thread))
        abort();
    nvtx_filter_free(&in);
    nvtx_filter_free(&out);
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
    Rep__NvtxState *state =
        end ? rep__nvtx_state__unpack(NULL, length - text_length - 1, end + 1) : NULL;
    struct range_filter ranges = {0};
    struct error error = {""};
    judge(text, state);
    if (range_filter_set(&ranges, text, &error) == (*error.text != '\0'))
        abort();
    range_filter_free(&ranges);
    if (state)
        rep__nvtx_state__free_unpacked(state, NULL);
    free(text);
    return 0;
}
