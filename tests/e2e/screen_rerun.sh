# The program again, with other options, in the same screen.

rows_of() { capture | grep -cE "^[▸ ] +[0-9]+ .*$1"; }
has_rows() { [ "$(rows_of "$1")" = "$2" ]; }
metrics_in() { env -i "${base[@]}" "$rooftop" --page raw --csv "$1" 2>/dev/null | head -n 1 | tr ',' '\n' | wc -l; }
results_in() { env -i "${base[@]}" "$rooftop" --page raw --csv "$1" 2>/dev/null | grep -c "fakeapp"; }

check "rerun: the form begins with the options of the run"
live 80x24 --set basic -k regex:in -s 1 --nvtx -c 2 fakeapp inplace 'a b'
sees "the program has ended: 2 results"
press r
sees "Rerun fakeapp inplace 'a b'"
sees "Set       [basic]"
sees "Kernels   regex:in"
sees "skip 1"
sees "count 2"
sees "Options   --nvtx"
sees "[none]    Caches  all [none]"
sees "129 metrics, 3 passes, about"
press Escape
sees_not "Rerun"
press q q
ends 0
done_check

check "rerun: a run with the full set joins the list, with the program's output and its passes"
live 120x40 --set basic fakeapp inplace
sees "the program has ended: 3 results"
press r Right Right wait:"[full]" wait:"1821 metrics, 104 passes, about"
sees "for 3 launches (GH100)"
press Enter
wait_until "both runs are in the list" has_rows inplace 6
sees "2 runs"
sees " 2 run 2"
press o
sees "[run 2: fakeapp inplace]"
settle
[ "$(capture | grep -c 'inplace ok')" = 2 ] || { wrong "the output is not that of two runs"; detail=$(capture); }
press o Escape text::save Space "text:$work/both" Enter
sees "6 results written to $work/both.ncu-rep"
press q
ends 0
[ "$(results_in "$work/both.ncu-rep")" = 6 ] || wrong "the saved report has $(results_in "$work/both.ncu-rep") results"
done_check

check "form first: what stands in it is what runs, and the report has the name that was given"
live 100x40 --form --kernel-name-base mangled -k _Z7inplacePffi -s 1 -c 1 -o "$work/first" fakeapp inplace
sees "Run fakeapp inplace"
sees "Kernels   _Z7inplacePffi"
sees "Options   --kernel-name-base mangled "
sees "Report    $work/first"
sees "its cost is known once the program has used a GPU"
[ ! -s "$work/protocol" ] || wrong "the program has run"
press Right wait:"[detailed]" Enter
sees " first.ncu-rep "
sees "1 result "
wait_until "the run is over" test -s "$work/first.ncu-rep"
press r
sees "Rerun fakeapp inplace"
sees "Report    $work/first-%i"
press Escape
sees_not "Rerun"
press q
ends 0
[ "$(results_in "$work/first.ncu-rep")" = 1 ] || wrong "the report has $(results_in "$work/first.ncu-rep") results"
[ "$(metrics_in "$work/first.ncu-rep")" -gt 200 ] || wrong "it is not the detailed set"
done_check

check "form first: who leaves it leaves rooftop, and nothing has run"
live 80x24 --form fakeapp inplace
sees "Run fakeapp inplace"
press Escape
ends 0
[ ! -s "$work/protocol" ] || wrong "the program has run"
done_check

check "form first: a program that cannot be started is said in the form"
live 80x24 --form "$work/none" inplace
sees "Run $work/none inplace"
press Enter
sees "$work/none cannot be started: No such file"
sees "Run $work/none inplace"
alive
press Escape
ends 0
done_check

# The report counts the passes of counters alone; the form (104) counts those of samples, too.
check "rerun: a report has the replay passes of its runs"
grep -o 'passes": *[0-9]*\|replayer_passes[^}]*' <(env -i "${base[@]}" "$rooftop" --page raw --json "$work/both.ncu-rep") | sort -u >"$work/passes"
grep -q 'value": 3}*$' "$work/passes" && grep -q 'value": 100}*$' "$work/passes" || { wrong "not 3 and 100 passes"; detail=$(cat "$work/passes"); }
done_check

check "rerun: results are compared with the same launches of the run before"
live 120x40 --apply-rules no --metrics gpu__time_duration.sum fakeapp inplace
sees "the program has ended: 3 results"
lacks "± Duration"
press r wait:"Program " Enter
wait_until "both runs are in the list" has_rows inplace 6
sees "± Duration"
press Enter
sees " vs ❶ run 1: 2 inplace"
press '['
sees " vs ❶ run 1: 1 inplace"
press '[' '['
sees "no run before has a launch like this one"
press Escape r wait:"Program " Enter
wait_until "three runs are in the list" has_rows inplace 9
press G Enter
sees " vs ❶ run 2: 2 inplace"
press B wait:"1 baseline dropped" Escape r wait:"Program " Enter
wait_until "four runs are in the list" has_rows inplace 12
press '>' Enter
sees " vs ❶ run 3: 2 inplace"
press q q q
ends 0
done_check

check "rerun: leaving with unsaved results asks, also after another key"
live 80x24 --metrics gpu__time_duration.sum fakeapp inplace
sees "the program has ended: 3 results"
press q
sees "3 results are not saved: q again quits, :save FILE keeps them"
alive
press j
sees_not "not saved"
press q
sees "3 results are not saved: q again quits, :save FILE keeps them"
press q
ends 0
done_check

check "rerun: a run that is interrupted keeps what was measured"
live 100x24 --metrics gpu__time_duration.sum fakeapp inplace
sees "the program has ended: 3 results"
press r
sees "Program   fakeapp inplace"
press Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab C-u "text:fakeapp loop" Enter
wait_until "the loop has results" eval "capture | grep -qE ' [0-9]+ run 2 '"
press C-c
sees "fakeapp ended with status 130"
settle
capture | grep -qE "[0-9]+ run 2 " || wrong "its results are gone"
press '<'
sees " 0 run 1 "
press o
sees "got SIGINT"
press o r
sees "Rerun fakeapp loop"
press Escape q
sees "not saved"
press q
ends 130
done_check

check "rerun: while the program runs"
live 80x24 --metrics gpu__time_duration.sum fakeapp loop
loop_has_results
press r
sees "for each launch (GH100)"
press Enter
sees "the program still runs: ^C stops it"
press Escape C-c
sees "results"
press q q
ends any
done_check

check "rerun: with -o each run has a report of its own"
rm -f "$work"/each*
live 80x24 --metrics gpu__time_duration.sum -o "$work/each" fakeapp inplace
sees "the program has ended: 3 results"
[ -s "$work/each.ncu-rep" ] || wrong "the first report is not there when its program has ended"
press r
sees "Report    $work/each-%i"
press Enter
wait_until "the second report is there" [ -s "$work/each-1.ncu-rep" ]
press r Enter
wait_until "the third report is there" [ -s "$work/each-2.ncu-rep" ]
press q
ends 0
says "report $work/each.ncu-rep, 3 results"
says "report $work/each-2.ncu-rep, 3 results"
[ "$(results_in "$work/each-1.ncu-rep")" = 3 ] || wrong "the second has $(results_in "$work/each-1.ncu-rep") results"
done_check

check "rerun: with -o a program that runs can be left, its results go into the file"
live 80x24 --metrics gpu__time_duration.sum -o "$work/left" fakeapp loop
loop_has_results
press q q
ends any
says "left.ncu-rep"
[ -s "$work/left.ncu-rep" ] || wrong "no report"
done_check

check "rerun: save while the program runs"
rm -f "$work"/part*
live 100x24 --metrics gpu__time_duration.sum fakeapp loop
loop_has_results
press text::save Space "text:$work/part" Enter
sees "written to $work/part.ncu-rep"
press text::save Space "text:$work/part" Enter
sees "exists: :save! FILE replaces it"
press text::save! Space "text:$work/part" Enter
sees "written to $work/part.ncu-rep"
press C-c
sees "fakeapp ended with status 130"
press q wait:"not saved" Escape
settle
alive
press q wait:"not saved" q
ends any
[ "$(results_in "$work/part.ncu-rep")" -ge 2 ] || wrong "not what was measured until then"
done_check

check "rerun: results of two machines are saved in one file"
rm -f "$work"/two*
live 120x40 "$root/tests/data/samples.ncu-rep"
sees "12 results"
press r wait:"Rerun ./samples all" Tab Tab Tab Tab Tab Tab Tab C-u Tab Tab C-u Tab C-u "text:fakeapp inplace" Tab Tab Tab C-u Enter
sees "the program has ended: 3 results"
sees "samples.ncu-rep + 1 run"
press text::save Space "text:$work/two" Enter
sees "15 results written to $work/two.ncu-rep"
press q
ends 0
[ "$(results_in "$work/two.ncu-rep")" = 3 ] || wrong "the file has $(results_in "$work/two.ncu-rep") results of the run"
[ "$("$rooftop" -i "$work/two.ncu-rep" --page raw --csv | tail -n +3 | wc -l)" = 15 ] || wrong "the file has not 15 results"
done_check

# A report that was made in another folder, by a path from there.
mkdir -p "$work/there"
cp "$app" "$work/there/prog"
saved=$work/there/saved.ncu-rep
(cd "$work/there" && env -i "${base[@]}" "${gpu[@]}" "$rooftop" --no-tui --quiet "${few[@]}" --metrics gpu__time_duration.sum \
    -f -o saved ./prog inplace) >"$work/made" 2>&1

check "rerun: from a saved report, in the folder that it tells"
live 100x30 "$saved"
sees "3 results"
press r
sees "Rerun ./prog inplace"
sees "Folder    $work/there"
sees "Report    $work/there/saved-%i"
sees "Metrics   gpu__time_duration.sum"
sees "1 pass (GH100)"
press Enter
sees "the program has ended: 3 results"
sees "saved.ncu-rep + 1 run"
wait_until "both are in the list" has_rows inplace 6
press q
ends 0
says "saved-1.ncu-rep, 3 results"
done_check

check "rerun: a program that is not there any more"
mv "$work/there/prog" "$work/there/gone"
live 100x30 "$saved"
sees "3 results"
press r wait:"Rerun ./prog" Enter
sees "prog cannot be started: No such file or directory; is it"
press C-e BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace "text:./gone inplace" Enter
sees "the program has ended: 3 results"
press Q Q
ends 0
chmod -x "$work/there/gone"
live 100x30 "$saved"
sees "3 results"
press r wait:"Rerun ./prog" Enter wait:"cannot be started" C-u "text:./gone" Enter
sees "it is not executable (chmod +x)"
press Escape q
ends 0
mv "$work/there/gone" "$work/there/prog"
chmod +x "$work/there/prog"
done_check

check "rerun: errors stand at their fields, in the words of the command line"
live 100x30 "$saved"
sees "3 results"
press r wait:"Rerun ./prog" BTab BTab text:--nosuch Tab BTab BTab BTab BTab text:x BTab BTab text:regex:"(" Enter
sees "unknown option --nosuch"
sees '--launch-count takes a number, not "x"'
sees "--kernel-name: "
press Escape q
ends 0
done_check

check "rerun: what cannot be collected is said in place of the cost"
live 100x30 "$saved"
sees "3 results"
press r wait:"Rerun ./prog" Tab Tab C-u text:nosuch__metric.sum
sees "unknown metric \"nosuch__metric.sum\""
press Enter
settle
sees "unknown metric \"nosuch__metric.sum\""
lacks "1 run"
press Escape q
ends 0
done_check

check "rerun: without a driver"
show 100x30 "$saved"
sees "3 results"
press r
sees "no CUDA driver on this machine"
press Enter
sees "no CUDA driver on this machine"
press Escape q
ends 0
done_check

check "rerun: the mouse ticks and chooses"
live 120x40 "$saved"
sees "3 results"
press r wait:"Rerun ./prog"
settle
row=$(capture | grep -n 'Set  ' | cut -d: -f1)
click $(($(capture | sed -n "${row}p" | grep -bo 'detailed' | cut -d: -f1) - 2)) "$row"
sees "[detailed]"
press Escape q
ends 0
done_check

for size in 80x24 120x40; do
    check "rerun_$size"
    live $size --set detailed fakeapp inplace
    wait_until "the results are there" has_rows inplace 3
    press r wait:" passes, about" Right wait:"[full]" wait:"104 passes, about" F1
    sees "Keys of the form"
    golden "rerun_help_$size"
    press F1 Tab
    # The time is what it took here.
    hide='s/about [0-9.]* [a-z]*\( for .*)\) *│$/about ...\1 │/'
    wait_until "the form" on_screen "1821 metrics"
    settle
    if [ -n "${GENERATE-}" ]; then
        capture | sed "$hide" >"$goldens/rerun_$size.txt"
    else
        diff -u "$goldens/rerun_$size.txt" <(capture | sed "$hide") >"$work/diff" || { wrong "the form is another one"; detail=$(cat "$work/diff"); }
    fi
    press Escape q q
    ends 0
    done_check
done

check "rerun_ascii"
show 80x24 LC_ALL=C TERM=vt100 "$saved"
sees "3 results"
press r
sees "no CUDA driver"
sed_folder="s|$work\(.*[^ ]\) *.\$|/tmp/work\1 :|"
settle
ascii_only
if [ -n "${GENERATE-}" ]; then
    capture | sed "$sed_folder" >"$goldens/rerun_ascii.txt"
else
    diff -u "$goldens/rerun_ascii.txt" <(capture | sed "$sed_folder") >"$work/diff" || { wrong "the form is another one"; detail=$(cat "$work/diff"); }
fi
press Escape q
ends 0
done_check

check "rerun: on a small screen"
live 40x10 "$saved"
sees "inplace"
press r
sees "Rerun"
press Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab
sees "Program"
mux resize-window -t run -x 20 -y 6
sees "too small"
press Tab text:x
mux resize-window -t run -x 24 -y 8
sees Folder
alive
press Escape q
ends 0
done_check
