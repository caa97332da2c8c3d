#include "cli/commands/version.h"

#ifdef ROOFTOP_COLLECT
#include <cupti_version.h>

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define BUILT_WITH "CUPTI " TEXT(CUPTI_API_VERSION)
#else
#define BUILT_WITH "a viewer, without CUPTI"
#endif

/* The version of ncu whose options and pages rooftop has. */
#define NCU_VERSION "2025.3.1.0"

/* Scripts take the third line, the last one, the first number with points or the line that has
 * "Version": it is the same line for all of them. */
void version_print(const char *commit, bool as_ncu, FILE *out)
{
    if (as_ncu)
        fputs("rooftop, which takes the command lines of ncu (NVIDIA Nsight Compute)\n"
              "It is free software, and no product of NVIDIA\n"
              "Version " NCU_VERSION " (build 0) (",
              out);
    fprintf(out, "rooftop %s%s", ROOFTOP_VERSION, as_ncu ? ", " : " (");
    if (*commit)
        fprintf(out, "commit %s, ", commit);
    fputs(BUILT_WITH ")\n", out);
}
