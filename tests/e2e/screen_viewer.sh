# What a viewer says where another rooftop would profile.
[ -n "$viewer" ] || return 0

no_headers="this rooftop was built without the CUDA headers: it"
check "a viewer that is to profile, or to ask CUPTI, says what it is and what to do"
refuses() # ENDING WORD...
{
    local ending=$1 status
    shift
    env -i "${base[@]}" "$rooftop" "$@" >"$work/out" 2>&1
    status=$?
    same "the status of $*" $status 1
    same "what is said of $*" "$(cat "$work/out")" "==ERROR== $no_headers shows reports, but cannot $ending"
}
build_it="build it with CUDA_HOME set to a CUDA Toolkit 13"
refuses "profile; $build_it" ./app
refuses "profile; $build_it" --replay-mode application -o "$work/none" true
refuses "profile; $build_it" --doctor
refuses "profile; $build_it" --clock-control reset
refuses "ask CUPTI for metrics; $build_it" --query-metrics --chips gh100
refuses "ask CUPTI for metrics; $build_it" --list-metrics
done_check

check "a viewer's form of a rerun says so, too, and runs nothing"
show 120x40 "$root/tests/data/samples.ncu-rep"
sees Kernel
press r
sees "Rerun ./samples"
press Enter
sees "$no_headers cannot profile"
alive
done_check

check "a viewer edits a line, and says behind that what it cannot do"
"$build/unit/code_report" "$work/viewed.ncu-rep" 12 && : >"$work/work.cu" || wrong "no report"
printf '#!/bin/sh\nfor file; do :; done\necho changed >>"$file"\n' >"$work/pen" && chmod +x "$work/pen"
show 160x40 EDITOR="$work/pen" --resolve-source-file "$work/work.cu" "$work/viewed.ncu-rep"
sees blur
press x 3
sees "work.cu"
press V
sees "work.cu has changed, but blur cannot be measured again: $no_headers cannot profile"
grep -qx changed "$work/work.cu" || wrong "it was not edited"
press Q
ends 0
done_check
