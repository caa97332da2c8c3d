"""The commands of a manual page's section EXAMPLES, one a line: those on lines of .Dl and in blocks of .Bd -literal, with
continued lines joined."""
import sys


def literal_lines(page):
    inside = block = False
    for line in page:
        line = line.rstrip("\n")
        if line.startswith(".Sh "):
            inside = line == ".Sh EXAMPLES"
        elif line.startswith(".Bd -literal"):
            block = inside
        elif line == ".Ed":
            block = False
        elif block:
            yield line
        elif inside and line.startswith(".Dl "):
            yield line[len(".Dl "):]


command = ""
for text in literal_lines(open(sys.argv[1], encoding="utf-8")):
    text = text.replace("\\e", "\\")
    command += text.strip() if command else text
    if command.endswith("\\"):
        command = command[:-1].rstrip() + " "
        continue
    print(command)
    command = ""
