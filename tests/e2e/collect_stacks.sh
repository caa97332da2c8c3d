# shellcheck shell=bash
# Call stacks of launches: what is recorded, and which launches filters choose. The modes stacks* of
# fakeapp and launch.py launch N blocks at launch N.
few="--metrics gpu__time_duration.sum"

launches()
{
    "$rooftop" -i "$1" --page raw --csv "${@:2}" --metrics launch__grid_size 2>>"$work/err" |
        awk 'NR > 2 { gsub(/"/, ""); n = split($0, cell, ","); printf "%s%s", sep, cell[n]; sep = " " }'
}

# stacks REPORT KIND: for each launch its number and the functions, those that are called last first.
# KIND: CPU or Python.
stacks()
{
    LC_ALL=C.UTF-8 "$rooftop" -i "$1" --page details 2>>"$work/err" | awk -v kind="$2" '
        function flush() { if (number != "") print number ":" text }
        /^  [^ ].*\([0-9]+, 1, 1\)x\(/ { flush(); match($0, /\([0-9]+, 1, 1\)x/)
            number = substr($0, RSTART + 1) + 0; text = ""; on = 0 }
        / Call Stack:$/ { on = $1 == kind }
        on && /^ +#[0-9]+ / { line = $0; sub(/^ +#[0-9]+ (0x[0-9a-f]+( in )?)?/, "", line)
            if (line == "") line = "?"
            gsub(/ /, "_", line); text = kind == "CPU" ? text " " line : " " line text }
        / Section: / { on = 0 }
        END { flush() }'
}

# The stack of one launch, up to main.
stack_of()
{
    sed -n "s/^$1: //p" | head -n 1 | sed 's/ main .*/ main/'
}

check "stacks: every launch is measured, the program runs as ever"
run $few --call-stack -o every -- stacks
status_is 0
out_has "stacks ok"
same "the launches" "$(launches "$work/every.ncu-rep")" "1 2 3 4 4 5 6 7 8"
stacks "$work/every.ncu-rep" CPU >"$work/stacks"
done_check

forward="model::layer::forward(float_const*,_int)"
check "stacks: the functions of each, from the caller of the driver on"
plainly="app_launch stack_launch launch_plainly"
descents="stack_descend stack_descend stack_descend"
same "launch 1" "$(stack_of 1 <"$work/stacks")" \
    "app_launch stack_launch $forward stack_middle stack_train stacks main"
same "launch 2" "$(stack_of 2 <"$work/stacks")" "app_launch stack_launch $forward stack_middle stacks main"
same "launch 3" "$(stack_of 3 <"$work/stacks")" "app_launch stack_launch stacks main"
same "launch 4" "$(stack_of 4 <"$work/stacks")" "app_launch stack_launch $descents stacks main"
same "the same stack again" "$(grep -c '^4: app_launch stack_launch stack_descend' "$work/stacks")" 2
same "through code without a file" "$(stack_of 5 <"$work/stacks")" "$plainly ?"
same "through a library" "$(stack_of 6 <"$work/stacks")" "$plainly through_library stack_library stacks main"
same "through the next one" "$(stack_of 7 <"$work/stacks")" "$plainly through_library stack_library stacks main"
same "as deep as is kept" "$(stack_of 8 <"$work/stacks" | wc -w)" 512
done_check

check "stacks: files, lines and modules"
plain "$rooftop" -i "$work/every.ncu-rep" --native-include stack_train --page details
out_has "at $(cd "$here/../fakegpu" && pwd)/app_stacks.c:$(grep -n 'stack_middle(number);' "$here/../fakegpu/app_stacks.c" | cut -d: -f1)"
out_has "of $app"
plain "$rooftop" -i "$work/every.ncu-rep" --native-include through_library --page details
out_has "of $doubles/libthrough_a.so"
out_has "of $doubles/libthrough_b.so"
done_check

check "stacks: without the option there are none"
run $few -o report -- stacks
plain "$rooftop" -i "$report" --page details
out_lacks "Call Stack"
done_check

# chosen NUMBERS OPTIONS...: the same launches while profiling, of the report and run by run.
chosen()
{
    check "stack filter: ${*:2}"
    run $few -o report "${@:2}" -- stacks
    out_has "stacks ok"
    same "the launches" "$(launches "$report")" "$1"
    same "the launches of the report" "$(launches "$work/every.ncu-rep" "${@:2}")" "$1"
    done_check
}

chosen "1" --native-include stack_train
chosen "1 2" --native-include "model::layer::forward(float const*, int)"
chosen "1 2" --native-include model::layer::forward
chosen "1 2" --native-include 'regex:layer::forward'
chosen "1" --native-include 'stack_train/stack_middle'
chosen "1" --native-include 'stack_train/+/model::layer::forward'
chosen "1 2" --native-include 'main/*/stack_middle'
chosen "1 2 3 4 4 6 7" --native-include 'main/stacks'
chosen "3" --native-include 'stacks/stack_launch'
chosen "1 2 3 4 4 5 6 7 8" --native-include 'app_launch]'
chosen "1 2 3 4 4 6 7" --native-include '[_start'
chosen "4 4 8" --native-include 'stack_descend/stack_descend/stack_descend/stack_launch'
chosen "6" --native-include 'libthrough_a.so@@through_library'
chosen "7" --native-include 'libthrough_b.so@'
chosen "6 7" --native-include 'through_library.c@through_library'
chosen "1 6" --native-include stack_train --native-include 'libthrough_a.so@'
chosen "3 4 4 5 8" --native-exclude stack_middle --native-exclude 'regex:^libthrough@@.'
chosen "4" --native-include stack_descend -s 1 -c 1
chosen "2" --native-include stack_middle --native-exclude 'stack_train'

check "stack filter: nothing fits, and the message says why"
run $few --native-include absent -- stacks
err_has "no kernel passed the filters: 9 launches were made from other call stacks"
done_check

check "stacks: application replay takes the same launches in each run"
run --section SpeedOfLight --replay-mode application --native-include stack_middle -o report -- stacks
status_is 0
same "the launches" "$(launches "$report")" "1 2"
same "their stacks" "$(stacks "$report" CPU | grep -c " stack_middle ")" 2
run --section SpeedOfLight --replay-mode application --call-stack -f -o report -- stacks
same "all launches" "$(launches "$report")" "1 2 3 4 4 5 6 7 8"
same "all stacks" "$(stacks "$report" CPU | cut -d' ' -f 1-4)" "$(cut -d' ' -f 1-4 "$work/stacks")"
done_check

check "stacks: 32 threads"
run $few --call-stack-type native --call-stack-type python -o report -- stacks_threads
out_has "stacks_threads ok"
stacks "$report" CPU >"$work/stacks"
same "launches" "$(wc -l <"$work/stacks")" 224
same "launches whose stack is not theirs" \
    "$(awk '{ n = gsub(/ stack_descend/, ""); if (n != ($1 + 0 < 100 ? $1 + 0 : 0)) print }' "$work/stacks")" ""
same "launches through libraries" "$(grep -c '^1[0-9][0-9]: .* through_library stack_library' "$work/stacks")" 64
done_check

check "stacks: 32 threads and a filter"
run $few --native-include 'descend/stack_descend/stack_descend/stack_descend/stack_descend/stack_launch' -o report -- stacks_threads
out_has "stacks_threads ok"
same "launches" "$(launches "$report" | tr ' ' '\n' | sort -nu | tr '\n' ' ')" "4 "
done_check

check "stacks: nodes of a graph have that of the launch of the graph"
run $few --call-stack -o report -- graph_nodes
status_is 0
plain "$rooftop" -i "$report" --page details
same "stacks" "$(grep -c 'CPU Call Stack' "$work/out")" "$("$rooftop" -i "$report" --page raw --csv 2>/dev/null | awk 'NR > 2' | wc -l)"
out_has "in main"
run $few --call-stack --graph-profiling graph -f -o report -- graph_nodes
plain "$rooftop" -i "$report" --page details
out_has "CPU Call Stack"
out_has "in main"
done_check

check "stacks: children have their own"
run $few --call-stack -o report -- child
status_is 0
plain "$rooftop" -i "$report" --page details
same "stacks" "$(grep -c 'CPU Call Stack' "$work/out")" "$("$rooftop" -i "$report" --page raw --csv 2>/dev/null | awk 'NR > 2' | wc -l)"
done_check

check "stacks: a program without symbols shows addresses"
strip -o "$work/bare" "$app"
cp "$doubles/libthrough_a.so" "$doubles/libthrough_b.so" "$work/"
plain "$rooftop" --no-tui --clock-control none --cache-control none $few --call-stack -o "$work/report" "$work/bare" stacks
status_is 0
plain "$rooftop" -i "$report" --native-include 'libthrough_a.so@@through_library' --page details
out_has "of $work/bare"
out_lacks "stack_library"
out_has "through_library"
done_check

check "stacks: a program that is replaced while it runs shows no wrong names"
cp "$app" "$work/changed"
cat >"$work/replace" <<'SCRIPT'
#!/bin/sh
exec 3<"$1/changed"
rm "$1/changed"
cp "$2" "$1/changed"
exec /proc/self/fd/3 stacks
SCRIPT
chmod +x "$work/replace"
plain "$rooftop" --no-tui --clock-control none --cache-control none $few --call-stack -o "$work/report" "$work/replace" "$work" "$(type -P true)"
status_is 0
stacks "$report" CPU >"$work/stacks"
same "frames of the program" "$(stack_of 3 <"$work/stacks" | cut -d' ' -f 1-4)" "? ? ? ?"
done_check

check "stacks: of a report they are shown in any case"
run -i "$work/every.ncu-rep" --call-stack --call-stack-type native --page details
out_has "CPU Call Stack"
done_check

printf 'FAKECUBIN\nkernel _Z5countPj\n' >"$work/image"
python=$(command -v python3)
pythons=$python
for other in ${ROOFTOP_PYTHONS-}; do pythons+=" $other"; done
for python in $pythons; do
    for held in "" held; do
        check "python: $("$python" -V 2>&1)${held:+, lock held}"
        plain "$rooftop" --no-tui --clock-control none --cache-control none $few --call-stack-type python \
            --call-stack-type native -o "$work/report" -f "$python" "$here/launch.py" "$work/image" $held
        status_is 0
        out_has "python ok"
        out_lacks "FAILED"
        stacks "$report" Python >"$work/stacks"
        same "launch 1" "$(stack_of 1 <"$work/stacks")" "launch forward <module>"
        same "launch 2" "$(stack_of 2 <"$work/stacks")" "launch <lambda> größe <module>"
        same "launch 3" "$(stack_of 3 <"$work/stacks")" "launch generator <module>"
        same "launch 4" "$(stack_of 4 <"$work/stacks" | tr ' ' '\n' | grep -c descend)" 100
        same "launch 5" "$(stack_of 5 <"$work/stacks")" "launch <module> <module>"
        same "launch 6" "$(stack_of 6 <"$work/stacks")" "launch fail <module>"
        same "of threads" "$(grep -c '^1[0-7]: launch in_thread run ' "$work/stacks")" 24
        plain env LC_ALL=C.UTF-8 "$rooftop" -i "$report" --python-include 'launch.py@forward' --page details
        out_has "at $here/launch.py:$(grep -n '^    check(driver.cuLaunchKernel' "$here/launch.py" | cut -d: -f1)"
        out_has "CPU Call Stack"
        same "native frames" "$(grep -c '^ *#[0-9]* 0x.* in ' "$work/out" | awk '{ print ($1 > 5) }')" 1
        done_check
    done
done

# python_chosen NUMBERS OPTIONS...
python_chosen()
{
    check "stack filter: ${*:2}"
    plain "$rooftop" --no-tui --clock-control none --cache-control none $few -o "$work/report" "${@:2}" \
        "$python" "$here/launch.py" "$work/image"
    out_has "python ok"
    same "the launches" "$(launches "$report" | tr ' ' '\n' | awk '$1 < 10' | tr '\n' ' ')" "$1 "
    done_check
}

python=$(command -v python3)
python_chosen "1" --python-include forward
python_chosen "2" --python-include größe
python_chosen "2" --python-include 'größe/<lambda>/launch]'
python_chosen "4" --python-include 'launch.py@descend'
python_chosen "1 2 3 4 5 6" --python-include '[<module>'
python_chosen "5" --python-include '<a string>@<module>'
python_chosen "1 6" --python-include 'regex:^(forward|fail)$'
python_chosen "1 2 3 5 6" --python-exclude descend

check "python: a program without an interpreter has no such stacks"
run $few --call-stack-type python -o report -- stacks
out_has "stacks ok"
plain "$rooftop" -i "$report" --page details
out_lacks "Call Stack"
run $few --python-include forward -- stacks
err_has "9 launches were made from other call stacks"
done_check

check "stacks: wrong words"
run --call-stack-type nativ -- count
err_has '--call-stack-type does not know "nativ"; nearest is "native"'
run --replay-mode range --call-stack -- count
err_has '--call-stack is for launches'
run --replay-mode range --python-exclude x -- count
err_has 'filters of call stacks are for launches'
run --native-include 'a@b@c@d' -- count
err_has '--native-include: "a@b@c@d", character 6: a frame has at most the parts MODULE@FILE@FUNCTION'
run --python-exclude '' -- count
err_has "--python-exclude: \"\", character 1: a function's name is missing"
run --native-include 'regex:(' -- count
err_has 'is not a regular expression'
done_check
