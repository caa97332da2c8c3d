#!/bin/bash
# Tests compare.awk with small made-up reports; needs no GPU. AWK: the awk to test (default awk).
set -u

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset AGAIN APPLICATION PLACES # settings of the stages; make check AGAIN=1 means unit tests
passed=0
failed=0

compare() { # [OPTION...] FILE... in the work folder
    (cd "$work" && ${AWK:-awk} -f "$here/csv.awk" -f "$here/compare.awk" "$@")
}

report() { # NAME REGISTERS DURATION SHARE COUNTER: a report with one result
    printf '%s\n' '"ID","Host Name","Kernel Name","launch__registers_per_thread",'\
'"gpu__time_duration.sum","sm__throughput.avg.pct_of_peak_sustained_elapsed","inst_executed",'\
'"profiler__replayer_passes"' \
        '"","","","register/thread","ns","%","inst",""' \
        "\"0\",\"$1\",\"void k<\"\"a,b\"\">(int, T2)\",\"$2\",\"$3\",\"$4\",\"$5\",\"$1\"" \
        >"$work/$1.csv"
}

expect() { # NAME STATUS PATTERN [OPTION...] FILE...
    local name=$1 status=$2 pattern=$3 output got
    shift 3
    output=$(compare "$@" 2>&1)
    got=$?
    if [ "$got" = "$status" ] && printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
        passed=$((passed + 1))
        echo "ok   $name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s: status %s, not %s, or no line with %s in:\n%s\n' \
            "$name" "$got" "$status" "$pattern" "$output"
    fi
}

row() { # VERDICT METRIC: the line that gives a metric this verdict
    printf '\t%s\t.*\t%s$' "$2" "$1" | sed 's/\t/[[:blank:]]/g'
}

report a 32 1,000 40.5 5,000
report same 32 1,000 40.5 5,000
expect same 0 'total: 5 compared, 5 equal, 0 within tolerance, 0 off, 1 not judged' a.csv same.csv
expect quotes_and_commas 0 'void k<"a,b">\(int, T2\)' a.csv same.csv
expect told 0 "$(row told profiler__replayer_passes)" a.csv same.csv
expect other_host 1 "$(row OFF 'Host Name')" -v exact=1 a.csv same.csv

report b 33 1,000 40.5 5,000
expect launch_fact_off 1 "$(row OFF launch__registers_per_thread)" a.csv b.csv
report b 32 1,029 40.5 5,000
expect two_point_nine_percent 0 "$(row within gpu__time_duration.sum)" a.csv b.csv
report b 32 1,040 40.5 5,000
expect four_percent 1 "$(row OFF gpu__time_duration.sum)" a.csv b.csv
expect off_only 1 '^1.*OFF$' -v mode=off a.csv b.csv
report c 32 1,100 40.5 5,000
expect inside_widened_spread 0 "$(row within gpu__time_duration.sum)" a.csv b.csv c.csv
report d 32 940 40.5 5,000
expect outside_widened_spread 1 "$(row OFF gpu__time_duration.sum)" d.csv b.csv c.csv

report b 32 1,000 40.5 5,001
report c 32 1,000 40.5 5,001
expect counter_once 0 "$(row within inst_executed)" a.csv b.csv
expect counter_repeated 1 "$(row OFF inst_executed)" a.csv b.csv c.csv
report e 32 1,020 40.5 5,001
expect time_repeated 0 "$(row within gpu__time_duration.sum)" e.csv b.csv c.csv

report a 32 1,000 0.10 5,000
report b 32 1,000 0.14 5,000
report c 32 1,000 0.16 5,000
expect small_share 0 "$(row within sm__throughput.avg.pct_of_peak_sustained_elapsed)" a.csv b.csv
expect small_share_off 1 "$(row OFF sm__throughput.avg.pct_of_peak_sustained_elapsed)" a.csv c.csv
report b 32 1,000 nan 5,000
expect text_for_number 1 'text.*OFF$' a.csv b.csv

report a 32 1,000 40.5 5,000
sed '1s/inst_executed/smsp__more.sum/' "$work/a.csv" >"$work/b.csv"
expect one_sided_ours 0 'only in ours: 1: inst_executed$' a.csv b.csv
expect one_sided_theirs 0 'only in theirs: 1: smsp__more.sum$' a.csv b.csv
sed '2s/"ns"/"us"/' "$work/a.csv" >"$work/b.csv"
expect unit_differs 1 'ns / us.*OFF$' a.csv b.csv
{ cat "$work/a.csv"; sed -n 3p "$work/a.csv"; } >"$work/b.csv"
expect number_of_results 1 'number of results.*OFF$' a.csv b.csv
expect ours_has_more 1 'partner.*OFF$' b.csv a.csv
sed '3s/void k/void other/;3s/"32"/"40"/' "$work/a.csv" >"$work/other.csv"
{ cat "$work/a.csv"; sed -n 3p "$work/other.csv"; } >"$work/b.csv"
{ cat "$work/other.csv"; sed -n 3p "$work/a.csv"; } >"$work/c.csv"
expect by_number 1 'OFF$' b.csv c.csv
expect by_kernel 0 ' 0 off' -v pair=kernel b.csv c.csv
expect markdown 0 '^\| #1 `void k<"a,b">.* \| 1,000 \| 1,000 \| 0 \| equal \|$' \
    -v mode=summary a.csv same.csv
for run in 1 2 3; do
    report "m$run" 32 "$((800 + 200 * run))" 40.5 5,000
done
report few 32 1,190 40.5 5,000
expect our_median 0 "$(row within gpu__time_duration.sum)" -v runs=3 m3.csv m1.csv m2.csv few.csv
expect our_median_is_shown 0 '1200.1,190.' -v runs=3 m3.csv m1.csv m2.csv few.csv
expect our_single_run_off 1 "$(row OFF gpu__time_duration.sum)" m3.csv few.csv
expect our_median_off 1 "$(row OFF gpu__time_duration.sum)" -v runs=3 m3.csv m1.csv m2.csv m1.csv
report odd 33 1,200 40.5 5,000
expect one_of_ours_off 1 "$(row OFF launch__registers_per_thread)" -v runs=3 m2.csv odd.csv m2.csv few.csv
report odd 32 1,200 nan 5,000
expect one_of_ours_no_number 1 '40.5, nan, 40.5.*OFF$' -v runs=3 m2.csv odd.csv m2.csv few.csv
{ cat "$work/few.csv"; sed -n 3p "$work/few.csv"; } >"$work/two.csv"
expect one_of_ours_has_more 1 'number of results.*our run 2.*OFF$' -v runs=2 few.csv two.csv few.csv
expect ours_alone 2 'name 2 files of ours' -v runs=2 few.csv few.csv
{ echo '==WARNING== something'; sed 's/$/\r/' "$work/a.csv"; } >"$work/b.csv"
expect messages_and_returns 0 '5 equal' a.csv b.csv
sed '3s/T2)/\nT2)/' "$work/a.csv" >"$work/b.csv"
expect line_break_in_field 0 ' 0 off' b.csv b.csv
expect no_such_file 2 "cannot read a raw page from 'none.csv'" a.csv none.csv
expect one_file 2 'name a file of ours' a.csv

# judge.awk, on rows as compare.awk prints them.
judge() { # NAME STATUS PATTERN WITHOUT ROW...
    local name=$1 status=$2 pattern=$3 without=$4 output got
    shift 4
    output=$(printf '%s\n' $'result\tkernel\tmetric\tunit\tours\ttheirs\tdifference %\tverdict' "$@" '# total: any' |
        ${AWK:-awk} -f "$here/judge.awk" -v without="$without" 2>&1)
    got=$?
    if [ "$got" = "$status" ] && printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
        passed=$((passed + 1))
        echo "ok   $name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s: status %s, not %s, or no line with %s in:\n%s\n' "$name" "$got" "$status" "$pattern" "$output"
    fi
}

cells() { # RESULT METRIC DIFFERENCE VERDICT
    printf '%s\tk(int)\t%s\tbyte\t1\t2\t%s\t%s' "$@"
}

sent=$(cells 1 nvlrx__bytes_data_user.sum 0.9 OFF)
judge links_first_launch 0 '1 judged, 0 off; left out: 1 of first launches' links "$sent" "$(cells 1 nvltx__bytes.sum 30 OFF)"
judge links_later_launch 1 'nvltx__bytes.sum' links "$sent" "$(cells 2 nvltx__bytes.sum 30 OFF)"
judge links_single 0 'left out: 1 of single links' links "$sent" "$(cells 2 nvltx__bytes.max.per_second 30 OFF)"
judge links_sent 1 '1 judged, 1 off' links "$(cells 1 nvlrx__bytes_data_user.sum -1.1 OFF)"
judge links_nothing_sent 1 '1 judged, 0 off' links "$(cells 2 launch__grid_size 0 equal)"
judge links_number_of_results 1 'number of results' links "$sent" "$(cells - "number of results" "" OFF)"
judge elapsed 0 '1 judged, 0 off; left out: 2 with' elapsed "$(cells 1 gpu__time_duration.sum 90 OFF)" \
    "$(cells 1 sm__throughput.avg.pct_of_peak_sustained_elapsed 90 OFF)" "$(cells 1 sm__cycles_active.avg 1 within)"
judge elapsed_active_off 1 'sm__cycles_active' elapsed "$(cells 1 sm__cycles_active.avg 9 OFF)"
judge elapsed_nothing 1 '0 judged' elapsed "$(cells 1 gpu__time_duration.sum 90 OFF)"

moved() { # NAME READ WRITTEN [COLUMN]: a raw page of one launch over 24 MiB
    printf '%s\n' '"ID","Kernel Name","Grid Size","dram__bytes_read.sum","'"${4:-dram__bytes_write.sum}"'"' \
        '"","","","byte","byte"' >"$work/$1.csv"
    printf '"0","cached::read(const uint4 *, unsigned int *)","(384, 1, 1)","%s","%s"\n' "$2" "$3" >>"$work/$1.csv"
}

caches() { # NAME STATUS PATTERN RUNS ARGUMENT...
    compare() { (cd "$work" && ${AWK:-awk} -f "$here/csv.awk" -f "$here/caches.awk" "$@"); }
    expect "$1" "$2" "$3" -v runs="$4" "${@:5}"
}

moved t1 25,165,824 1,048,576
moved t2 25,165,824 2,097,152
moved o1 25,165,824 0
moved o2 25,165,824 512,000
moved o3 25,165,824 400,000
row='^. cached::read . 24 . 24576 . 24576 to 24576 . '
caches caches_median 0 "${row}391 . 1024 to 2048 . .\$" 3 o1.csv o2.csv o3.csv t1.csv t2.csv
moved o1 25,165,824 4,194,304
caches caches_more_written 1 "${row}4096 . 1024 to 2048 . OFF" 1 o1.csv t1.csv t2.csv
caches caches_left_written 0 "${row}4096 . 1024 to 2048 . .\$" 1 -v left=1 o1.csv t1.csv t2.csv
moved o1 24,000,000 1,048,576
caches caches_less_read 1 'OFF' 1 o1.csv t1.csv t2.csv
caches caches_left_less_read 0 ' 23438 ' 1 -v left=1 o1.csv t1.csv t2.csv
moved o1 26,500,000 1,048,576
caches caches_left_more_read 1 'OFF' 1 -v left=1 o1.csv t1.csv t2.csv

# 64 KiB and 3 %, of what was read and written.
moved t1 25,165,824 5,000,000
moved o1 25,165,824 4,100,000
caches caches_allowed 0 ' 4004 . 4883 to 4883 . .$' 1 o1.csv t1.csv
moved o1 25,165,824 4,000,000
caches caches_less_written 1 ' 3906 .* OFF' 1 o1.csv t1.csv
caches caches_left_less_written 0 ' 3906 ' 1 -v left=1 o1.csv t1.csv

moved o1 25,165,824 0 dram__cycles_active.avg
moved t1 25,165,824 0
caches caches_other_metrics 2 'o1.csv: no raw page' 1 o1.csv t1.csv
caches caches_nothing_of_theirs 2 'pages of both' 1 t1.csv

misses() { # NAME SECTORS...: a raw page of launches
    printf '%s\n' '"ID","Kernel Name","lts__t_sectors.sum"' '"","","sector"' >"$work/$1.csv"
    printf '"0","tiny()","%s"\n' "${@:2}" >>"$work/$1.csv"
}

quiet() { # NAME STATUS PATTERN METRIC...
    compare() { (cd "$work" && ${AWK:-awk} -f "$here/csv.awk" -f "$here/quiet.awk" "$@"); }
    expect "$1" "$2" "$3" o1.csv t1.csv "${@:4}"
}

misses t1 2,000 2,000 2,100
misses o1 9,999 2,060 1,000
quiet quiet_median 0 '^lts__t_sectors.sum 2060, ncu 2000$' lts__t_sectors.sum
misses o1 2,061 2,061 2,000
quiet quiet_more 1 '2061, ncu 2000 OFF$' lts__t_sectors.sum
misses o1 1,939
quiet quiet_less 1 '1939, ncu 2000 OFF$' lts__t_sectors.sum
quiet quiet_of_nothing 1 ''
quiet quiet_other_metric 2 'lts__t_bytes.sum: not in both' lts__t_bytes.sum
printf '"ID"\n' >"$work/o1.csv"
quiet quiet_no_results 2 'o1.csv: no raw page' lts__t_sectors.sum

# Stands in for the two profilers: run N of a sample takes the N-th time, control and app of ncu
# its first two. Prints what the stage says, and the places of the runs.
staged() { # NAME OURS THEIRS
    mkdir -p "$work/stage"
    rm -rf "$work/stage/"*
    (
        cd "$work/stage" || exit 2
        OUT=$PWD ROOFTOP=rooftop NCU=ncu HERE=$here NCU_RUNS=3 AGREE=100 SET=basic
        SAMPLES=$1 AGAIN=${AGAIN:-6} TIME_LIMIT=${TIME_LIMIT:-1000}
        . "$here/lib.sh"
        . "$here/stage_samples.sh"
        . "$here/stage_compare.sh"
        echo "$1 1" >samples.txt
        read -ra took <<<"$2"
        read -ra took_there <<<"$3"
        place() { printf '%s ' "$1" >>places; }
        with_rooftop() { STATUS=0; echo "$name ok" >"$1.log"; }
        with_ncu() { with_rooftop "$@"; }
        raw_page() { # READER REPORT CSV
            local run=${2#*.our} time
            [ "$run" != "$2" ] || run=${2#*.ncu}
            run=${run%.ncu-rep}
            case $2 in
            *.our*) time=${took[run - 1]} ;;
            *.ncucontrol.*) time=${took_there[0]} ;;
            *.ncuapp.*) time=${took_there[1]} ;;
            *) time=${took_there[run - 1]} ;;
            esac
            printf '%s\n' '"ID","Kernel Name","gpu__time_duration.sum"' '"","","ns"' "\"0\",\"k()\",\"$time\"" >"$3"
        }
        stage_compare
        echo "places $(cat places)"
        [ "$FAILED" = 0 ]
    )
}

stage() { # NAME STATUS PATTERN SAMPLE OURS THEIRS
    compare() { staged "$@"; }
    expect "$@"
}

stage stage_three_runs 0 '^places 14 2 0 6 $' x '1040 1020 1060' '1000 1010 1020'
stage stage_again 0 'of 3 runs 1 off, 0 allowed; of all runs .* 0 off, .* runs: 1 1 1 0 0 0 0 0 1 off' x \
    '2000 2000 2000 1000 1000 1000 1000 1000 2000' '1000 1010 1020 1050 1000 1000 1000 1000 1000'
stage stage_again_elsewhere 0 '^places 14 2 0 6 34 62 126 510 10 30 $' x \
    '2000 2000 2000 1000 1000 1000 1000 1000 2000' '1000 1010 1020 1050 1000 1000 1000 1000 1000'
stage stage_wider 0 '^ok   compare x of 3 runs 1 off' x \
    '1200 1200 1200 1200 1200 1200 1200 1200 1200' '1000 1010 1020 1100 1150 1000 1000 1000 1000'
stage stage_off_again 1 '^FAIL compare x of 3 runs 1 off, 0 allowed; of all runs .* 1 off, 0 not' x \
    '2000 2000 2000 2000 2000 2000 2000 2000 2000' '1000 1010 1020 1050 1000 1000 1000 1000 1000'
AGAIN=0 stage stage_never_again 1 '^FAIL compare x [0-9]+ compared' x '2000 2000 2000' '1000 1010 1020'
TIME_LIMIT=0 stage stage_no_time 0 '^skip compare x ' x '1000' '1000'
stage stage_of_application 0 '^ok   compare spills of 3 runs .* off of the runs that replay kernels alone' spills \
    '2000 2000 2000 1000 1000 1000 1000 1000 2000' '1000 1010 1020 1050 1000 1000 1000 1000 1000'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
