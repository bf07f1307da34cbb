"""What pages name exists in the tree.

    names_in_pages.py <the root of lanecast>

Every page: links lead to files, and to headings in them; paths in backticks exist, if they begin
with a folder of the tree or end with one of its source files' endings. Records and ARCHITECTURE.md:
each other name in backticks occurs somewhere outside of them, too.
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


def anchors(page):
    """The anchors of a page's headings, as Markdown viewers make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(root, page, text):
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    links += re.findall(r"^\[[^]]+\]: (\S+)$", text, re.M)
    for link in links:
        if re.match(r"https?:|mailto:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        if not target.exists():
            yield f"the link {link} leads nowhere"
        elif anchor and anchor not in anchors(target):
            yield f"the link {link} leads to no heading"


class Names:
    def __init__(self, root, records):
        self.paths, self.words = set(), set()
        for path in tree(root):
            self.paths.add("/" + path.relative_to(root).as_posix())
            if path.is_file() and path not in records and path.suffix != ".png":
                self.words |= set(re.findall(r"\w+", path.read_text("utf-8", errors="ignore")))
        self.folders = {path.name for path in root.iterdir() if path.is_dir()} - skipped

    def is_path(self, name):
        plain = name.strip("/")
        return re.fullmatch(r"[\w.\-/]+", name) and (
            "/" in plain or re.search(r"\.(?:[ch]pp|md|py|cmake|txt|json)$", plain))

    def is_path_of_ours(self, name):
        return re.fullmatch(r"[\w.\-/]+", name) and (
            name.split("/")[0] in self.folders and "/" in name or re.search(r"\.[ch]pp$", name))

    def has_path(self, name):
        return any(path.endswith("/" + name.strip("/")) for path in self.paths)

    def has_words(self, name):
        return all(word in self.words for word in re.findall(r"[A-Za-z_]\w+", name))


def main():
    root = pathlib.Path(sys.argv[1])
    records = [root / "ARCHITECTURE.md", *sorted((root / "docs" / "decisions").glob("*.md"))]
    names = Names(root, records)
    checked, faults = 0, []
    for page in [path for path in tree(root) if path.suffix == ".md"]:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
        where = page.relative_to(root)
        faults += [f"{where}: {fault}" for fault in broken_links(root, page, text)]
        for name in re.findall(r"`([^`]+)`", text):
            checked += 1
            if page in records:
                exists = names.has_path(name) if names.is_path(name) else names.has_words(name)
            else:
                exists = not names.is_path_of_ours(name) or names.has_path(name)
            if not exists:
                faults.append(f"{where}: `{name}` does not exist")
    print("\n".join(faults))
    print(f"{checked} names")
    sys.exit(1 if faults or checked < 100 else 0)


main()
