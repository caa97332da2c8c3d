/* random_keys PROGRAM FOLDER SEED SECONDS REPORT...: presses random keys in rooftop until the time
 * is over: those of the key table, text, commands with Tab, the mouse; the terminal's kind, its
 * size and the locale are random, too. Says what was wrong: an end by a signal or with a strange
 * status, no answer, a sanitizer's report, bytes that the locale does not know. Exit status 1 then.
 *
 * A session has one report and a seed of its own, from which all of it follows; SECONDS 0 runs the
 * session of the seed alone. With KEYS_STATUS=1 in the environment reports may be damaged, so that
 * rooftop may end with that status. FOLDER is where rooftop runs; its home, what it writes and what
 * was typed last (FOLDER/keys) are there. PATH is FOLDER/bin, so that nothing can be started that
 * is not put there. */
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "report/base/strbuf.h"
#include "terminal.h"
#include "tui/widgets/keys.h"

enum {
    MOST_KEYS = 400,
    WAIT_CLOCK_MS = 5000,
    SLOW_MS = 1000, /* which is said, and no failure */
    START_PATIENCE_MS = 20000,
    END_PATIENCE_MS = 20000,
    ESCAPE_MS = 28, /* longer than the screen waits for the rest of a key */
    SANITIZER_STATUS = 77,
    LAST_BYTES = 2500
};

struct session {
    unsigned long long seed, state;
    struct terminal terminal;
    int rows, columns, slowest_ms;
    bool is_ascii;
    const char *report, *term, *locale, *folder;
    struct strbuf typed, wrong;
    size_t marked;         /* of what was typed: what was answered */
    char last[LAST_BYTES]; /* that came; a ring */
    size_t came;
};

/* xorshift: the same on each machine. */
static unsigned number(struct session *s, unsigned below)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return (unsigned)((s->state >> 11) % below);
}

static bool chance(struct session *s, unsigned percent)
{
    return number(s, 100) < percent;
}

static void wrong(struct session *s, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    strbuf_addf(&s->wrong, "    %s\n", text);
}

static void look(void *context, const char *bytes, size_t count)
{
    struct session *s = context;
    for (size_t i = 0; i < count; i++)
        s->last[s->came++ % LAST_BYTES] = bytes[i];
    /* Once it is gone the terminal echoes. */
    struct termios mode;
    bool looks = s->is_ascii && tcgetattr(s->terminal.fd, &mode) == 0 && !(mode.c_lflag & ECHO);
    for (size_t i = 0; looks && i < count; i++)
        if ((unsigned char)bytes[i] >= 0x80) {
            wrong(s, "a byte outside ASCII in the locale C");
            s->is_ascii = looks = false; /* once is enough */
        }
}

static void type(struct session *s, const char *bytes, size_t count)
{
    strbuf_add(&s->typed, bytes, count);
    terminal_type(&s->terminal, bytes, count);
    if (count == 1 && *bytes == 27)
        terminal_drain(&s->terminal, ESCAPE_MS, ESCAPE_MS);
}

static void types(struct session *s, const char *text)
{
    type(s, text, strlen(text));
}

/* By the names of the key table; as xterm sends them, and the others nearly. */
static const struct {
    const char *name, *bytes;
} named_keys[] = {
    {"Down", "\033OB"},    {"Up", "\033OA"},      {"Left", "\033OD"}, {"Right", "\033OC"},
    {"PgDn", "\033[6~"},   {"PgUp", "\033[5~"},   {"Home", "\033OH"}, {"End", "\033OF"},
    {"Enter", "\r"},       {"Esc", "\033"},       {"Tab", "\t"},      {"BTab", "\033[Z"},
    {"Space", " "},        {"F4", "\033OS"},      {"F1", "\033OP"},   {"F12", "\033[24~"},
    {"Delete", "\033[3~"}, {"Backspace", "\177"}, {"Word", "\027"},   {"Line", "\025"},
    {"Start", "\001"},     {"Finish", "\005"},    {"Rest", "\013"},
};

enum { NAMED_KEYS = sizeof named_keys / sizeof *named_keys };

static void press_named(struct session *s, const char *name, size_t length)
{
    for (size_t i = 0; i < NAMED_KEYS; i++)
        if (strlen(named_keys[i].name) == length && strncmp(named_keys[i].name, name, length) == 0)
            types(s, named_keys[i].bytes);
}

/* One of the keys of a row. */
static void press_row(struct session *s, const struct key_row *row)
{
    const char *words[8] = {row->keys};
    size_t count = 0;
    for (const char *word = row->keys; *word && count < 8; word += strspn(word, " ")) {
        words[count++] = word;
        word += strcspn(word, " ");
    }
    const char *word = words[number(s, (unsigned)count)];
    size_t length = strcspn(word, " ");
    if (length == 3 && strncmp(word, "1-9", 3) == 0) {
        char digit = (char)('1' + number(s, 9));
        type(s, &digit, 1);
    } else if (length == 2 && *word == '^') {
        char control = word[1] & 0x1f;
        type(s, &control, 1);
    } else if (length == 1) {
        type(s, word, 1);
    } else if (*word != ':') {
        press_named(s, word, length);
    }
}

static const char *const words[] = {
    "a",
    "sm__",
    "L2",
    "kernel",
    "regex:a.*b",
    "regex:(",
    "nvtx:",
    "nvtx:a/",
    "e",
    "12",
    "1K",
    "0",
    "-1",
    "99999999999999999999",
    "on",
    "off",
    "x.txt",
    "y.csv",
    "z.svg",
    "w.json",
    "v.md",
    "u.ncu-rep",
    "0.5",
    "Speed Of Light",
    "\303\244",
    "\346\274\242\345\255\227",
    "e\314\201",
    "\360\237\230\200",
    "\377\376",
    "-duration",
    "name,+grid",
    "block=1024",
    "registers 255",
    "gpu__time_duration.sum",
    "'quoted' \"words\" \\",
};

/* As text that is pasted now and then, also without the mark of its end. */
static void type_one_of(struct session *s)
{
    const bool pasted = chance(s, 10);
    if (pasted)
        types(s, "\033[200~");
    types(s, words[number(s, sizeof words / sizeof *words)]);
    if (pasted && chance(s, 98))
        types(s, chance(s, 80) ? "\033[201~" : "\nmore\nQ\n\033[201~");
}

static void type_word(struct session *s)
{
    if (chance(s, 90)) {
        type_one_of(s);
        return;
    }
    /* As long as nothing takes it. */
    for (unsigned left = number(s, 300); left; left--)
        type(s, "w", 1);
}

/* Within what is typed: moves and erases, and types more. */
static void edit(struct session *s)
{
    static const char *const edits[] = {"Left",   "Right",     "Home", "End",  "Start", "Finish",
                                        "Delete", "Backspace", "Word", "Line", "Rest"};
    for (unsigned i = chance(s, 40) ? number(s, 8) : 0; i; i--) {
        const char *name = edits[number(s, sizeof edits / sizeof *edits)];
        press_named(s, name, strlen(name));
        if (chance(s, 30))
            type_word(s);
    }
}

static void finish(struct session *s)
{
    edit(s);
    types(s, chance(s, 80) ? "\r" : "\033");
}

static void type_command(struct session *s)
{
    struct strbuf name = {0};
    keys_name(&name, &key_rows[number(s, (unsigned)key_row_count)]);
    types(s, ":");
    /* Words at random are nothing for a shell, which does not answer for the screen either. */
    if (strcmp(name.data, "quit") != 0 && strcmp(name.data, "shell") != 0)
        type(s, name.data, chance(s, 80) ? name.length : 1 + number(s, (unsigned)name.length));
    strbuf_free(&name);
    for (unsigned tabs = number(s, 3); tabs; tabs--)
        types(s, chance(s, 80) ? "\t" : "\033[Z");
    if (chance(s, 60)) {
        types(s, " ");
        if (chance(s, 60))
            type_word(s);
        for (unsigned tabs = number(s, 5); tabs; tabs--)
            types(s, "\t");
    }
    if (chance(s, 10))
        press_named(s, chance(s, 50) ? "Up" : "Down", chance(s, 50) ? 2 : 4);
    finish(s);
}

static void type_search(struct session *s)
{
    types(s, chance(s, 70) ? "/" : "f");
    type_word(s);
    finish(s);
    for (unsigned i = number(s, 4); i; i--)
        types(s, chance(s, 60) ? "n" : "N");
}

static void use_mouse(struct session *s)
{
    static const int buttons[] = {0, 0, 0, 0, 64, 65, 1, 2, 32};
    int button = buttons[number(s, sizeof buttons / sizeof *buttons)];
    unsigned column = 1 + number(s, (unsigned)s->columns), row = 1 + number(s, (unsigned)s->rows);
    for (unsigned clicks = 1 + number(s, 3); clicks; clicks--) {
        char bytes[64];
        snprintf(bytes, sizeof bytes, "\033[<%d;%u;%uM\033[<%d;%u;%um", button, column, row, button,
                 column, row);
        /* Without a mouse these are an Esc and keys: better not all of them. */
        if (strcmp(s->term, "xterm-256color") == 0)
            types(s, bytes);
    }
}

static void choose_size(struct session *s)
{
    bool is_small = chance(s, 40);
    s->columns = 30 + (int)number(s, is_small ? 60 : 271);
    s->rows = 5 + (int)number(s, is_small ? 20 : 96);
    if (chance(s, 3)) {
        s->columns = 1 + (int)number(s, 30);
        s->rows = 1 + (int)number(s, 5);
    }
}

static void type_bytes(struct session *s)
{
    char bytes[12];
    unsigned count = 1 + number(s, sizeof bytes);
    for (unsigned i = 0; i < count; i++) {
        unsigned byte = number(s, 256);
        /* What a terminal makes signals of, and stops. */
        bytes[i] = byte && memchr("\003\032\034\023\021\026\017", (int)byte, 7) ? 'j' : (char)byte;
    }
    type(s, bytes, count);
}

/* The focus: a view whose keys are mostly pressed for a while. */
static void press(struct session *s, int focus)
{
    unsigned what = number(s, 100);
    if (what < 72) {
        const struct key_row *row = &key_rows[number(s, (unsigned)key_row_count)];
        for (int tries = 0;
             tries < 40 && what < 58 && (row->views == VIEW_ANY || !(row->views & focus)); tries++)
            row = &key_rows[number(s, (unsigned)key_row_count)];
        if (row->action == DO_QUIT && !chance(s, 5))
            return;
        for (unsigned again = chance(s, 20) ? number(s, 6) : 0; again; again--)
            press_row(s, row);
        press_row(s, row);
    } else if (what < 80)
        type_command(s);
    else if (what < 85)
        type_search(s);
    else if (what < 92)
        use_mouse(s);
    else if (what < 94)
        types(s, named_keys[number(s, NAMED_KEYS)].bytes);
    else if (what < 95)
        type_bytes(s);
    else if (what < 97)
        type_word(s);
    else
        choose_size(s); /* which the next look at the answer tells */
}

static const struct {
    int view;
    const char *keys;
} ways[] = {
    {VIEW_LIST, "\033"},
    {VIEW_DETAILS, "\033\033\r"},
    {VIEW_DETAILS | VIEW_NUMBER, "a."},
    {VIEW_DETAILS | VIEW_ROOFLINE, "\033\033\r1z:points list\r+.f"},
    {VIEW_DETAILS | VIEW_ROOFLINE | VIEW_ZOOMED | VIEW_NUMBER, "++L.,"},
    {VIEW_OUTPUT, "o"},
    {VIEW_SUMMARY, "O"},
    {VIEW_HOT, "X"},
    {VIEW_RULES, ":rules\r"},
    {VIEW_SOURCE, "x"},
    {VIEW_TIMELINE, "T"},
    {VIEW_NVTX, "v"},
    {VIEW_LAUNCH, "p"},
    {VIEW_DIAGNOSIS, "D"},
    {VIEW_SESSION, "I"},
    {VIEW_LOG, "E"},
    {VIEW_RAW, "M"},
    {VIEW_METRIC, "i"},
    {VIEW_OCCUPANCY, "u"},
    {VIEW_COLUMNS, "C"},
    {VIEW_PANED, "w"},
    {0, "r"},
    {VIEW_ANY, "?"},
};

static void say_byte(char byte)
{
    printf(byte < 32 || byte > 126 || byte == '\\' ? "\\x%02x" : "%c", (unsigned char)byte);
}

static void say_typed(const struct session *s)
{
    printf("    typed since the last answer:");
    for (size_t i = s->marked; i < s->typed.length; i++)
        say_byte(s->typed.data[i]);
}

static void say_slow(const struct session *s, int took)
{
    printf("slow seed %llu: %s, %dx%d: %d ms\n", s->seed, s->report, s->columns, s->rows, took);
    say_typed(s);
    printf("\n");
}

static void say_bytes(const struct session *s)
{
    say_typed(s);
    printf("\n    last came:");
    for (size_t i = s->came > LAST_BYTES ? s->came - LAST_BYTES : 0; i < s->came; i++)
        say_byte(s->last[i % LAST_BYTES]);
    printf("\n");
}

/* On a busy machine a program that would answer may not have been given the time for it. Waits on
 * while it is at work and has had less time than is enough. Returns -1 if it does not answer. */
static int answer(struct session *s)
{
    enum { MOST_TRIES = 24 };
    const int64_t start = terminal_now(), before = terminal_worked_ms(&s->terminal);
    int64_t last = before;
    for (int i = 0; i < MOST_TRIES && !s->terminal.over; i++) {
        if (terminal_answer(&s->terminal, s->rows, s->columns, WAIT_CLOCK_MS) >= 0)
            return (int)(terminal_now() - start);
        const int64_t now = terminal_worked_ms(&s->terminal);
        if (now - before >= WAIT_CLOCK_MS || (now == last && !terminal_works(&s->terminal)))
            break;
        last = now;
    }
    return -1;
}

static void press_keys(struct session *s)
{
    int focus = VIEW_LIST;
    for (unsigned keys = 0; keys < MOST_KEYS && !s->terminal.over; keys++) {
        if (number(s, 30) == 0) {
            size_t way = number(s, sizeof ways / sizeof *ways);
            focus = ways[way].view;
            for (const char *key = ways[way].keys; *key; key++)
                type(s, key, 1);
        }
        press(s, focus);
        if (number(s, 6) == 0)
            terminal_drain(&s->terminal, 2, 50);
        if (number(s, 16) != 0)
            continue;
        int took = answer(s);
        if (took < 0 && !s->terminal.over) {
            wrong(s, "no answer within %d s", WAIT_CLOCK_MS / 1000);
            return;
        }
        if (took > SLOW_MS)
            say_slow(s, took);
        s->marked = s->typed.length;
        if (took > s->slowest_ms)
            s->slowest_ms = took;
    }
}

static void add_file(struct session *s, const char *path)
{
    char line[512];
    int rows = 0;
    FILE *file = fopen(path, "r");
    while (file && rows++ < 40 && fgets(line, sizeof line, file))
        strbuf_addf(&s->wrong, "    | %s", line);
    if (file)
        fclose(file);
}

/* What the sanitizers wrote. */
static void add_reports(struct session *s)
{
    DIR *folder = opendir(s->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strncmp(entry->d_name, "sanitizer.", 10) == 0) {
            char path[PATH_MAX];
            snprintf(path, sizeof path, "%s/%s", s->folder, entry->d_name);
            wrong(s, "a sanitizer's report:");
            add_file(s, path);
            unlink(path);
        }
    if (folder)
        closedir(folder);
}

static void keep_typed(const struct session *s)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/keys", s->folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fwrite(strbuf_text(&s->typed), 1, s->typed.length, file);
    fclose(file);
}

/* Damaged reports make rooftop end with 1: KEYS_STATUS says which status is good, beside 0. */
static int most_status(void)
{
    const char *given = getenv("KEYS_STATUS");
    return given ? atoi(given) : 0;
}

/* The signal that ends the session ends rooftop once it has put everything in order; keys may have
 * ended it before. */
static void judge_end(struct session *s)
{
    const int status = s->terminal.status;
    if (s->wrong.length)
        return;
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGTERM)
        wrong(s, "ended by signal %d", WTERMSIG(status));
    else if (WIFEXITED(status) && WEXITSTATUS(status) > most_status())
        wrong(s, "exit status %d", WEXITSTATUS(status));
}

/* false: something was wrong. */
static bool run(const char *program, const char *folder, unsigned long long seed, char **reports,
                unsigned report_count, int *slowest_ms)
{
    static const char *const terms[] = {"xterm-256color", "xterm-256color", "xterm-256color",
                                        "vt100",          "linux",          "screen"};
    struct session s = {.seed = seed, .folder = folder};
    s.state = seed * 0x9e3779b97f4a7c15ULL + 0x1234567;
    for (int i = 0; i < 8; i++)
        number(&s, 2);
    s.report = reports[number(&s, report_count)];
    s.term = terms[number(&s, sizeof terms / sizeof *terms)];
    s.locale = chance(&s, 80) ? "C.UTF-8" : "C";
    s.is_ascii = strcmp(s.locale, "C") == 0;
    choose_size(&s);
    char home[PATH_MAX], path[PATH_MAX], term[64], locale[64], asan[PATH_MAX], ubsan[PATH_MAX],
        lsan[PATH_MAX], cupti[PATH_MAX];
    snprintf(home, sizeof home, "HOME=%s", folder);
    snprintf(path, sizeof path, "PATH=%s/bin", folder);
    snprintf(term, sizeof term, "TERM=%s", s.term);
    snprintf(locale, sizeof locale, "LC_ALL=%s", s.locale);
    snprintf(asan, sizeof asan,
             "ASAN_OPTIONS=log_path=%s/sanitizer:exitcode=%d:handle_segv=2:handle_abort=2:"
             "handle_sigfpe=2:handle_sigill=2",
             folder, SANITIZER_STATUS);
    snprintf(ubsan, sizeof ubsan, "UBSAN_OPTIONS=log_path=%s/sanitizer:print_stacktrace=1", folder);
    const char *suppressions = getenv("LSAN_OPTIONS");
    snprintf(lsan, sizeof lsan, "LSAN_OPTIONS=%s", suppressions ? suppressions : "");
    /* The real one loads libraries in a way that sanitizers refuse. */
    const char *library = getenv("ROOFTOP_CUPTI");
    snprintf(cupti, sizeof cupti, "ROOFTOP_CUPTI=%s", library ? library : "/nowhere");
    char *variables[] = {home, path, term, locale, asan, ubsan, lsan, cupti, NULL};
    char *argv[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)s.report, NULL};
    s.terminal.saw = look;
    s.terminal.context = &s;
    terminal_start(&s.terminal, s.rows, s.columns, argv, variables);
    if (terminal_answer(&s.terminal, s.rows, s.columns, START_PATIENCE_MS) < 0 && !s.terminal.over)
        wrong(&s, "no screen");
    else
        press_keys(&s);
    /* One that does not answer says where it is. */
    if (!terminal_end(&s.terminal, s.wrong.length ? SIGABRT : SIGTERM, END_PATIENCE_MS))
        wrong(&s, "it does not end");
    judge_end(&s);
    add_reports(&s);
    keep_typed(&s);
    bool good = !s.wrong.length;
    if (!good) {
        printf("FAIL seed %llu: %s, TERM=%s LC_ALL=%s, last %dx%d\n%s", seed, s.report, s.term,
               s.locale, s.columns, s.rows, s.wrong.data);
        say_bytes(&s);
    }
    if (s.slowest_ms > *slowest_ms)
        *slowest_ms = s.slowest_ms;
    fflush(stdout);
    strbuf_free(&s.typed);
    strbuf_free(&s.wrong);
    return good;
}

int main(int argc, char **argv)
{
    int slowest_ms = 0;
    unsigned sessions = 0, failed = 0;
    if (argc < 6) {
        fprintf(stderr, "usage: random_keys PROGRAM FOLDER SEED SECONDS REPORT...\n");
        return 2;
    }
    unsigned long long seed = strtoull(argv[3], NULL, 10);
    int64_t end = terminal_now() + 1000 * strtoll(argv[4], NULL, 10);
    if (chdir(argv[2]) != 0) {
        perror(argv[2]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    do {
        failed +=
            !run(argv[1], argv[2], seed + sessions, argv + 5, (unsigned)(argc - 5), &slowest_ms);
        sessions++;
    } while (terminal_now() < end);
    printf("random keys: %u sessions, %u failed; the slowest answer took %d ms\n", sessions, failed,
           slowest_ms);
    return failed != 0;
}
