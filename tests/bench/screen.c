/* screen PROGRAM REPORTS [KEYS]...: microseconds until the first screen of a report, or a folder of
 * them, on a terminal of 120x40, to its last row, which names the keys; then for each word of keys
 * the longest time that one of its keys took to show what it does: to the last byte of output
 * before a silence of 50 ms. The first key is pressed 300 ms after the first screen: where much is
 * to be looked at, opportunities are still looked for. */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_SILENCE_MS = 300, KEY_SILENCE_MS = 50, PATIENCE_MS = 10000, KEY_PATIENCE_MS = 500 };

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

/* Until output stops; when its last byte came, or `since` if none came. -1: the program is gone. */
static int64_t drain(int terminal, int64_t since, int patience, int silence)
{
    static char bytes[65536];
    int64_t last = since;
    struct pollfd poll_fd = {terminal, POLLIN, 0};
    while (poll(&poll_fd, 1, patience) > 0) {
        ssize_t count = read(terminal, bytes, sizeof bytes);
        if (count <= 0)
            return -1;
        last = now();
        patience = silence;
    }
    return last;
}

/* When the last row of the first screen came; -1: it did not. */
static int64_t first_screen(int terminal)
{
    static const char last_row[] = "quit";
    static char bytes[1 << 20];
    size_t length = 0;
    struct pollfd poll_fd = {terminal, POLLIN, 0};
    while (length < sizeof bytes && poll(&poll_fd, 1, PATIENCE_MS) > 0) {
        ssize_t count = read(terminal, bytes + length, sizeof bytes - length);
        if (count <= 0)
            return -1;
        length += (size_t)count;
        if (memmem(bytes, length, last_row, strlen(last_row)))
            return now();
    }
    return -1;
}

int main(int argc, char **argv)
{
    int terminal;
    struct winsize size = {.ws_row = 40, .ws_col = 120};
    if (argc < 3) {
        fprintf(stderr, "usage: screen PROGRAM REPORTS [KEYS]...\n");
        return 2;
    }
    int64_t start = now();
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    if (child == 0) {
        setenv("TERM", "xterm-256color", 1);
        execl(argv[1], argv[1], "-i", argv[2], (char *)NULL);
        _exit(127);
    }
    int64_t shown = child > 0 ? first_screen(terminal) : -1;
    if (shown <= start) {
        fprintf(stderr, "screen: %s shows nothing\n", argv[1]);
        return 1;
    }
    drain(terminal, shown, START_SILENCE_MS, START_SILENCE_MS);
    printf("%lld", (long long)(shown - start));
    for (int i = 3; i < argc; i++) {
        int64_t longest = 0;
        for (const char *key = argv[i]; *key; key++) {
            int64_t pressed = now();
            if (write(terminal, key, 1) != 1)
                return 1;
            int64_t seen = drain(terminal, pressed, KEY_PATIENCE_MS, KEY_SILENCE_MS);
            if (seen < 0)
                return 1;
            if (seen - pressed > longest)
                longest = seen - pressed;
        }
        printf(" %lld", (long long)longest);
    }
    printf("\n");
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
    return 0;
}
