#include "fault.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAULTS_MAX = 64 };

struct fault {
    char name[64];
    int code;
    unsigned from;
    unsigned calls;
};

static struct fault faults[FAULTS_MAX];
static int fault_count;
static pthread_once_t parsed = PTHREAD_ONCE_INIT;

static void parse(void)
{
    const char *text = getenv("FAKEGPU_FAIL");
    while (text && *text && fault_count < FAULTS_MAX) {
        struct fault *fault = &faults[fault_count];
        int used = 0;
        if (sscanf(text, " %63[A-Za-z0-9_]=%d%n", fault->name, &fault->code, &used) != 2)
            break;
        text += used;
        if (sscanf(text, "@%u%n", &fault->from, &used) == 1)
            text += used;
        fault_count++;
        text += *text == ',';
    }
}

static bool names(const struct fault *fault, const char *function)
{
    size_t length = strlen(fault->name);
    if (strncmp(function, fault->name, length) != 0)
        return false;
    const char *rest = function + length;
    return *rest == '\0' || strncmp(rest, "_v", 2) == 0 || strncmp(rest, "_pt", 3) == 0;
}

bool fault_wanted(const char *function, int *code)
{
    pthread_once(&parsed, parse);
    for (int i = 0; i < fault_count; i++) {
        if (!names(&faults[i], function))
            continue;
        unsigned call = __atomic_add_fetch(&faults[i].calls, 1, __ATOMIC_RELAXED);
        if (call < faults[i].from)
            continue;
        *code = faults[i].code;
        return true;
    }
    return false;
}

void fault_log(const char *function, const char *format, ...)
{
    const char *path = getenv("FAKEGPU_LOG");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    va_list list;
    va_start(list, format);
    fprintf(file, "%s: ", function);
    vfprintf(file, format, list);
    fputc('\n', file);
    va_end(list);
    fclose(file);
}
