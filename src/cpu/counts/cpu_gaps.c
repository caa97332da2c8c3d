#include "cpu/counts/cpu_gaps.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* More than this is not read by anybody; a count of the rest follows. */
enum { MOST_GAPS = 40, MOST_SHOWN = 100 };

static void add(struct cpu_gaps *gaps, const char *subject, const char *file, char *text,
                bool broken)
{
    gaps->broken += broken;
    if (gaps->count == MOST_GAPS) {
        gaps->left++;
        free(text);
        return;
    }
    mem_grow(&gaps->list, gaps->count, &gaps->capacity, sizeof *gaps->list);
    gaps->list[gaps->count++] =
        (struct cpu_gap){mem_strdup(subject), mem_strdup(file), text, broken};
}

void cpu_gaps_add_broken(struct cpu_gaps *gaps, const char *file, size_t line, const char *text,
                         const char *why)
{
    add(gaps, text, file,
        mem_printf("%s:%zu: \"%.*s%s\" is left out: %s; correct the line, or count again", file,
                   line, MOST_SHOWN, text, strlen(text) > MOST_SHOWN ? "..." : "", why),
        true);
}

void cpu_gaps_add_unknown(struct cpu_gaps *gaps, const char *file, size_t line, const char *event,
                          const char *why)
{
    for (size_t i = 0; i < gaps->count; i++)
        if (!gaps->list[i].broken && strcmp(gaps->list[i].subject, event) == 0 &&
            strcmp(gaps->list[i].file, file) == 0)
            return;
    add(gaps, event, file,
        mem_printf("warning: %s:%zu: \"%.*s\" is in no formula: %s; a file in "
                   "~/.config/rooftop/cpu can give it a name, see rooftop-cpu(1)",
                   file, line, MOST_SHOWN, event, why),
        false);
}

void cpu_gaps_free(struct cpu_gaps *gaps)
{
    for (size_t i = 0; i < gaps->count; i++) {
        free(gaps->list[i].subject);
        free(gaps->list[i].file);
        free(gaps->list[i].text);
    }
    free(gaps->list);
    *gaps = (struct cpu_gaps){0};
}
