#include "collect/machine/driver_version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

float driver_version(void)
{
    char text[64] = "";
    FILE *file = fopen("/sys/module/nvidia/version", "re");
    if (!file)
        return 0;
    if (!fgets(text, sizeof text, file))
        text[0] = '\0';
    fclose(file);
    return strtof(text, NULL);
}
