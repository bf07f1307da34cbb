"""No line of sources, scripts and documents is longer than 100 columns.

    line_length.py <the root of lanecast>
"""

import pathlib
import sys

longest = 100
text_endings = {
    ".cpp", ".hpp", ".md", ".cmake", ".py", ".pyi", ".supp", ".ignore", ".txt", ".yml", ""}
rooms = [
    "bench", "cmake", "docs", "examples", "include", "python", "scripts", "src", "tests", "tools",
    "."]


def files(root):
    for room in rooms:
        paths = (root / room).iterdir() if room == "." else (root / room).rglob("*")
        yield from (path for path in paths
                    if path.is_file() and path.suffix in text_endings
                    and "corpus" not in path.parts and "__pycache__" not in path.parts
                    and not path.name.startswith("."))


def main():
    root = pathlib.Path(sys.argv[1])
    checked, too_long = 0, []
    for path in sorted(files(root)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            checked += 1
            if len(line) > longest:
                too_long.append(f"{path.relative_to(root)}:{number}: {len(line)} columns")
    print("\n".join(too_long))
    print(f"{checked} lines")
    sys.exit(1 if too_long or checked < 10_000 else 0)


main()
