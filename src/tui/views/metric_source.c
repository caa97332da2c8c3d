#include "tui/views/metric_source.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/metric_name.h"
#ifdef ROOFTOP_COLLECT
#include <pthread.h>
#include <stdatomic.h>

#include "collect/cupti/chip_list.h"
#include "collect/cupti/cupti_host.h"
#include "collect/os/quiet_thread.h"
#endif

struct metric_source {
    unsigned arch; /* that was opened, or is being; 0: none yet */
#ifdef ROOFTOP_COLLECT
    pthread_t thread;
    bool opening;     /* then all below is the thread's */
    atomic_bool done; /* it has ended */
    struct cupti_library *library;
    struct cupti_chip *chip;
#endif
};

struct metric_source *metric_source_new(void)
{
    return mem_alloc(sizeof(struct metric_source));
}

#ifdef ROOFTOP_COLLECT
struct search {
    unsigned arch;
    char *chip;
};

static void take_chip(void *context, const char *chip)
{
    struct search *search = context;
    if (!search->chip && chip_arch(chip) == search->arch)
        search->chip = mem_strdup(chip);
}

static void *open_chip(void *context)
{
    struct metric_source *source = context;
    struct error error;
    struct search search = {source->arch, NULL};
    if (source->chip)
        cupti_chip_close(source->chip);
    source->chip = NULL;
    if (!source->library)
        source->library = cupti_library_open(&error);
    if (source->library)
        cupti_library_each_chip(source->library, take_chip, &search);
    if (search.chip)
        source->chip = cupti_chip_open(source->library, search.chip, NULL, 0, &error);
    free(search.chip);
    atomic_store(&source->done, true);
    return NULL;
}

static void wait_for(struct metric_source *source)
{
    if (source->opening)
        pthread_join(source->thread, NULL);
    source->opening = false;
}

bool metric_source_is_open(struct metric_source *source, unsigned arch)
{
    if (source->opening && atomic_load(&source->done))
        wait_for(source);
    return arch == 0 || (source->arch == arch && !source->opening);
}

void metric_source_open(struct metric_source *source, unsigned arch)
{
    if (metric_source_is_open(source, arch) || source->opening)
        return;
    source->arch = arch;
    atomic_store(&source->done, false);
    source->opening = quiet_thread_start(&source->thread, open_chip, source);
    if (!source->opening)
        open_chip(source);
}

/* CUPTI knows counters by their names without rollup. */
const char *metric_source_describe(struct metric_source *source, unsigned arch, const char *metric)
{
    struct cupti_metric is;
    if (!metric_source_is_open(source, arch) || !source->chip || metric_name_is_list(metric))
        return NULL;
    struct metric_name parts = metric_name_parse(metric);
    char *base = mem_strndup(parts.base, parts.base_length);
    bool known = cupti_chip_describe(source->chip, base, &is);
    free(base);
    return known && is.description && *is.description ? is.description : NULL;
}

void metric_source_free(struct metric_source *source)
{
    if (!source)
        return;
    wait_for(source);
    if (source->chip)
        cupti_chip_close(source->chip);
    if (source->library)
        cupti_library_close(source->library);
    free(source);
}
#else
void metric_source_open(struct metric_source *source, unsigned arch)
{
    source->arch = arch;
}

bool metric_source_is_open(struct metric_source *source, unsigned arch)
{
    return arch == 0 || source->arch == arch;
}

const char *metric_source_describe(struct metric_source *source, unsigned arch, const char *metric)
{
    (void)source;
    (void)arch;
    (void)metric;
    return NULL;
}

void metric_source_free(struct metric_source *source)
{
    free(source);
}
#endif
