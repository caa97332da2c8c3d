# Programs and reports that are not honest.

hostile=$build/hostile
for needed in talk set_texts; do
    [ -e "$hostile/$needed" ] || { echo "collect: $hostile/$needed is missing: make hostile-tests"; exit 2; }
done
hello="hello { protocol: 1 pid: 7 executable: '/bin/liar' driver_version: 13000 }"
device="device { ordinal: 0 name: 'GPU' chip: 'GH100' attributes { id: 75 value: 9 } attributes { id: 76 value: 0 } }"
sizes="grid { x: 1 y: 1 z: 1 } block { x: 32 y: 1 z: 1 }"
seen="seen { launch: 1 mangled: 'f' $sizes }"

# liar NAME COMPLAINT OPTIONS... -- MESSAGE...: in both ways to run a program, the host ends the connection with this
# sentence about the process, and goes on to its end.
liar()
{
    local title=$1 complaint=$2 options=() mode
    shift 2
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    for mode in kernel application range app-range; do
        check "hostile program, $mode: $title"
        plain "$rooftop" --no-tui --clock-control none --metrics gpu__time_duration.sum --replay-mode $mode -o report \
            "${options[@]}" "$hostile/talk" "$@" </dev/null
        status_is 1
        grep -qE "^==ERROR== .*(talk|liar|the program) \(process [0-9]+\) $complaint: its connection is closed" "$work/err" ||
            wrong "no complaint: $complaint"
        no_report
        done_check
    done
}

liar "Hello twice" "sent the message Hello a second time" -- "$hello" wait "$hello"
liar "Hello twice, and a device" "sent the message Hello a second time" -- "$hello" wait "$device" wait "$hello"
liar "a message before Hello" "sent the message Seen before it has said who it is" -- "$seen"
liar "code for a device that was never announced" "sent the message Module before it has announced a device" \
    -- "$hello" wait "module { reference: 1 cubin: '' }"
liar "a pass on a device that was never announced" "sent the message Pass before it has announced a device" \
    -- "$hello" wait "pass { launch: 1 pass: 1 passes: 1 }"
liar "a message after goodbye" "sent the message Seen after it has said goodbye" -- "$hello" wait "bye {}" "$seen"
liar "a process that is left out" "sent the message Device although it is not profiled" \
    --target-processes-filter regex:none -- "$hello" wait "$device"
liar "another protocol" "sent the message Seen although it is not profiled" -- "hello { protocol: 99 }" wait "$seen"
liar "two messages as one" "sent 2 messages as one" -- "$hello" wait "bye {} notice { text: 'x' }"
liar "a device beyond all" "Device.ordinal: 64, at most 63" -- "$hello" wait "device { ordinal: 64 name: 'G' chip: 'GH100' }"
liar "a device without a chip" "Device.chip is missing" -- "$hello" wait "device { ordinal: 0 name: 'G' }"
liar "an attribute that a loop runs up to" "attribute 1 of the device: 4294967295, at most 65536" \
    -- "$hello" wait "device { ordinal: 0 name: 'G' chip: 'GH100' attributes { id: 1 value: 4294967295 } }"
liar "a name without an end" "Seen.mangled: 1048577, at most 1048576" -- "$hello" wait "fill:1048577:seen { mangled: '@' }"
liar "a damaged message" "sent a damaged message" -- "$hello" wait raw:ffffff
liar "a frame that is too large" "sent a message that is too large" -- "$hello" wait length:4294967295

check "hostile program: empty code is code"
plain "$rooftop" --no-tui --clock-control none --metrics gpu__time_duration.sum -o report \
    "$hostile/talk" "$hello" wait "$device" wait "module { reference: 1 }" "module { reference: 2 cubin: '' }" "bye {}" </dev/null
err_lacks "connection is closed"
done_check

# A build with sanitizers sees whether more than these three bytes were read.
check "hostile program: a device whose list of counters is cut off"
plain "$rooftop" --no-tui --clock-control none --metrics gpu__time_duration.sum -o report "$hostile/talk" "$hello" wait \
    "${device%\}} availability: 'FAK' }" wait "bye {}" </dev/null
dirty=yes
status_is 1
err_has "CUPTI does not know the chip"
no_report
done_check

check "hostile program: results of launches that nobody has announced"
plain "$rooftop" --no-tui --clock-control none --metrics gpu__time_duration.sum -o report "$hostile/talk" "$hello" wait "$device" wait \
    "window { results { launch: 9 facts { device: 3 mangled: 'f' $sizes } } }" \
    "window { results { launch: 9 facts { device: 0 } } results {} }" \
    "window { results { launch: 9 facts { device: 0 mangled: 'f' $sizes } graph { kernels { module: 1 } } } }" "bye {}" </dev/null
err_has "the program sent a result of an unknown device"
no_report
done_check

check "hostile program: it says a thousand things, and is not shown more"
plain "$rooftop" --no-tui --clock-control none --metrics gpu__time_duration.sum bash -c '
    for ((i = 0; i < 1500; i++)); do words+=("notice { text: \"thing $i\" }"); done; exec "$@" "${words[@]}"' \
    bash "$hostile/talk" "$hello" wait </dev/null
err_count 1000 "thing "
err_count 1 "(process 7) says more than 1000 things: the rest is not shown"
done_check

# Pages of a report whose texts a terminal would obey.
"$hostile/set_texts" "$here/../data/samples.ncu-rep" "$work/hostile.ncu-rep" || { echo "collect: no hostile report"; exit 2; }
# Escapes, control characters, C1 and marks of direction.
unsafe='\x1b|\x07|\x7f|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]'

for form in "" --csv --markdown --json; do
    for page in details raw source session summary; do
        check "hostile report: page $page $form is safe on a terminal"
        words="'$rooftop' --no-tui -i '$work/hostile.ncu-rep' --page $page --print-details all $form"
        (cd "$work" && LC_ALL=C.UTF-8 timeout "$limit" script -qec "$words" /dev/null) </dev/null >"$work/out" 2>"$work/err"
        [ "$(wc -c <"$work/out")" -gt 300 ] || wrong "nothing is printed"
        ! LC_ALL=C grep -qaP "$unsafe" "$work/out" || wrong "the terminal gets bytes that it obeys"
        iconv -f UTF-8 -t UTF-8 "$work/out" >/dev/null 2>&1 || wrong "invalid UTF-8"
        done_check
    done
done

for page in details raw source session; do
    check "hostile report: page $page --csv to a pipe has the bytes as they are"
    plain "$rooftop" --no-tui -i "$work/hostile.ncu-rep" --page $page --print-details all --csv </dev/null
    status_is 0
    LC_ALL=C grep -qaP '\x1b\]0;x\x07\x1b\[2J\x7f\xc2\x9b2J\xe2\x80\xae' "$work/out" || wrong "the bytes are not there"
    done_check
done

check "hostile report: a comparison is safe on a terminal, and as wide as it is"
words="stty cols 100; '$rooftop' diff '$here/../data/samples.ncu-rep' '$work/hostile.ncu-rep'"
(cd "$work" && LC_ALL=C.UTF-8 timeout "$limit" script -qec "$words" /dev/null) </dev/null >"$work/out" 2>"$work/err"
[ -s "$work/out" ] || wrong "nothing is printed"
! LC_ALL=C grep -qaP "$unsafe" "$work/out" || wrong "the terminal gets bytes that it obeys"
out_has "histogram(const unsigned… *, unsigned int *, int)"
done_check

# Blocks of one call each; of the second one the value has no end.
call="trace { block: '\\010\\007\\001\\001\\001\\001\\002' }"
broken="trace { block: '\\010\\007\\001\\001\\001\\001\\377' }"

# traced MESSAGE...: what the program says while it is traced.
traced()
{
    plain "$rooftop" trace -f -o t "$hostile/talk" "$@" </dev/null
    dirty=yes
}

check "hostile program, traced: a block that cannot be read costs itself alone"
traced "$hello" wait "$call" "$broken" "$call" "bye {}"
status_is 1
err_has "records of the program are damaged and left out"
plain "$rooftop" "$work/t.rtrace" --page api --csv </dev/null
status_is 0
err_lacks "damaged"
same "calls" "$(tail -n 1 "$work/out" | grep -c '"2"')" 1
done_check

check "hostile program, traced: messages that come when they must not"
traced "$hello" wait "$hello"
status_is 1
err_has "sent a message that is not accepted: the process said before who it is"
traced "$hello" wait "$call" "bye {}" "$call"
status_is 1
err_has "sent a message that is not accepted: it came behind the last one"
done_check

check "hostile program, traced: records of another process, and a command that rooftop has not run"
traced "$hello" wait "$call" "trace { block: '\\010\\001\\001\\001\\001\\001\\002' }" \
    "trace { block: '\\000\\007\\001\\001\\001\\002\\000\\000\\003\\002rm' }" "bye {}"
status_is 1
err_has "records of the program are damaged and left out"
err_has "trace t.rtrace, 1 record"
done_check

check "hostile program, traced: endless notices"
notices=()
for ((i = 0; i < 1100; i++)); do notices+=("notice { text: 'n$i' }"); done
traced "$hello" wait "${notices[@]}" "$call" "bye {}"
err_has "says more than 1000 things: the rest is not shown"
same "notices" "$(grep -c ' n[0-9]*$' "$work/err")" 1000
done_check
