"""Every name in backticks in ARCHITECTURE.md and the decision records exists in the tree.

    names_in_records.py <the root of lanecast>

A name with a slash, or with an ending of our files, is the end of a path. In other text each
identifier must occur somewhere outside the records.
"""

import pathlib
import re
import sys

skipped = {"build", ".git", "__pycache__"}


def tree(root):
    """Yields all paths but those of builds, where other tests make and remove files meanwhile."""
    for top in sorted(root.iterdir()):
        if top.name not in skipped:
            yield top
            yield from (path for path in sorted(top.rglob("*")) if "__pycache__" not in path.parts)


def main():
    root = pathlib.Path(sys.argv[1])
    records = [root / "ARCHITECTURE.md", *sorted((root / "docs" / "decisions").glob("*.md"))]
    paths, words = set(), set()
    for path in tree(root):
        paths.add("/" + path.relative_to(root).as_posix())
        if path.is_file() and path not in records and path.suffix != ".png":
            words |= set(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="ignore")))

    checked, faults = 0, []
    for record in records:
        text = re.sub(r"^```.*?^```", "", record.read_text(encoding="utf-8"), flags=re.S | re.M)
        for name in re.findall(r"`([^`]+)`", text):
            checked += 1
            plain = name.strip("/")
            if re.fullmatch(r"[\w.\-/]+", name) and ("/" in plain or re.search(
                    r"\.(?:[ch]pp|md|py|cmake|txt|json)$", plain)):
                exists = any(path.endswith("/" + plain) for path in paths)
            else:
                exists = all(word in words for word in re.findall(r"[A-Za-z_]\w+", name))
            if not exists:
                faults.append(f"{record.relative_to(root)}: `{name}` does not exist")
    print("\n".join(faults))
    print(f"{checked} names")
    sys.exit(1 if faults or checked < 100 else 0)


main()
