# What leaves the screen: files and the clipboard.
report=$work/sample.ncu-rep

exports=$work/exports
mkdir "$exports"
# export FILE [COMMAND...]: the same by the pages of the command line must be the same.
written() { press : text:export Space "text:$exports/$1" Enter; sees "written: "; }
same_page()
{
    local file=$1
    shift
    env -i "${base[@]}" LC_ALL=C.UTF-8 "$rooftop" "$@" "$report" >"$exports/page" 2>"$exports/errors"
    cmp -s "$exports/page" "$exports/$file" || { wrong "$file is not the page"; detail=$(diff "$exports/page" "$exports/$file"); }
}

check "a bundle has the result, the command that opens it, what is seen, and the diagnosis"
show 100x24 "$root/tests/data/samples.ncu-rep"
sees Kernel
press / text:naive Enter Enter
sees "GPU Speed Of Light Throughput"
press : text:export Space "text:$exports/naive.bundle.md" Enter
sees "naive.bundle.md, bundle of Details of result 2,"
for line in '^# `sgemm_naive(.*`, result 2 of `samples.ncu-rep`$' "^rooftop .*samples.ncu-rep -s 2 -c 1$" '^## Details$' \
    "^   Memory Throughput  *.* 92.72 %" "Tail Effect" "Then measure"; do
    grep -q "$line" "$exports/naive.bundle.md" || wrong "the bundle lacks $line"
done
command=$(grep '^rooftop ' "$exports/naive.bundle.md")
[ "$(env -i "${base[@]}" sh -c "${command/rooftop/\"$rooftop\"} --page raw --csv" | tail -n +2 | grep -c 'sgemm_naive')" = 1 ] ||
    wrong "the command does not open this result: $command"
press q q
ends 0
show 100x24 "$root/tests/data/samples.ncu-rep"
sees Kernel
press : text:export Space "text:$exports/all.bundle.md" Enter
sees "all.bundle.md, bundle of Results,"
grep -q '^# `samples.ncu-rep`$' "$exports/all.bundle.md" || wrong "the bundle of the list lacks its title"
grep -q "histogram" "$exports/all.bundle.md" || wrong "the bundle of the list lacks kernels"
press q
ends 0
done_check

check "the list: what is shown, in its order"
show 120x24 --apply-rules no "$report"
sees Kernel
press : text:filter Space text:t Enter : text:sort-by Space text:kernel Enter
written list.csv
written list.json
written list.txt
written list.md
grep -q '^"id","report","kernel","grid","block","duration_ns"' "$exports/list.csv" || wrong "no header"
[ "$(grep -c . "$exports/list.csv")" = "$(grep -c '"id"' "$exports/list.json" | awk '{ print $1 + 1 }')" ] || wrong "CSV and JSON differ"
settle
shown=$(capture | grep -c -E '^(▸| ) +[0-9]+ ')
[ "$(grep -c . "$exports/list.txt")" = $((shown + 1)) ] || wrong "other rows than shown"
[ "$(cut -f3 "$exports/list.txt" | tail -n +2)" = "$(cut -f3 "$exports/list.txt" | tail -n +2 | LC_ALL=C sort)" ] ||
    wrong "another order"
grep -q '^| ---: | ' "$exports/list.md" || wrong "no table"
done_check

check "details: the page of that result"
show 120x24 --apply-rules no "$report"
sees Kernel
press j Enter
sees "‹ 1 "
for form in csv json md txt; do written details.$form; done
same_page details.csv --page details --print-details all --apply-rules no --csv -s 1 -c 1
same_page details.json --page details --print-details all --apply-rules no --json -s 1 -c 1
same_page details.md --page details --print-details all --apply-rules no --markdown -s 1 -c 1
same_page details.txt --page details --print-details all --apply-rules no -s 1 -c 1
done_check

check "a file that is there stays, a name without a form is refused, a folder that is missing is told"
press : text:export Space "text:$exports/details.csv" Enter
sees "exists: :export! FILE replaces it"
cmp -s "$exports/page" "$exports/details.txt" || wrong "the file is not as it was"
echo older >"$exports/old.csv"
press : text:export! Space "text:$exports/old.csv" Enter
sees "old.csv, CSV of Details of result 1, $(($(wc -c <"$exports/details.csv"))) bytes"
cmp -s "$exports/old.csv" "$exports/details.csv" || wrong "the older one is not replaced"
ln -s old.csv "$exports/link.csv"
echo older >"$exports/old.csv"
press : text:export! Space "text:$exports/link.csv" Enter
sees "link.csv, CSV of"
[ -L "$exports/link.csv" ] || wrong "the link is replaced"
cmp -s "$exports/old.csv" "$exports/details.csv" || wrong "what the link points to is not replaced"
mkdir "$exports/folder.csv"
press : text:export! Space "text:$exports/folder.csv" Enter
sees "Is a directory"
press : text:save! Space "text:$exports/none/x" Enter
sees "No such file"
press : text:sort-by! Space text:kernel Enter
sees "there is no sort-by!"
[ -z "$(find "$exports" -name "*.csv.*")" ] || wrong "a temporary file is left"
press : text:export Space text:/tmp/x Enter
sees "does not name a format"
press : text:export Space "text:$exports/none/x.csv" Enter
sees "No such file"
press : text:export Enter
sees "export needs a file's name"
done_check

copied() { mux show-buffer; }
has_copied() { copied 2>/dev/null | grep -qF -- "$1"; }
check "y copies the row, with the whole name"
mux delete-buffer 2>/dev/null
show 80x24 --apply-rules no "$report"
sees Kernel
press y
sees "sent to the terminal's clipboard"
wait_until "it is there" has_copied "vec_add(const float *, const float *, float *, int)	64x1x1"
[ "$(copied | grep -c .)" = 2 ] || wrong "more than the row"
[ "$(copied | head -n 1)" = "Results of sample.ncu-rep" ] || { wrong "not the report"; detail=$(copied | head -n 1); }
sees "clipboard: 2 lines, $(($(copied | wc -c))) bytes"
done_check
check "y copies the section, Y the pane"
press Enter y
wait_until "the section is there" has_copied "SM Frequency"
! has_copied "Launch Statistics" || wrong "more than the section"
press Y
wait_until "the pane is there" has_copied "Launch Statistics"
copied | head -n 1 | grep -q '^vec_add(.*, result 0 of sample.ncu-rep$' || { wrong "not the kernel"; detail=$(copied | head -n 1); }
settle
[ "$(copied | sed '1d; s/ *$//')" = "$(capture | sed -n 2,22p)" ] ||
    { wrong "not what the pane shows"; detail=$(diff <(copied) <(capture)); }
press O y
sees "there is nothing to copy"
done_check
check "a copy for Markdown stands in a fence, one in ASCII has nothing else"
show 80x24 --apply-rules no "$root/tests/data/samples.ncu-rep"
sees Kernel
press Enter : text:copy Space text:markdown Enter
wait_until "the fence is there" has_copied '```text'
[ "$(copied | sed -n 3p)" = '```text' ] && [ "$(copied | tail -n 1)" = '```' ] || { wrong "no fence"; detail=$(copied); }
[ "$(copied | head -n 1)" = '`vector_add(const float *, const float *, float *, int)`, result 0 of `samples.ncu-rep`' ] ||
    { wrong "not the kernel"; detail=$(copied | head -n 1); }
has_copied █ || { wrong "no bars"; detail=$(copied); }
press : text:copy Space text:ascii Enter
wait_until "the bars are of ASCII" has_copied "####"
! copied | LC_ALL=C grep -q '[^ -~]' || { wrong "not only ASCII"; detail=$(copied); }
sees █
press : text:copy-pane Space text:markdown Enter
wait_until "the pane is there" has_copied "‹ 0 vector_add"
[ "$(copied | sed -n 3p)" = '```text' ] || wrong "the pane is not fenced"
press : text:copy Space text:html Enter
sees 'no format is called "html"'
done_check

check "a copied section fits into a chat, rows of the list are a table of Markdown"
show 120x40 --apply-rules no "$root/tests/data/samples.ncu-rep"
sees Kernel
press : text:copy Space text:markdown Enter
wait_until "the table is there" has_copied '| ---: |'
[ "$(copied | sed -n 3p | cut -c 1-6)" = "| 0 | " ] && [ "$(copied | wc -l)" = 3 ] || { wrong "not the row"; detail=$(copied); }
press t j t : text:copy Space text:markdown Enter
wait_until "both rows are there" eval '[ "$(copied 2>/dev/null | wc -l)" = 4 ]'
press U Enter 2 y
wait_until "the section is there" has_copied "▾"
[ "$(copied | tail -n +2 | wc -L)" -le 80 ] || { wrong "wider than 80"; detail=$(copied); }
done_check
check "details are exported by the names that are shown, raw metrics by filter and units, columns with what hides them"
press m : text:export Space "text:$exports/named.txt" Enter
wait_until "the details are written" test -s "$exports/named.txt"
grep -q "gpu__time_duration.sum " "$exports/named.txt" || wrong "labels where names are shown"
press m M f text:gpu__time_dur Enter "#" : text:export Space "text:$exports/some.txt" Enter
wait_until "the raw metrics are written" test -s "$exports/some.txt"
grep -q "gpu__time_duration.sum .* ns " "$exports/some.txt" || wrong "not in base units: $(grep gpu__time_duration.sum "$exports/some.txt")"
grep -q "launch__grid_size" "$exports/some.txt" && wrong "metrics that the filter hides"
press "#" f
for _ in {1..20}; do press BSpace; done
press Enter Escape Escape : text:columns Enter : text:export Space "text:$exports/places.csv" Enter
wait_until "the columns are written" test -s "$exports/places.csv"
grep -q '"2","report",".*; nothing to show now"' "$exports/places.csv" || wrong "not what is hidden: $(head -3 "$exports/places.csv")"
done_check

# picture FILE: it is XML, and says what it is.
picture()
{
    local file=$exports/$1
    ! command -v xmllint >/dev/null || xmllint --noout "$file" 2>"$exports/errors" ||
        { wrong "$1 is not XML"; detail=$(cat "$exports/errors"); }
    grep -q "<desc id=\"desc\">.*$2" "$file" || { wrong "$1 does not say $2"; detail=$(grep '<desc' "$file"); }
}
check "a picture of the list, the details, the what-if, the rules and the help"
show 120x40 "$root/tests/data/samples.ncu-rep"
sees Kernel
written list.svg
picture list.svg "samples.ncu-rep"
press Enter
sees "GPU Speed Of Light"
written details.svg
picture details.svg "kernel vector_add(const float \*, const float \*, float \*, int)"
grep -q '<rect class="f[0-9]*" x="[0-9.]*"' "$exports/details.svg" || wrong "no bars"
press u
sees "what if"
written occupancy.svg
picture occupancy.svg "kernel vector_add"
[ "$(grep -c '<line class="s' "$exports/occupancy.svg")" -gt 50 ] || wrong "no curves"
press '?'
sees "Keys of the occupancy"
written help.svg
grep -q "make it a step less" "$exports/help.svg" || wrong "the help is not there"
done_check

# Tags that open are closed, and nothing is fetched or run.
page_is_whole()
{
    python3 - "$1" >"$exports/errors" 2>&1 <<'SCRIPT' || { wrong "${1##*/} is not right"; detail=$(cat "$exports/errors"); }
import html.parser, sys
class Page(html.parser.HTMLParser):
    open, ids, links = [], set(), []
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        assert tag not in ("script", "link", "iframe", "img"), tag
        assert "src" not in a and not any(name.startswith("on") for name in a), a
        if "id" in a:
            assert a["id"] not in self.ids, a["id"]
            self.ids.add(a["id"])
        if "href" in a:
            self.links.append(a["href"])
        if tag != "meta":
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        assert "href" not in dict(attributes)
    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.getpos())
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
assert not page.open, page.open
assert page.links and all(l[0] == "#" and l[1:] in page.ids for l in page.links), page.links
SCRIPT
}
check "one HTML page has everything, of the screen and of the command line"
show 120x40 "$root/tests/data/samples.ncu-rep"
sees "Global Atom"
written all.html
press Enter
sees "GPU Speed Of Light"
written one.html
env -i "${base[@]}" LC_ALL=C.UTF-8 "$rooftop" --html "$exports/line.html" "$root/tests/data/samples.ncu-rep" >"$exports/page" 2>&1 ||
    wrong "--html fails: $(cat "$exports/page")"
cmp -s "$exports/all.html" "$exports/line.html" || wrong "the command line writes another page"
page_is_whole "$exports/all.html"
page_is_whole "$exports/one.html"
[ "$(grep -c '<h2 id="r' "$exports/all.html")" = 12 ] || wrong "not every result has its sections"
[ "$(grep -c '<h2 id="r' "$exports/one.html")" = 1 ] || wrong "the page of a result has others"
grep -q '<td class="k">Global Atomics</td>' "$exports/all.html" || wrong "no cause"
grep -q '<line class="s' "$exports/all.html" || wrong "no charts"
grep -q '(e)' "$exports/all.html" && wrong "it names a key"
# As on the screen, whatever the reader's locale is; launches of one kernel are told from each other.
grep -qE '>825,649<|825,649 ' "$exports/all.html" || wrong "its numbers have no separators"
grep -qF '<small>65536 × 256</small>' "$exports/all.html" || wrong "a result has no launch"
env -i "${base[@]}" LC_ALL=C "$rooftop" --html "$exports/line.html" "$root/tests/data/samples.ncu-rep" >"$exports/page" 2>&1 &&
    wrong "--html replaces a file"
grep -q 'line.html cannot be written: File exists; -f replaces it' "$exports/page" || wrong "$(cat "$exports/page")"
env -i "${base[@]}" LC_ALL=C "$rooftop" --html "$exports/line.html" -f "$root/tests/data/samples.ncu-rep" || wrong "-f does not"
page_is_whole "$exports/line.html"
env -i "${base[@]}" "$rooftop" --html "$exports/other.html" true >"$exports/page" 2>&1 && wrong "a program has no page"
grep -q -- '--html is for reports' "$exports/page" || wrong "$(cat "$exports/page")"
done_check
check "the HTML page of a report without results says so, and no part of a page is left"
"$build/unit/findings_report" "$exports"
env -i "${base[@]}" "$rooftop" --html "$exports/none.html" "$exports/empty.ncu-rep" >"$exports/page" 2>&1
grep -qF "The report has no results." "$exports/none.html" || { wrong "it does not"; detail=$(cat "$exports/none.html"); }
grep -qF "</html>" "$exports/none.html" || wrong "the page is not whole"
done_check
if ! command -v chromium >/dev/null; then
    skip "a browser shows the page" "chromium is not installed"
else
    check "a browser shows the page"
    browse() { env HOME="$work/home" timeout 60 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "$@" 2>/dev/null; }
    browse --dump-dom "file://$exports/all.html" >"$exports/dom" || wrong "chromium fails"
    [ "$(grep -c '<h2 id="r' "$exports/dom")" = 12 ] || wrong "results are missing"
    browse --window-size=1000,1200 --screenshot="$exports/page.png" "file://$exports/all.html" || wrong "no picture"
    [ "$(stat -c %s "$exports/page.png")" -gt 50000 ] || wrong "the picture is empty"
    done_check
fi

check "a terminal of ASCII makes the same shapes"
press Escape
show 120x40 LC_ALL=C --apply-rules no "$root/tests/data/samples.ncu-rep"
sees Kernel
press u
sees "what if"
written ascii.svg
[ "$(grep -c '<line class="s4' "$exports/ascii.svg")" = "$(grep -c '<line class="s4' "$exports/occupancy.svg")" ] ||
    wrong "other lines"
done_check

check "the rules and the keys as text, CSV, JSON and Markdown"
show 120x40 "$root/tests/data/samples.ncu-rep"
sees Kernel
press : text:rules Enter
sees "built in"
press Space
for form in txt csv json md; do written rules.$form; done
grep -q '^"state","rule","name","section","from","description","error"' "$exports/rules.csv" || wrong "no header"
[ "$(grep -c '^"off"\|^"silent"' "$exports/rules.csv")" = 1 ] || wrong "the one that is off is not told"
[ "$(grep -c '"state": ' "$exports/rules.json")" = "$(grep -c '^on\|^off\|^silent' "$exports/rules.txt")" ] || wrong "JSON and text differ"
grep -q '^| --- ' "$exports/rules.md" || wrong "no table"
press '?'
sees "Keys of the rules"
written keys.txt
sees "Keys of the rules"
grep -qP '^Enter Space\tswitch\tturn the rule on or off$' "$exports/keys.txt" || { wrong "not the keys"; detail=$(cat "$exports/keys.txt"); }
press Escape
sees "built in"
done_check

check "a console without a clipboard gets no sequence"
show 80x24 TERM=linux --apply-rules no "$report"
sees Kernel
press y
sees "has no clipboard"
done_check

# every NAME TEXT KEY...: the view that the keys go to and that shows the text is written in every form.
every()
{
    local name=$1 text=$2 form
    shift 2
    press "$@"
    sees "$text"
    for form in txt csv json md svg; do
        rm -f "$exports/$name.$form"
        written "$name.$form"
        [ -s "$exports/$name.$form" ] || wrong "$name.$form is empty"
    done
    python3 -m json.tool "$exports/$name.json" >/dev/null || wrong "$name.json is no JSON"
    grep -q '^| ' "$exports/$name.md" || wrong "$name.md has no table"
}
check "views that are no pages: in every form"
views=$work/views.ncu-rep
[ -s "$views" ] || "$build/unit/views_report" "$views"
show 120x40 "$views"
sees Kernel
every launch Waves p
every nvtx "epoch 1" p v a
every timeline Throughput v T
every columns "What it shows" T C
show 120x40 ROOFTOP_CUPTI=/nowhere --apply-rules no "$report"
sees Kernel
every metric "In result" j Enter . i
grep -q '"epoch 1' "$exports/nvtx.json" || grep -q 'epoch 1"' "$exports/nvtx.json" || wrong "no range: $(cat "$exports/nvtx.json")"
same "samples" "$(grep -c '"metric": "pmsampling:' "$exports/timeline.json")" 128
grep -q '^"1","#' "$exports/columns.csv" || grep -q '^"1"' "$exports/columns.csv" || wrong "no place: $(head -3 "$exports/columns.csv")"
done_check

check "the output of the program: a line a row, with its number"
live 120x24 "${few[@]}" fakeapp vector_add 1
sees "has ended"
press o
sees "vector_add ok"
written output.txt
written output.csv
written output.json
written output.md
[ "$(cat "$exports/output.txt")" = "vector_add ok" ] || wrong "the text is $(cat "$exports/output.txt")"
[ "$(cat "$exports/output.csv")" = $'"line","text"\n"1","vector_add ok"' ] || wrong "the CSV is $(cat "$exports/output.csv")"
tr -d ' \n' <"$exports/output.json" | grep -q '{"line":1,"text":"vector_addok"}' || wrong "the JSON is $(cat "$exports/output.json")"
grep -q '^| 1 | vector.*add ok |$' "$exports/output.md" || wrong "the Markdown is $(cat "$exports/output.md")"
done_check
