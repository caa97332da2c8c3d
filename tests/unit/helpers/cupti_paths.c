#include "cupti_paths.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool cupti_path_real(char *path, size_t size)
{
    static const char *const folders[] = {"lib64", "lib", "extras/CUPTI/lib64",
                                          "targets/x86_64-linux/lib"};
    const char *home = getenv("CUDA_HOME");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, size, "%s/%s/libcupti.so.13", home && *home ? home : "/usr/local/cuda",
                 folders[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

bool cupti_path_double(char *path, size_t size)
{
    const char *given = getenv("ROOFTOP_CUPTI");
    char self[3072];
    if (given && *given) {
        snprintf(path, size, "%s", given);
        return access(path, R_OK) == 0;
    }
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    snprintf(path, size, "%s/fakegpu/libcupti.so.13", dirname(dirname(dirname(self))));
    return access(path, R_OK) == 0;
}
