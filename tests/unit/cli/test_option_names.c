/* Names of options: scripts for ncu cut them. */
#include <string.h>

#include "build_report.h"
#include "cli/options/option_table.h"

/* All options of ncu 2025.3. */
static const char *const of_ncu[] = {
    "app-replay-buffer",
    "app-replay-match",
    "app-replay-mode",
    "apply-rules",
    "cache-control",
    "call-stack",
    "call-stack-type",
    "check-exit-code",
    "chips",
    "clock-control",
    "config-file",
    "config-file-path",
    "csv",
    "devices",
    "disable-extra-suffixes",
    "disable-profiler-start-stop",
    "export",
    "filter-mode",
    "force-overwrite",
    "forward-signals",
    "graph-profiling",
    "help",
    "hostname",
    "import",
    "import-sass",
    "import-source",
    "injection-path-32",
    "injection-path-64",
    "kernel-id",
    "kernel-name",
    "kernel-name-base",
    "kill",
    "launch-count",
    "launch-skip",
    "launch-skip-before-match",
    "list-chips",
    "list-metrics",
    "list-rules",
    "list-sections",
    "list-sets",
    "log-file",
    "max-connections",
    "metrics",
    "mode",
    "mps",
    "mps-num-clients",
    "mps-timeout",
    "native-exclude",
    "native-include",
    "null-stdin",
    "nvtx",
    "nvtx-exclude",
    "nvtx-include",
    "nvtx-push-pop-scope",
    "open-in-ui",
    "page",
    "pipeline-boost-state",
    "pm-sampling-buffer-size",
    "pm-sampling-interval",
    "pm-sampling-max-passes",
    "port",
    "preload-library",
    "print-details",
    "print-fp",
    "print-kernel-base",
    "print-metric-attribution",
    "print-metric-instances",
    "print-metric-name",
    "print-nvtx-rename",
    "print-rule-details",
    "print-source",
    "print-summary",
    "print-units",
    "profile-from-start",
    "python-exclude",
    "python-include",
    "query-metrics",
    "query-metrics-collection",
    "query-metrics-mode",
    "quiet",
    "range-filter",
    "range-replay-options",
    "rename-kernels",
    "rename-kernels-export",
    "rename-kernels-path",
    "replay-mode",
    "resolve-source-file",
    "rule",
    "section",
    "section-folder",
    "section-folder-recursive",
    "section-folder-restore",
    "set",
    "source-folders",
    "support-32bit",
    "target-processes",
    "target-processes-filter",
    "verbose",
    "version",
    "warp-sampling-buffer-size",
    "warp-sampling-interval",
    "warp-sampling-max-passes",
};

static size_t names_that_begin(const char *beginning, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < COUNT(of_ncu); i++)
        count += strncmp(of_ncu[i], beginning, length) == 0;
    return count;
}

static void what_means_one_option_of_ncu_means_it_here(void **state)
{
    (void)state;
    size_t cut = 0;
    for (size_t i = 0; i < COUNT(of_ncu); i++)
        for (size_t length = 1; length <= strlen(of_ncu[i]); length++) {
            if (names_that_begin(of_ncu[i], length) != 1 && of_ncu[i][length])
                continue;
            struct error error = {""};
            const struct option *option = option_by_name(of_ncu[i], length, &error);
            if (!option || strcmp(option->name, of_ncu[i]) != 0)
                fail_msg("--%.*s is %s, not --%s: %s", (int)length, of_ncu[i],
                         option ? option->name : "no option", of_ncu[i], error.text);
            cut += of_ncu[i][length] != '\0';
        }
    assert_true(cut > COUNT(of_ncu));
}

static void a_beginning_of_several_is_refused_with_all_of_them(void **state)
{
    (void)state;
    struct error error = {""};
    assert_null(option_by_name("rename", 6, &error));
    assert_string_equal(error.text, "--rename is the beginning of several options: "
                                    "--rename-kernels, --rename-kernels-path, "
                                    "--rename-kernels-export");
    assert_null(option_by_name("auto-x", 6, &error));
}

static void options_that_ncu_lacks_can_be_cut_too(void **state)
{
    (void)state;
    static const struct {
        const char *beginning, *name;
    } cases[] = {{"doc", "doctor"}, {"expl", "explain"}, {"replay-w", "replay-window"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error = {""};
        const struct option *option =
            option_by_name(cases[i].beginning, strlen(cases[i].beginning), &error);
        assert_non_null(option);
        assert_string_equal(option->name, cases[i].name);
    }
}

/* Scripts that were written before them cut older names, and mean these. */
static void options_of_ncu_of_2026_take_no_beginning_away(void **state)
{
    (void)state;
    static const char *const of_2026[] = {"communicator",
                                          "communicator-shmem-num-peers",
                                          "communicator-tcp-hostname",
                                          "communicator-tcp-num-peers",
                                          "communicator-tcp-port",
                                          "disable-pm-warp-sampling",
                                          "lockstep-kernel-launch",
                                          "lockstep-nvtx-exclude",
                                          "lockstep-nvtx-include",
                                          "metric-distribution-groups",
                                          "warp-samples-per-interval"};
    static const char *const cut[][2] = {{"metric", "metrics"},
                                         {"disable-p", "disable-profiler-start-stop"},
                                         {"communicator-num-peers", "communicator-tcp-num-peers"},
                                         {"lockstep-k", "lockstep-kernel-launch"}};
    struct error error = {""};
    for (size_t i = 0; i < COUNT(of_2026); i++) {
        const struct option *option = option_by_name(of_2026[i], strlen(of_2026[i]), &error);
        assert_non_null(option);
        assert_string_equal(option->name, of_2026[i]);
    }
    for (size_t i = 0; i < COUNT(cut); i++)
        assert_string_equal(option_by_name(cut[i][0], strlen(cut[i][0]), &error)->name, cut[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_means_one_option_of_ncu_means_it_here),
        cmocka_unit_test(a_beginning_of_several_is_refused_with_all_of_them),
        cmocka_unit_test(options_that_ncu_lacks_can_be_cut_too),
        cmocka_unit_test(options_of_ncu_of_2026_take_no_beginning_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
