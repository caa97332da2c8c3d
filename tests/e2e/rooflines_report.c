/* rooflines_report FILE COUNT: writes a report of tests/unit/helpers/roofline_sample.h, for tests
 * of the screen.
 */
#include <stdio.h>
#include <stdlib.h>

#include "roofline_sample.h"

int main(int argc, char **argv)
{
    struct build build = {0};
    FILE *file = argc == 3 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        fprintf(stderr, "rooflines_report: cannot write %s\n",
                argc == 3 ? argv[1] : "without a name and a count");
        return 1;
    }
    build_rooflines(&build, (size_t)atoi(argv[2]));
    bool good = fwrite(build.file.data, 1, build.file.length, file) == build.file.length;
    good = fclose(file) == 0 && good;
    build_free(&build);
    return !good;
}
