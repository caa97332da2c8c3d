#include "report/base/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 1 << 16,     /* bytes of an expression */
    MOST_STEPS = 20000000, /* of a match: some tenths of a second */
    MOST_MEMORY = 16384,   /* KiB, for a match */
    DEEPEST = 100,         /* groups in groups */
    SHOWN = 200            /* bytes of an expression in a complaint */
};

struct regex {
    pcre2_code *code;
    pcre2_match_context *limits;
    /* What the last match worked in. A new one for each match costs more than the match. */
    _Atomic(pcre2_match_data *) spare;
    char *text;
    atomic_bool given_up;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char complaint[REGEX_COMPLAINT];
static atomic_bool complained;

static size_t characters(const char *text, size_t bytes)
{
    size_t number = 0;
    for (size_t i = 0; i < bytes; i++)
        number += ((unsigned char)text[i] & 0xc0) != 0x80;
    return number;
}

static void say_fault(char *fault, int problem, const char *text, size_t place)
{
    char reason[120] = "";
    if (!fault)
        return;
    pcre2_get_error_message(problem, (PCRE2_UCHAR *)reason, sizeof reason);
    const size_t length = strlen(text);
    const size_t number = characters(text, place < length ? place : length);
    snprintf(fault, REGEX_FAULT, "%s at character %zu", reason, number ? number : 1);
}

/* Compiles the text with the limits of what an expression may be. */
static pcre2_code *compile(const char *text, int *problem, size_t *place)
{
    /* A dot takes every character, and "$" is only the end: names are not lines. */
    const uint32_t how = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (!context)
        return NULL;
    pcre2_set_max_pattern_length(context, LONGEST);
    pcre2_set_parens_nest_limit(context, DEEPEST);
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, how, problem, place, context);
    pcre2_compile_context_free(context);
    return code;
}

struct regex *regex_new(const char *text, char fault[REGEX_FAULT])
{
    int problem = PCRE2_ERROR_NOMEMORY;
    size_t place = 0;
    struct regex *regex = calloc(1, sizeof *regex);
    if (regex && (regex->code = compile(text, &problem, &place))) {
        regex->limits = pcre2_match_context_create(NULL);
        regex->text = strdup(text);
        problem = PCRE2_ERROR_NOMEMORY;
    }
    if (!regex || !regex->limits || !regex->text) {
        say_fault(fault, problem, text, place);
        regex_free(regex);
        return NULL;
    }
    pcre2_set_match_limit(regex->limits, MOST_STEPS);
    pcre2_set_heap_limit(regex->limits, MOST_MEMORY);
    return regex;
}

void regex_hasten(struct regex *regex)
{
    if (regex)
        pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE);
}

void regex_free(struct regex *regex)
{
    if (!regex)
        return;
    pcre2_match_data_free(atomic_load(&regex->spare));
    pcre2_match_context_free(regex->limits);
    pcre2_code_free(regex->code);
    free(regex->text);
    free(regex);
}

static void give_up(struct regex *regex, const char *text)
{
    if (atomic_exchange(&regex->given_up, true))
        return;
    pthread_mutex_lock(&lock);
    if (!atomic_load(&complained)) {
        snprintf(complaint, sizeof complaint,
                 "the regular expression \"%.*s\" takes too long with a name of %zu characters, so "
                 "it fits nothing from there on; write it without a repetition inside of a "
                 "repetition",
                 SHOWN, regex->text, characters(text, strlen(text)));
        atomic_store(&complained, true);
    }
    pthread_mutex_unlock(&lock);
}

bool regex_found(const struct regex *expression, const char *text)
{
    struct regex *regex = (struct regex *)expression;
    if (atomic_load_explicit(&regex->given_up, memory_order_relaxed))
        return false;
    pcre2_match_data *places = atomic_exchange(&regex->spare, NULL);
    if (!places && !(places = pcre2_match_data_create(1, NULL)))
        return false;
    const size_t length = strlen(text);
    int found = pcre2_match(regex->code, (PCRE2_SPTR)text, length, 0, 0, places, regex->limits);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = pcre2_match(regex->code, (PCRE2_SPTR)text, length, 0, PCRE2_NO_JIT, places,
                            regex->limits);
    pcre2_match_data_free(atomic_exchange(&regex->spare, places));
    if (found < 0 && found != PCRE2_ERROR_NOMATCH)
        give_up(regex, text);
    return found >= 0;
}

bool regex_take_complaint(char out[REGEX_COMPLAINT])
{
    if (!atomic_load_explicit(&complained, memory_order_relaxed))
        return false;
    pthread_mutex_lock(&lock);
    const bool any = atomic_exchange(&complained, false);
    if (any)
        memcpy(out, complaint, sizeof complaint);
    pthread_mutex_unlock(&lock);
    return any;
}
