# The help overlays say every key of the table; the output view.

screen_check help_list_80 80x24 '?'
check "help of the list has every key"
help_has VIEW_LIST
done_check
screen_check help_details_80 80x24 Enter '?'
check "help of the details has every key"
help_has VIEW_DETAILS
done_check
check "the help does not scroll beyond its end"
for _ in {1..60}; do press j; done
settle
sees "text is cut off here"
done_check
screen_check help_output_80 80x24 o '?'
check "help of the output has every key"
help_has VIEW_OUTPUT
done_check
screen_check help_details_120 120x40 Enter '?'

for key in '?' Escape q; do
    check "$key closes the help, and nothing else"
    show 80x24 "$report"
    sees Kernel
    press '?'
    sees "Keys of"
    press "$key"
    golden list_80
    alive
    done_check
done

for keys in "" Enter "Enter ." x; do
    check "keys that are none of the help leave it as it is${keys:+, behind $keys}"
    show 80x24 "$report"
    sees Kernel
    # shellcheck disable=SC2086
    [ -z "$keys" ] || press $keys
    settle
    before=$(capture)
    press '?'
    sees "Keys of"
    settle
    help=$(capture)
    press g x s Enter Tab r w O C-l 5
    settle
    [ "$(capture)" = "$help" ] || { wrong "another screen"; detail=$(diff -u <(echo "$help") <(capture)); }
    press '>'
    sees "text is cut off here"
    press '<'
    sees "Keys of"
    press Escape
    sees_not "Keys of"
    settle
    [ "$(capture)" = "$before" ] || { wrong "the view is another one"; detail=$(diff -u <(echo "$before") <(capture)); }
    done_check
done

screen_check output_empty 80x24 o
check "o leaves the output again"
press o
golden list_80
done_check
check "Esc leaves the output to where it was opened"
press Enter o
sees "printed nothing"
press Escape
golden output_left
done_check

# The menu: by subject, with keys; letters leave what has them.
screen_check menu_list_80 80x24 A
then_check menu_typed_80 text:ti
check "Enter does what is selected, Esc closes the menu"
press Escape
golden list_80
press A text:summ Enter
sees "Summary:"
press O A text:theme Enter
sees ":theme"
press Escape Escape F2 text:nothingatall
sees "Nothing here is called so"
press Enter Escape
golden list_80
done_check
screen_check menu_details_120 120x40 Enter A
check "the bar at the bottom can be clicked"
press Escape
settle
line=$(capture | tail -n 1)
before=${line%%A menu*}
click $((${#before} + 2)) 40
sees "What can be done here"
press Escape
settle
line=$(capture | tail -n 1)
before=${line%%\? help*}
click $((${#before} + 3)) 40
sees "Keys of the details"
press Escape
done_check
