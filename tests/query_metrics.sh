#!/bin/sh
# query_metrics.sh ROOFTOP FACTS: what --query-metrics lists of GH100 against ncu's list, collection by
# collection, in names, types and units. FACTS is query-gh100.tsv: collection, name, type, unit.
#
# What the list has otherwise for no reason of the chip:
#   - It lacks 25 names of CUPTI, each the longest among its kin (75 characters and more): those below. CUPTI describes them
#     and schedules those of profiling, so they are printed. The list was read from a printed table; where the name fills
#     its column, the row seems to be lost.
#   - Units of pmsampling that are names of sources (gpu_sm_a, [gpu_sm_a,gpu_sm_b]) are the next column of that table: the
#     unit is empty.
# The last line: N collections, N same, N missing, N additional, N different.
set -u
rooftop=$1 facts=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
cat > "$work/lacking" <<'EOF'
profiling FE_A.TriageCompute.gpu__scheduler_engine_gr_queue_async_cycles_stalled_cmd_semacquire
profiling TPC.TriageCompute.tpc__l1tex_sram_bytes_mem_untagged_data_shared_allocated_compute_realtime
profiling TPC.TriageCompute.tpc__l1tex_sram_lines_mem_untagged_data_shared_allocated_compute_realtime
profiling l1tex__average_m_xbar2l1tex_read_bytes_mem_global_op_tma_ld_dest_multicast_data_valid
profiling l1tex__m_l1tex2xbar_read_requests_mem_global_op_tma_ld_dest_multicast_size_128B
profiling lrc__average_xbar2gpc_sectors_op_read_coalescing_achieved_type_programmatic
profiling lts__t_requests_srcnode_gpc_aperture_device_evict_normal_demote_lookup_miss
profiling lts__t_requests_srcnode_gpc_aperture_sysmem_evict_normal_demote_lookup_miss
profiling lts__t_requests_srcunit_ltcfabric_aperture_device_evict_normal_demote_lookup_miss
profiling lts__t_requests_srcunit_ltcfabric_aperture_sysmem_evict_normal_demote_lookup_miss
profiling lts__t_requests_srcunit_tex_aperture_device_evict_normal_demote_lookup_miss
profiling lts__t_requests_srcunit_tex_aperture_sysmem_evict_normal_demote_lookup_miss
profiling lts__t_sectors_srcunit_ltcfabric_aperture_device_evict_normal_demote_lookup_miss
profiling lts__t_sectors_srcunit_ltcfabric_aperture_sysmem_evict_normal_demote_lookup_miss
profiling sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts_cache_access
profiling sm__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts_cache_bypass
profiling sm__sass_l1tex_t_output_wavefronts_pipe_lsu_mem_global_op_ldgsts_cache_access
profiling smsp__sass_average_data_bytes_per_wavefront_mem_shared_op_ldgsts_cache_access
profiling smsp__sass_average_data_bytes_per_wavefront_mem_shared_op_ldgsts_cache_bypass
profiling smsp__sass_l1tex_average_t_sectors_per_request_pipe_lsu_mem_global_op_ldgsts_cache_access
profiling smsp__sass_l1tex_average_t_sectors_per_request_pipe_lsu_mem_global_op_ldgsts_cache_bypass
pmsampling FE_A.TriageCompute.gpu__scheduler_engine_gr_queue_async_cycles_stalled_cmd_semacquire
pmsampling TPC.TriageCompute.tpc__l1tex_sram_bytes_mem_untagged_data_shared_allocated_compute_realtime
pmsampling TPC.TriageCompute.tpc__l1tex_sram_lines_mem_untagged_data_shared_allocated_compute_realtime
pmsampling l1tex__average_t_sector_pipe_lsu_mem_global_op_ldgsts_cache_access_lookup_miss
EOF
for collection in profiling pmsampling device groups launch numa nvlink source stats warpsampling; do
    "$rooftop" --query-metrics --chips gh100 --query-metrics-collection $collection --csv > "$work/csv" || exit 1
    # No name, type or unit of CUPTI's holds a quote.
    awk -F'","' -v OFS='\t' 'NR > 1 { print $3, $4, $5 }' "$work/csv" > "$work/ours"
    awk -F'\t' -v OFS='\t' -v c=$collection '$1 == c { if ($4 ~ /gpu_/) $4 = ""; print $2, $3, $4 }' "$facts" > "$work/theirs"
    awk -F'\t' -v collection=$collection '
        FILENAME == ARGV[1] { split($0, part, " "); if (part[1] == collection) lacking[part[2]] = 1; next }
        FILENAME == ARGV[2] { type[$1] = $2; unit[$1] = $3; if (last != "" && $1 <= last) print "  order: " $1; last = $1; next }
        !($1 in type) { print "  missing: " $1; missing++; next }
        { found[$1] = 1 }
        type[$1] != $2 || unit[$1] != $3 {
            print "  different: " $1 ": " type[$1] " \"" unit[$1] "\" instead of " $2 " \"" $3 "\""; different++; next }
        { same++ }
        END {
            for (n in type) if (!(n in found) && !(n in lacking)) { print "  additional: " n; additional++ }
            for (n in lacking) if (n in type && !(n in found)) known++; else print "  not lacking: " n
            printf "%s: %d same, %d missing, %d additional, %d different, %d not in the list\n", collection, same, missing,
                additional, different, known }' "$work/lacking" "$work/ours" "$work/theirs"
done > "$work/all"
grep '^ ' "$work/all"
grep -v '^ ' "$work/all"
awk '/^[a-z]/ { n++; same += $2; missing += $4; additional += $6; different += $8 } /order:|not lacking:/ { different++ }
    END { printf "%d collections, %d same, %d missing, %d additional, %d different\n", n, same, missing, additional, different
          exit n != 10 || !same || missing || additional || different }' "$work/all"
