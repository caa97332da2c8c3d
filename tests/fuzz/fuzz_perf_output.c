/* What perf stat printed, or a file of rooftop cpu -o; then all metrics of it, and the page. */
#include <stdio.h>
#include <stdlib.h>

#include "cpu/counts/cpu_file.h"
#include "cpu/counts/perf_output.h"
#include "cpu/pages/cpu_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct cpu_catalog catalog;
    static struct cpu_choice choice;
    struct cpu_run run;
    struct error error;
    char *out;
    size_t size;
    if (!catalog.unit_count &&
        (!cpu_catalog_add_built_in(&catalog, &error) || !cpu_catalog_check(&catalog, &error) ||
         !cpu_choice_add_groups(&choice, &catalog, "all", &error)))
        abort();
    cpu_run_open(&run, &catalog);
    if (cpu_file_is((const char *)bytes, length)
            ? cpu_file_read(&run, "fuzz", (const char *)bytes, length, &error)
            : perf_output_read(&run, "fuzz", (const char *)bytes, length, &error)) {
        cpu_run_settle(&run);
        FILE *stream = open_memstream(&out, &size);
        if (run.step_count < 16)
            cpu_page_print(&run, &choice, (enum page_format)(length % 4), stream);
        fclose(stream);
        free(out);
    }
    cpu_run_free(&run);
    return 0;
}
