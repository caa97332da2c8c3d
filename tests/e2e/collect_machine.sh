# The machine: profilers that take turns, clocks that are put back, the doctor.

few="--metrics gpu__time_duration.sum"
ncu_lock=$TMPDIR/nsight-compute-lock
gpu_lock=$TMPDIR/rooftop-gpu-0000:00:06.lock

# Another profiler takes the file's lock; `other` is its process id.
hold()
{
    rm -f "$work/held"
    "$doubles/hold_lock" "$1" >"$work/held" &
    other=$!
    wait_until "the lock is held" grep -q held "$work/held"
}
release()
{
    kill "$other" 2>/dev/null
    wait "$other" 2>/dev/null
    return 0
}

# ---- turns ----

for file in "$ncu_lock" "$gpu_lock"; do
    check "turns: another profiler has ${file##*/}: who is said, then it goes on"
    hold "$file"
    start $few -o report -- inplace
    wait_until "it waits" said err "waiting for the GPU at 0000:00:06"
    err_has "hold_lock (process $other) is profiling on"
    err_has "Ctrl-C ends the wait"
    if [ "$file" = "$ncu_lock" ]; then err_has "Nsight Compute in hold_lock"; else err_lacks "Nsight"; fi
    [ ! -s "$FAKEGPU_LOG" ] || wrong "calls before the lock"
    said out "inplace ok" && wrong "it did not wait"
    release
    finish
    status_is 0
    out_has "inplace ok"
    err_has "s for the GPU at 0000:00:06"
    err_count 1 "waiting for"
    results_are 3
    done_check
done

check "turns: while rooftop measures, Nsight Compute waits"
start $few -o report -- loop
wait_until "it measures" said err "rooftop: 3:"
rm -f "$work/held"
"$doubles/hold_lock" "$ncu_lock" >"$work/held" &
other=$!
sleep 0.3
[ ! -s "$work/held" ] || wrong "both have the lock"
kill -INT "$host"
finish
wait_until "the lock is held" grep -q held "$work/held"
release
done_check

check "turns: a rooftop that is killed leaves no lock"
start $few -o report -- loop
wait_until "it measures" said err "rooftop: 3:"
kill -KILL "$host"
finish
kill_strays
rm -f "$work"/report.ncu-rep.* "$work/pid"
rm -rf "$work"/tmp/rooftop-??????
run $few -o report -- inplace
status_is 0
err_lacks "waiting for"
results_are 3
done_check

check "turns: two rooftops on one GPU, one after the other"
start $few -o first -- loop
first=$host first_runner=$runner
wait_until "the first measures" said err "rooftop: 3:"
cp "$work/err" "$work/err.first"
start $few -o report -- inplace
wait_until "the second waits" said err "waiting for the GPU at 0000:00:06"
err_has "rooftop (process $first)"
kill -TERM "$first"
wait "$first_runner" 2>/dev/null
finish
status_is 0
results_are 3
rm -f "$work"/first.ncu-rep "$work/err.first"
done_check

check "turns: rooftops on two GPUs do not wait"
start FAKEGPU_BOARDS=2 CUDA_VISIBLE_DEVICES=0 $few -o first -- loop
first=$host first_runner=$runner
wait_until "the first measures" said err "rooftop: 3:"
run FAKEGPU_BOARDS=2 CUDA_VISIBLE_DEVICES=1 $few -o report -- inplace
status_is 0
err_lacks "waiting for"
results_are 3
same "locks" "$(cd "$TMPDIR" && ls -d *lock | tr '\n' ' ')" \
    "nsight-compute-lock rooftop-gpu-0000:00:06.lock rooftop-gpu-0000:00:07.lock "
kill -TERM "$first"
wait "$first_runner" 2>/dev/null
rm -f "$work"/first.ncu-rep
done_check

check "turns: processes of one rooftop share the GPU"
run $few -o report sh -c "'$app' slow 3 & '$app' inplace; wait"
status_is 0
err_lacks "waiting for"
results_are 6
done_check

check "turns: many rooftops at once all get theirs"
for i in 1 2 3 4; do
    (cd "$work" && timeout 60 "$rooftop" --no-tui --clock-control none --cache-control none $few -o "many$i" \
        "$app" inplace </dev/null >/dev/null 2>>"$work/many.err") &
    many[i]=$!
done
for i in 1 2 3 4; do
    wait "${many[i]}" || wrong "rooftop $i ended with $?"
    [ -s "$work/many$i.ncu-rep" ] || wrong "no report of rooftop $i"
done
status=0
rm -f "$work"/many*.ncu-rep "$work/many.err"
done_check

check "turns: ranks of one job do not wait for each other"
start PMIX_NAMESPACE=job1 OMPI_COMM_WORLD_RANK=0 $few -o first -- loop
first=$host first_runner=$runner
wait_until "the first measures" said err "rooftop: 3:"
run PMIX_NAMESPACE=job1 OMPI_COMM_WORLD_RANK=1 $few -o report -- inplace
status_is 0
err_has "rooftop (process $first), of another rank of this job"
err_has "rooftop mpirun"
results_are 3
start PMIX_NAMESPACE=job2 OMPI_COMM_WORLD_RANK=1 $few -o report -f -- inplace
wait_until "a rank of another job waits" said err "waiting for the GPU"
kill -TERM "$first"
wait "$first_runner" 2>/dev/null
finish
status_is 0
rm -f "$work"/first.ncu-rep
done_check

check "turns: SIGINT while waiting ends the wait: the program runs on unprofiled"
hold "$gpu_lock"
start $few -o report -- loop 20000
wait_until "it waits" said err "waiting for"
kill -INT "$host"
wait_until "the wait is over" said err "the wait for a GPU was ended"
finish
[ "$status" != 0 ] || wrong "exit status 0"
out_has "got SIGINT"
no_report
release
done_check

check "turns: Ctrl-C while waiting: the terminal tells the program itself"
hold "$gpu_lock"
start $few -o report -- inplace
wait_until "it waits" said err "waiting for"
kill -INT -- "-$(cut -d ' ' -f 5 "/proc/$host/stat")"
finish
status_is 130
no_report
release
done_check

if [ "$(id -u)" = 0 ] && chmod 777 "$work" && setpriv --reuid 65534 --clear-groups test -x "$rooftop" 2>/dev/null; then
    check "turns: a lock file that this user may not write: whose it is, what to do"
    : >"$gpu_lock"
    chmod 644 "$gpu_lock"
    chmod 777 "$work/tmp"
    mkdir -p "$work/cache" && chmod 777 "$work/cache" && chmod 666 "$FAKEGPU_LOG" "$FAKEGPU_FAULTS"
    take_variables
    plain setpriv --reuid 65534 --clear-groups "$rooftop" --no-tui --clock-control none $few "$app" inplace </dev/null
    status_is 1
    out_has "inplace ok"
    err_has "rooftop-gpu-0000:00:06.lock of user root cannot be opened: Permission denied"
    err_has "chmod 666"
    err_has "TMPDIR"
    done_check

    check "turns: Nsight Compute's lock of another user is honoured all the same"
    : >"$ncu_lock"
    chmod 644 "$ncu_lock"
    rm -f "$gpu_lock"
    hold "$ncu_lock"
    chmod 644 "$ncu_lock"
    (cd "$work" && timeout "$limit" setpriv --reuid 65534 --clear-groups "$rooftop" --no-tui --clock-control none $few \
        "$app" inplace </dev/null >"$work/out" 2>"$work/err") &
    runner=$!
    wait_until "it waits" said err "waiting for"
    release
    finish
    status_is 0
    out_has "inplace ok"
    done_check
else
    skip "turns: files of other users" "takes root, and a build that others can run"
fi

check "turns: a symbolic link is no lock file"
ln -s "$work/elsewhere" "$gpu_lock"
run $few -o report -- inplace
status_is 1
out_has "inplace ok"
err_has "it is a symbolic link"
[ ! -e "$work/elsewhere" ] || wrong "the link was followed"
no_report
done_check

check "turns: the folder is the first of TMPDIR, TMP, TEMP, TEMPDIR"
mkdir "$work/other"
run TMP="$work/other" $few -o report -- inplace
[ ! -e "$work/other/nsight-compute-lock" ] || wrong "TMPDIR comes first"
take_variables
plain env -u TMPDIR TEMP="$work/other" XDG_RUNTIME_DIR="$work/tmp" "$rooftop" --no-tui --clock-control none $few \
    "$app" inplace </dev/null
status_is 0
[ -e "$work/other/nsight-compute-lock" ] || wrong "no lock in TEMP"
rm -rf "$work/other"
done_check
