# shellcheck shell=bash
# A program that is started now and attached to later, here and through ssh.
few="--disable-extra-suffixes --metrics gpu__time_duration.sum"
port=$((20000 + $$ % 4000 * 10)) # of this run alone: others may run beside it
ports="--port $port"

# waiting N ARGUMENTS...: a program that waits, its output in waiting.N
waiting()
{
    local number=$1
    shift
    : >"$work/waiting.$number" # else the wait below may read what an earlier one said
    (cd "$work" && exec timeout -k 2 "$limit" "$rooftop" --mode launch $ports "$@") >"$work/waiting.$number" 2>&1 &
    eval "waiting_$number=$!"
    wait_until "it waits" grep -q "waits at port" "$work/waiting.$number"
}
waiting_has() { grep -qF -- "$2" "$work/waiting.$1" || wrong "the program lacks \"$2\": $(head -n 3 "$work/waiting.$1")"; }

check "attach: a program waits, and is profiled"
waiting 1 "$app" inplace 3
waiting_has 1 "fakeapp waits at port $port (process "
[ "$(wc -l <"$work/waiting.1")" = 1 ] || wrong "the program ran before"
run $few $ports --mode attach -k inplace -s 1 -o report
wait "$waiting_1" || wrong "the program failed"
status_is 0
waiting_has 1 "inplace ok"
out_lacks "inplace ok"
err_has "fakeapp (process "
err_has ", which waited at port $port"
results_are 2
done_check

check "attach: several wait, one after the other is attached to"
waiting 1 "$app" inplace 3
waiting 2 "$app" twenty 5
waiting_has 2 "rooftop --mode attach --port $((port + 1))"
run $few --mode attach --port $((port + 1)) --max-connections 1 -o report
wait "$waiting_2"
waiting_has 2 "twenty ok"
results_are 5
run $few $ports --mode attach -f -o report
wait "$waiting_1"
waiting_has 1 "inplace ok"
results_are 3
done_check

check "attach: the program's status is its starter's, and --kill ends it"
waiting 1 sh -c '"$0" inplace 1; exit 7' "$app"
run $few $ports --mode attach -o report
wait "$waiting_1"
same "the status" $? 7
status_is 0
results_are 1
waiting 1 "$app" slow 40
run $few $ports --mode attach -c 1 --kill yes -f -o report
wait "$waiting_1"
same "the status" $? 143
status_is 0
results_are 1
done_check

check "attach: who attached may leave, and the program goes on"
waiting 1 "$app" slow 12
start $few $ports --mode attach -o report
wait_until "a result is there" said err "==PROF== 2:"
kill -INT "$host"
finish
wait "$waiting_1" || wrong "the program failed"
waiting_has 1 "slow ok"
[ "$(rows | wc -l)" -ge 2 ] || wrong "the results until then are lost"
done_check

check "attach: a program that cannot be started, and one without CUDA"
waiting 1 "$work/none"
run $few $ports --mode attach -o report
wait "$waiting_1"
same "the status" $? 127
waiting_has 1 "cannot be started"
status_is 1
err_has "none made no CUDA call"
done_check

check "attach: no other user is let in"
if [ "$(id -u)" = 0 ] && command -v setpriv perl >/dev/null; then
    waiting 1 "$app" inplace 1
    # shellcheck disable=SC2016
    plain setpriv --reuid 65534 --clear-groups perl -MSocket -e '
        $SIG{PIPE} = "IGNORE"; # it may be turned away before it has written
        socket(my $s, AF_UNIX, SOCK_STREAM, 0);
        connect($s, pack_sockaddr_un("\0rooftop-launch-0-$ARGV[0]")) or die "no connection";
        syswrite($s, "CUDA_INJECTION64_PATH=/tmp/wrong.so\0");
        shutdown($s, 1);
        my $answer = "";
        sysread($s, $answer, 100);
        print "answer <$answer>\n";' "$port"
    out_has "answer <>"
    run $few $ports --mode attach -o report
    wait "$waiting_1"
    results_are 1
fi
done_check

check "attach: all ports are taken"
waiting 1 "$app" inplace 1
plain "$rooftop" --mode launch $ports --max-connections 1 "$app" inplace
status_is 1
err_has "other programs wait at all ports from $port to $port"
run $few $ports --mode attach
wait "$waiting_1"
done_check

# A double of ssh: another shell, another folder, and a rooftop in its PATH.
mkdir -p "$work/bin" "$work/far"
printf '#!/bin/sh\n[ "$1" = -- ] || exit 9\necho "$2" >>"%s/hosts"\ncd "%s/far" && PATH="%s:$PATH" exec sh -c "$3"\n' \
    "$work" "$work" "$build" >"$work/bin/ssh"
chmod +x "$work/bin/ssh"

check "attach: on another machine, through ssh"
waiting 1 "$app" inplace 3
run PATH="$work/bin:$PATH" $few $ports --mode attach --hostname node7 -k 'regex:^in.*e$' -s 1 -o report
wait "$waiting_1"
status_is 0
same "hosts" "$(cat "$work/hosts")" node7
err_has "report report.ncu-rep, from node7"
results_are 2
[ -z "$(ls "$work/far")" ] || wrong "something stays there"
done_check

check "attach: on another machine, a page in place of a report"
waiting 1 "$app" inplace 3
run PATH="$work/bin:$PATH" $few $ports --mode attach --hostname node7 --page raw --csv -s 1
wait "$waiting_1"
status_is 0
same "rows" "$(grep -c inplace "$work/out")" 2
done_check

check "attach: on another machine nothing waits, or it is not reached"
printf '#!/bin/sh\necho "ssh: cannot reach $2" >&2; exit 255\n' >"$work/bin/ssh"
run PATH="$work/bin:$PATH" $few $ports --mode attach --hostname node7 -o report
status_is 255
err_has "cannot reach node7"
no_report
done_check

# refuse_attach WHAT TEXT ARGUMENTS...
refuse_attach()
{
    check "attach: $1"
    plain "$rooftop" --no-tui "${@:3}"
    status_is 1
    err_has "$2"
    done_check
}
refuse_attach "a launch without a program" "--mode launch needs a program" --mode launch
refuse_attach "a report of a launch" "--export is for rooftop --mode attach" --mode launch -o report "$app" inplace
refuse_attach "a program of its own" "is left over: --mode attach profiles the program of" --mode attach "$app" inplace
refuse_attach "running it again" "--mode attach cannot start the program again" --mode attach --replay-mode application
refuse_attach "no such port" "--port is from 1 to 65535" --mode attach --port 70000
refuse_attach "no ports" "--max-connections is at least 1" --mode attach --max-connections 0
refuse_attach "a trace" "trace starts its program itself" trace --mode attach "$app"
