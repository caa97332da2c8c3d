#include "report/names/report_suffix.h"

#include <string.h>

size_t report_suffix(const char *name)
{
    static const char *const suffixes[] = {".ncu-rep", ".ncu-repz", ".ncu-rep.zst", ".ncu-rep.gz",
                                           ".ncu-rep.zip"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t end = strlen(suffixes[i]);
        if (length > end && strcmp(name + length - end, suffixes[i]) == 0)
            return end;
    }
    return 0;
}
