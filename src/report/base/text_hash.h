/* text_hash: a hash of texts for tables in memory (FNV-1a, 32 bits). */
#ifndef ROOFTOP_REPORT_BASE_TEXT_HASH_H
#define ROOFTOP_REPORT_BASE_TEXT_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t text_hash_part(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash;
}

static inline uint32_t text_hash(const char *text)
{
    return text_hash_part(text, strlen(text));
}

#endif
