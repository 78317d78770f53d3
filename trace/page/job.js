// The page of a job of MPI.
(() => {
  const sum = (values) => values.reduce((one, other) => one + other, 0);
  const row = (kind, cells) => make("tr", {}, ...cells.map((cell) => make(kind, {}, String(cell))));

  function head(titles) {
    const cells = row("th", titles);
    for (const cell of cells.children) cell.setAttribute("scope", "col");
    return make("thead", {}, cells);
  }

  function writeFacts() {
    byId("command").textContent = data.command.join(" ");
    const elapsed = Math.max(...data.ranks.map((rank) => rank.begin + rank.elapsed));
    const facts = [["Ranks", data.ranks.length], ["Hosts", new Set(data.ranks.map((rank) => rank.host)).size],
                   ["Workers", sum(data.ranks.map((rank) => rank.workers))], ["Time", time(elapsed)],
                   ["In MPI", percent(sum(data.ranks.map((rank) => rank.mpi)), sum(data.ranks.map((rank) => rank.elapsed)))]];
    for (const [name, value] of facts)
      byId("facts").append(make("div", {}, make("dt", {}, name), make("dd", {}, String(value))));
    for (const sentence of data.advice) byId("advice-list").append(make("li", {}, sentence));
  }

  function writeRanks() {
    const busy = data.ranks.map((rank) => rank.busy), mean = sum(busy) / busy.length;
    byId("balance").textContent = mean > 0
      ? `Imbalance: the busiest rank was busy for ${(Math.max(...busy) / mean).toFixed(2)} times the mean.` : "";
    const body = make("tbody");
    for (const rank of data.ranks)
      body.append(row("td", [`rank ${rank.rank}`, rank.host, rank.workers, time(rank.elapsed), time(rank.busy), time(rank.serial),
                             time(rank.mpi), percent(rank.mpi, rank.elapsed), rank.complete ? "in full" : "was ended"]));
    byId("rank-table").append(head(["rank", "host", "workers", "time", "busy", "serial", "in MPI", "share", "ran"]), body);
  }

  function drawTracks() {
    const width = 1000, left = 110, rowHeight = 22, height = data.ranks.length * rowHeight + 4;
    const end = Math.max(...data.ranks.map((rank) => rank.begin + rank.elapsed)), scale = (width - left) / (end || 1);
    const svg = make("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "What the main thread of each rank did"});
    data.ranks.forEach((rank, index) => {
      const y = index * rowHeight + 2;
      svg.append(make("text", {x: 6, y: y + 14}, `rank ${rank.rank}`));
      for (const [begin, duration, state] of rank.segments)
        svg.append(make("rect", {class: `s${state}`, x: (left + begin * scale).toFixed(2), y, height: rowHeight - 4,
                                 width: Math.max(duration * scale, 0.3).toFixed(2)},
                        make("title", {}, `${states[state]}, ${time(duration)}`)));
    });
    byId("tracks").append(svg);
    states.forEach((name, state) => byId("legend").append(make("span", {},
      make("svg", {viewBox: "0 0 10 10", "aria-hidden": "true"}, make("rect", {class: `s${state}`, width: 10, height: 10})), " " + name)));
  }

  function writeCalls() {
    const body = make("tbody"), whole = sum(data.ranks.map((rank) => rank.elapsed));
    for (const line of data.lines) {
      const total = sum(line.times);
      const cells = row("td", [line.name, line.function, line.calls.toLocaleString("en"), time(total), percent(total, whole),
                               `${time(Math.max(...line.times))} in rank ${line.most}`,
                               `${time(Math.min(...line.times))} in rank ${line.least}`]);
      cells.className = "mpi";
      body.append(cells);
    }
    byId("call-table").append(head(["line", "call", "calls", "time", "share", "longest", "shortest"]), body);
  }

  writeFacts();
  writeRanks();
  drawTracks();
  writeCalls();
  document.body.dataset.ready = "true";
})();
