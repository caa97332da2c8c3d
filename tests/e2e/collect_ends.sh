# Every way in which the program or rooftop can end.

few="--metrics gpu__time_duration.sum"
several=$(printf 'dram__count%d.sum,' {1..17})

# ended MODE STATUS TEXT
ended()
{
    check "$1: the signal is named, results until then are kept"
    run $few -o report -- "$1"
    status_is "$2"
    err_has "$3"
    err_has "the results until then are kept"
    results_are 2
    done_check
}
ended crash 139 "signal 11 (Segmentation fault)"
ended gpucrash 139 "signal 11 (Segmentation fault)"
ended kill9 137 "signal 9 (Killed)"

check "a crash with --page prints the results too"
run $few --page raw -- crash
status_is 139
out_has "gpu__time_duration.sum"
done_check

check "a crash during the first launch: no talk of filters"
run $few -k crash -o report -- gpucrash
status_is 139
err_has "signal 11"
err_lacks "no kernel passed the filters"
no_report
done_check

loop_runs() { said out "loop ready" && said err "==PROF== 3: inplace"; }

for left in "1 5" "2 134" "3 143" "4 0" "5 139" "6 134"; do
    check "what is open when the program leaves by none of the usual ways is measured: ${left% *}"
    for metrics in "$few" "--metrics $several"; do
        run $metrics -f -o report -- leaves "${left% *}"
        status_is "${left#* }"
        results_are $((${left% *} == 4 ? 6 : 5))
        err_lacks "could be measured"
        err_lacks "without cleaning up"
        no_temporary
    done
    done_check
done

# stopped NAME STATUS SIGNAL
stopped()
{
    check "$3 to rooftop reaches the program"
    start $few -o report -- loop
    wait_until "launches" loop_runs
    kill -"$3" "$host"
    finish
    status_is "$2"
    [ -n "$(rows)" ] || wrong "no results"
    no_temporary
    done_check
}
stopped "SIGTERM" 143 TERM
stopped "SIGHUP" 129 HUP
stopped "SIGQUIT" 131 QUIT

check "SIGINT to rooftop: the program's own handler answers"
start $few -o report -- loop
wait_until "launches" loop_runs
kill -INT "$host"
finish
status_is 130
out_has "got SIGINT"
[ "$(rows | wc -l)" -ge 3 ] || wrong "$(rows | wc -l) results"
done_check

check "SIGINT to the process group"
start $few -o report -- loop
wait_until "launches" loop_runs
kill -INT -- "-$(cut -d ' ' -f 5 "/proc/$host/stat")"
finish
status_is 130
[ -n "$(rows)" ] || wrong "no results"
done_check

check "a child that comes to CUDA after the program and rooftop are gone runs by itself"
run $few -o report sh -c "rooftop=\$PPID; (while kill -0 \$rooftop; do sleep 0.05; done 2>/dev/null; '$app' inplace >child.out) & exit 0"
status_is 1
wait_until "the child is done" no_strays
grep -qF "inplace ok" "$work/child.out" || wrong "the child says $(cat "$work/child.out")"
dirty=yes
done_check

# The program stays until its child is connected with rooftop.
check "a child that outlives the program: its results count"
run $few -o report sh -c "'$app' slow 3 & while kill -0 \$! && ! ls -l /proc/\$!/fd | grep -q socket:; do :; done"
status_is 0
results_are 3
done_check

# The program has gone, a child in a session of its own goes on: signals must still end rooftop.
for signal in INT TERM; do
    check "SIG$signal while only a child of the program is left"
    rm -f "$work/child.out"
    start $few -o report sh -c "setsid '$app' loop >child.out 2>&1 & until grep -qs ready child.out; do sleep 0.05; done"
    child_alone() { [ -z "$(cat "/proc/$host/task/$host/children")" ] && said err "==PROF== 3:"; }
    wait_until "the program is gone" child_alone
    kill -"$signal" "$host"
    sleep 0.2 # the second one comes while the first is answered
    kill -"$signal" "$host" 2>/dev/null
    wait_until "rooftop ends" gone "$host"
    kill_strays
    finish
    [ -n "$(rows)" ] || wrong "no results"
    keeps_folder=$why
    done_check
done

check "rooftop killed: the program goes on to its end"
start $few -o report -- twenty 20000
wait_until "launches" said err "==PROF== 3:"
kill -KILL "$host"
finish
wait_until "the program is done" said out "twenty ok"
rm -f "$work"/report.ncu-rep.*
keeps_folder=yes
done_check

check "the program sees the injection variables; the folder goes away"
run $few -- env
library=$(sed -n 's/^CUDA_INJECTION64_PATH=//p' "$work/out")
same "NVTX_INJECTION64_PATH" "$(sed -n 's/^NVTX_INJECTION64_PATH=//p' "$work/out")" "$library"
case $library in
"$TMPDIR"/rooftop-*/librooftop-inject.so) ;;
*) wrong "the library is \"$library\"" ;;
esac
[ ! -e "${library%/*}" ] || wrong "the folder stays"
out_has "ROOFTOP_SOCKET=$TMPDIR/rooftop-"
done_check

check "XDG_RUNTIME_DIR comes first"
mkdir "$work/runtime"
run XDG_RUNTIME_DIR="$work/runtime" $few -- env
out_has "CUDA_INJECTION64_PATH=$work/runtime/rooftop-"
rmdir "$work/runtime" || wrong "the folder stays"
done_check

check "TMPDIR that does not exist: another folder"
run TMPDIR="$work/missing" $few -- env
out_has "CUDA_INJECTION64_PATH=/"
out_lacks "CUDA_INJECTION64_PATH=$work/missing"
library=$(sed -n 's/^CUDA_INJECTION64_PATH=//p' "$work/out")
[ -n "$library" ] && [ ! -e "${library%/*}" ] || wrong "the folder stays"
done_check

check "TMPDIR with a very long name: another folder, profiling works"
long=$work/$(printf 'x%.0s' $(seq 100))
mkdir "$long"
run TMPDIR="$long" $few -o report -- inplace
status_is 0
results_are 3
rm -f "$long"/nsight-compute-lock "$long"/rooftop-gpu-*.lock
rmdir "$long" || wrong "the folder stays"
done_check

# noexec: a mount of our own where that is allowed.
mkdir "$work/noexec"
if unshare -rm sh -c 'mount -t tmpfs -o noexec tmpfs "$1"' - "$work/noexec" 2>/dev/null; then
    check "TMPDIR mounted noexec: another folder"
    take_variables
    plain unshare -rm sh -c 'mount -t tmpfs -o noexec tmpfs "$1"; export TMPDIR="$1"; shift; exec "$@"' - \
        "$work/noexec" "$rooftop" --no-tui --clock-control none $few -o report "$app" inplace </dev/null
    status_is 0
    out_has "inplace ok"
    results_are 3
    done_check
else
    skip "TMPDIR mounted noexec" "no mount allowed here"
fi

check "a program that changes its environment and starts others"
run $few -o report env -i LD_LIBRARY_PATH="$doubles" "$app" inplace
status_is 1
out_has "inplace ok"
err_has "made no CUDA call"
done_check
