#include "report/base/message.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

static const struct kind {
    const char *word, *mark;
} kinds[] = {{"note: ", "PROF"}, {"warning: ", "WARNING"}, {"error: ", "ERROR"}};
enum { KINDS = sizeof kinds / sizeof *kinds, NOTE = 0, FAILURE = KINDS - 1 };

static void print(FILE *out, int rank, const char *text, const char *mark)
{
    const int file = fileno(out);
    const bool seen = file >= 0 && isatty(file);
    size_t word = 0;
    for (size_t i = 0; !seen && !word && i < KINDS; i++)
        if (strncmp(text, kinds[i].word, strlen(kinds[i].word)) == 0) {
            word = strlen(kinds[i].word);
            mark = kinds[i].mark;
        }
    /* In one piece: what others print to the same place comes before or behind it. */
    char *safe = safe_text(text + word);
    char *who = rank >= 0 ? mem_printf("rank %d: ", rank) : mem_strdup("");
    char *line = seen ? mem_printf("rooftop: %s%s\n", who, safe)
                      : mem_printf("==%s== %s%s\n", mark, who, safe);
    fputs(line, out);
    fflush(out);
    free(line);
    free(who);
    free(safe);
}

void message_print(FILE *out, const char *text)
{
    print(out, -1, text, kinds[FAILURE].mark);
}

void message_tell(FILE *out, int rank, const char *text)
{
    print(out, rank, text, kinds[NOTE].mark);
}
