#include "report/metric/unit_spelling.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "report/base/mem.h"

static const struct {
    const char *ncu, *usual;
} spellings[] = {{"hz", "Hz"},    {"Khz", "kHz"},  {"Mhz", "MHz"},  {"Ghz", "GHz"},
                 {"Thz", "THz"},  {"byte", "B"},   {"Kbyte", "KB"}, {"Mbyte", "MB"},
                 {"Gbyte", "GB"}, {"Tbyte", "TB"}, {"Pbyte", "PB"}};

/* Words of which there are one or several. */
static const struct {
    const char *one, *several;
} words[] = {{"SM", "SMs"},           {"block", "blocks"},   {"branch", "branches"},
             {"cluster", "clusters"}, {"cycle", "cycles"},   {"op", "ops"},
             {"pass", "passes"},      {"pixel", "pixels"},   {"register", "registers"},
             {"request", "requests"}, {"sample", "samples"}, {"sector", "sectors"},
             {"tag", "tags"},         {"thread", "threads"}, {"warp", "warps"}};

/* Whether the first word of a unit is this one. */
static bool begins(const char *unit, const char *word)
{
    const size_t length = strcspn(unit, "/");
    return strncmp(unit, word, length) == 0 && !word[length];
}

static void replace(char *unit, size_t size, const char *word)
{
    char rest[64];
    snprintf(rest, sizeof rest, "%s", unit + strcspn(unit, "/"));
    snprintf(unit, size, "%s%s", word, rest);
}

void unit_spell(char *unit, size_t size)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (begins(unit, spellings[i].ncu)) {
            replace(unit, size, spellings[i].usual);
            return;
        }
}

void unit_count(char *unit, size_t size, double number)
{
    const bool one = number == 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(unit, words[i].one) || begins(unit, words[i].several)) {
            replace(unit, size, one ? words[i].one : words[i].several);
            return;
        }
}

char *unit_spelled(const char *unit)
{
    char spelled[64];
    snprintf(spelled, sizeof spelled, "%s", unit);
    unit_spell(spelled, sizeof spelled);
    return mem_strdup(spelled);
}
