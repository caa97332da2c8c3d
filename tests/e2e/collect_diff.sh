# rooftop diff: two reports against each other, and programs of that name.

# reports NAME MODE [OPTION...]: measures fakeapp's MODE into NAME.ncu-rep.
measure()
{
    local name=$1 mode=$2
    shift 2
    run "$@" -f -o "$name" -- "$mode"
    status_is 0
}

compare()
{
    plain "$rooftop" diff "$@" </dev/null
}

check "diff: a report against itself: one line"
measure a inplace
compare a.ncu-rep a.ncu-rep
status_is 0
out_has "Nothing differs: 3 launches, "
same "lines" "$(wc -l <"$work/out")" 1
[ ! -s "$work/err" ] || wrong "something is on standard error"
done_check

check "diff: options stand before, between and behind the reports"
for words in "--csv diff a.ncu-rep a.ncu-rep" "diff --csv a.ncu-rep a.ncu-rep" "diff a.ncu-rep --csv a.ncu-rep" \
    "diff a.ncu-rep a.ncu-rep --csv" "diff -c 1 --csv a.ncu-rep -k inplace a.ncu-rep"; do
    # shellcheck disable=SC2086
    plain "$rooftop" $words </dev/null
    status_is 0
    out_has '"Kernel Name A",'
done
done_check

check "diff: launches that only one report has"
measure b inplace -c 2
compare a.ncu-rep b.ncu-rep
status_is 0
out_has "1 launch only in A (#2)"
compare b.ncu-rep a.ncu-rep --exit-code
status_is 0
out_has "1 launch only in B (#2)"
compare a.ncu-rep b.ncu-rep -c 2
out_has "Nothing differs: 2 launches"
done_check

check "diff: another program altogether"
measure c twenty -c 4
compare a.ncu-rep c.ncu-rep
status_is 0
out_has "3 launches only in A"
out_has "4 launches only in B"
done_check

check "diff: other sections are warned of, their metrics named once"
measure d inplace --section Occupancy --section LaunchStats
compare a.ncu-rep d.ncu-rep
status_is 0
out_has "Warning: different sections were collected"
out_has "Only in A, so not compared: "
same "lines of what is missing" "$(grep -c '^Only in ' "$work/out")" 1
done_check

check "diff: errors, and their status with --exit-code"
compare a.ncu-rep missing.ncu-rep
status_is 1
err_has "missing.ncu-rep: cannot open the report"
compare --exit-code missing.ncu-rep a.ncu-rep
status_is 2
compare --exit-code a.ncu-rep a.ncu-rep -k nobody
status_is 2
err_has "no result passes the filters"
compare --exit-code a.ncu-rep a.ncu-rep
status_is 0
head -c 20000 "$work/a.ncu-rep" >"$work/damaged.ncu-rep"
compare damaged.ncu-rep a.ncu-rep
status_is 1
err_has "damaged.ncu-rep is damaged"
head -c 10 "$work/a.ncu-rep" >"$work/empty.ncu-rep"
compare --exit-code empty.ncu-rep a.ncu-rep
status_is 2
err_has "empty.ncu-rep ends before its first result"
compare --metrics no__such a.ncu-rep a.ncu-rep
status_is 1
err_has "no result has a metric of --metrics no__such"
done_check

check "diff: what has no use with it is refused"
for words in "-i a.ncu-rep" "-o x" "--tui" "--page session" "--print-summary per-kernel" "--print-nvtx-rename kernel"; do
    # shellcheck disable=SC2086
    compare a.ncu-rep a.ncu-rep $words
    status_is 1
    err_has "no use with diff"
done
compare a.ncu-rep a.ncu-rep b.ncu-rep
status_is 1
err_has '"b.ncu-rep" is left over'
compare --cvs a.ncu-rep a.ncu-rep
status_is 1
err_has "unknown option --cvs"
plain "$rooftop" --exit-code -i a.ncu-rep </dev/null
status_is 2
err_has "--exit-code is for rooftop diff"
done_check

# A program of this name is profiled wherever the next word is no report, and behind "--" always.
check "diff: a program that is called diff"
mkdir "$work/bin"
cp "$app" "$work/bin/diff"
few="--no-tui --clock-control none --cache-control none --metrics gpu__time_duration.sum"
for words in "diff inplace" "./bin/diff inplace" "-- diff inplace" "-c 1 diff inplace" "diff inplace a.ncu-rep"; do
    variables=("PATH=$work/bin:$PATH")
    # shellcheck disable=SC2086
    plain "$rooftop" $few $words </dev/null
    status_is 0
    out_has "inplace ok"
    out_has "gpu__time_duration.sum"
done
done_check
check "diff: behind -- it is a program, with reports for arguments"
printf '#!/bin/sh\necho "program $*"\n' >"$work/bin/diff"
chmod +x "$work/bin/diff"
variables=("PATH=$work/bin:$PATH")
plain "$rooftop" --no-tui -- diff a.ncu-rep b.ncu-rep </dev/null
out_has "program a.ncu-rep b.ncu-rep"
for words in diff "diff a.ncu-rep" "diff a.ncu-rep other" "--no-tui diff --csv a.ncu-rep"; do
    # shellcheck disable=SC2086
    plain "$rooftop" $words </dev/null
    status_is 1
    err_has "==ERROR== diff compares two reports"
    out_lacks "program"
done
plain "$rooftop" diff --help </dev/null
status_is 0
out_has "--print-units"
plain "$rooftop" diff a.ncu-rep b.ncu-rep </dev/null
out_lacks "program"
out_has "only in A"
done_check

check "diff: pages go to --log-file"
compare a.ncu-rep b.ncu-rep --log-file log
status_is 0
[ ! -s "$work/out" ] || wrong "something is on standard output"
said log "only in A" || wrong "the log lacks the page"
done_check
check "diff: --json and --markdown"
compare --json a.ncu-rep b.ncu-rep
status_is 0
"$build/real/json_check" "$work/out" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
out_has '"schema": "rooftop-diff"'
out_has '"only_in": "a"'
grep -ohE '(^ *|\{|, )"[a-z_]+": ' "$work/out" | tr -d ' {,":' | sort -u >"$work/members"
sed -nE 's/^\.(It )?Cm //p' "$here/../../man/rooftop-json.5" | tr ' ,' '\n\n' | sort -u >"$work/described"
[ "$(wc -l <"$work/members")" -gt 30 ] || wrong "only $(wc -l <"$work/members") members"
same "not described" "$(comm -23 "$work/members" "$work/described")" ""
compare --json b.ncu-rep a.ncu-rep -k nobody
status_is 1
[ ! -s "$work/out" ] || wrong "something is printed without a comparison"
compare --json damaged.ncu-rep a.ncu-rep --exit-code
status_is 2
"$build/real/json_check" "$work/out" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
out_has '"damage": "'
compare --markdown a.ncu-rep b.ncu-rep
status_is 0
out_has "| Kernel | Total A | Total B |"
out_has '1 launch only in A (\#2)'
rm -f "$work"/{members,described,problem}
done_check
# On a terminal lines are as long as it is wide; COLUMNS goes before its own width.
check "diff: lines fit the terminal"
for words in "stty cols 80" "stty cols 200; export COLUMNS=80"; do
    variables=()
    plain script -qec "$words; exec $rooftop diff --page raw a.ncu-rep c.ncu-rep" /dev/null </dev/null
    status_is 0
    longest=$(tr -d '\r' <"$work/out" | awk '{ if (length($0) > n) n = length($0) } END { print n + 0 }')
    [ "$longest" -le 80 ] && [ "$longest" -gt 40 ] || wrong "$words: the longest line has $longest columns"
done
done_check
rm -rf "${work:?}/bin" "$work"/[abcd].ncu-rep "$work/damaged.ncu-rep"
