# shellcheck shell=bash
# The Python modules beside those of Nsight Compute: every answer of ncu_report on the reports in REPORTS, and the rules of
# Nsight Compute, unchanged, run by ours on these reports, beside what the reports store. Needs no GPU.

stage_python()
{
    local ncu_folder module report name
    ncu_folder=$(dirname "$(folder_of_ncu sections)")
    if [ ! -d "$ncu_folder/extras/python" ]; then
        skip python "ncu's Python module is not there"
        return
    fi
    module=$("$ROOFTOP" --python-path)
    for report in "${REPORTS:?is the folder of the reports}"/*.ncu-rep; do
        name=$(basename "$report" .ncu-rep)
        rm -f "$OUT/theirs.pkl" "$OUT/ours.pkl"
        python3 "$HERE/python/answers.py" "$ncu_folder/extras/python" "$report" "$OUT/theirs.pkl" >/dev/null 2>&1
        python3 "$HERE/python/answers.py" "$module" "$report" "$OUT/ours.pkl" >/dev/null
        echo "$name: $(python3 "$HERE/python/compare_answers.py" "$OUT/theirs.pkl" "$OUT/ours.pkl" | tee "$OUT/python.$name.txt" | tail -n 1)"
        PYTHONPATH=$module python3 "$HERE/python/rules_again.py" "$ncu_folder/sections" "$report" >"$OUT/rules.$name.txt" 2>&1
        check "rules_$name" "$(tail -n 1 "$OUT/rules.$name.txt")" grep -q "^[1-9].*, 0 differ$" "$OUT/rules.$name.txt"
        for folder in "$ncu_folder/extras/python" "$module"; do
            echo "$name: $(python3 "$HERE/python/read_all.py" "$folder" "$report") ($folder)"
        done
    done
}
