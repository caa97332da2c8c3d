/* mutate_report SEED OUT REPORT...: writes one of the reports with a few changes that no honest
 * writer makes. All of it follows from the seed. Says in one line what it took. */
#include <stdio.h>
#include <stdlib.h>

#include "report/base/file_bytes.h"
#include "report_tree.h"

enum { MOST_CHANGES = 12 };

/* The texts of the report are in *bytes. */
static struct report_tree *read_report(struct arena *arena, const char *path, char **bytes)
{
    size_t length;
    struct error error;
    *bytes = file_bytes(path, &length, &error);
    struct report_tree *report =
        *bytes ? report_tree_read(arena, (const uint8_t *)*bytes, length) : NULL;
    if (!report)
        fprintf(stderr, "mutate_report: %s: no report\n", path);
    return report;
}

static bool write(const char *path, const struct strbuf *bytes)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool good = fwrite(bytes->data, 1, bytes->length, file) == bytes->length;
    return fclose(file) == 0 && good;
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: mutate_report SEED OUT REPORT...\n");
        return 2;
    }
    char *bytes_of[2];
    struct random r = random_from(strtoull(argv[1], NULL, 10));
    const unsigned count = (unsigned)argc - 3, at = random_below(&r, count),
                   from = random_below(&r, count);
    struct report_tree *report = read_report(&arena, argv[3 + at], &bytes_of[0]);
    struct report_tree *other = read_report(&arena, argv[3 + from], &bytes_of[1]);
    if (!report || !other)
        return 2;
    if (random_chance(&r, 90))
        report_tree_thin(&r, report, 1 + random_below(&r, 3));
    unsigned changes = 1 + random_below(&r, random_chance(&r, 50) ? 2 : MOST_CHANGES);
    for (unsigned i = 0; i < changes; i++)
        report_tree_mutate(&r, report, other);
    struct strbuf bytes = {0};
    report_tree_write(report, &bytes);
    for (unsigned i = random_chance(&r, 8) ? 1 + random_below(&r, 4) : 0; i; i--)
        mutate_bytes(&r, &bytes);
    if (!write(argv[2], &bytes)) {
        perror(argv[2]);
        return 2;
    }
    printf("%s, %u change%s\n", argv[3 + at], changes, changes == 1 ? "" : "s");
    strbuf_free(&bytes);
    arena_free(&arena);
    free(bytes_of[0]);
    free(bytes_of[1]);
    return 0;
}
