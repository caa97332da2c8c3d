#include "report/file/report_origin.h"

#include <string.h>

enum report_origin report_origin_of(const Rep__VersionInfo *version)
{
    static const char ncu[] = "Nsight";
    return strcmp(version->provider, REPORT_ORIGIN) == 0          ? ORIGIN_OURS
           : strncmp(version->provider, ncu, sizeof ncu - 1) == 0 ? ORIGIN_NCU
                                                                  : ORIGIN_NO_PROFILER;
}

bool report_is_ours(const Rep__ReportSessionDetails *session)
{
    bool seen[] = {false, false, false};
    for (size_t i = 0; session && i < session->n_versioninfo; i++)
        seen[report_origin_of(session->versioninfo[i])] = true;
    return seen[ORIGIN_OURS] && !seen[ORIGIN_NCU];
}
