/* memory COMMAND...: runs it and prints the most memory, in bytes, that it had beside mapped files
 * (RssAnon of /proc/PID/status, looked at every half millisecond). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static unsigned long anonymous(const char *path)
{
    char text[4096];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (length <= 0)
        return 0;
    text[length] = '\0';
    const char *line = strstr(text, "RssAnon:");
    return line ? strtoul(line + 8, NULL, 10) * 1024 : 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: memory COMMAND...\n", stderr);
        return 2;
    }
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    char path[64];
    unsigned long most = 0;
    int status = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)child);
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        unsigned long now = anonymous(path);
        most = now > most ? now : most;
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127) {
        fprintf(stderr, "memory: %s did not run\n", argv[1]);
        return 1;
    }
    printf("%lu\n", most);
    return 0;
}
