# awk -f table.awk X.tsv: the rows of a table as initializers of C structs, for X.c to include as "X.inc".
#
# Fields are separated by tabs; empty lines and lines that start with # are left out. One such line names the kind of
# each column:
#
#   # columns: string number
#
#   string     "text"
#   optional   "text", or NULL for -
#   number     text as it is
#   PREFIX_*   a constant: PREFIX_ and the text in capital letters
BEGIN { FS = "\t" }

/^# columns: / {
    columns = split(substr($0, length("# columns: ") + 1), kind, " ")
    next
}
/^#/ || !NF { next }

NF != columns {
    printf "%s:%d: %d fields, but %d columns\n", FILENAME, FNR, NF, columns > "/dev/stderr"
    exit 1
}
{
    row = ""
    for (i = 1; i <= columns; i++)
        row = row (i > 1 ? ", " : "") cell(kind[i], $i)
    print "    {" row "},"
}

function cell(kind, text)
{
    if (kind == "number")
        return text
    if (kind == "optional" && text == "-")
        return "NULL"
    if (kind == "string" || kind == "optional")
        return "\"" text "\""
    return substr(kind, 1, length(kind) - 1) toupper(text)
}
