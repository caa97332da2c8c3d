/* views_report FILE: writes the report of tests/unit/helpers/views_sample.h, for tests of the
 * screen.
 */
#include <stdio.h>

#include "views_sample.h"

int main(int argc, char **argv)
{
    struct build build = {0};
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        fprintf(stderr, "views_report: cannot write %s\n", argc == 2 ? argv[1] : "without a name");
        return 1;
    }
    build_views(&build);
    bool good = fwrite(build.file.data, 1, build.file.length, file) == build.file.length;
    good = fclose(file) == 0 && good;
    build_free(&build);
    return !good;
}
