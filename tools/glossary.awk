# awk -f glossary.awk src/report/data/glossary.tsv: the manual page rooftop-glossary(7).
BEGIN {
    FS = "\t"
    title["pipeline"] = "PIPELINES"
    title["unit"] = "UNITS"
    title["quantity"] = "QUANTITIES"
    title["stall"] = "STALL REASONS"
    title["measure"] = "UNITS OF MEASURE"
    title["memory table"] = "MEMORY TABLES AND CHART"
    title["roofline"] = "ROOFLINES"
    title["replay"] = "REPLAY"
    title["column"] = "COLUMNS OF HOT SPOTS AND RANKS"
    print ".Dd November 24, 2026\n.Dt ROOFTOP-GLOSSARY 7\n.Os\n.Sh NAME\n.Nm rooftop-glossary"
    print ".Nd what the terms of metrics, charts and tables mean\n.Sh DESCRIPTION"
    print "These are the terms in names of metrics and in tables and charts, with what to try first."
    print ".Ql rooftop --explain Ar term"
    print "prints one of them.\nOn the screen, the help of a metric"
    print ".Pq key Ic i\nhas the terms of its name, and"
    print ".Ic \\&;\nexplains any word that is typed."
}

/^#/ || !NF { next }

!($1 in title) {
    printf "%s:%d: unknown topic %s\n", FILENAME, FNR, $1 > "/dev/stderr"
    exit 1
}

$1 != topic {
    if (topic != "")
        print ".El"
    topic = $1
    print ".Sh " title[topic] "\n.Bl -tag -width Ds"
}

{
    print ".It " text($2)
    if ($3 != "") {
        gsub(/,/, ", ", $3)
        print "Other names: " text($3) ".\n.br"
    }
    sentences($4)
    if ($5 != "") {
        print ".br"
        sentences("To try first: " tolower(substr($5, 1, 1)) substr($5, 2))
    }
}

END { print ".El\n.Sh SEE ALSO\n.Xr rooftop 1 ,\n.Xr rooftop-tour 7" }

# Begins no line with a sign of the format.
function text(words) {
    gsub(/\\/, "\\e", words)
    gsub(/-/, "\\-", words)
    return words ~ /^[.']/ ? "\\&" words : words
}

# One sentence a line.
function sentences(words) {
    words = text(words)
    gsub(/\. /, ".\n", words)
    print words
}
