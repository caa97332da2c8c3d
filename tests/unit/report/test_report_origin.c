#include "report/file/report_origin.h"

#include "build_report.h"

static bool ours(const char *const *providers)
{
    Rep__VersionInfo infos[4], *pointers[4];
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    session.versioninfo = pointers;
    for (; providers[session.n_versioninfo]; session.n_versioninfo++) {
        size_t i = session.n_versioninfo;
        rep__version_info__init(&infos[i]);
        infos[i].provider = (char *)(uintptr_t)providers[i];
        infos[i].version = "1";
        pointers[i] = &infos[i];
    }
    return report_is_ours(&session);
}

static void a_session_tells_who_measured(void **state)
{
    (void)state;
    assert_false(report_is_ours(NULL));
    assert_false(ours((const char *const[]){NULL}));
    assert_false(ours((const char *const[]){"CUDA Version", "CUPTI", NULL}));
    assert_true(ours((const char *const[]){"CUDA Version", "CUPTI", "rooftop", NULL}));
    assert_false(ours((const char *const[]){"CUDA Version", "Nsight Compute Target", NULL}));
    /* Reports of both were put into one. */
    assert_false(ours((const char *const[]){"rooftop", "Nsight Compute Target", NULL}));
    assert_false(ours((const char *const[]){"Nsight Compute Target", "rooftop", NULL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_session_tells_who_measured)};
    return cmocka_run_group_tests_name("report_origin", tests, NULL, NULL);
}
