# The filter of the results list.

shown() { # COUNT ALL: rows, and what is said of them
    sees "$1 of $2"
    settle
    local rows
    rows=$(capture | grep -v '^ ◆' | sed -n '3,18p' | grep -cE '^.{2} *[0-9]+ ')
    [ "$rows" = "$1" ] || { wrong "$rows rows instead of $1"; detail=$(capture); }
}

screen_check filter_typed 80x24 f text:FLOAT
then_check filter_kept Enter
then_check filter_dropped Escape

check "every character chooses the rows at once, Backspace too"
show 80x24 "$report"
sees Kernel
press '&'
shown 6 6
press text:ti
shown 2 6
press text:l
shown 1 6
press BSpace
shown 2 6
press F4
shown 2 6
press BSpace
shown 6 6
press Escape
sees "6 results"
sees_not " of 6"
done_check

check "regex: a regular expression; while it is none, the rows stay"
show 80x24 "$report"
sees Kernel
press f "text:regex:(tile|^slow"
sees "is not a regular expression"
settle
press "text:)"
shown 2 6
press Enter
sees "filter regex:(tile|^slow): 2 of 6"
press f text:x
sees "0 of 6"
sees "no result passes the filter"
press BSpace Enter
shown 2 6
done_check

check "a regular expression that is none is not kept silently"
show 80x24 "$report"
sees Kernel
press f "text:regex:[a" Enter
sees "is not a regular expression"
sees "6 results"
done_check

check "moving, sorting, searching and the next result stay among the rows"
show 80x24 "$report"
sees Kernel
press f text:float Enter
shown 4 6
press '>' S
settle
[[ $(capture | grep '^▸') == *slow* ]] || { wrong "the selection moved"; detail=$(capture); }
shown 4 6
press / text:big Enter
sees "not found: big"
press / text:tiny Enter
settle
[[ $(capture | grep '^▸') == *tiny* ]] || { wrong "tiny was not found"; detail=$(capture); }
press Enter
sees "‹ 2 tiny"
press ']'
sees "‹ 1 ns::tile"
press Escape
shown 4 6
done_check

check "the selection comes back when its row does"
show 80x24 "$report"
sees Kernel
press j j j
press f text:tiny Enter
shown 1 6
press Escape
settle
[[ $(capture | grep '^▸') == *big_param* ]] || { wrong "the selection moved"; detail=$(capture | grep '^▸'); }
done_check

check "the filters of the command line apply, F takes them away and back"
show 80x24 "$report" -k regex:ti -c 2
sees "filter of the command line: 2 of 6"
shown 2 6
press f text:tiny Enter
sees "filter tiny and the filters of the command line: 1 of 6"
press Escape
shown 2 6
press F
sees "6 results"
sees slow
press F
shown 2 6
press Escape
shown 2 6
done_check

check "--kernel-id and -s on the screen"
show 80x24 "$report" --kernel-id :::1 -s 4
shown 2 6
sees slow
done_check

check "no row passes: nothing opens"
show 80x24 "$report" -k nothing
sees "no result passes the filter"
press Enter j k '<' '>' S s / text:a Enter
alive
sees "not found: a"
press F
sees "6 results"
done_check

check "escapes in a filter are harmless"
show 80x24 "$report"
sees Kernel
press f "text:regex:["$'\e'
settle
alive
done_check
