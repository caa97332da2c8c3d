# Where results, messages and the program's own output go.

few="--metrics gpu__time_duration.sum"

# The one temporary file: whole, with results. Sets `left`; the file is removed.
# temporary_has_results [CUT]: of a rooftop that was killed while it wrote, the last result may be cut short.
temporary_has_results()
{
    local count
    left=$(cd "$work" && ls -d report.ncu-rep.?????? 2>/dev/null)
    plain "$rooftop" --no-tui -i "$left" --page raw --csv </dev/null
    count=$(grep -c '^"[0-9]' "$work/out")
    [ -z "${1-}" ] || ! grep -q "a result is cut short .* $count whole results are shown" "$work/err" || status=0
    [ "$status" = 0 ] && [ "$count" -gt 0 ] || wrong "\"$left\": status $status, $count results"
    rm -f "$work/${left:-none}"
}

check "-o adds .ncu-rep and says where the report is"
run $few -o report -- inplace
status_is 0
[ -f "$report" ] || wrong "no report.ncu-rep"
err_has "report report.ncu-rep, 3 results"
same "output" "$(cat "$work/out")" "inplace ok"
no_temporary
done_check

check "-o with .ncu-rep adds nothing"
run $few -o report.ncu-rep -- inplace
[ -f "$report" ] || wrong "no report.ncu-rep"
done_check

check "an existing file is refused before the program runs, and stays"
echo old >"$report"
run $few -o report -- inplace
status_is 1
err_has "report.ncu-rep exists already"
out_lacks "inplace"
same "old file" "$(cat "$report")" old
no_temporary
done_check

check "-f replaces it"
echo old >"$report"
run $few -f -o report -- inplace
status_is 0
results_are 3
no_temporary
done_check

check "without results an old file stays"
for words in nocuda "--strict -k nothing" "--metrics sm__no_such.avg"; do
    echo old >"$report"
    case $words in
    nocuda) run $few -f -o report -- nocuda ;;
    --metrics*) run -f -o report $words -- count ;;
    *) run $few -f -o report $words -- count ;;
    esac
    status_is 1
    same "old file" "$(cat "$report")" old
    no_temporary
done
done_check

check "a folder that cannot be written"
: >"$work/plain"
run $few -o plain/report -- inplace
status_is 1
err_has "plain/report.ncu-rep: cannot write the report"
out_lacks "inplace"
run $few -o missing/report -- inplace
status_is 1
err_has "No such file or directory"
done_check

unprivileged=()
[ "$(id -u)" != 0 ] || unprivileged=(setpriv --bounding-set -dac_override) # root writes everywhere
if "${unprivileged[@]}" true 2>/dev/null; then
    check "a folder without permission"
    mkdir -m 555 "$work/closed"
    take_variables
    arguments $few -o closed/report -- inplace
    plain "${unprivileged[@]}" "${command_line[@]}" </dev/null
    status_is 1
    err_has "Permission denied"
    out_lacks "inplace"
    rmdir "$work/closed"
    done_check
else
    skip "a folder without permission" "root may write everywhere, and cannot give that up here"
fi

check "-f over a folder: an error, and no claim of a report"
mkdir "$report"
run $few -f -o report -- inplace
err_has "is a folder"
[ "$status" != 0 ] || wrong "exit status 0 although the report was not written"
err_lacks "report report.ncu-rep, 3 results"
no_temporary
done_check

check "disk full: an error, no claim of a report, an old file stays"
echo old >"$report"
# The library has to fit, the report of 160 results is nearly twice as large.
library=$(($(stat -c %s "$build/librooftop-inject.so") / 1024))
take_variables
plain bash -c 'trap "" XFSZ; ulimit -f $1; shift; exec "$@"' - $((library + 40)) "$rooftop" --no-tui \
    --clock-control none -f -o report "$app" threads 16 </dev/null
err_has "File too large"
[ "$status" != 0 ] || wrong "exit status 0 although the report was not written"
err_lacks "report report.ncu-rep, 160 results"
same "old file" "$(head -c 100 "$report")" old
err_has "results are in $(cd "$work" && ls -d report.ncu-rep.??????)"
temporary_has_results
done_check

check "rooftop is killed: an old file stays, what was measured is beside it"
echo old >"$report"
start -f $few -o report -- loop
wait_until "results" eval '[ "$(stat -c %s "$work"/report.ncu-rep.?????? 2>/dev/null)" -gt 100000 ]'
kill -KILL "$host"
kill_strays
keeps_folder=yes
finish
same "old file" "$(cat "$report")" old
temporary_has_results cut
done_check

check "a file that appears while the program runs is not replaced"
start $few -o report -- loop
wait_until "results" eval '[ -s "$work"/report.ncu-rep.?????? ]'
echo other >"$report"
wait_until "results" eval '[ "$(stat -c %s "$work"/report.ncu-rep.?????? 2>/dev/null)" -gt 100000 ]'
kill -TERM "$host"
finish
same "other file" "$(cat "$report")" other
err_has "the name was taken meanwhile"
temporary_has_results
done_check

check "--log-file: a report is not replaced, neither the one that is read nor another"
cp "$here/../data/samples.ncu-rep" "$work/kept.ncu-rep"
plain "$rooftop" -i kept.ncu-rep --page session --log-file kept.ncu-rep
status_is 1
err_has "kept.ncu-rep is a report, which the log would replace; give --log-file another name"
run $few --log-file kept.ncu-rep -- inplace
status_is 1
out_lacks "inplace"
cmp -s "$here/../data/samples.ncu-rep" "$work/kept.ncu-rep" || wrong "the report was changed"
done_check

check "-i -o: no report of no results, and none is replaced by it"
head -c 30000 "$work/kept.ncu-rep" >"$work/short.ncu-rep"
plain "$rooftop" -i short.ncu-rep -o kept -f
status_is 1
err_has "short.ncu-rep has no results: kept.ncu-rep is not written"
cmp -s "$here/../data/samples.ncu-rep" "$work/kept.ncu-rep" || wrong "the report was changed"
plain "$rooftop" -i short.ncu-rep -o fresh
status_is 1
[ ! -e "$work/fresh.ncu-rep" ] || wrong "a report without results was written"
rm "$work/kept.ncu-rep" "$work/short.ncu-rep"
done_check

check "--log-file: messages and pages go there"
run $few --log-file log -- inplace
status_is 0
same "output" "$(cat "$work/out")" "inplace ok"
[ ! -s "$work/err" ] || wrong "something is on standard error"
said log "==PROF== 3: inplace" || wrong "the log lacks the messages"
said log "gpu__time_duration.sum" || wrong "the log lacks the page"
done_check

check "--log-file stdout and stderr"
run $few --log-file stdout -- inplace
out_has "==PROF== 3: inplace"
out_has "gpu__time_duration.sum"
run $few --log-file stderr -- inplace
same "output" "$(cat "$work/out")" "inplace ok"
err_has "gpu__time_duration.sum"
done_check

check "--log-file that cannot be written: before the program runs"
run $few --log-file missing/log -- inplace
status_is 1
err_has "missing/log: cannot write the log"
out_lacks inplace
done_check

check "pages: details, raw, session"
run $few --page details -- vector_add
out_has "Section: Command line profiler metrics"
run $few --page raw -- vector_add
out_has "gpu__time_duration.sum"
run $few --page session -- vector_add
out_has "Profiler Command Line"
out_has "NVIDIA H200"
out_has "fakeapp"
done_check

check "pages: units are scaled; --print-units base leaves them"
run $few -- vector_add
grep -qE 'gpu__time_duration.sum +us +2\.64' "$work/out" || wrong "not in us"
run $few --print-units base -- vector_add
grep -qE 'gpu__time_duration.sum +ns +2638' "$work/out" || wrong "not in ns"
done_check

check "--csv: --print-units base holds for it too"
run $few --csv --print-units base -- vector_add
status_is 0
grep -qE '"gpu__time_duration.sum","ns","2,?638"' "$work/out" || wrong "$(tail -n 1 "$work/out")"
done_check

check "--csv of a run: base units on both pages, unless --print-units auto is given; those of its report are scaled"
for page in details raw; do
    run $few --csv --page $page -- vector_add
    status_is 0
    out_has '"ns"'
    out_has '"2638"'
    run $few --csv --page $page --print-units auto -- vector_add
    out_has '"us"'
    out_has '"2.6'
    run $few -f -o report --csv --page $page -- vector_add
    out_has '"ns"'
    plain "$rooftop" --no-tui -i "$report" --csv --page $page
    out_has '"us"'
    out_has '"2.6'
    plain "$rooftop" --no-tui -i "$report" --csv --page $page --print-units base
    out_has '"2638"'
done
run --section SpeedOfLight --csv -- vector_add
out_has '"SM Frequency","hz","2000000000"'
out_has '"Duration","ns","2638"'
run $few --csv --print-summary per-kernel -- vector_add
out_has '"ns"'
printf '[Launch-and-attach]\n--print-units = auto\n' >"$work/auto.cfg"
run --config-file-path auto.cfg $few --csv -- vector_add
out_has '"us"'
run $few --markdown -- vector_add
out_has '| us |'
done_check

check "--csv with --page raw: three lines for one result"
run $few --csv --page raw -- count 1
grep -v "count ok" "$work/out" >"$work/log"
same "lines" "$(wc -l <"$work/log")" 3
same "columns" "$(tail -n 1 "$work/log" | sed 's/","/\n/g' | wc -l)" \
    "$(head -n 1 "$work/log" | sed 's/","/\n/g' | wc -l)"
done_check

check "-o with a page prints it too; -o alone prints none"
run $few -o report --page raw -- vector_add
out_has "gpu__time_duration.sum"
run $few -f -o report -- vector_add
same "output" "$(cat "$work/out")" "vector_add ok"
done_check

check "--quiet: no progress, no notes; errors stay"
run $few --quiet -o report -- inplace
[ ! -s "$work/err" ] || wrong "it says something"
run $few --quiet -k nothing -- inplace
err_has "no kernel passed the filters"
done_check

check "standard input: from a pipe"
run_with_input $few -o report -- stdin < <(printf 'one\ntwo\n')
status_is 0
same "output" "$(cat "$work/out")" "one${nl:=$'\n'}two${nl}stdin ok"
done_check

check "standard input: much of it"
head -c 300000 /dev/zero | tr '\0' 'x' >"$work/log"
run_with_input $few -o report -- stdin <"$work/log"
same "bytes" "$(wc -c <"$work/out")" 300009
done_check

check "standard input: closed"
run_with_input $few -o report -- stdin <&-
status_is 0
out_has "stdin ok"
results_are 1
done_check

check "standard output: closed: the report is whole"
run_with_input $few -o report sh -c 'exec "$@" >&-' - "$app" vector_add </dev/null
status_is 0
results_are 1
done_check

for closed in '>&-' '2>&-' '<&- >&-' '<&- >&- 2>&-'; do
    check "rooftop started with $closed: the report is whole"
    take_variables
    plain sh -c 'exec "$@" '"$closed" - "$rooftop" --no-tui --clock-control none $few -o report \
        "$app" vector_add </dev/null
    : >"$work/err"
    results_are 1
    [ ! -s "$work/err" ] || wrong "the report is damaged"
    done_check
done

check "standard output full: an error, not silence"
take_variables
plain sh -c 'exec "$@" >/dev/full' - "$rooftop" --no-tui --clock-control none $few "$app" vector_add \
    </dev/null
[ "$status" != 0 ] || wrong "exit status 0"
done_check

check "a reader that goes away ends it, and that is said"
take_variables
plain sh -c '"$@" | head -n 1' - "$rooftop" --no-tui --clock-control none "$app" twenty 100 </dev/null
wait_until "nothing is left running" no_strays
same "the number of lines that were read" "$(wc -l <"$work/out")" 1
err_has "==ERROR== the output could not be written: Broken pipe"
done_check

check "escape codes of the program pass; ours do not come through the log"
run $few -- escape
plain "$app" escape </dev/null
cp "$work/out" "$work/log"
run $few -o report -- escape
cmp -s "$work/out" "$work/log" || wrong "the program's bytes were changed"
! grep -q $'\033' "$work/err" || wrong "escape bytes among the messages"
done_check

check "program not found"
run PATH=/usr/bin:/bin $few -o report no-such-program-anywhere
case $status in 1 | 127) ;; *) wrong "exit status $status" ;; esac
err_has "no-such-program-anywhere cannot be started: it is in no folder of PATH"
no_report
done_check

check "a name without a path that a file here has"
echo text >"$work/log"
run $few -o report log
err_has "log cannot be started: it is in no folder of PATH; ./log starts the file here, -i log opens it as a report"
no_report
done_check

check "program that may not be executed"
echo text >"$work/log"
run $few -o report ./log
case $status in 1 | 126) ;; *) wrong "exit status $status" ;; esac
err_has "./log cannot be started: it is not executable (chmod +x); -i ./log opens it as a report"
no_report
done_check

check "a script whose interpreter is not there"
printf '#! /no/such/python -u\n' >"$work/script"
chmod +x "$work/script"
plain "$rooftop" ./script
status_is 1
err_has "./script cannot be started: its first line names the interpreter /no/such/python, which does not exist"
printf '#!/bin/sh\r\n' >"$work/script"
plain "$rooftop" ./script
err_has "names the interpreter /bin/sh, with a carriage return after it"
rm "$work/script"
done_check

check "program that is a folder"
run $few -o report /tmp
case $status in 1 | 126) ;; *) wrong "exit status $status" ;; esac
err_has "/tmp cannot be started: it is a folder; -i /tmp shows its reports"
no_report
done_check

check "progress: one line for each launch"
run $few -o report -- memops
err_count 4 ": inplace(float *, float, int), 2.64 us"
err_count 4 ": count(unsigned int *), 1.01 us"
err_has "==PROF== 8: count"
! grep -q $'\r' "$work/err" || wrong "carriage returns in a file"
done_check

check "a report named without -i: options before and after it"
run $few -o report -- memops
run --csv report.ncu-rep --page raw -k count
status_is 0
same "results" "$(grep -c '^"[0-9]' "$work/out")" 4
run report.ncu-rep "$app" memops
status_is 1
err_has "fakeapp\" is left over: with a report nothing is run"
run report.ncu-rep --nvtx --call-stack
status_is 0
out_has "Section: "
done_check

check "-o: macros in the name"
run RANK=3 $few -o 'report-%q{RANK}.%i' -- inplace
status_is 0
err_has "report report-3.1.ncu-rep, 3 results"
run RANK=3 $few -o 'report-%q{RANK}.%i' -- inplace
err_has "report report-3.2.ncu-rep, 3 results"
run $few -o 'report-%q{RANK}' -- inplace
status_is 1
err_has "%q{RANK}: this environment variable is not set"
out_lacks "inplace ok"
rm -f "$work"/report-3.*
done_check

check "-i with -o copies a report, whole or filtered"
run $few -o report -- memops
run -i report.ncu-rep -o report-copy
status_is 0
err_has "report report-copy.ncu-rep, 8 results"
[ ! -s "$work/out" ] || wrong "a page was printed"
cmp -s "$report" "$work/report-copy.ncu-rep" || wrong "the copy differs"
run -i report.ncu-rep -f -o report-copy -k count -c 3 --page raw --csv
err_has "report report-copy.ncu-rep, 3 results"
same "rows on the page" "$(grep -c '^"[0-9]' "$work/out")" 3
head -c -10 "$report" >"$work/cut.ncu-rep"
run -i cut.ncu-rep -f -o report-copy
status_is 1
run -i report-copy.ncu-rep --page raw --csv
status_is 0
same "rows of the copy" "$(grep -c '^"[0-9]' "$work/out")" 7
head -c 10 "$report" >"$work/cut.ncu-rep" # a whole file header and nothing more
run -i cut.ncu-rep --page raw --csv
status_is 1
err_has "==WARNING== cut.ncu-rep ends before its first result"
rm -f "$work"/report-copy.ncu-rep "$work/cut.ncu-rep"
done_check

check "a copy that grows over the limit of files is a failed write"
run $few -o report -- memops
sum=$(md5sum <"$work/report.ncu-rep")
plain bash -c 'ulimit -f $1; shift; exec "$@"' - $(($(stat -c %s "$report") / 2048)) "$rooftop" --no-tui \
    -i report.ncu-rep -f -o report
status_is 1
err_has "report.ncu-rep: the report could not be written: File too large"
same "the file before" "$(md5sum <"$work/report.ncu-rep")" "$sum"
rm -f "$work"/report.ncu-rep.*
done_check

check "several reports: files, a folder, a pattern, words without -i"
run $few -o report -- memops
rm -rf "$work/set" && mkdir "$work/set"
for rank in 0 2 10; do cp "$report" "$work/set/rank$rank.ncu-rep"; done
run -i report.ncu-rep -i set --page raw --csv
status_is 0
same "rows" "$(grep -c '^"[^"]*ncu-rep"' "$work/out")" 32
same "order" "$(sed -n 's/^"\([^"]*ncu-rep\)".*/\1/p' "$work/out" | uniq | paste -sd' ')" \
    "report.ncu-rep rank0.ncu-rep rank2.ncu-rep rank10.ncu-rep"
run 'set/rank[02]*.ncu-rep' --page raw --csv report.ncu-rep -k count -s 3 -c 2
status_is 0
# The filters go through the one list: one count of rank 0, three of rank 2 of which the last is over.
same "results" "$(grep -o '^"[^"]*ncu-rep","[0-9]*"' "$work/out" | paste -sd' ')" \
    '"rank0.ncu-rep","7" "rank2.ncu-rep","1"'
run -i set --page details
out_has "Report rank10.ncu-rep, rank 10 @ "
same "headings" "$(grep -c '^Report ' "$work/out")" 3
run -i report.ncu-rep --page raw --csv
out_lacks '"Report"'
rm -rf "$work/set"
done_check

check "several reports: what is wrong with one is said, the others are shown"
run $few -o report -- memops
head -c 30000 "$report" >"$work/cut.ncu-rep"
echo nothing >"$work/"$'x\e[31m.ncu-rep'
run report.ncu-rep $'x\e[31m.ncu-rep' ./report.ncu-rep cut.ncu-rep missing.ncu-rep --page raw --csv
status_is 1
err_has "==WARNING== x"
err_has "m.ncu-rep: not an .ncu-rep report"
err_lacks $'\e'
err_has "==PROF== ./report.ncu-rep: this file is given more than once"
err_has "==WARNING== cut.ncu-rep is damaged"
err_has "==WARNING== missing.ncu-rep: cannot open the report"
same "rows of the whole one" "$(grep -c '^"report.ncu-rep"' "$work/out")" 8
run -i 'no*.ncu-rep' -i report.ncu-rep --page raw --csv
status_is 1
err_has "no*.ncu-rep: no file matches"
[ ! -s "$work/out" ] || wrong "a page was printed"
run -i tmp --page raw --csv
status_is 1
err_has "tmp: no .ncu-rep file in this folder"
cp "$report" "$work/twin.ncu-rep"
run -i report.ncu-rep twin.ncu-rep -o merged
status_is 1
err_has "report.ncu-rep and twin.ncu-rep cannot be put into one file: both have a process with the same id"
[ ! -e "$work/merged.ncu-rep" ] || wrong "a file was written"
rm -f "$work/twin.ncu-rep"
rm -f "$work/cut.ncu-rep" "$work/"x*m.ncu-rep
done_check

check "-i, -i and -o: several reports become one"
run $few -o report -- memops
run -f -o other -- inplace
run report.ncu-rep other.ncu-rep -f -o merged
status_is 0
err_has "report merged.ncu-rep, 11 results"
run report.ncu-rep other.ncu-rep --page raw --csv --print-units base
grep '^"[^"]*ncu-rep"' "$work/out" | cut -d, -f3- | sort >"$work/list"
run merged.ncu-rep --page raw --csv --print-units base
grep '^"[0-9]' "$work/out" | cut -d, -f2- | sort | cmp -s - "$work/list" || wrong "the rows differ"
same "rows" "$(wc -l <"$work/list")" 11
run report.ncu-rep other.ncu-rep -k inplace -c 5 -f -o merged
err_has "report merged.ncu-rep, 5 results"
rm -f "$work/merged.ncu-rep" "$work/list"
done_check

check "merge makes one report of several, and needs its name"
run $few -f -o report -- memops
run merge -o merged report.ncu-rep other.ncu-rep
status_is 0
err_has "report merged.ncu-rep, 11 results"
run merge report.ncu-rep other.ncu-rep
status_is 1
err_has "merge needs the name of the new report: rooftop merge -o all result.rank*"
run merge -o merged report.ncu-rep "$app"
status_is 1
err_has "is left over: merge makes one report of several"
run merged.ncu-rep --page ranks
status_is 0
out_has "merged.ncu-rep: 11 results"
out_has "No rank stands out."
out_has "inplace(float *, float, int)"
run merged.ncu-rep --page ranks --print-summary per-kernel
status_is 1
err_has "--print-summary has no use with --page ranks"
run merged.ncu-rep --page ranks -k nothing
status_is 0
err_has "no result passes the filters"
rm -f "$work/merged.ncu-rep" "$work/other.ncu-rep"
done_check

check "merge keeps which process was which rank"
for rank in 0 1 2; do
    # shellcheck disable=SC2086
    run OMPI_COMM_WORLD_RANK=$rank $few -f -o job -- inplace
done
run merge -f -o merged job.rank0.ncu-rep job.rank1.ncu-rep job.rank2.ncu-rep
status_is 0
run merged.ncu-rep --page ranks
status_is 0
for rank in 0 1 2; do
    out_has "rank $rank @ $(hostname)"
done
run merged.ncu-rep --page session
same "notes on the session page" "$(grep -cE "process [0-9]+: rank [0-2] on $(hostname)" "$work/out")" 3
run merge -f -o twice merged.ncu-rep job.rank1.ncu-rep
status_is 1
err_has "both have a process with the same id on the same host"
rm -f "$work"/{merged,twice}.ncu-rep "$work"/job.rank*.ncu-rep
done_check

check "the rank that the launcher tells is recorded and shown"
for rank in 0 1; do
    run OMPI_COMM_WORLD_RANK=$rank SECRET=hidden $few -f -o "of-$rank-x" -- inplace
    status_is 0
done
run 'of-?-x.rank?.ncu-rep' --page raw --csv
status_is 0
mv "$work/of-0-x.rank0.ncu-rep" "$work/one.ncu-rep"
mv "$work/of-1-x.rank1.ncu-rep" "$work/other.ncu-rep"
run one.ncu-rep other.ncu-rep
out_has "Report one.ncu-rep, rank 0 @ "
out_has "Report other.ncu-rep, rank 1 @ "
run other.ncu-rep --page session
out_has "Environment           OMPI_COMM_WORLD_RANK=1"
! grep -aq SECRET "$work/other.ncu-rep" || wrong "other variables are recorded"
run -f -o report -- inplace
run report.ncu-rep --page session
out_lacks Environment
rm -f "$work/one.ncu-rep" "$work/other.ncu-rep"
done_check

check "a report that becomes shorter while it is read"
cp "$here/../data/samples.ncu-rep" "$work/cut.ncu-rep"
# The page is longer than a pipe holds.
plain bash -c 'set -o pipefail; "$1" --no-tui --page raw -i "$2" |
    { head -c 10; truncate -s 300000 "$2"; cat >/dev/null; }' bash "$rooftop" "$work/cut.ncu-rep"
status_is 1
err_has "cut.ncu-rep became shorter while it was read"
rm -f "$work/cut.ncu-rep"
done_check

check "messages quote no escapes"
run $'--fo\e[31mo' -- inplace
status_is 1
err_has "unknown option --fo"
err_lacks $'\e'
done_check
