#!/bin/sh
# tensor_roofline.sh HEAD TABLE: the section of the tensor core rooflines: HEAD and a body with a roofline chart and a
# table for each chip of TABLE, with a roofline for each operation and level of the memory. A roofline is one line.
cat "$1" || exit 1
LC_ALL=C awk -F'\t' '
    # A metric of a section.
    function metric(name, label) { return sprintf("Label: \"%s\" Name: \"%s\"", label, name) }
    # An amount per cycle times a frequency.
    function rate(name, label, clock, clock_label) {
        return sprintf("ValueCyclesPerSecondExpression { ValuePerCycleMetrics { %s } CyclesPerSecondMetric { %s } }",
            metric(name, label), metric(clock ".avg.per_second", clock_label))
    }
    function level(key, label, bytes, clock, clock_label) {
        level_label[key] = label
        level_bytes[key] = bytes
        level_clock[key] = clock
        level_clock_label[key] = clock_label
    }
    function roofline(key, base, words) {
        printf "            Rooflines { Options { Label: \"%s Roofline (%s)\" ShowOnlyIfNotZero { Metric { %s } } }" \
            " PeakWork { %s } PeakTraffic { %s } }\n", level_label[key], words,
            metric(base ".sum.per_cycle_elapsed", "Tensor Operations Per Cycle"),
            rate(base ".sum.peak_sustained", "Theoretical Tensor Operations", "sm__cycles_elapsed", "SM Frequency"),
            rate(level_bytes[key] ".sum.peak_sustained", "Theoretical " level_label[key] " Bytes Accessible",
                level_clock[key], level_clock_label[key])
    }
    function achieved(key, base, words) {
        printf "            AchievedValues { Options { Label: \"%s Achieved Value (%s)\" }" \
            " AchievedWork { %s } AchievedTraffic { Metric { %s } } }\n", level_label[key], words,
            rate(base ".sum.per_cycle_elapsed", "Tensor Operations Per Cycle", "sm__cycles_elapsed", "SM Frequency"),
            metric(level_bytes[key] ".sum.per_second", level_label[key] " Bandwidth")
    }
    # One operation of a chip: its counter, and what it is in words.
    function add(chip, op, source, result, sparsity,    base, words) {
        base = "sm__ops_path_tensor" (op == "-" ? "" : "_op_" op) "_src_" source (result == "" ? "" : "_dst_" result) \
            (sparsity == "" ? "" : "_sparsity_" sparsity)
        gsub(/_/, ",", source)
        words = (op == "-" ? "" : "Op:" op " ") "Src:" source (result == "" ? "" : " Dst:" result) \
            (sparsity == "" ? "" : " Sparsity:" sparsity)
        bases[chip, ++count[chip]] = base
        in_words[chip, count[chip]] = words
    }
    function chart(chip,    filter, n, i, j, key) {
        filter = "        Filter { MinArch: CC_" chip " MaxArch: CC_" chip " }"
        n = split(levels[chip], key, " ")
        print "    Items {"
        print filter
        print "        RooflineChart {"
        print "            Label: \"Tensor Core Operations Roofline\""
        print "            AxisIntensity { Label: \"Arithmetic Intensity [OP/byte]\" }"
        print "            AxisWork { Label: \"Performance [OP/s]\" }"
        for (i = 1; i <= count[chip]; i++)
            for (j = 1; j <= n; j++)
                roofline(key[j], bases[chip, i], in_words[chip, i])
        for (i = 1; i <= count[chip]; i++)
            for (j = 1; j <= n; j++)
                achieved(key[j], bases[chip, i], in_words[chip, i])
        print "        }\n    }\n    Items {"
        print filter
        print "        SuffixTable {"
        print "            Suffixes {"
        print "                Suffix { Name: \".sum\" Label: \"# Operations\" }"
        print "                Suffix { Name: \".sum.per_cycle_elapsed\" Label: \"# Operations / Cycle\" }"
        print "                Suffix { Name: \".sum.per_second\" Label: \"# Operations / s\" }"
        print "                Suffix { Name: \".sum.pct_of_peak_sustained_elapsed\" Label: \"Peak %\" }"
        print "                Suffix { Name: \".sum.peak_sustained\" Label: \"Peak Operations / Cycle\" }"
        print "                Suffix { Name: \".sum.peak_sustained_elapsed.per_second\" Label: \"Peak Operations / s\" }"
        print "            }\n            BaseNames {"
        for (i = 1; i <= count[chip]; i++)
            printf "                BaseName { %s }\n", metric(bases[chip, i], in_words[chip, i])
        print "            }\n        }\n    }"
    }
    BEGIN {
        level("dram", "DRAM", "dram__bytes", "dram__cycles_elapsed", "DRAM Frequency")
        level("l2", "L2 Cache", "derived__lts__lts2xbar_bytes", "lts__cycles_elapsed", "L2 Cache Frequency")
        level("lg", "L1/TEX Cache", "derived__l1tex__lsu_writeback_bytes_mem_lg", "l1tex__cycles_elapsed",
            "L1/TEX Cache Frequency")
        level("lgds", "L1/TEX Cache", "derived__l1tex__lsu_writeback_bytes_mem_lgds", "l1tex__cycles_elapsed",
            "L1/TEX Cache Frequency")
    }
    /^#/ || !NF { next }
    $1 == "chip" { chips[++chip_count] = $2; levels[$2] = $3; next }
    {
        chip_list = split($1, chip, " ")
        variants = split($3, variant, " ")
        for (v = 1; v <= variants; v++) {
            sparsity = substr(variant[v], length(variant[v]))
            gsub(/[*+-]$/, "", variant[v])
            split(variant[v] ">", type, ">")
            for (c = 1; c <= chip_list; c++)
                if (sparsity == "*") {
                    add(chip[c], $2, type[1], type[2], "off")
                    add(chip[c], $2, type[1], type[2], "on")
                } else {
                    add(chip[c], $2, type[1], type[2], sparsity == "+" ? "on" : sparsity == "-" ? "off" : "")
                }
        }
    }
    END {
        print "Body {\n    DisplayName: \"Roofline Tensor Core\""
        for (i = 1; i <= chip_count; i++)
            chart(chips[i])
        print "}"
    }' "$2"
