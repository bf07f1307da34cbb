"""Comments and pages are plain English: no sentence without a subject, none of our old phrases.

    prose.py <the root of lanecast>

A comment or a sentence of a page that opens with one of the words below has no subject. The listed
phrases have a plain counterpart. An exception stands in prose_allowed.txt, one per line: the path,
a part of the line, and the reason, separated by " | ".
"""

import pathlib
import re
import sys

most_exceptions = 20
rooms = ["bench", "docs", "examples", "include", "python", "src", "tests", "tools", "."]
code_endings = {".cpp", ".hpp"}

# Openings. Questions may begin with them: they end with a question mark.
opening = r"(?:What|Of|Who|Whose|Whatever|That which)\b"
comment_opening = re.compile(rf"^\s*///?<?\s*{opening}")
page_opening = re.compile(rf"(?:^|[.:] |\*\* )(?:[*#>-]+ +)?{opening}[^?]*$")

phrases = re.compile(r"""
      \bis\ not\ there\ for\b | \bare\ not\ there\ for\b
    | \b(?:by|within|than)\ a\ rounding\b(?!\ error)
    | \bfrom\ ever\ on\b | \ball\ but\ the\ same\b | \bmuch\ the\ same\b
    | \bthe\ matter\ of\b | \blets?\ go\ of\b | \bwhat\ is\ given\b | \bwhat\ is\ left\ of\b
    | \bis\ told\ from\b | \btold\ apart\b | \bstands?\ still\ for\b
    | \b(?:golden\ numbers|figures)\ are\ others\b | \bwhat\ was\b | \bwhat\ there\ is\b
    """, re.VERBOSE | re.IGNORECASE)


def lines_of(path):
    """Yields (number, line, whether it opens without a subject) of the prose of a file."""
    in_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if path.suffix in code_endings:
            comment = line[line.find("//"):] if "//" in line else ""
            if comment:
                yield number, comment, bool(comment_opening.match(comment))
        else:
            in_code ^= line.lstrip().startswith("```")
            if not in_code and not line.startswith(("    ", "|")):
                yield number, line, bool(page_opening.search(line))


def files(root):
    for room in rooms:
        paths = (root / room).iterdir() if room == "." else (root / room).rglob("*")
        yield from (path for path in paths
                    if path.is_file() and path.suffix in code_endings | {".md"})


def main():
    root = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).parent
    exceptions = [line.split(" | ") for line in
                  (here / "prose_allowed.txt").read_text(encoding="utf-8").splitlines() if line]
    used = [0] * len(exceptions)
    checked, faults = 0, []
    for path in sorted(files(root)):
        name = str(path.relative_to(root))
        for number, line, has_no_subject in lines_of(path):
            checked += 1
            if not has_no_subject and not phrases.search(line):
                continue
            allowed = [i for i, exception in enumerate(exceptions)
                       if exception[0] == name and exception[1] in line]
            for i in allowed:
                used[i] += 1
            if not allowed:
                faults.append(f"{name}:{number}: {line.strip()}")
    faults += [f"prose_allowed.txt: no line needs {' | '.join(exception[:2])}"
               for exception, uses in zip(exceptions, used) if uses == 0]
    faults += [f"prose_allowed.txt: {' | '.join(exception)} has no reason"
               for exception in exceptions if len(exception) != 3]
    print("\n".join(faults))
    print(f"{checked} lines, {len(faults)} faults, {len(exceptions)} exceptions")
    sys.exit(1 if faults or checked < 5_000 or len(exceptions) > most_exceptions else 0)


main()
