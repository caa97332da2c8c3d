/* How it works: one call of ssh lists the reports with their sizes and hashes, and one for each
 * report that is not in the cache brings its bytes. What came goes into a new file, which takes its
 * place in the cache when it is whole; the hash stands in a file beside it. */
#include "cli/open/remote_reports.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/options/shell_words.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

enum { HASH = 64, PIECE = 1 << 16, MEGABYTE = 1000000 };

static const size_t most_kept = (size_t)4 << 30; /* bytes of all copies together */

/* Returns the colon after the host, or NULL if the word has none. As scp has it, brackets stand
 * around an address that has colons of its own, also after "user@". */
static const char *colon_of(const char *word)
{
    const char *colon = strchr(word, ':'), *slash = strchr(word, '/'), *open = strchr(word, '[');
    if (open && colon && open < colon && (open == word || open[-1] == '@')) {
        const char *close = strstr(open, "]:");
        colon = close ? close + 1 : NULL;
    }
    return colon && colon > word && *word != '-' && colon[1] && (!slash || slash > colon) ? colon
                                                                                          : NULL;
}

/* The host as ssh takes it, without brackets. */
static char *host_of(const char *word, const char *colon)
{
    struct strbuf host = {0};
    strbuf_adds(&host, "");
    for (const char *c = word; c < colon; c++)
        if (!strchr("[]", *c))
            strbuf_addc(&host, *c);
    return strbuf_detach(&host);
}

bool remote_reports_is(const char *word)
{
    return colon_of(word) && access(word, F_OK) != 0;
}

/* --- ssh -------------------------------------------------------------------------------------- */

/* Starts a script of the other machine's shell; its output is read from here. */
static FILE *start(const char *host, const char *script)
{
    struct strbuf command = {0};
    strbuf_adds(&command, "exec ssh -- ");
    shell_word_add(&command, host);
    strbuf_addc(&command, ' ');
    shell_word_add(&command, script);
    FILE *from = popen(command.data, "re");
    strbuf_free(&command);
    return from;
}

static bool end(FILE *from, const char *host, struct error *error)
{
    int status = from ? pclose(from) : -1;
    return status == 0 ||
           error_set(error, "%s: ssh failed; \"ssh %s true\" tells more", host, host);
}

/* Quotes a path for the shell there, but leaves what makes it a pattern. A leading ~/ is the home
 * folder, where paths begin anyway. */
static void add_pattern(struct strbuf *out, const char *path)
{
    path += strncmp(path, "~/", 2) == 0 ? 2 : 0;
    if (*path == '-')
        strbuf_adds(out, "./");
    for (; *path; path++) {
        if (strchr("*?[]", *path))
            strbuf_addc(out, *path);
        else if (*path == '\'')
            strbuf_adds(out, "\\'");
        else
            strbuf_addf(out, "'%c'", *path);
    }
}

/* --- what there is ---------------------------------------------------------------------------- */

struct remote {
    char hash[HASH + 1];
    unsigned long long size;
    char *path; /* there */
};

/* Reads "HASH SIZE PATH". */
static bool read_line(char *line, struct remote *to)
{
    char *after;
    if (strspn(line, "0123456789abcdef") != HASH || line[HASH] != ' ')
        return false;
    memcpy(to->hash, line, HASH);
    to->hash[HASH] = '\0';
    to->size = strtoull(line + HASH + 1, &after, 10);
    if (*after != ' ' || !after[1])
        return false;
    to->path = mem_strdup(after + 1);
    to->path[strcspn(to->path, "\n")] = '\0';
    return true;
}

/* Returns the number of reports, or SIZE_MAX with the error. */
static size_t list_remotes(const char *host, const char *path, bool tells, struct remote **list,
                           struct error *error)
{
    struct strbuf script = {0}, command = {0};
    char *line = NULL;
    size_t room = 0, count = 0, capacity = 0;
    strbuf_adds(&script, "for f in ");
    add_pattern(&script, path);
    /* Not every system has sha256sum, and some wc put blanks before the number. */
    strbuf_adds(&script, "; do if [ -f \"$f\" ]; then "
                         "h=$(sha256sum <\"$f\" 2>/dev/null || shasum -a 256 <\"$f\"); "
                         "printf '%.64s %d %s\\n' \"$h\" $(wc -c <\"$f\") \"$f\"; fi; done");
    /* The user's shell there may be one that has another language. */
    strbuf_adds(&command, "exec sh -c ");
    shell_word_add(&command, script.data);
    if (tells)
        fprintf(stderr, "\r%s: looking for reports\033[K", host);
    FILE *from = start(host, command.data);
    strbuf_free(&script);
    strbuf_free(&command);
    while (from && getline(&line, &room, from) > 0) {
        mem_grow(list, count, &capacity, sizeof **list);
        count += read_line(line, &(*list)[count]);
    }
    free(line);
    if (tells)
        fputs("\r\033[K", stderr);
    return end(from, host, error) ? count : SIZE_MAX;
}

/* --- the cache -------------------------------------------------------------------------------- */

static bool make_folder(const char *path)
{
    char *part = mem_strdup(path);
    bool good = true;
    for (char *c = part + 1; good; c++)
        if (*c == '/' || !*c) {
            const char was = *c;
            *c = '\0';
            good = mkdir(part, 0700) == 0 || errno == EEXIST;
            if (!was)
                break;
            *c = was;
        }
    free(part);
    return good;
}

/* "FOLDER/HOST:a%b.ncu-rep" for the path a/b.ncu-rep; a % of its own is doubled, so that no two
 * reports have one place. */
static char *place_of(const char *folder, const char *host, const char *path)
{
    struct strbuf place = {0};
    strbuf_addf(&place, "%s/", folder);
    for (const char *c = host; *c; c++)
        strbuf_addc(&place, *c == '/' ? '%' : *c);
    strbuf_addc(&place, ':');
    for (const char *c = path; *c; c++) {
        strbuf_addc(&place, *c == '/' ? '%' : *c);
        if (*c == '%')
            strbuf_addc(&place, '%');
    }
    return strbuf_detach(&place);
}

static bool is_kept(const char *place, const struct remote *remote)
{
    char *beside = mem_printf("%s.sha256", place), hash[HASH + 1] = "";
    struct stat status;
    FILE *file = fopen(beside, "re");
    bool same = file && fread(hash, 1, HASH, file) == HASH &&
                memcmp(hash, remote->hash, HASH) == 0 && stat(place, &status) == 0 &&
                (unsigned long long)status.st_size == remote->size;
    if (file)
        fclose(file);
    free(beside);
    return same;
}

static void note_hash(const char *place, const struct remote *remote)
{
    char *beside = mem_printf("%s.sha256", place);
    FILE *file = fopen(beside, "we");
    if (file) {
        fputs(remote->hash, file);
        fclose(file);
    }
    free(beside);
}

static void tell(const char *host, const struct remote *remote, unsigned long long bytes)
{
    char *path = safe_text(remote->path);
    fprintf(stderr, "\r%s:%s  %llu of %llu MB\033[K", host, path, bytes / MEGABYTE,
            remote->size / MEGABYTE);
    free(path);
}

static bool bring(const char *host, const struct remote *remote, const char *place, bool tells,
                  struct error *error)
{
    struct strbuf script = {0};
    char *part = mem_printf("%s.part.%d", place, (int)getpid()), bytes[PIECE];
    unsigned long long got = 0;
    size_t length;
    strbuf_adds(&script, "cat -- ");
    shell_word_add(&script, remote->path);
    FILE *to = fopen(part, "we"), *from = to ? start(host, script.data) : NULL;
    bool written = to;
    while (from && written && (length = fread(bytes, 1, sizeof bytes, from)) > 0) {
        written = fwrite(bytes, 1, length, to) == length;
        got += length;
        if (tells)
            tell(host, remote, got);
    }
    if (tells)
        fputs("\r\033[K", stderr);
    written = (!to || fclose(to) == 0) && written;
    bool good = written || error_set(error, "%s cannot be written: %s", part, strerror(errno));
    good = (!from || end(from, host, good ? error : &(struct error){""})) && good;
    if (good && got != remote->size)
        good = error_set(error, "%s:%s: %llu of %llu bytes came; it may be being written", host,
                         remote->path, got, remote->size);
    if (good && rename(part, place) != 0)
        good = error_set(error, "%s cannot be written: %s", place, strerror(errno));
    if (good)
        note_hash(place, remote);
    else
        unlink(part);
    strbuf_free(&script);
    free(part);
    return good;
}

bool remote_reports_fetch(struct word_list *paths, const char *word, bool tells,
                          struct error *error)
{
    const char *colon = colon_of(word);
    char *host = host_of(word, colon), *folder = disk_cache_folder("remote");
    struct remote *list = NULL;
    size_t count = 0;
    bool good = folder && make_folder(folder);
    if (!good)
        error_set(error,
                  "%s: there is no folder to keep it in: HOME or XDG_CACHE_HOME "
                  "must name one that can be written",
                  word);
    if (good) {
        count = list_remotes(host, colon + 1, tells, &list, error);
        good = count != SIZE_MAX;
        count = good ? count : 0;
    }
    if (good && !count)
        good = error_set(error, "%s: there is no such report on %s", word, host);
    for (size_t i = 0; i < count && good; i++) {
        char *place = place_of(folder, host, list[i].path);
        good = is_kept(place, &list[i]) || bring(host, &list[i], place, tells, error);
        if (good)
            word_list_add(paths, place);
        free(place);
    }
    if (good)
        disk_cache_trim(folder, most_kept);
    for (size_t i = 0; i < count; i++)
        free(list[i].path);
    free(list);
    free(folder);
    free(host);
    return good;
}
