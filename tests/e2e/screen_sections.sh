# R reads the section folders again: edits are seen at once, broken ones are said and change nothing.
report=$root/tests/data/samples.ncu-rep
own=$work/home/.config/rooftop/sections
mkdir -p "$own" "$work/more/below"
# section FILE IDENTIFIER NAME METRIC
section()
{
    printf 'Identifier: "%s"\nDisplayName: "%s"\nOrder: 1\nHeader { Metrics { Label: "Its cell" Name: "%s" } }\n' \
        "$2" "$3" "$4" >"$1"
}
bring() { show 120x40 --section-folder-recursive "$work/more" "$report"; sees Kernel; press Enter; sees "GPU Speed Of Light"; }

check "sections: without files of one's own R says where they would be"
bring
press R
sees "no sections or rules of your own: neither in ${own%sections}{sections,rules}"
done_check

check "sections: a section that is edited replaces the report's own at once"
bring
section "$own/sol.section" SpeedOfLight "Light, my way" gpu__time_duration.sum
press R
sees "1 section of your own, read again"
sees "Light, my way"
lacks "GPU Speed Of Light"
section "$own/sol.section" SpeedOfLight "Light, once more" gpu__time_duration.sum
press R
sees "Light, once more"
sees "Its cell"
done_check

check "sections: a broken edit is said with file, line and column, and what was there stays"
printf 'Identifier: "SpeedOfLight"\n  DisplayNme: "x"\n' >"$own/sol.section"
press R
sees "sol.section:2:3: ProfilerSection has no field"
sees "Light, once more"
rm "$own/sol.section"
press R
sees "GPU Speed Of Light"
alive
done_check

check "sections: new ones show if the result has their metrics, from folders below too"
section "$work/more/below/a.section" Mine "Of mine" sm__cycles_active.avg
section "$work/more/below/b.section" Other "Of others" no__such_metric.avg
press R
sees "2 sections of your own, read again"
sees "Of mine"
lacks "Of others"
press ']'
sees "Of mine"
press Escape R
sees "2 sections of your own, read again"
alive
done_check

check "sections: one's own show at once when a report opens"
bring
sees "Of mine"
lacks "Of others"
press Escape
done_check

check "sections: only those that are asked for, built-in ones too if the result has their metrics"
show 120x40 --section Mine --section SpeedOfLight --section-folder-recursive "$work/more" "$report"
sees Kernel
press Enter
sees "Of mine"
sees "GPU Speed Of Light"
lacks "Launch Statistics"
press Escape
show 120x40 --section Nvlink "$report"
sees Kernel
press Enter
sees "none of the requested sections"
sees "It has SpeedOfLight, LaunchStats, Occupancy, WorkloadDistribution. r measures again"
alive
done_check
bring

check "sections: metrics that a section defines are computed again, and errors in them said"
definition()
{
    section "$work/more/c.section" Defined "With a definition" my__cycles.sum
    printf 'MetricDefinitions { MetricDefinitions { Name: "my__cycles.sum" Expression: "%s" } }\n' "$1" \
        >>"$work/more/c.section"
}
definition 'sm__cycles_active.avg * 0 + 4711.5'
press R
sees "With a definition"
sees "4,711.50"
definition 'if(sm__cycles_active.avg > 0, 1234.25, 1)'
press R
sees "1,234.25"
sees_not "4,711.50"
definition 'sm__cycles_active.avg *'
press R
sees "my__cycles.sum: an operand is missing at column 24"
sees "1,234.25"
rm "$work/more/c.section"
press R
sees "2 sections of your own"
press Escape
done_check

check "sections: a folder that is gone is said, and what was there stays"
press Enter
sees "Of mine"
mv "$work/more" "$work/gone"
press R
sees "more: cannot read the folder"
sees "Of mine"
alive
done_check
rm -rf "$own" "$work/gone"
