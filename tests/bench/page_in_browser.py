"""Opens a page of lanecast bench in headless Chromium. Checks that the page draws its charts
without an error, and that the numbers in its table are those of the result."""

import html.parser
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

program, result_file = sys.argv[1:3]
browser = shutil.which("chromium")
if browser is None:
    print("no chromium here")
    sys.exit(77)


class Page(html.parser.HTMLParser):
    """Parts of a page under test: attributes of the root, canvases, and the table of all rates."""

    def __init__(self):
        super().__init__()
        self.root, self.canvases, self.rows, self.cell = {}, 0, [], None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "html":
            self.root = attributes
        elif tag == "canvas":
            self.canvases += 1
        elif tag == "tr":
            self.rows.append([])
        elif tag == "td" and self.rows:
            self.cell = [attributes.get("data-rate"), ""]
            self.rows[-1].append(self.cell)

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[1] += data

    def handle_endtag(self, tag):
        if tag == "td":
            self.cell = None


def opened(page, folder):
    """Returns the document after its scripts have run, and the console messages of the browser."""
    run = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         f"--user-data-dir={folder}/profile", "--enable-logging=stderr", "--v=0",
         "--virtual-time-budget=20000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True)
    parsed = Page()
    parsed.feed(run.stdout)
    return parsed, [line for line in run.stderr.splitlines() if "CONSOLE" in line]


def expect(condition, what):
    if not condition:
        print(f"not so: {what}")
        sys.exit(1)


with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder) / "page.html"
    subprocess.run([program, "bench", "--compare", result_file, result_file, "--report", page],
                   check=True, stdout=subprocess.DEVNULL)
    result = json.loads(pathlib.Path(result_file).read_text())
    two = page.read_text()
    # The page of one result differs from that of two only in its data.
    data = re.search(r'(<script id="data" type="application/json">)(.*?)(</script>)', two, re.S)
    alone = {"results": json.loads(data[2])["results"][:1]}
    one = two.replace(data[2], json.dumps(alone).replace("<", "\\u003c"))
    for name, text in (("one result", one), ("two results", two)):
        page.write_text(text)
        seen, console = opened(page, folder)
        has_charts = "Chart.js v" in text
        expect("data-problems" not in seen.root and not console, f"{name}: no error {console}")
        expect("data-ready" in seen.root, f"{name}: its script comes to its end")
        expect((seen.canvases > 5) == has_charts, f"{name}: charts are drawn")
        shown = [row for row in seen.rows if any(cell[0] for cell in row)]
        expect(len(shown) == len(result["rows"]), f"{name}: a line for each row")
        for line, row in zip(shown, result["rows"]):
            rate = statistics.median(row["rate"]) / 1e6
            expect(line[0][1] == f'{row["group"]}/{row["name"]}', f"{name}: {line[0][1]}")
            figure = next(cell for cell in line if cell[0])
            expect(abs(float(figure[0]) - rate) <= 1e-9 * rate, f"{name}: {line[0][1]}: {figure}")
            expect(abs(float(figure[1]) - rate) <= 0.006 * rate, f"{name}: {line[0][1]}: {figure}")
