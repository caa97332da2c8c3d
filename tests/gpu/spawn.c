/* spawn PROGRAM [ARGUMENT...]: runs a program as a child, and ends as it ended: with its status,
 * or with 128 + the number of the signal that killed it. It makes no CUDA call of its own. */
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int status;
    pid_t child;

    if (argc < 2) {
        fprintf(stderr, "usage: spawn PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("spawn");
        return 1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
