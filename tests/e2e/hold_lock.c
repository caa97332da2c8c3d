/* hold_lock FILE: locks it as Nsight Compute does in a process that it profiles (seen in the
 * library of 2024.1): the file is made by fopen(), everybody gets the right to write it, and a
 * record lock for writing on all of it is waited for. Says "held" and holds it until it is ended.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat status;
    FILE *file = argc == 2 ? fopen(argv[1], "a") : NULL;
    if (!file || fstat(fileno(file), &status) < 0)
        return 1;
    chmod(argv[1], (status.st_mode & 07777) | 06);
    fclose(file);
    int fd = open(argv[1], O_RDWR);
    if (fd < 0 || fcntl(fd, F_SETLKW, &lock) < 0)
        return 1;
    puts("held");
    fflush(stdout);
    pause();
    return 0;
}
