#include "collect/machine/other_profilers.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "collect/machine/processes.h"
#include "report/base/strbuf.h"

static const struct {
    const char *name, *remedy;
} profilers[] = {
    {"nv-hostengine", "pause its profiling while rooftop runs: dcgmi profile --pause, then dcgmi "
                      "profile --resume"},
    {"dcgm-exporter", "stop it, or leave out its metrics of profiling (DCGM_FI_PROF_*) while "
                      "rooftop runs"},
    {"ncu", "wait for its end; rooftop waits for it by itself if both have the same TMPDIR"},
    {"nsys", "wait for its end, or stop its sampling of GPU metrics"},
    {"nvprof", "wait for its end"},
    {"rooftop", "none is needed: rooftops take turns on a GPU if they have the same TMPDIR"},
};
enum { PROFILERS = sizeof profilers / sizeof *profilers };

struct search {
    profiler_user *use;
    void *context;
};

/* Whether the name is the wanted one, maybe with more words behind it, as in nsys-launcher. */
static bool is_named(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);
    return strncmp(name, wanted, length) == 0 && (!name[length] || name[length] == '-');
}

static void look(void *context, pid_t pid, const char *name)
{
    struct search *search = context;
    for (size_t i = 0; i < PROFILERS; i++)
        if (pid != getpid() && is_named(name, profilers[i].name))
            search->use(search->context, pid, name, profilers[i].remedy);
}

void other_profilers_each(const char *root, profiler_user *use, void *context)
{
    struct search search = {use, context};
    processes_each(root, look, &search);
}

static void add(void *context, pid_t pid, const char *name, const char *remedy)
{
    struct strbuf *text = context;
    (void)remedy;
    strbuf_addf(text, "%s%s (process %ld)", text->length ? ", " : "", name, (long)pid);
}

char *other_profilers_text(const char *root)
{
    struct strbuf text = {0};
    other_profilers_each(root, add, &text);
    return text.length ? strbuf_detach(&text) : NULL;
}
