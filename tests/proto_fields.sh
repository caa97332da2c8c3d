#!/bin/sh
# proto_fields.sh PROTO FORMATS: compares our messages with the facts of the format: every message, field (name, number,
# label, type, default) and enum value of FORMATS/ncu-rep-fields.tsv and ncu-rep-enums.tsv must be in PROTO, and nothing
# else. Packages are left out of names. What shares one package here has other names: "Base" of an axis is AxisBase (see
# PROTO), and values of three enums begin with that of their enum. Needs a shell and awk.
set -u
[ $# = 2 ] || { echo "usage: proto_fields.sh PROTO FORMATS" >&2; exit 2; }
proto=$1 formats=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Lines "message field number label type default" and "enum value number" of the .proto.
awk '
    function leave() { depth--; delete kind[depth + 1] }
    function path(    i, text) {
        for (i = 1; i <= depth; i++) if (kind[i] == "message") text = text (text == "" ? "" : ".") name[i]
        return text
    }
    # Types are written in full or from the innermost message.
    { sub(/\/\/.*/, "") }
    /^ *message / { depth++; kind[depth] = "message"; name[depth] = $2; print "M\t" path() > "/dev/stderr"; next }
    /^ *enum / { where = path(); depth++; kind[depth] = "enum"; name[depth] = (where == "" ? "" : where ".") $2; next }
    /^ *oneof / { depth++; kind[depth] = "oneof"; name[depth] = $2; next }
    /^ *}/ { leave(); next }
    depth && kind[depth] == "enum" && /=/ {
        if ($1 == "option") next
        gsub(";", ""); print "E\t" name[depth] "\t" $1 "\t" $3; next
    }
    depth && /^ *reserved / { gsub(";", ""); print "F\t" path() "\t-\t" $2 "\treserved\t-\t"; next }
    depth && /=/ {
        text = $0; otherwise = ""
        if (match(text, /\[default = [^\]]*\]/)) otherwise = substr(text, RSTART + 11, RLENGTH - 12)
        if (otherwise ~ /^"/) gsub("\"", "", otherwise)
        gsub(/[;\[]/, " ", text); $0 = text
        if (kind[depth] == "oneof") print "F\t" path() "\t" $2 "\t" $4 "\toneof:" name[depth] "\t" $1 "\t" otherwise
        else print "F\t" path() "\t" $3 "\t" $5 "\t" $1 "\t" $2 "\t" otherwise
    }' "$proto" > "$work/ours.raw" 2> "$work/messages"
[ -s "$work/ours.raw" ] || { echo "proto_fields.sh: no messages in $proto"; exit 1; }

awk -F'\t' '
    function bare(text) { sub(/^NV\.(CpuStacktrace|Nvtx|Profiler\.Messages|Profiler|RuleSystem)\./, "", text); return text }
    FNR == 1 { next }
    FILENAME ~ /enums/ { print "E\t" $3 "\t" $4 "\t" $5; next }
    $4 == "-" && $6 == "empty-message" { next }
    { print "F\t" $3 "\t" $4 "\t" $5 "\t" $6 "\t" bare($7) "\t" $8 }' \
    "$formats/ncu-rep-fields.tsv" "$formats/ncu-rep-enums.tsv" > "$work/theirs.raw"
awk -F'\t' 'FNR > 1 && $6 == "empty-message" { print "M\t" $3 }' "$formats/ncu-rep-fields.tsv" > "$work/empty"
awk -F'\t' -v OFS='\t' '
    $1 == "E" && $2 == "PlatformType" { sub(/^Platform_/, "", $3) }
    $1 == "E" && $2 == "RuleResultFocusSeverity" { sub(/^FocusSeverity_/, "", $3) }
    $1 == "E" && $2 == "RuleResultTableElementType" { sub(/^TableElement_/, "", $3) }
    $1 == "F" && $2 == "ProfilerSectionChartRooflineAxis" { sub(/^AxisBase$/, "Base", $3) }
    { print }' "$work/ours.raw" | sort -u > "$work/ours"
sort -u "$work/theirs.raw" > "$work/theirs"
comm -13 "$work/ours" "$work/theirs" | sed 's/^/missing\t/' > "$work/different"
comm -23 "$work/ours" "$work/theirs" | sed 's/^/ours only\t/' >> "$work/different"
grep -vxFf "$work/messages" "$work/empty" | sed 's/^/missing\t/' >> "$work/different"
echo "$(grep -c ^F "$work/theirs") fields, $(grep -c ^E "$work/theirs") enum values, $(wc -l < "$work/different") different"
cat "$work/different"
[ ! -s "$work/different" ]
