/* key_bytes PROGRAM REPORT SERIES: what rooftop sends to a terminal of 120x40 for one key, in every
 * view, and what it does while nobody presses one. A move by a row costs a small part of a screen,
 * which has some 5,000 bytes; who waits sends nothing and takes no time. Exit status 1: more than
 * that.
 *
 * The views are looked at side by side, each in a rooftop of its own. SERIES is a report with time
 * series and ranges. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "terminal.h"

enum {
    ROWS = 40,
    COLUMNS = 120,
    CALM_ROUNDS = 15, /* of some 20 ms */
    WAIT_CLOCK_MS = 30000,
    IDLE_MS = 2000,
    IDLE_US = 2000, /* of its processor's time: what the clock of the machine may be wrong by */
    MOVES = 6,
    MOST_MOVE = 2000,
    MOST_JUMP = 4000 /* the whole pane moves, or another chart is drawn */
};

/* From the list. */
static const struct {
    const char *view, *way, *key;
    size_t most;
    bool of_series, may_stand; /* may_stand: there is no row to go to */
} checks[] = {
    {"list", "", "j", MOST_MOVE},
    {"details", "\r", "j", MOST_MOVE},
    {"details, sections", "\r", "\t", MOST_MOVE},
    {"details, numbers", "\ra", ".", MOST_MOVE},
    {"source", "x", "j", MOST_MOVE},
    {"timeline", ">T", "j", MOST_JUMP, true},
    {"NVTX", "v", "j", MOST_MOVE, true},
    {"launch", "p", "j", MOST_MOVE},
    {"session", "I", "j", MOST_MOVE},
    {"log", "E", "j", MOST_MOVE, false, true},
    {"raw", "M", "j", MOST_MOVE},
    {"metric", "Mi", "j", MOST_MOVE},
    {"occupancy", "u", "j", MOST_MOVE},
    {"summary", "O", "j", MOST_MOVE},
    {"columns", "C", "j", MOST_MOVE},
    {"rules", ":rules\r", "j", MOST_MOVE},
    {"output", "o", "j", MOST_MOVE, false, true},
    {"help", "?", "j", MOST_MOVE},
    {"rerun", "r", "\t", MOST_MOVE},
    {"search", "/", "w", MOST_MOVE},
};

enum { CHECKS = sizeof checks / sizeof *checks };

static void start(struct terminal *terminal, const char *program, const char *report)
{
    char home[4096];
    const char *path = getenv("PATH"), *cupti = getenv("ROOFTOP_CUPTI");
    char found[8192], library[4096];
    snprintf(home, sizeof home, "HOME=%s", getenv("HOME"));
    snprintf(found, sizeof found, "PATH=%s", path ? path : "");
    snprintf(library, sizeof library, "ROOFTOP_CUPTI=%s", cupti ? cupti : "/nowhere");
    char term[] = "TERM=xterm-256color", locale[] = "LC_ALL=C.UTF-8";
    char *variables[] = {home, found, term, locale, library, NULL};
    char interactive[] = "-i";
    char *argv[] = {(char *)(uintptr_t)program, interactive, (char *)(uintptr_t)report, NULL};
    terminal_start(terminal, ROWS, COLUMNS, argv, variables);
}

/* Until none of them has sent anything or worked for some rounds: time alone would not do when this
 * program itself has to wait for a processor. */
static void drain(struct terminal *terminals)
{
    int64_t end = terminal_now() + WAIT_CLOCK_MS;
    for (int calm = 0; calm < CALM_ROUNDS && terminal_now() < end; calm++)
        for (size_t i = 0; i < CHECKS; i++) {
            size_t came = terminals[i].bytes;
            terminal_drain(&terminals[i], 1, 1);
            if (terminals[i].bytes != came || terminal_works(&terminals[i]))
                calm = -1;
        }
}

/* Processor time of a process, in microseconds. */
static int64_t used(pid_t pid)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return -1;
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
    static struct terminal terminals[CHECKS];
    static size_t most[CHECKS], before[CHECKS];
    static int64_t time_before[CHECKS];
    int failed = 0;
    if (argc != 4) {
        fprintf(stderr, "usage: key_bytes PROGRAM REPORT SERIES\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < CHECKS; i++)
        start(&terminals[i], argv[1], argv[checks[i].of_series ? 3 : 2]);
    for (size_t i = 0; i < CHECKS; i++)
        terminal_answer(&terminals[i], ROWS, COLUMNS, WAIT_CLOCK_MS);
    drain(terminals);
    for (size_t i = 0; i < CHECKS; i++)
        terminal_type(&terminals[i], checks[i].way, strlen(checks[i].way));
    drain(terminals);
    for (int move = 0; move < MOVES; move++) {
        for (size_t i = 0; i < CHECKS; i++) {
            before[i] = terminals[i].bytes;
            terminal_type(&terminals[i], checks[i].key, 1);
        }
        drain(terminals);
        for (size_t i = 0; i < CHECKS; i++) {
            size_t came = terminals[i].bytes - before[i];
            most[i] = came > most[i] ? came : most[i];
        }
    }
    for (size_t i = 0; i < CHECKS; i++) {
        before[i] = terminals[i].bytes;
        time_before[i] = used(terminals[i].pid);
    }
    usleep(IDLE_MS * 1000);
    for (size_t i = 0; i < CHECKS; i++) {
        int64_t time = used(terminals[i].pid) - time_before[i];
        terminal_drain(&terminals[i], 1, 1);
        size_t bytes = terminals[i].bytes - before[i];
        bool good = !terminals[i].over && time_before[i] >= 0 && time <= IDLE_US && !bytes &&
                    most[i] <= checks[i].most && (most[i] || checks[i].may_stand);
        printf("%s%s: %zu bytes for a key; in %d ms without one %zu bytes and %lld us%s\n",
               good ? "" : "FAIL ", checks[i].view, most[i], IDLE_MS, bytes, (long long)time,
               terminals[i].over ? "; it has ended" : "");
        failed += !good;
        terminal_end(&terminals[i], SIGTERM, WAIT_CLOCK_MS);
    }
    printf("%d passed, %d failed\n", CHECKS - failed, failed);
    return failed != 0;
}
