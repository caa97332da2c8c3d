# shellcheck shell=bash
# What happened inside of kernels: counters of instructions, warp samples and counters over time of the first launches
# of all samples, beside two runs of ncu; what compare_source.py says of them; the findings of the rules that read
# these data; and what the full set costs a launch, of SOURCE_LAUNCHES (1000) small ones, beside ncu's of 20.

SOURCE_SECTIONS=(--section SourceCounters --section InstructionStats --section PmSampling)

stage_source() {
    local folder launches=${SOURCE_LAUNCHES:-1000} ours theirs
    folder=$(folder_of_ncu extras/python)
    mkdir -p source
    with_rooftop source/ours "${SOURCE_SECTIONS[@]}" -c 18 --disable-profiler-start-stop ./samples all
    check "source programs" "status $STATUS" sources_are_right source/ours.log
    with_ncu source/ncu "${SOURCE_SECTIONS[@]}" -c 18 ./samples all
    with_ncu source/again "${SOURCE_SECTIONS[@]}" -c 18 ./samples all
    python3 "$HERE/compare_source.py" source/{ours,ncu,again}.ncu-rep "$folder" >source/compare.txt 2>&1
    while read -r word name text; do
        case $word in
        ok) ok "source $name" "$text" ;;
        FAIL) fail "source $name" "$text" ;;
        esac
    done <source/compare.txt
    grep -q '^ok  *curves\|^FAIL curves' source/compare.txt || fail "source compare" "$(tail -n 1 source/compare.txt)"

    local limit=$COMMAND_LIMIT
    COMMAND_LIMIT=$((limit + launches / 5))
    with_rooftop source/full --set full ./samples tiny "$launches"
    COMMAND_LIMIT=$limit
    [ "$STATUS" = 0 ] || fail "source full" "status $STATUS, so that the cost below means nothing"
    ours=$((WALL_US / launches))
    with_ncu source/ncu-full --set full -c 20 ./samples tiny 20
    theirs=$((WALL_US / 20))
    check "source cost" "full set, $(milliseconds "$ours") ms a launch of $launches, ncu $(milliseconds "$theirs") of 20" \
        [ $((30 * ours)) -le "$theirs" ]
}

sources_are_right() { # LOG
    [ "$STATUS" = 0 ] && ! grep -q FAILED "$1"
}
