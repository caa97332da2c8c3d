# shellcheck shell=bash
# Links between GPUs: what is counted while kernels read and write memory of another GPU, beside two
# runs of ncu, and what both tell of the links.

stage_links() {
    local base=links/peer run
    mkdir -p links
    launch links/plain.log ./samples peer
    if ! self_check_passed peer links/plain.log || grep -q skipped links/plain.log; then
        skip "links" "status $STATUS: $(tail -n 1 links/plain.log)"
        return
    fi
    local -a sections=(--section Nvlink --section Nvlink_Tables --section Nvlink_Topology)
    with_rooftop "$base" "${sections[@]}" ./samples peer
    check "links rooftop" "$(tail -n 1 "$base.log")" self_check_passed peer "$base.log"
    raw_page "$ROOFTOP" "$base.ncu-rep" "$base.csv"
    for run in 1 2; do
        with_ncu "$base.ncu$run" "${sections[@]}" ./samples peer
        raw_page "$NCU" "$base.ncu$run.ncu-rep" "$base.ncu$run.csv"
    done
    compare "$base.csv" "$base.ncu1.csv" "$base.ncu2.csv" >"$base.tsv"
    awk -f "$HERE/judge.awk" -v without=links "$base.tsv" >"$base.off.tsv"
    check "links values" "$(judged links "$base.tsv")" nothing_off links "$base.tsv"
    "$NCU" -i "$base.ncu-rep" --page details >"$base.ours.txt" 2>&1
    "$NCU" -i "$base.ncu1.ncu-rep" --page details >"$base.theirs.txt" 2>&1
    check "links shown" "ncu shows the links of both reports alike" \
        cmp <(link_lines "$base.ours.txt") <(link_lines "$base.theirs.txt")
}

# Without what was measured, which is compared above.
link_lines() { # FILE
    sed -n '/NVLink/,$p' "$1" | grep -Ev '(byte|Byte|%|Duration|Frequency|Cycles)'
}
