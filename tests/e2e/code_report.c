/* code_report FILE [INSTRUCTIONS [no-file|no-lines|no-metrics|timed|before]]: writes the report of
 * tests/unit/helpers/code_sample.h; FILE.listing gets what nvdisasm would print of it. For tests of
 * the screen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_sample.h"
#include "report/base/mem.h"

static bool put(const char *path, const struct strbuf *bytes)
{
    FILE *file = fopen(path, "w");
    bool good = file && fwrite(bytes->data, 1, bytes->length, file) == bytes->length;
    return file && fclose(file) == 0 && good;
}

int main(int argc, char **argv)
{
    struct build build = {0};
    struct strbuf listing = {0};
    if (argc < 2)
        return 2;
    const char *how = argc > 3 ? argv[3] : "";
    struct code_sample sample = {
        .instructions = argc > 2 ? strtoul(argv[2], NULL, 10) : CODE_INSTRUCTIONS,
        .no_file = strcmp(how, "no-file") == 0,
        .no_lines = strcmp(how, "no-lines") == 0,
        .no_metrics = strcmp(how, "no-metrics") == 0,
        .timed = strcmp(how, "timed") == 0,
        .before = strcmp(how, "before") == 0,
    };
    char *path = mem_printf("%s.listing", argv[1]);
    build_code(&build, &sample);
    code_listing(&listing, &sample);
    bool good = put(argv[1], &build.file) && put(path, &listing);
    if (!good)
        fprintf(stderr, "code_report: cannot write %s\n", argv[1]);
    build_free(&build);
    strbuf_free(&listing);
    free(path);
    return !good;
}
