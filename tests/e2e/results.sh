# results: what the end-to-end checks come to. Sourced.
#
#   wrong WHY             the check that runs fails; the first reason counts
#   same WHAT IS SHOULD   it fails unless the two are the same
#   in_vain               what is wrong here is told to the check, if that is another process; in $work/in_vain
#   say_result NAME       prints "ok   NAME" or "FAIL NAME: why"; its status says which
#   skip NAME WHY         it cannot run here
#   summary               the last line; its status says whether all is well
passed=0 failed=0 skipped=0 why=

wrong() { [ -n "$why" ] || why=$1; }
same() { [ "$2" = "$3" ] || wrong "$1 is \"$2\" instead of \"$3\""; }

in_vain() { [ "$BASHPID" = $$ ] || echo "$why" >"$work/in_vain"; }

say_result()
{
    if [ -s "${work-}/in_vain" ]; then
        wrong "$(cat "$work/in_vain")"
        rm -f "$work/in_vain"
    fi
    if [ -z "$why" ]; then
        passed=$((passed + 1))
        echo "ok   $1"
    else
        failed=$((failed + 1))
        echo "FAIL $1: $why"
        return 1
    fi
}

skip()
{
    skipped=$((skipped + 1))
    echo "skip $1: $2"
}

summary()
{
    local tail=
    [ $skipped = 0 ] || tail=", $skipped skipped"
    echo "$passed passed, $failed failed$tail"
    [ $failed = 0 ]
}
