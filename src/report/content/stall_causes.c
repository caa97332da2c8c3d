#include "report/content/stall_causes.h"

#include <string.h>
#include <strings.h>

static const struct row {
    const char *rule, *title, *stall;
    unsigned uses;
} rows[] = {
#include "stall_causes.inc"
};

enum { ROWS = sizeof rows / sizeof *rows };

static const struct {
    const char *opcode; /* its beginning */
    unsigned uses;
} opcodes[] = {{"ATOMS", USES_SHARED | USES_ATOMICS},
               {"ATOM", USES_GLOBAL | USES_ATOMICS},
               {"RED", USES_GLOBAL | USES_ATOMICS},
               {"LDL", USES_LOCAL},
               {"STL", USES_LOCAL},
               {"LDG", USES_GLOBAL},
               {"STG", USES_GLOBAL},
               {"LDS", USES_SHARED},
               {"STS", USES_SHARED}};

static bool begins(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

static bool is_about(const struct row *row, const char *rule, const char *title)
{
    return strcmp(row->rule, rule) == 0 && strstr(title, row->title);
}

enum stall_cause stall_cause_of(const char *rule, const char *title, const char *stall)
{
    bool known = false;
    if (strcmp(rule, "CPIStall") == 0)
        return begins(title, stall) ? STALL_CAUSE_WAIT : STALL_CAUSE_NONE;
    for (size_t i = 0; i < ROWS; i++) {
        known = known || strcmp(rows[i].rule, rule) == 0;
        if (is_about(&rows[i], rule, title) && strcmp(rows[i].stall, stall) == 0)
            return STALL_CAUSE;
    }
    return known ? STALL_CAUSE_NONE : STALL_CAUSE_UNKNOWN;
}

unsigned stall_cause_uses(const char *rule, const char *title)
{
    unsigned uses = USES_NONE;
    for (size_t i = 0; i < ROWS; i++)
        if (is_about(&rows[i], rule, title))
            uses |= rows[i].uses;
    return uses;
}

unsigned stall_cause_uses_of(const char *opcode)
{
    for (size_t i = 0; opcode && i < sizeof opcodes / sizeof *opcodes; i++)
        if (begins(opcode, opcodes[i].opcode))
            return opcodes[i].uses;
    return USES_NONE;
}
