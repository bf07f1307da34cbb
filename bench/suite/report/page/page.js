"use strict";
// Draws the results in #data: {results: [{name, isa, warnings, result}, ...]} and, for several
// results, their ratios and means. Without Chart.js, it draws tables only.
(function () {
  const root = document.documentElement;
  const problems = [];
  window.addEventListener("error", (event) => {
    problems.push(event.message);
    root.dataset.problems = problems.join("; ");
  });

  const data = JSON.parse(document.getElementById("data").textContent);
  const entries = data.results;
  const many = entries.length > 1;
  const first = entries[0].result;

  // Helpers

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }
  function median(values) { return quantile(values, 0.5); }
  function quantile(values, share) {
    if (values.length === 0) return 0;
    const sorted = [...values].sort((a, b) => a - b);
    const place = share * (sorted.length - 1), below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
  function short(number) { return Number(number.toPrecision(3)).toString(); }
  function colour(name) { return getComputedStyle(root).getPropertyValue(name).trim(); }
  function bytes(count) {
    const units = ["B", "KiB", "MiB", "GiB"];
    let unit = 0;
    for (; count >= 1024 && unit < 3; ++unit) count /= 1024;
    return short(count) + " " + units[unit];
  }

  // One series for each ISA of a single result, or for each of several results.
  function widest(result) { return result.machine.isas[result.machine.isas.length - 1]; }
  const series = many
    ? entries.map((entry) => ({ label: entry.name, result: entry.result,
                                isa: entry.isa || widest(entry.result) }))
    : [...new Set(first.rows.map((row) => row.isa))].map((isa) => ({ label: isa, result: first,
                                                                    isa: isa }));
  function rowsOf(one, group, threads) {
    return one.result.rows.filter((row) => row.group === group && row.isa === one.isa &&
                                           (threads === undefined || row.threads === threads));
  }

  // Head

  if (!many) document.querySelector("h1").textContent = entries[0].name + ", lanecast bench";
  document.getElementById("subject").textContent = entries.map((entry) => {
    const r = entry.result;
    return (many ? entry.name + ": " : "") + r.machine.cpu + ", " + r.machine.threads +
           " threads, " + r.date + (r.full ? ", full" : "") + ", lanecast " +
           r.machine.version;
  }).join(" \u00b7 ");
  const warnings = entries.flatMap((entry) =>
    entry.warnings.map((text) => (many ? entry.name + ": " : "") + text));
  if (warnings.length > 0) {
    const place = document.getElementById("warning");
    place.textContent = warnings.join(" ");
    place.hidden = false;
  }

  for (const entry of entries) {
    for (const score of entry.result.scores) {
      if (entry.isa && score.isa !== entry.isa) continue;
      const card = element("div", undefined, "card");
      card.append(element("h3", score.what + ", " + score.isa + (score.threads > 1
        ? ", " + score.threads + " threads" : "")));
      card.append(element("div", score.value.toFixed(0), "value"));
      card.append(element("div", (many ? entry.name + "; " : "") + score.lower.toFixed(1) + " to " +
        score.upper.toFixed(1) + "; set " + entry.result.score_set, "note"));
      document.getElementById("scores").append(card);
    }
  }

  function machineTable(entry) {
    const m = entry.result.machine, q = entry.result.quiet;
    const table = element("table");
    const add = (name, value) => {
      if (!value) return;
      const line = element("tr");
      line.append(element("td", name), element("td", value, "text"));
      table.append(line);
    };
    add("CPU", m.cpu + ": " + m.cores + " cores, " + m.threads + " threads" +
      (m.virtual_machine ? ", in a virtual machine" : ""));
    add("Caches", m.caches.map((c) => c.name + " " + bytes(c.bytes) +
      (c.cpus > 1 ? " for " + c.cpus : "")).join(", ") + "; memory " + bytes(m.memory_bytes));
    add("Clock under load", m.capabilities.map((c) => c.isa + " " +
      (c.clock_hz / 1e9).toFixed(2) + " GHz").join(", "));
    add("Floats", m.capabilities.map((c) => c.isa + " " + short(c.flops / 1e9) +
      " Gflop/s").join(", "));
    add("Reads and writes", m.bandwidths.map((b) => b.level + " " + short(b.rate / 1e9) +
      " GB/s").join(", "));
    add("Governor, turbo", (m.governor || "not told") + ", " + (m.turbo || "not told"));
    add("System", m.os);
    add("Compiler", m.compiler + " " + m.flags);
    const itself = [...q.itself].sort((x, y) => x - y);
    add("Noise", (itself.length === 0 ? "" : "one kernel against itself " +
      itself[0].toFixed(3) + " to " + itself[itself.length - 1].toFixed(3) + "; ") +
      "the same arithmetic differed by " + (100 * q.spread).toFixed(1) +
      " %, reads from memory by " + (100 * q.memory).toFixed(1) + " %; it became " +
      Math.abs(100 * q.slowdown).toFixed(0) + (q.slowdown < 0 ? " % faster; " : " % slower; ") +
      (100 * q.stolen).toFixed(0) + " % of the time went to others");
    return table;
  }
  for (const entry of entries) {
    const place = document.getElementById("machines");
    place.append(element("h2", many ? entry.name : "The machine"));
    const scroll = element("div", undefined, "scroll");
    scroll.append(machineTable(entry));
    place.append(scroll);
  }

  // Ratios: means first, then every row with its interval.

  function addRatios() {
    const place = document.getElementById("ratios");
    place.hidden = false;
    const table = (titles, lines) => {
      const made = element("table"), head = element("tr");
      for (const title of titles) head.append(element("th", title));
      made.append(head);
      for (const cells of lines) {
        const tr = element("tr");
        cells.forEach((cell, i) => {
          const td = element("td", cell.text === undefined ? cell : cell.text,
                             i === 0 ? "text" : "");
          if (cell.differs) td.classList.add("differs");
          tr.append(td);
        });
        made.append(tr);
      }
      const scroll = element("div", undefined, "scroll");
      scroll.append(made);
      place.append(scroll);
    };
    const others = entries.slice(1).map((entry) => entry.name + " / " + entries[0].name);
    table(["geometric mean", "rows", ...others], data.means.map((mean) => [
      mean.group + ", " + mean.threads + (mean.threads === 1 ? " thread" : " threads"), mean.rows,
      ...mean.ratios.slice(1).map((ratio) => ratio.toFixed(2))]));
    table(["row", ...others.flatMap((other) => [other, "interval"])], data.ratios.map((row) => [
      row.name, ...row.ratios.slice(1).flatMap((ratio) => [
        { text: ratio.median.toFixed(2), differs: ratio.differs },
        ratio.lower.toFixed(2) + " to " + ratio.upper.toFixed(2)])]));
  }
  if (many) addRatios();

  // Charts

  const charts = [];
  function addChart(title, hint, config, height) {
    if (typeof Chart === "undefined") return;
    const box = element("div", undefined, "chart");
    box.append(element("h3", title), element("p", hint, "hint"));
    const holder = element("div", undefined, "canvas");
    holder.style.height = height + "px";
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", title);
    holder.append(canvas);
    box.append(holder);
    document.getElementById("charts").append(box);
    charts.push({ canvas, config, chart: null });
  }
  function draw() {
    const ink = colour("--ink"), line = colour("--line");
    for (const one of charts) {
      if (one.chart) one.chart.destroy();
      const config = one.config();
      config.options.animation = false;
      config.options.maintainAspectRatio = false;
      config.options.color = ink;
      for (const scale of Object.values(config.options.scales)) {
        scale.grid = { color: line };
        scale.ticks = Object.assign({ color: ink }, scale.ticks);
        if (scale.title) scale.title.color = ink;
      }
      one.chart = new Chart(one.canvas, config);
    }
  }
  function seriesColour(i) { return colour("--series-" + (1 + i) % 5); }

  // Adds bars of one figure per row, with one colour per series.
  function addBars(title, hint, group, figure, unit, threads) {
    const names = [];
    for (const one of series) {
      for (const row of rowsOf(one, group, threads)) {
        if (figure(row) !== undefined && !names.includes(row.name)) {
          names.push(row.name);
        }
      }
    }
    if (names.length === 0) return;
    const datasets = () => series.map((one, i) => {
      const rows = new Map(rowsOf(one, group, threads).map((row) => [row.name, row]));
      return { label: one.label, backgroundColor: seriesColour(i),
               data: names.map((name) => rows.has(name) ? figure(rows.get(name)) : null) };
    }).filter((set) => set.data.some((value) => value !== null && value !== undefined));
    addChart(title, hint, () => ({
      type: "bar",
      data: { labels: names, datasets: datasets() },
      options: {
        indexAxis: "y",
        plugins: { tooltip: { callbacks: {
          label: (at) => at.dataset.label + ": " + short(at.parsed.x) + " " + unit } } },
        scales: { x: { title: { display: true, text: unit } },
                  y: { ticks: { autoSkip: false } } }
      }
    }), 70 + names.length * (8 + 9 * series.length));
  }

  function addLines(title, hint, xTitle, yTitle, lines, logarithmic) {
    const filled = lines.filter((line) => line.points.length > 1);
    if (filled.length === 0) return;
    addChart(title, hint, () => ({
      type: "line",
      data: { datasets: filled.map((line) => ({
        label: line.label, data: line.points, borderColor: seriesColour(line.series),
        backgroundColor: seriesColour(line.series), tension: 0,
        borderDash: line.series < 5 ? [] : [6, 4] })) },
      options: {
        plugins: { tooltip: { callbacks: {
          label: (at) => at.dataset.label + ": " + short(at.parsed.y) + " " + yTitle } } },
        scales: {
          x: { type: logarithmic ? "logarithmic" : "linear",
               ticks: logarithmic ? {} : { stepSize: 1 },
               title: { display: true, text: xTitle } },
          y: { beginAtZero: true, title: { display: true, text: yTitle } }
        }
      }
    }), 320);
  }

  const million = (row) => median(row.rate) / 1e6;
  addBars("Kernels, times the scalar loop", "One thread; a loop over structs, without vectors.",
    "kernels", (row) => row.rivals ? row.rivals.by_scalar : undefined, "times", 1);
  addBars("Kernels, share of the nearest limit", "Of divider, vector units, loads and bandwidth.",
    "kernels", (row) => row.rivals ? 100 * row.rivals.reached : undefined, "%", 1);
  addBars("Kernels", "One thread, 4096 pairs in the caches.", "kernels", million,
    "million/s", 1);
  addBars("Scenes", "One thread, 65,536 queries a call.", "scenes", million, "million/s", 1);
  addBars("Building trees", "One thread; million primitives.", "build", million, "million/s", 1);
  addBars("Edits", "One thread, edits of a scene and their commit.", "edits", million,
    "million/s", 1);
  addBars("Particles", "One thread, a step of advance().", "particles", million, "million/s", 1);

  function growth(prefix) {
    return series.map((one, i) => ({ label: one.label, series: i, points: rowsOf(one, "growth")
      .filter((row) => row.name.startsWith(prefix))
      .map((row) => ({ x: number(row.name.slice(prefix.length)), y: million(row) })) }));
  }
  function number(text) {
    const unit = { k: 1e3, m: 1e6 }[text[text.length - 1]];
    return unit ? unit * Number(text.slice(0, -1)) : Number(text);
  }
  addLines("More primitives", "Rays among spheres, one thread.", "spheres", "million/s",
    growth("primitives/"), true);
  addLines("Larger batches", "Rays a call among 100,000 spheres, one thread.", "rays a call",
    "million/s", growth("batch/"), true);
  addLines("More threads", "Of one thread's speed, among 100,000 spheres.", "threads", "times",
    series.flatMap((one, i) => {
      const rows = rowsOf(one, "threads");
      return [...new Set(rows.map((row) => row.name))].map((name, k) => {
        const same = rows.filter((row) => row.name === name);
        const alone = same.find((row) => row.threads === 1);
        return { label: name.split("/")[0] + (many ? ", " + one.label : ""),
                 series: many ? i : k,
                 points: alone ? same.map((row) => ({ x: row.threads,
                                                     y: million(row) / million(alone) })) : [] };
      });
    }), false);
  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  // The table of all figures

  const percent = (share) => (100 * share).toFixed(share > 0.9995 ? 0 : 1) + " %";
  const columns = [
    { title: "row", text: true, value: (row) => row.group + "/" + row.name },
    { title: "ISA", text: true, value: (row) => row.isa },
    { title: "threads", value: (row) => row.threads }
  ];
  entries.forEach((entry, i) => {
    const of = many ? entry.name + ", " : "";
    const row = (line) => line.of[i];
    columns.push({ title: of + "million/s", data: "rate", value: (line) => row(line) &&
      million(row(line)), show: (line) => row(line) && short(million(row(line))) });
    if (!many) {
      columns.push({ title: "quartiles", value: (line) => quantile(row(line).rate, 0.25),
        show: (line) => "[" + short(quantile(row(line).rate, 0.25) / 1e6) + ", " +
          short(quantile(row(line).rate, 0.75) / 1e6) + "]" });
      const rival = (title, name, show) => {
        const value = (line) => row(line).rivals && row(line).rivals[name];
        columns.push({ title, value,
          show: (line) => value(line) === undefined ? undefined : show(value(line)) });
      };
      if (first.rows.some((line) => line.counts)) {
        for (const name of ["instructions", "cycles", "cache_misses"]) {
          const value = (line) => row(line).counts && row(line).counts[name];
          columns.push({ title: name.replace("_", " ") + ", each", value,
            show: (line) => row(line).counts && short(value(line)) });
        }
      }
      rival("times scalar", "by_scalar", short);
      rival("agree", "agree_scalar", percent);
      rival("times arrays", "by_arrays", short);
      rival("agree", "agree_arrays", percent);
      rival("error, e s", "error", short);
      rival("error of arrays", "arrays_error", short);
      rival("of limit", "reached", percent);
      rival("limit", "limit", (text) => text);
    }
  });
  const lines = first.rows
    .filter((row) => !entries[0].isa || row.isa === entries[0].isa)
    .map((row) => Object.assign({}, row, { of: entries.map((entry, i) => i === 0 ? row
      : entry.result.rows.find((other) => other.group === row.group && other.name === row.name &&
          other.threads === row.threads &&
          other.isa === (entry.isa || (entries[0].isa ? other.isa : row.isa)))) }));

  const figures = document.getElementById("figures");
  const body = element("tbody");
  function fill() {
    body.replaceChildren(...lines.map((line) => {
      const tr = element("tr");
      for (const column of columns) {
        const shown = column.show ? column.show(line) : column.value(line);
        const td = element("td", shown === undefined ? "" : shown, column.text ? "text" : "");
        if (column.data && line.of[0]) td.dataset[column.data] = column.value(line);
        tr.append(td);
      }
      return tr;
    }));
  }
  const head = element("tr");
  columns.forEach((column) => {
    const th = element("th", column.title, column.text ? "text" : "");
    th.tabIndex = 0;
    const sort = () => {
      const down = th.getAttribute("aria-sort") === "descending";
      for (const other of head.children) other.removeAttribute("aria-sort");
      th.setAttribute("aria-sort", down ? "ascending" : "descending");
      const sign = down ? 1 : -1;
      lines.sort((a, b) => {
        const x = column.value(a), y = column.value(b);
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        return sign * (x < y ? -1 : x > y ? 1 : 0);
      });
      fill();
    };
    th.addEventListener("click", sort);
    th.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
    head.append(th);
  });
  const thead = element("thead");
  thead.append(head);
  figures.append(thead, body);
  fill();
  root.dataset.ready = charts.length + " charts";
})();
