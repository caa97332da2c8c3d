#include "cli/options/terminal_columns.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t terminal_columns(FILE *out)
{
    struct winsize size;
    const char *given = getenv("COLUMNS");
    if (!isatty(fileno(out)))
        return 0;
    long columns = given ? strtol(given, NULL, 10) : 0;
    if (columns > 0)
        return (size_t)columns;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}
