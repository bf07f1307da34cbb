"""The Python blocks of the pages run, and print what their comments say."""

import re
from pathlib import Path

import pytest

from conftest import HAS_PROGRAM

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "python").glob("*.md"))


def blocks_of(page):
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def test_there_are_pages():
    assert len(PAGES) >= 4 and all(blocks_of(page) for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page(page, capsys):
    """The blocks of a page are one program. `print(...)  # x` must print x, up to spaces."""
    names = {}
    for block in blocks_of(page):
        if "lanecast.show(" in block and not HAS_PROGRAM:
            continue
        exec(compile(block, str(page), "exec"), names)
        printed = capsys.readouterr().out
        place = 0
        for line in block.splitlines():
            comment = re.match(r"\s*print\(.*\)\s+# (.*)$", line)
            if comment:
                expected = "".join(comment[1].split(":")[0].split())
                place = "".join(printed.split()).find(expected, place)
                assert place >= 0, line
                place += len(expected)
