#include "report/metric/unit_spelling.h"

#include <stdio.h>
#include <string.h>

#include "report/base/mem.h"

static const struct {
    const char *ncu, *usual;
} spellings[] = {{"hz", "Hz"},    {"Khz", "kHz"},  {"Mhz", "MHz"},  {"Ghz", "GHz"},
                 {"Thz", "THz"},  {"byte", "B"},   {"Kbyte", "KB"}, {"Mbyte", "MB"},
                 {"Gbyte", "GB"}, {"Tbyte", "TB"}, {"Pbyte", "PB"}};

void unit_spell(char *unit, size_t size)
{
    size_t length = strcspn(unit, "/");
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char rest[64];
        if (strncmp(unit, spellings[i].ncu, length) != 0 || spellings[i].ncu[length])
            continue;
        snprintf(rest, sizeof rest, "%s", unit + length);
        snprintf(unit, size, "%s%s", spellings[i].usual, rest);
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
