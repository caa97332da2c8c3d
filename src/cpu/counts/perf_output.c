#include "cpu/counts/perf_output.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/perf_line.h"
#include "report/base/mem.h"

enum { MOST_WORDS = 24 };

struct words {
    char *word[MOST_WORDS];
    size_t count;
};

/* Cuts a line at blanks; "<not counted>" stays one word. */
static void cut(struct words *words, char *line)
{
    words->count = 0;
    for (char *at = line; *at && words->count < MOST_WORDS;) {
        at += strspn(at, " \t\r");
        if (!*at)
            break;
        char *end = *at == '<' && strchr(at, '>') ? strchr(at, '>') + 1 : at + strcspn(at, " \t\r");
        const bool more = *end != '\0';
        words->word[words->count++] = at;
        *end = '\0';
        at = end + more;
    }
}

/* Takes the share of the time in "(33.21%)" at the end of a line off. false: it is no number. Other
 * parentheses stay: dd, for one, has some in what it prints. */
static bool take_percent(char *line, double *percent)
{
    char *end, *open = strrchr(line, '('), *close = open ? strstr(open, "%)") : NULL;
    *percent = NAN;
    if (!close || strstr(open, "+-"))
        return true;
    *close = *open = '\0';
    if (strchr(open + 1, ','))
        *strchr(open + 1, ',') = '.';
    *percent = strtod(open + 1, &end);
    return end > open + 1 && !end[strspn(end, " ")] && isfinite(*percent);
}

static void drop(char *line, const char *what)
{
    for (char *at; (at = strstr(line, what)) != NULL;)
        memmove(at, at + strlen(what), strlen(at + strlen(what)) + 1);
}

/* "0.1275 seconds time elapsed", with -r also "0.1275 +- 0.0003 seconds time elapsed". */
static bool take_elapsed(struct cpu_run *run, const struct words *words)
{
    double seconds;
    const size_t n = words->count;
    if (n < 4 || strcmp(words->word[n - 1], "elapsed") != 0 ||
        strcmp(words->word[n - 3], "seconds") != 0 || !perf_number(words->word[0], true, &seconds))
        return false;
    run->elapsed = seconds * 1e9;
    return true;
}

static bool is_unit(const char *word)
{
    return isalpha((unsigned char)*word) && strlen(word) <= 8;
}

/* Whether the word can be an event: its first character says so. */
static bool is_event(const char *word)
{
    return isalpha((unsigned char)*word) || *word == '_';
}

/* What stands before the value: a time, S0 and the number of its CPUs, CPU0, ... */
static bool take_front(const struct words *words, size_t end, struct perf_count *count)
{
    for (size_t i = 0; i < end; i++) {
        const char *word = words->word[i];
        double number;
        if (perf_socket(word) != CPU_ANY_SOCKET)
            count->socket = perf_socket(word);
        else if (i == 0 && perf_number(word, true, &number))
            count->at = number * 1e9;
        else if (perf_cpu(word) >= 0)
            count->cpu = perf_cpu(word);
        else if (!perf_number(word, false, &number) && !(i == 0 && (*word == 'N' || *word == 'D')))
            return false;
    }
    return true;
}

static bool take_text_line(struct perf_reader *reader, char *line)
{
    struct words words;
    struct perf_count count = {
        .socket = CPU_ANY_SOCKET, .cpu = -1, .at = NAN, .runtime = NAN, .unit = ""};
    drop(line, "**");
    const bool share = take_percent(line, &count.percent);
    line[strcspn(line, "#")] = '\0';
    char *error = strstr(line, "( +-");
    if (error)
        *error = '\0';
    cut(&words, line);
    if (take_elapsed(reader->run, &words))
        return true;
    if (words.count < 2 || !is_event(words.word[words.count - 1]))
        return false;
    size_t at = words.count - 2;
    if (at && is_unit(words.word[at]))
        count.unit = words.word[at--];
    count.event = words.word[words.count - 1];
    if (strcmp(count.unit, "seconds") == 0)
        return false; /* "0.001 seconds user" */
    if (!perf_is_absent(words.word[at], &count.state)) {
        const bool fraction = *count.unit && strcmp(count.unit, "ns") != 0;
        if (!perf_number(words.word[at], fraction, &count.value))
            return false;
        count.state = CPU_COUNTED;
    }
    if (!share || !take_front(&words, at, &count))
        return false;
    perf_line_add(reader, &count);
    return true;
}

/* "Performance counter stats for 'system wide':" */
static void take_title(struct cpu_run *run, const char *line)
{
    static const char title[] = "Performance counter stats for '";
    const char *at = strstr(line, title);
    if (!at)
        return;
    at += strlen(title);
    const char *end = strrchr(at, '\'');
    if (!end || end <= at)
        return;
    free(run->command);
    run->command = mem_strndup(at, (size_t)(end - at));
    run->whole_machine = strcmp(run->command, "system wide") == 0;
}

static void take_line(struct perf_reader *reader, char *line)
{
    char *start = line + strspn(line, " \t");
    if (*start == '#')
        return;
    char *whole = mem_strdup(start); /* readers cut the line */
    whole[strcspn(whole, "\r")] = '\0';
    const bool found = *start == '{'
                           ? perf_json_line(reader, start)
                           : perf_csv_line(reader, start) || take_text_line(reader, start);
    if (!found && perf_line_is_broken(reader->run->catalog, whole))
        cpu_gaps_add_broken(&reader->run->gaps, reader->file, reader->line, whole,
                            "its value, its share of the time or what stands before them is not as "
                            "perf stat prints it");
    free(whole);
}

/* Where the reader does not see the messages, a note says that there is less than in the file. */
static void note_broken(struct cpu_run *run, const char *file, size_t count)
{
    if (count)
        cpu_run_note(run, "%zu line%s of %s %s broken and left out", count, count == 1 ? "" : "s",
                     file, count == 1 ? "is" : "are");
}

bool perf_output_read(struct cpu_run *run, const char *file, const char *text, size_t length,
                      struct error *error)
{
    const size_t before = run->count, broken = run->gaps.broken;
    if (length && memchr(text, '\0', length))
        return error_set(error, "%s: this is no text, and no file of rooftop cpu -o", file);
    struct perf_reader reader = {.run = run, .file = file, .at = NAN, .group = 1};
    for (size_t i = 0; i < before; i++)
        if (run->counts[i].group >= reader.group)
            reader.group = run->counts[i].group + 1; /* of the files before */
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t size = end ? (size_t)(end - text) - at : length - at;
        char *line = mem_strndup(text + at, size);
        reader.line++;
        take_title(run, line);
        take_line(&reader, line);
        free(line);
        at += size + 1;
    }
    free(reader.seen);
    note_broken(run, file, run->gaps.broken - broken);
    return run->count > before ||
           error_set(error,
                     "%s: this has no count of perf stat (text, -x or -j) and is no file of "
                     "rooftop cpu -o",
                     file);
}
