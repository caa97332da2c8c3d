# Links and NUMA nodes in the panes: the rows of their tables, or why there are none.

# made NAME=VALUE...: a report with these sections.
made()
{
    env -i "${base[@]}" "${gpu[@]}" LC_ALL=C "$@" "$rooftop" --no-tui --clock-control none --cache-control none \
        --set nvlink --section C2CLink --section NumaAffinity -f -o "$work/links.ncu-rep" "$app" vector_add \
        >/dev/null 2>&1
}
bring() { show 120x40 "$work/links.ncu-rep"; sees vec_add; press Enter; sees "NVLink Topology"; press a; }

check "links: two boards: each link and each board is a paragraph"
made FAKEGPU_BOARDS=2
bring
sees "Link 0: Device 0 Type 1 · Device 0 0 · Device 1 Type 1 · Device 1 1"
sees "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"
sees "Bandwidth 891,247,656,960"
sees "GPU ID 1: GPU Name NVIDIA H200"
lacks "joined by NVLink"
done_check

check "links: one board: every pane of links says that there are none"
made
bring
sees "GPU ID 0: GPU Name NVIDIA H200"
for pane in 'NVLink ' 'NVLink Topology ' 'NVLink Tables '; do
    capture | awk -v pane="$pane" '/^▾/ { inside = index($0, "▾ " pane "─") == 1 }
        inside && /No two GPUs that the program could use are joined by NVLink/ { found = 1 }
        END { exit !found }' || wrong "the pane $pane does not say why it is empty"
done
sees "No GPU is linked to a processor of its board."
done_check
