/* The checks of the parts that come with the CUDA Toolkit. */
#include "collect/doctor/doctor_checks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/cupti/cupti_host.h"
#include "report/base/mem.h"
#include "report/code/nvdisasm.h"

void doctor_cupti(struct doctor *doctor)
{
    struct error error;
    if (!doctor->cupti && !(doctor->cupti = cupti_library_open(&error))) {
        doctor_say(doctor, DOCTOR_FAIL,
                   "install CUPTI of CUDA 13 (package cuda-cupti-13-0, or the toolkit) and name "
                   "the toolkit's folder in CUDA_HOME",
                   "%s", error.text);
        return;
    }
    const char *path = cupti_library_path(doctor->cupti), *slash = strrchr(path, '/');
    unsigned version = cupti_library_version(doctor->cupti);
    doctor_ok(doctor, "%s, version %u.%u.%u", path, version / 10000, version / 100 % 100,
              version % 100);
    char *metrics = mem_printf("%.*slibnvperf_host.so", slash ? (int)(slash - path) + 1 : 0, path);
    if (slash && access(metrics, R_OK) < 0)
        doctor_say(
            doctor, DOCTOR_WARN, "install the whole of CUPTI: the file lies beside libcupti.so",
            "%s is missing: throughputs have no breakdowns, and there is no application replay",
            metrics);
    free(metrics);
}

void doctor_nvdisasm(struct doctor *doctor)
{
    char *path = nvdisasm_find(NULL, NULL);
    if (path)
        doctor_ok(doctor, "%s", path);
    else
        doctor_say(doctor, DOCTOR_WARN,
                   "install it (package cuda-nvdisasm-13-0, or the toolkit) and have it in PATH, "
                   "or name the toolkit's folder in CUDA_HOME",
                   "not found: the source page has no text of instructions");
    free(path);
}
