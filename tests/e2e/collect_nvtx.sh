# shellcheck shell=bash
# NVTX and profiler ranges: what is recorded, and which launches filters choose. The modes nvtx* of
# fakeapp launch N blocks at launch N.
few="--metrics gpu__time_duration.sum"

# The launches of a report, by their numbers.
launches()
{
    "$rooftop" -i "$1" --page raw --csv "${@:2}" --metrics launch__grid_size 2>>"$work/err" |
        awk 'NR > 2 { gsub(/"/, ""); n = split($0, cell, ","); printf "%s%s", sep, cell[n]; sep = " " }'
}

# The whole program once, for filters of the report.
check "nvtx: every launch is measured, the program runs as ever"
run $few --nvtx -o all -- nvtx
status_is 0
out_has "nvtx ok"
out_has "NVTX is observed"
same "the launches" "$(launches "$work/all.ncu-rep")" "1 2 3 10 20 11 21 12 22 30 31 32 33 41 42 43 50"
done_check

# chosen NUMBERS OPTIONS...: the same launches while profiling and of the report.
chosen()
{
    check "nvtx filter: ${*:2}"
    run $few -o report "${@:2}" -- nvtx
    out_has "nvtx ok"
    out_has "NVTX is observed"
    same "the launches" "$(launches "$report")" "$1"
    same "the launches of the report" "$(launches "$work/all.ncu-rep" "${@:2}")" "$1"
    done_check
}

chosen "1" --nvtx-include early/
chosen "3" --nvtx-include setup/
chosen "10 20 11 21 12 22" --nvtx-include iteration/
chosen "10 11 12" --nvtx-include inner/
chosen "10 11 12" --nvtx-include iteration/inner
chosen "10 11 12" --nvtx-include "[iteration/inner]"
chosen "20 21 22" --nvtx-include solver@smooth/
chosen "20 21 22" --nvtx-include "iteration]"
chosen "3 20 21 22" --nvtx-include 'regex:.*@^s.*/'
chosen "30 31" --nvtx-include tail
chosen "31" --nvtx-include tail,größe
chosen "31 32" --nvtx-include 'regex:^gr.*'
chosen "32" --nvtx-include solver@sweep
chosen "3 30 31" --nvtx-include setup/ --nvtx-include tail
chosen "41" --nvtx-include 'deep/level/*/level]'
chosen "41" --nvtx-include 'deep/+/level'
chosen "42" --nvtx-include 'deep]'
chosen "50" --nvtx-include 'a\/b/'
chosen "50" --nvtx-include 'regex:^x{50}/'
chosen "3 10 20 11 21 12 22" --nvtx-include 'regex:(?i)^(?:ITERATION|S(?!M|W)\w+)$/'
chosen "1 2 3 30 31 32 33 43 50" --nvtx-exclude iteration/ --nvtx-exclude '[deep'
chosen "20 21 22" --nvtx-include iteration/ --nvtx-exclude inner/
chosen "21 12" --nvtx-include iteration/ -s 3 -c 2
chosen "2 33 43" --nvtx-exclude 'regex:./' --nvtx-exclude 'regex:.' --nvtx-exclude solver@sweep

check "nvtx filter: an expression that takes too long ends profiling, not the program"
run $few -o report --nvtx-include 'regex:^(x+x+)+[yz]/' -- nvtx
status_is 1
out_has "nvtx ok"
err_has 'the regular expression "^(x+x+)+[yz]" takes too long with a name of '
done_check

check "nvtx: a copy of the report"
plain "$rooftop" -i "$work/all.ncu-rep" --nvtx-include inner/ -o "$work/copy"
status_is 0
same "the launches" "$(launches "$work/copy.ncu-rep")" "10 11 12"
done_check

check "nvtx: what the program gave with its ranges is on the pages"
plain "$rooftop" -i "$work/all.ncu-rep" --nvtx-include solver@smooth/ -c 1 --page details
out_has "<0,iteration>"
out_has "<0,smooth>"
out_has "Int32: -5"
out_has "RGB: 0xff3366cc"
out_has "REGISTERED: smooth"
plain "$rooftop" -i "$work/all.ncu-rep" --nvtx-include solver@smooth/ -c 1 --page details --markdown
out_has "updates"
out_has "conductor"
plain env LC_ALL=C.UTF-8 "$rooftop" -i "$work/all.ncu-rep" --nvtx-include solver@sweep --page details
out_has "größe"
out_has "sweep"
out_has "Double: 2.5"
plain "$rooftop" -i "$work/all.ncu-rep" --nvtx-exclude level/ --page details --print-summary per-nvtx
out_has "<inner>"
plain "$rooftop" -i "$work/all.ncu-rep" --nvtx-include inner/ --page details --print-nvtx-rename kernel
out_has "inner/count"
done_check

check "nvtx: without being asked for it is not observed"
run $few -o report -- nvtx
out_has "NVTX is not observed"
results_are 17
plain "$rooftop" -i "$report" --page details
out_lacks "NVTX"
done_check

check "nvtx filter: nothing fits: the message names what was open"
run $few --nvtx-include setup -o report -- nvtx
status_is 0
out_has "nvtx ok"
err_has 'no kernel passed the filters: 17 launches were outside the NVTX ranges to profile, where "early/", "setup/"'
err_has '"solver@smooth/", "tail", '
err_lacks '"a/b/"'
no_report
done_check

check "nvtx filter: what fits the ranges still has to fit the name"
run $few --nvtx-include setup/ -k tiny -- nvtx
status_is 0
err_has "no kernel passed the filters; the program launched: count (17 launches in all)"
done_check

check "nvtx filter: with kernels of other names in between"
run $few --nvtx-include iteration/ --kernel-id ':::[2-4]' -o report -- nvtx
same "the launches" "$(launches "$report")" "20 11 21"
done_check

check "nvtx filter: as many expressions as there can be"
many=()
for ((i = 0; i < 63; i++)); do many+=(--nvtx-include "range$i/" --nvtx-exclude "other$i/"); done
run $few "${many[@]}" --nvtx-include inner/ --nvtx-exclude setup/ -o report -- nvtx
same "the launches" "$(launches "$report")" "10 11 12"
done_check

# threads NUMBERS LEVEL OPTIONS...
threads()
{
    check "nvtx threads: ${*:3}"
    run $few -o report "${@:3}" -- nvtx_threads "$2"
    status_is 0
    out_has "nvtx_threads ok"
    same "the launches" "$(launches "$report")" "$1"
    done_check
}

threads "60 63" 0 --nvtx-include main/
threads "62" 0 --nvtx-include worker/
threads "60 61 62 63" 0 --nvtx-include shared
threads "60 61 62 63" 1 --nvtx-include main/ --nvtx-push-pop-scope process
threads "62" 1 --nvtx-include main/worker --nvtx-push-pop-scope process
threads "61 64" 0 --nvtx-exclude main/ --nvtx-exclude worker/

check "nvtx threads: ranges of the process are recorded as such"
run $few --nvtx --nvtx-push-pop-scope process -o report -- nvtx_threads 1
same "the launches of the report" "$(launches "$report" --nvtx-include main/worker)" "62"
done_check

check "nvtx: many threads open ranges while one launches, and a forked child does"
run $few --nvtx-include odd/ -o report -- nvtx_busy
status_is 0
out_has "nvtx_busy ok"
same "the launches" "$(launches "$report")" "1 3 5 7 9 11 13 15 17 19"
run $few --nvtx -f -o report -- nvtx_busy
status_is 0
results_are 20
done_check

# profiler NUMBERS OPTIONS...
profiler()
{
    check "profiler ranges: ${*:2}"
    run $few -o report "${@:2}" -- nvtx_profiler
    status_is 0
    out_has "nvtx_profiler ok"
    same "the launches" "$(launches "$report")" "$1"
    done_check
}

profiler "1 2 3 4 6 7 8 9"
profiler "2 3 4 6 7 8 9" --profile-from-start no
profiler "1 2 3 4 5 6 7 8 9 10" --disable-profiler-start-stop
profiler "1 2 3 4 5 6 7 8 9 10" --disable-profiler-start-stop --profile-from-start off
profiler "2 3 4" --range-filter :1:
profiler "6 7 8 9" --range-filter :2:
profiler "2 3 4 6 7 8 9" --range-filter "yes:1|2:"
profiler "1 2 3 6 7 8" --nvtx-include A/
profiler "2 3" --nvtx-include A/ --range-filter ::2\|4
profiler "3" --nvtx-include A/ --range-filter yes:1:3
profiler "2 6" --nvtx-include A/ --range-filter yes::1
profiler "7 8" --nvtx-include A/ --range-filter yes:2:2
profiler "7" --nvtx-include A/ --range-filter yes:2:3
profiler "6" --nvtx-include A/ --range-filter :2:6
profiler "4" --nvtx-include B/ --nvtx-include C --range-filter ::1
profiler "7 8" --nvtx-include 'A/' --range-filter ::7
profiler "3 4" -s 1 --profile-from-start no -c 2

check "profiler ranges: none is open"
run $few --profile-from-start no -o report -- nvtx
status_is 0
out_has "nvtx ok"
err_has "17 launches were outside the profiler ranges to profile"
no_report
done_check

# refused NAME TEXT WORDS...: the program is not started.
refused_here()
{
    check "nvtx options: $1"
    local text=$2
    shift 2
    run "$@"
    status_is 1
    err_has "$text"
    out_lacks "ok"
    done_check
}

refused_here "two domains" '--nvtx-include: "a@b,c@d", character 6: an expression can name only one domain' \
    --nvtx-include a@b,c@d -- nvtx
refused_here "no regular expression" '--nvtx-exclude: "regex:(": "(" is not a regular expression' \
    --nvtx-exclude 'regex:(' -- nvtx
refused_here "scope" '--nvtx-push-pop-scope does not know "proces"; nearest is "process"' \
    --nvtx-push-pop-scope proces -- nvtx
refused_here "two parts" '--range-filter: "yes:2" does not have three parts' --range-filter yes:2 -- nvtx
many=()
for ((i = 0; i < 65; i++)); do many+=(--nvtx-include "range$i/"); done
refused_here "too many" "can each be given 64 times" "${many[@]}" -- nvtx
refused_here "numbers of no ranges" "counts the NVTX ranges of --nvtx-include, which is not given" \
    --range-filter ::2 -- nvtx
refused_here "numbers of ignored ranges" "--disable-profiler-start-stop ignores" \
    --range-filter :2: --disable-profiler-start-stop -- nvtx
refused_here "numbers of a report" "--range-filter is for profiling" \
    --range-filter ::2 --nvtx-include A/ -i "$work/all.ncu-rep"
