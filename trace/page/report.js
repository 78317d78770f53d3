// The page of one run.
(() => {
  const number = (value) => value.toLocaleString("en");

  function writeFacts() {
    byId("command").textContent = data.command.join(" ");
    const facts = [
      ["Time", time(data.elapsed)], ["Workers", data.workers], ["Threads", data.tracks.length],
      ["Work", time(data.work)], ["Span", time(data.span)],
      ["Parallelism", (data.span > 0 ? data.work / data.span : 1).toFixed(1)], ["Heartbeat", time(data.heartbeat)],
      ["A promotion", time(data.costs.promotion)], ["A steal", time(data.costs.steal)]];
    for (const [name, value] of facts)
      byId("facts").append(make("div", {}, make("dt", {}, name), make("dd", {}, String(value))));
    for (const sentence of data.advice) byId("advice-list").append(make("li", {}, sentence));
  }

  function writeLines() {
    const lines = data.lines, parts = [["latent under Tactus", lines.latent], ["threads of Tactus' own and phases", lines.threads],
                                       ["libomp", lines.libomp], ["in MPI", lines.mpi],
                                       ["serial", lines.serial]].filter(([name, part]) => part || name !== "in MPI");
    byId("shares").textContent = "Of the running time: " +
      parts.map(([name, part]) => `${name} ${percent(part, lines.whole)}`).join(", ") + ".";
    // Where all is latent, there is nothing to explain.
    const areReasons = lines.entries.some((line) => line.reasons.some((one) => one.reason || one.change));
    const head = row("th", ["line", "time", "share", "entered", "run by",
                            ...(areReasons ? ["why it is not latent", "what to change"] : [])]);
    for (const cell of head.children) cell.setAttribute("scope", "col");
    if (areReasons) for (const cell of [...head.children].slice(-2)) cell.className = "words";
    const body = make("tbody");
    for (const line of lines.entries) {
      const cells = row("td", [`${line.kind} ${line.name}`, time(line.time), percent(line.time, lines.whole),
                               line.entries ? number(line.entries) : "–", line.by]);
      if (line.by === "MPI") cells.className = "mpi";
      const list = (texts) => make("td", {class: "words"}, ...texts.map((text) => make("p", {}, text || "–")));
      if (areReasons)
        cells.append(list(line.reasons.map((one) => one.reason)), list(line.reasons.map((one) => one.change)));
      body.append(cells);
    }
    body.append(row("td", ["serial", time(lines.serial), percent(lines.serial, lines.whole), "–", "one thread",
                           ...(areReasons ? ["", ""] : [])]));
    byId("line-table").append(make("thead", {}, head), body);
  }

  // The time line: rectangles for what is in view, at least a third of a pixel wide.
  const width = 1000, left = 110, rowHeight = 22;
  let view = {begin: 0, end: data.elapsed};

  function drawTracks() {
    const scale = (width - left) / (view.end - view.begin), height = data.tracks.length * rowHeight + 24;
    const svg = make("svg", {viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"});
    data.tracks.forEach((track, row) => {
      const y = row * rowHeight + 2;
      svg.append(make("text", {x: 6, y: y + 14}, track.name));
      let drawn = -1;
      for (const [begin, duration, state, place] of track.segments) {
        if (begin + duration < view.begin || begin > view.end) continue;
        const from = left + (Math.max(begin, view.begin) - view.begin) * scale;
        const to = left + (Math.min(begin + duration, view.end) - view.begin) * scale;
        if (to - Math.max(from, drawn) < 0.3) continue;
        const shape = make("rect", {x: from.toFixed(2), y, width: (to - from).toFixed(2), height: rowHeight - 4,
                                    class: "s" + state});
        shape.append(make("title", {}, states[state] + (place >= 0 ? " of " + data.places[place].name : "") + ", " +
                                       time(duration) + " from " + time(begin)));
        svg.append(shape);
        drawn = to;
      }
    });
    for (let tick = 0; tick <= 5; ++tick) {
      const x = left + (width - left) * tick / 5, at = view.begin + (view.end - view.begin) * tick / 5;
      svg.append(make("text", {x, y: height - 6, "text-anchor": tick === 0 ? "start" : tick === 5 ? "end" : "middle"},
                      time(at)));
    }
    byId("tracks").replaceChildren(svg);
    byId("range").textContent = `Shown: ${time(view.begin)} to ${time(view.end)}.`;
  }

  function moveView(begin, length) {
    length = Math.min(Math.max(length, 10), data.elapsed);
    begin = Math.min(Math.max(begin, 0), data.elapsed - length);
    view = {begin, end: begin + length};
    drawTracks();
  }

  function listenForKeys() {
    byId("tracks").addEventListener("keydown", (event) => {
      const length = view.end - view.begin, middle = view.begin + length / 2;
      const moves = {
        ArrowLeft: () => moveView(view.begin - length / 4, length),
        ArrowRight: () => moveView(view.begin + length / 4, length),
        "+": () => moveView(middle - length / 4, length / 2),
        "=": () => moveView(middle - length / 4, length / 2),
        "-": () => moveView(middle - length, length * 2),
        "0": () => moveView(0, data.elapsed)};
      if (!moves[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      moves[event.key]();
      event.preventDefault();
    });
  }

  function writeLegend() {
    states.forEach((name, state) => byId("legend").append(make("span", {},
      make("svg", {viewBox: "0 0 10 10", "aria-hidden": "true"},
           make("rect", {width: 10, height: 10, class: "s" + state})), " " + name)));
  }

  function drawUtilisation() {
    const height = 90, steps = data.utilisation.length;
    const svg = make("svg", {viewBox: `0 0 ${width} ${height}`, role: "img",
                             "aria-label": "Share of the workers that work, over time"});
    const y = (share) => height - 8 - (height - 24) * Math.min(share, 1);
    let path = `M ${left} ${y(0)}`;
    data.utilisation.forEach((share, step) => {
      const x = left + (width - left) * step / steps, next = left + (width - left) * (step + 1) / steps;
      path += ` L ${x.toFixed(1)} ${y(share).toFixed(1)} L ${next.toFixed(1)} ${y(share).toFixed(1)}`;
    });
    svg.append(make("path", {d: path + ` L ${width} ${y(0)} Z`, class: "area"}),
               make("text", {x: 6, y: y(1) + 4}, "all workers"), make("text", {x: 6, y: y(0)}, "none"));
    byId("utilisation").append(svg);
  }

  function row(cell, values) { return make("tr", {}, ...values.map((value) => make(cell, {}, String(value)))); }

  function writeThreads() {
    const head = row("th", ["thread", ...states]);
    for (const cell of head.children) cell.setAttribute("scope", "col");
    const body = make("tbody");
    for (const track of data.tracks) {
      const whole = track.times.reduce((sum, part) => sum + part, 0);
      body.append(row("td", [track.name, ...track.times.map((part) => percent(part, whole))]));
    }
    byId("thread-table").append(make("thead", {}, head), body);
  }

  function drawCurve() {
    const height = 336, bottom = height - 46, top = 14, points = data.simulations;
    const most = Math.max(2, ...points.map((point) => point.speedup)) * 1.15;
    const x = (workers) => left + (width - left - 30) * Math.log2(workers) / Math.log2(points.at(-1).workers);
    const y = (speedup) => bottom - (bottom - top) * Math.log2(Math.max(speedup, 1)) / Math.log2(most);
    const svg = make("svg", {viewBox: `0 0 ${width} ${height}`, role: "img",
                             "aria-label": "Simulated speedup over the number of workers; the table below has the numbers"});
    for (let speedup = 1; speedup <= most; speedup *= 2)
      svg.append(make("line", {x1: left, x2: width - 30, y1: y(speedup), y2: y(speedup), class: "axis"}),
                 make("text", {x: left - 8, y: y(speedup) + 4, "text-anchor": "end"}, speedup + "×"));
    for (const point of points)
      svg.append(make("text", {x: x(point.workers), y: height - 26, "text-anchor": "middle"}, String(point.workers)));
    svg.append(make("text", {x: (left + width - 30) / 2, y: height - 8, "text-anchor": "middle"}, "workers"),
               make("text", {x: 6, y: top + 4}, "speedup"),
               make("text", {x: x(Math.min(most, points.at(-1).workers)) + 8, y: top + 4}, "if all were parallel"));
    const ideal = Math.min(most, points.at(-1).workers);
    svg.append(make("path", {d: `M ${x(1)} ${y(1)} L ${x(ideal)} ${y(ideal)}`, class: "ideal"}));
    svg.append(make("path", {class: "curve", d: points.map((point, index) =>
      `${index ? "L" : "M"} ${x(point.workers).toFixed(1)} ${y(point.speedup).toFixed(1)}`).join(" ")}));
    for (const point of points)
      svg.append(make("circle", {cx: x(point.workers), cy: y(point.speedup), r: 4, class: "dot"}));
    byId("curve").append(svg);
    const error = data.elapsed > 0 ? 100 * (data.predicted / data.elapsed - 1) : 0;
    byId("what-if-text").textContent = `The run was executed again on virtual workers, with the costs measured in it. ` +
      `For ${data.workers} workers this gives ${time(data.predicted)}; the run took ${time(data.elapsed)} ` +
      `(${error >= 0 ? "+" : ""}${error.toFixed(1)} %). Both axes of the picture are logarithmic.`;
    const head = row("th", ["workers", "time", "speedup", "efficiency"]);
    for (const cell of head.children) cell.setAttribute("scope", "col");
    const body = make("tbody");
    for (const point of points)
      body.append(row("td", [point.workers, time(point.time), point.speedup.toFixed(2) + "×",
                             percent(point.speedup, point.workers)]));
    byId("curve-table").append(make("thead", {}, head), body);
  }

  // A worker is a right to run in parallel, which threads hand to each other: more threads than workers are no mistake.
  function explainThreads() {
    byId("beat-length").textContent = time(data.heartbeat);
    const threads = data.tracks.length;
    byId("threads-hint").textContent = threads > data.workers
      ? `${threads} threads took turns at ${data.workers} ${data.workers === 1 ? "worker" : "workers"}: who waits for a ` +
        "task lends its worker to another thread until the task is done."
      : "";
  }

  const ratio = (part, whole) => (whole > 0 ? part / whole : 0);
  const columns = [
    {title: "place", key: (place) => place.name, show: (place) => place.kind + " " + place.name},
    {title: "executions seen", key: (place) => place.executions, show: (place) => number(place.executions)},
    {title: "promotions", key: (place) => place.promotions, show: (place) => number(place.promotions)},
    {title: "tasks", key: (place) => place.tasks, show: (place) => number(place.tasks)},
    {title: "stolen", key: (place) => place.stolen, show: (place) => number(place.stolen)},
    {title: "work", key: (place) => place.work, show: (place) => time(place.work)},
    {title: "work per promotion", key: (place) => ratio(place.work, place.promotions),
     show: (place) => place.promotions ? time(place.work / place.promotions) : "–"},
    {title: "parallelism", key: (place) => ratio(place.work, place.span),
     show: (place) => place.span > 0 ? (place.work / place.span).toFixed(1) : "–"},
    {title: "imbalance", key: (place) => ratio(place.longestTask * place.tasks, place.taskTime),
     show: (place) => place.tasks ? ratio(place.longestTask * place.tasks, place.taskTime).toFixed(1) : "–"}];

  function writePlaces(sortBy, descending) {
    const sorted = [...data.places].sort((one, other) => {
      const a = columns[sortBy].key(one), b = columns[sortBy].key(other);
      return (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1);
    });
    const head = make("tr");
    columns.forEach((column, index) => {
      const button = make("button", {type: "button"}, column.title);
      button.addEventListener("click", () => {
        writePlaces(index, index === sortBy ? !descending : index > 0);
        byId("place-table").querySelectorAll("th button")[index].focus();
      });
      const order = index === sortBy ? (descending ? "descending" : "ascending") : "none";
      head.append(make("th", {scope: "col", "aria-sort": order}, button));
    });
    const body = make("tbody");
    for (const place of sorted) body.append(row("td", columns.map((column) => column.show(place))));
    const table = byId("place-table");
    table.replaceChildren(table.caption, make("thead", {}, head), body);
  }

  function drawChunks(place) {
    const height = 110, most = Math.max(2, ...place.chunks.map(([, chunk]) => chunk));
    const x = (at) => left + (width - left - 10) * ratio(at, data.elapsed);
    const y = (chunk) => height - 12 - (height - 30) * Math.log2(chunk) / Math.log2(most);
    return make("svg", {viewBox: `0 0 ${width} ${height}`, role: "img",
                        "aria-label": `Iterations between two polls over time, from 1 to ${number(most)}`},
      make("text", {x: 6, y: y(most) + 8}, number(most)), make("text", {x: 6, y: y(1)}, "1"),
      make("path", {class: "curve", d: place.chunks.map(([at, chunk], index) =>
        `${index ? "L" : "M"} ${x(at).toFixed(1)} ${y(chunk).toFixed(1)}`).join(" ")}));
  }

  function writeDetails() {
    for (const place of data.places) {
      const details = make("details", {}, make("summary", {}, `${place.kind} ${place.file}${place.line ? `:${place.line}` : ""}, ${place.function}`));
      const levels = place.byLevel.map((count, level) => [level, count]).filter(([, count]) => count > 0);
      details.append(make("p", {}, levels.length
        ? "Promotions by nesting level: " + levels.map(([level, count]) => `${level}: ${number(count)}`).join(", ") +
          `. A task took ${time(ratio(place.taskTime, place.tasks))} on average, the longest ${time(place.longestTask)}.`
        : "Never promoted."));
      if (place.chunks.length > 1)
        details.append(make("p", {}, "Iterations between two polls, adapted over time:"), drawChunks(place));
      byId("place-details").append(details);
    }
  }

  const metric = (value) => {
    const units = ["", " k", " M", " G", " T", " P"];
    let unit = 0;
    for (; value >= 1000 && unit + 1 < units.length; ++unit) value /= 1000;
    return value.toFixed(1) + units[unit];
  };
  const stack = (need) => need.bytes === null ? "unknown" : `${need.is_bound ? "≤" : "~"} ${(need.bytes / 1024).toFixed(1)} KiB`;

  function writeTasks() {
    const analysis = data.analysis;
    if (!analysis || analysis.contexts.length === 0) {
      byId("task-table").remove();
      byId("task-parameters").textContent = analysis ? "Nothing in the program creates tasks."
        : "The program's file has no summaries, or is not there any more.";
      return;
    }
    const head = row("th", ["place", "function", "kind", "ρ", "λ", "effort", "task stack", "worker stack", "balanced",
                            "promotions", "tasks", "stolen", "mean task", "longest task"]);
    for (const cell of head.children) cell.setAttribute("scope", "col");
    const body = make("tbody");
    for (const context of analysis.contexts) {
      const run = context.measured, ifRun = (text) => run.tasks ? text : "–";
      body.append(row("td", [`${context.file}:${context.line}`, context.function, context.kind, context.rho, context.lambda,
                             metric(context.effort), stack(context.task_stack), stack(context.worker_stack), context.balanced,
                             number(run.promotions), number(run.tasks), number(run.stolen), ifRun(time(run.meanTask)),
                             ifRun(time(run.longestTask))]));
    }
    byId("task-table").append(make("thead", {}, head), body);
    const names = {queue_policy: "queue policy", queue_size: "queue size", event_buckets: "event buckets",
                   task_stack_bytes: "bytes of task stack"};
    byId("task-parameters").textContent = "Eager tasks (TACTUS_TASKS=eager) would get: " +
      Object.entries(analysis.parameters).map(([key, {value, why}]) => `${names[key]} ${value} (${why})`).join(", ") + ".";
  }

  function writeSources() {
    const files = Object.entries(data.files);
    if (files.length === 0)
      byId("files").append(make("p", {}, "Compile with -ftactus-report=FILE.json and give that file by " +
        "--compile-report to see here, line by line, what was converted and what was not."));
    for (const [name, file] of files) {
      const constructs = file.constructs || [], lines = new Map(file.lines || []);
      for (const construct of constructs) if (!lines.has(construct.line)) lines.set(construct.line, "");
      const listing = make("pre", {});
      for (const [line, text] of [...lines].sort(([one], [other]) => one - other)) {
        listing.append(make("span", {class: "number"}, String(line)), text + "\n");
        for (const construct of constructs.filter((one) => one.line === line))
          listing.append(make("span", {class: "note " + (construct.converted ? "converted" : "left")},
            (construct.converted ? "✓ " : "✗ ") + construct.kind +
            (construct.converted ? " converted: " : construct.kind === "cilk_for" ? " is serial: " :
              construct.otherwise ? " " + construct.otherwise + ": " : " left to libomp: ") +
            construct.text));
      }
      byId("files").append(make("h3", {}, name), listing);
    }
  }

  writeFacts();
  writeLines();
  writeLegend();
  drawTracks();
  listenForKeys();
  drawUtilisation();
  writeThreads();
  explainThreads();
  drawCurve();
  writePlaces(5, true);
  writeDetails();
  writeTasks();
  writeSources();
  document.body.dataset.ready = "true";
})();
