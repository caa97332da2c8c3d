#include "collect/machine/processes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/names/rank.h"

char *processes_file(const char *path, size_t *length)
{
    struct strbuf text = {0};
    char block[4096];
    size_t got;
    FILE *file = fopen(path, "re");
    if (!file)
        return NULL;
    strbuf_adds(&text, "");
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(&text, block, got);
    bool good = !ferror(file);
    fclose(file);
    if (length)
        *length = text.length;
    if (!good)
        strbuf_free(&text);
    return good ? strbuf_detach(&text) : NULL;
}

static char *entry(const char *root, pid_t pid, const char *name, size_t *length)
{
    char *path = mem_printf("%s/proc/%ld/%s", root, (long)pid, name);
    char *text = processes_file(path, length);
    free(path);
    return text;
}

char *process_name(const char *root, pid_t pid)
{
    char *name = entry(root, pid, "comm", NULL);
    if (name)
        name[strcspn(name, "\n")] = '\0';
    return name;
}

char *process_text(const char *root, pid_t pid)
{
    char *name = pid > 0 ? process_name(root, pid) : NULL, *text;
    if (pid <= 0)
        return mem_strdup("a process of another container");
    text = name && *name ? mem_printf("%s (process %ld)", name, (long)pid)
                         : mem_printf("process %ld", (long)pid);
    free(name);
    return text;
}

void processes_each(const char *root, void (*use)(void *context, pid_t pid, const char *name),
                    void *context)
{
    char *path = mem_printf("%s/proc", root);
    DIR *folder = opendir(path);
    struct dirent *item;
    while (folder && (item = readdir(folder))) {
        char *end;
        long pid = strtol(item->d_name, &end, 10);
        char *name = pid > 0 && !*end ? process_name(root, (pid_t)pid) : NULL;
        if (name)
            use(context, (pid_t)pid, name);
        free(name);
    }
    if (folder)
        closedir(folder);
    free(path);
}

/* The value of a variable in a block of variables, or NULL. */
static const char *variable(const char *block, size_t length, const char *name)
{
    size_t name_length = strlen(name);
    for (size_t at = 0; at < length; at += strlen(block + at) + 1)
        if (strncmp(block + at, name, name_length) == 0 && block[at + name_length] == '=')
            return block + at + name_length + 1;
    return NULL;
}

/* Variables that differ between any two jobs. */
static const char *const job_variables[] = {"PMIX_NAMESPACE",
                                            "OMPI_MCA_ess_base_jobid",
                                            "OMPI_MCA_orte_ess_jobid",
                                            "SLURM_JOB_ID",
                                            "SLURM_STEP_ID",
                                            "PMI_JOBID",
                                            "PALS_APID",
                                            "LSB_JOBID",
                                            "TORCHELASTIC_RUN_ID",
                                            NULL};

static bool is_of_job(const char *block, size_t length)
{
    bool ranks = false;
    for (const struct rank_launcher *l = rank_launchers; l->rank; l++) {
        const char *own = getenv(l->rank), *other = variable(block, length, l->rank);
        ranks = ranks || (own && other && strcmp(own, other) != 0);
    }
    for (const char *const *name = job_variables; *name && ranks; name++) {
        const char *own = getenv(*name), *other = variable(block, length, *name);
        ranks = (!own && !other) || (own && other && strcmp(own, other) == 0);
    }
    return ranks;
}

bool process_is_of_job(const char *root, pid_t pid)
{
    size_t length = 0;
    char *block = pid > 0 ? entry(root, pid, "environ", &length) : NULL;
    bool is = block && is_of_job(block, length);
    free(block);
    return is;
}
