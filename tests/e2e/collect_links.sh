# Links and NUMA nodes as the NVML double tells them: one board without links that are up, two boards joined by 18 links
# each over a switch, and these with one hidden from the program. What is expected is what ncu reported of
# three such machines.

few=(--metrics gpu__time_duration.sum)
two=(FAKEGPU_BOARDS=2)

# list METRIC: value and instances of the first result, "1 (0: NVIDIA H200)".
list()
{
    "$rooftop" -i "$report" --page raw --csv --print-units base --print-metric-instances details --metrics "$1" \
        2>>"$work/err" | awk -v metric="$1" 'NR == 1 && index($0, "\"" metric "\"") == 0 { exit }
        NR == 3 { sub(/"$/, ""); sub(/.*"/, ""); print }'
}
list_is()
{
    local got
    got=$(list "$1")
    [ "$got" = "$2" ] || wrong "$1 is \"$got\" instead of \"$2\""
}
# Those that are one number for each logical link, all 0 without one.
numbers="count_physical count_logical bandwidth is_nvswitch_connected is_direct_link dev0Id dev1Id dev0type dev1type
    peer_access peer_atomic system_access system_atomic source_ports destination_ports"
no_links()
{
    local metric
    for metric in $numbers; do
        list_is "nvlink__$metric" 0
    done
}

check "links: a board alone has none"
run --set nvlink -o report -- vector_add
status_is 0
err_lacks "not collected yet"
no_links
list_is nvlink__enabled_mask "0 (6: 0)"
list_is nvlink__max_count "18 (6: 18)"
list_is nvlink__dev_display_name_all "1 (0: NVIDIA H200)"
list_is c2clink__present "0 (0: 0)"
list_is c2clink__enabled_mask "0 (6: 0)"
list_is numa__dev_display_name_all "1 (0: NVIDIA H200)"
list_is numa__cpu_affinity "1 (0: 0-15)"
list_is numa__id_memory "1 (0: 0)"
in_report numa__id_cpu
text_is device__attribute_confidential_computing_mode No-CC
text_is device__attribute_gpu_pci_ext_gen 4
text_is launch__uses_vgpu 0
plain "$rooftop" -i "$report" --page details --print-details all
out_has "No NVLink connections were found."
done_check

check "links: two boards that the program sees are joined"
run "${two[@]}" --set nvlink --section NumaAffinity --section C2CLink -o report -- vector_add
status_is 0
list_is nvlink__count_logical 1
list_is nvlink__count_physical "18 (0: 18)"
list_is nvlink__bandwidth "891247656960 (0: 891247656960)"
list_is nvlink__is_nvswitch_connected 1
list_is nvlink__is_direct_link "1 (0: 1)"
list_is nvlink__dev0Id "0 (0: 0)"
list_is nvlink__dev1Id "1 (0: 1)"
list_is nvlink__dev0type "1 (0: 1)"
list_is nvlink__dev1type "1 (0: 1)"
list_is nvlink__peer_access "1 (0: 1)"
list_is nvlink__peer_atomic "1 (0: 1)"
list_is nvlink__system_access "0 (0: 0)"
list_is nvlink__system_atomic "0 (0: 0)"
list_is nvlink__source_ports "1 (0: 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)"
list_is nvlink__destination_ports "1 (0: 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0)"
list_is nvlink__dev_display_name_all "2 (0: NVIDIA H200; 1: NVIDIA H200)"
list_is nvlink__enabled_mask "524286 (6: 262143; 7: 262143)"
list_is nvlink__max_count "36 (6: 18; 7: 18)"
list_is c2clink__present "0 (0: 0; 1: 0)"
list_is c2clink__enabled_mask "0 (6: 0; 7: 0)"
list_is numa__dev_display_name_all "2 (0: NVIDIA H200; 1: NVIDIA H200)"
list_is numa__cpu_affinity "2 (0: 0-31; 1: 0-31)"
list_is numa__id_memory "2 (0: 0; 1: 0)"
plain "$rooftop" -i "$report" --page details --print-details all
out_lacks "No NVLink connections"
out_has "Logical NVLink Properties"
out_has "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"
out_has "NUMA ID by Memory Affinity"
plain "$rooftop" -i "$report" --json --page details --print-details all
is_json out
done_check

check "links: their counters are collected, though CUPTI's list of the device lacks them"
run "${two[@]}" --metrics nvlrx__bytes.sum,dram__count1.sum -o report -- vector_add
status_is 0
in_report nvlrx__bytes.sum
in_report dram__count1.sum
done_check

check "links: of a board that the program does not see only what all boards have"
run "${two[@]}" CUDA_VISIBLE_DEVICES=1 FAKEGPU_LINK_DOWN=1.2 --set nvlink -o report -- vector_add
status_is 0
no_links
text_is device__attribute_pci_device_id 7
list_is nvlink__enabled_mask "524282 (6: 262143; 7: 262139)"
list_is nvlink__max_count "36 (6: 18; 7: 18)"
list_is nvlink__dev_display_name_all "1 (0: NVIDIA H200)"
list_is c2clink__present "0 (0: 0)"
list_is c2clink__enabled_mask "0 (6: 0; 7: 0)"
list_is numa__dev_display_name_all "2 (0: NVIDIA H200; 1: NVIDIA H200)"
list_is numa__cpu_affinity "2 (0: 0-31; 1: 0-31)"
done_check

check "links: devices have the program's numbers, and links that are down do not count"
run "${two[@]}" CUDA_VISIBLE_DEVICES=1,0 FAKEGPU_LINK_DOWN=1.2 "${few[@]}" -o report -- vector_add
list_is nvlink__count_physical "17 (0: 17)"
list_is nvlink__source_ports "1 (0: 0,1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)"
list_is nvlink__bandwidth "841733898240 (0: 841733898240)"
done_check

check "links: without a switch the far ends have ports"
run FAKEGPU_BOARDS=4 FAKEGPU_DIRECT=1 "${few[@]}" -o report -- vector_add
list_is nvlink__count_logical 2
list_is nvlink__dev0Id "2 (0: 0; 1: 2)"
list_is nvlink__dev1Id "4 (0: 1; 1: 3)"
list_is nvlink__is_nvswitch_connected 0
list_is nvlink__destination_ports \
    "2 (0: 17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0; 1: 17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0)"
done_check

check "links: a switch that keeps boards apart joins none"
run "${two[@]}" FAKEGPU_PARTITIONS=1 "${few[@]}" -o report -- vector_add
no_links
list_is nvlink__enabled_mask "524286 (6: 262143; 7: 262143)"
done_check

check "links: three boards on a switch are three pairs"
run FAKEGPU_BOARDS=3 "${few[@]}" -o report -- vector_add
list_is nvlink__count_logical 3
list_is nvlink__dev0Id "1 (0: 0; 1: 0; 2: 1)"
list_is nvlink__dev1Id "5 (0: 1; 1: 2; 2: 2)"
list_is nvlink__count_physical "54 (0: 18; 1: 18; 2: 18)"
done_check

check "links: NVML is started once, whatever is measured, and asked little"
rm -f "$work/calls"
run "${two[@]}" FAKEGPU_NVML_CALLS="$work/calls" "${few[@]}" -o report -- child
status_is 0
results_are 2
same "starts" "$(grep -c nvmlInit "$work/calls")" 1
same "ends" "$(grep -c nvmlShutdown "$work/calls")" 1
[ "$(wc -l <"$work/calls")" -lt 250 ] || wrong "$(wc -l <"$work/calls") calls for 36 links"
rm -f "$work/calls"
done_check

check "links: a virtual GPU has what the sections allow it"
run FAKEGPU_VGPU=1 --section PmSampling --section LaunchStats -o report -- vector_add
status_is 0
text_is launch__uses_vgpu 1
err_lacks "PM sampling"
plain "$rooftop" -i "$report" --page details
out_has "Launch Statistics"
out_lacks "PM Sampling"
run --section PmSampling -- vector_add
err_lacks "PM sampling"
out_has "PM Sampling"
done_check

# ---- what is not told ----

# unknown NAME REASON NAME=VALUE...: nothing of links and nodes in the report, and the reason where a section asks.
unknown()
{
    check "links: $1: what asks for them says so, and it goes on"
    local reason=$2
    shift 2
    run "$@" --section NumaAffinity -o report -- inplace
    status_is 0
    results_are 3
    err_count 1 "links and NUMA nodes are unknown: $reason"
    not_in_report nvlink__count_logical
    not_in_report numa__cpu_affinity
    not_in_report launch__uses_vgpu
    run "$@" --metrics nvlink__count_logical -- inplace
    err_count 1 "links and NUMA nodes are unknown: $reason"
    run "$@" --section LaunchStats -- inplace
    err_lacks "links and NUMA nodes"
    done_check
}
unknown "NVML does not start" "NVML: Unknown Error" FAKEGPU_FAIL=nvmlInit=999
unknown "NVML lists no boards" "NVML: The current user does not" FAKEGPU_FAIL=nvmlDeviceGetCount=4
mkdir "$work/drivers"
ln -s "$doubles/libcuda.so.1" "$doubles/libcupti.so.13" "$work/drivers"
if ldconfig -p 2>/dev/null | grep -q libnvidia-ml; then
    why=
    skip "links: no NVML" "this machine has one"
else
    unknown "no NVML" "NVML lacks libnvidia-ml.so.1" LD_LIBRARY_PATH="$work/drivers"
fi
rm -rf "$work/drivers"

check "links: an older NVML tells names and addresses only"
run LD_LIBRARY_PATH="$doubles/old:$doubles" "${two[@]}" --set nvlink -o report -- vector_add
status_is 0
list_is nvlink__dev_display_name_all "2 (0: NVIDIA H200; 1: NVIDIA H200)"
for metric in nvlink__count_logical nvlink__bandwidth nvlink__enabled_mask nvlink__max_count c2clink__present; do
    not_in_report $metric
done
not_in_report launch__uses_vgpu
not_in_report device__attribute_confidential_computing_mode
not_in_report device__attribute_gpu_pci_ext_gen
done_check

# missing CALL METRIC EXPECTED: this call is not supported, METRIC says so, the rest stays.
missing()
{
    check "links: without $1"
    run "${two[@]}" FAKEGPU_FAIL="$1=3" "${few[@]}" -o report -- vector_add
    status_is 0
    fault_made "$1"
    list_is "$2" "$3"
    list_is nvlink__dev_display_name_all "2 (0: NVIDIA H200; 1: NVIDIA H200)"
    done_check
}
missing nvmlDeviceGetNvLinkState nvlink__enabled_mask "0 (6: 0; 7: 0)"
missing nvmlDeviceGetNvLinkRemoteDeviceType nvlink__count_physical "18 (0: 18)" # an address without a GPU: a switch
missing nvmlDeviceGetNvLinkCapability nvlink__peer_access "0 (0: 0)"
missing nvmlDeviceGetP2PStatus nvlink__count_logical 1
missing nvmlDeviceGetFieldValues nvlink__max_count "36 (6: 18; 7: 18)" # as boards whose links are off
missing nvmlSystemGetConfComputeState device__attribute_confidential_computing_mode No-CC # the board cannot do it
missing nvmlDeviceGetVirtualizationMode launch__uses_vgpu ""
missing nvmlDeviceGetMaxPcieLinkGeneration device__attribute_gpu_pci_ext_gen ""
# Then the nodes of the processors stand for those of the memory.
check "links: without nvmlDeviceGetMemoryAffinity"
run "${two[@]}" FAKEGPU_FAIL=nvmlDeviceGetMemoryAffinity=3 "${few[@]}" -o report -- vector_add
in_report numa__id_memory
same "memory" "$(list numa__id_memory)" "$(list numa__id_cpu)"
done_check
