# A Grace machine as its kernel shows it in /sys and /proc, for ROOFTOP_CPU_ROOT. Sourced.

# put TEXT FILE: writes a file, and the folders that it needs.
put()
{
    [ -d "${2%/*}" ] || mkdir -p "${2%/*}"
    echo "$1" >"$2"
}

# make_grace superchip|hopper FOLDER
make_grace()
{
    local kind=$1 top=$2 devices=$2/sys/bus/event_source/devices unit event id socket device filter type=20 sockets=1
    [ "$kind" = superchip ] && sockets=2
    put "0-$((sockets * 72 - 1))" "$top/sys/devices/system/cpu/online"
    put -1 "$top/proc/sys/kernel/perf_event_paranoid"
    put 6.14.2 "$top/proc/sys/kernel/osrelease"
    put 0x00000000410fd4f0 "$top/sys/devices/system/cpu/cpu0/regs/identification/midr_el1"
    put 8 "$devices/armv8_pmuv3_0/type"
    put "0-$((sockets * 72 - 1))" "$devices/armv8_pmuv3_0/cpus"
    put config:0-15 "$devices/armv8_pmuv3_0/format/event"
    for unit in scf pcie nvlink_c2c0 nvlink_c2c1 cnvlink; do
        case $unit in
            pcie) filter="root_port config1:0-9" ;;
            nvlink_*) filter="port config1:0-1" ;;
            cnvlink) filter="rem_socket config1:0-3" ;;
            *) filter= ;;
        esac
        for ((socket = 0; socket < sockets; socket++)); do
            device=$devices/nvidia_${unit}_pmu_$socket
            put $((type++)) "$device/type"
            put config:0-32 "$device/format/event"
            put $((socket * 72)) "$device/cpumask"
            put "$((socket * 72))-$((socket * 72 + 71))" "$device/associated_cpus"
            [ -z "$filter" ] || put "${filter#* }" "$device/format/${filter% *}"
            while IFS=$'\t' read -r of event id; do
                [ "nvlink_$of" != "$unit" ] && [ "$of" != "$unit" ] || put "event=$id" "$device/events/${event,,}"
            done <"$here/../data/cpu/events.tsv"
        done
    done
    for ((socket = 0; socket < sockets; socket++)); do # a drive behind port 8 of each
        device=sys/devices/pci00${socket}8:00/00${socket}8:00:00.0/nvme/nvme$socket
        put live "$top/$device/state"
        mkdir -p "$top/sys/class/nvme"
        ln -s "$top/$device" "$top/sys/class/nvme/nvme$socket"
    done
    [ "$kind" = superchip ] || {
        put 0x10de "$top/sys/bus/pci/devices/0009:01:00.0/vendor"
        put 0x030200 "$top/sys/bus/pci/devices/0009:01:00.0/class"
    }
}
