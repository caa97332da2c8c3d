/* What all checks use: how they say what they found, and what they ask about the machine. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/doctor/doctor_checks.h"
#include "collect/machine/processes.h"
#include "report/base/mem.h"

static void add(struct doctor *doctor, enum doctor_state state, const char *remedy,
                const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    mem_grow(&doctor->lines, doctor->count, &doctor->capacity, sizeof *doctor->lines);
    doctor->lines[doctor->count++] = (struct doctor_line){doctor->check, state, mem_strdup(text),
                                                          remedy ? mem_strdup(remedy) : NULL};
}

void doctor_ok(struct doctor *doctor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(doctor, DOCTOR_OK, NULL, format, arguments);
    va_end(arguments);
}

void doctor_say(struct doctor *doctor, enum doctor_state state, const char *remedy,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(doctor, state, remedy, format, arguments);
    va_end(arguments);
}

bool doctor_has(const struct doctor *doctor, const char *path)
{
    char *whole = mem_printf("%s%s", doctor->root, path);
    bool has = access(whole, F_OK) == 0;
    free(whole);
    return has;
}

bool doctor_in_container(const struct doctor *doctor)
{
    char *path = mem_printf("%s/proc/1/cgroup", doctor->root);
    char *groups = processes_file(path, NULL);
    bool is = doctor_has(doctor, "/.dockerenv") || doctor_has(doctor, "/run/.containerenv") ||
              doctor_has(doctor, "/singularity") || doctor_has(doctor, "/.singularity.d") ||
              (groups && (strstr(groups, "docker") || strstr(groups, "kubepods") ||
                          strstr(groups, "lxc") || strstr(groups, "containerd")));
    free(groups);
    free(path);
    return is;
}

bool doctor_is_admin(const struct doctor *doctor)
{
    enum { CAP_SYS_ADMIN = 21 };
    char *path = mem_printf("%s/proc/self/status", doctor->root);
    char *status = processes_file(path, NULL);
    const char *mask = status ? strstr(status, "\nCapEff:") : NULL;
    bool is = mask && strtoull(mask + 8, NULL, 16) >> CAP_SYS_ADMIN & 1;
    free(status);
    free(path);
    return is;
}
