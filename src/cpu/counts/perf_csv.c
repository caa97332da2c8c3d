/* A line of perf stat -x: [time,] [S0,CPUS, | CPU0, | ...] value,unit,event,runtime,percent[,...].
 * A separator between the slashes of an event belongs to the event. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/perf_line.h"

enum { MOST_FIELDS = 16, LEAST_FIELDS = 5 };

/* Cuts the line. Returns the number of fields. */
static size_t cut(char *line, char separator, char **fields)
{
    size_t count = 0;
    bool inside = false;
    fields[count++] = line;
    for (char *at = line; *at; at++) {
        if (*at == '/')
            inside = !inside;
        if (*at != separator || inside || count == MOST_FIELDS)
            continue;
        *at = '\0';
        fields[count++] = at + 1;
    }
    return count;
}

static bool plain_number(const char *text, double *number)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    *number = strtod(text, &end);
    return !*end && isfinite(*number);
}

/* Whether value, unit, event, runtime and percent stand from here on. */
static bool is_count(char **fields, struct perf_count *count)
{
    if (!perf_is_absent(fields[0], &count->state)) {
        if (!plain_number(fields[0], &count->value))
            return false;
        count->state = CPU_COUNTED;
    }
    if (isdigit((unsigned char)*fields[1]) || !*fields[2] || isdigit((unsigned char)*fields[2]))
        return false;
    count->unit = fields[1];
    count->event = fields[2];
    return plain_number(fields[3], &count->runtime) && plain_number(fields[4], &count->percent);
}

/* The separator is what stands around the five fields; it is none of a number. */
static char separator_of(const char *line)
{
    static const char known[] = ",;:|\t";
    const size_t at = strcspn(line, known);
    return line[at];
}

bool perf_csv_line(struct perf_reader *reader, char *line)
{
    char *fields[MOST_FIELDS];
    const char separator = separator_of(line);
    struct perf_count count = {.socket = CPU_ANY_SOCKET, .cpu = -1, .at = NAN};
    if (!separator)
        return false;
    char *copy = strdup(line); /* the line is that of a text if it is not one of these */
    if (!copy)
        return false;
    const size_t number = cut(copy, separator, fields);
    bool found = false;
    for (size_t i = 0; i + LEAST_FIELDS <= number && !found; i++) {
        found = is_count(fields + i, &count);
        for (size_t j = 0; j < i && found; j++) {
            double seconds;
            const char *word = fields[j] + strspn(fields[j], " ");
            if (j == 0 && plain_number(word, &seconds))
                count.at = seconds * 1e9;
            if (perf_socket(word) != CPU_ANY_SOCKET)
                count.socket = perf_socket(word);
            if (perf_cpu(word) >= 0)
                count.cpu = perf_cpu(word);
        }
    }
    if (found)
        perf_line_add(reader, &count);
    free(copy);
    return found;
}
