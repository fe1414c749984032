"use strict";
// The page's only script: it opens submissions, filters them, and plays films.
//
// The data are what a report knows, numbers standing for what several submissions share:
//   texts       what was given and printed, in visible form
//   reasons     the sentences that say why something is wrong
//   elements    the name, attributes and text of an SVG element
//   scenes      a picture: width, height, width in pixels, title, runs of elements
//   cases       names (suite, id, title), pictures and a note
//   decks       the cases that a submission was asked, by number
//   submissions files, deck, verdicts, times in milliseconds, memory in KiB, failures by place
// Whatever comes from them becomes text or an attribute of a picture, never markup.
(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const SHAPES = new Set(["rect", "polygon", "circle", "path", "text"]);
  const STEP_MS = 700;
  const MANY = 12; // accepted cases beyond which they are folded away
  const [LARGEST_UNIT, WIDEST, HIGHEST] = [26, 560, 480]; // pixels of a unit and of a picture
  const [NARROWEST, NARROWEST_FILM] = [176, 252]; // pixels of a picture with its title
  const SIGNS = {
    first: "M3 3v10M13 3L6 8l7 5z",
    back: "M11 3L4 8l7 5z",
    play: "M5 2l8 6-8 6z",
    pause: "M5 3v10M11 3v10",
    on: "M5 3l7 5-7 5z",
    last: "M13 3v10M3 3l7 5-7 5z",
  };
  const ACCEPTED = DATA.verdicts.indexOf("AC");
  const root = document.documentElement;
  const entries = [...document.querySelectorAll(".entry")];

  // Elements

  /** Make an element with a class and children; strings become text. */
  function make(name, className, ...children) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children.filter((child) => child !== null && child !== ""));
    return element;
  }

  function button(label, title, pressed) {
    const element = make("button", "", label);
    element.type = "button";
    if (title) {
      element.title = title;
      element.setAttribute("aria-label", title);
    }
    element.addEventListener("click", pressed);
    return element;
  }

  function counted(number, noun) {
    return `${number} ${noun}${number === 1 ? "" : "s"}`;
  }

  // Quantities

  function duration(milliseconds) {
    if (milliseconds === null || milliseconds === undefined) return "–";
    return milliseconds < 100 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
  }

  function size(kibibytes) {
    if (kibibytes === null || kibibytes === undefined) return "–";
    return kibibytes < 1024 ? `${kibibytes} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
  }

  // Sources and texts

  function sourceOf(file, isOnly) {
    const figure = make("figure", "source");
    const name = make("span", "", make("b", "", file.name), ` · ${counted(file.bytes, "byte")}`);
    figure.append(make("figcaption", "", isOnly ? "" : make("small", "", "with "), name));
    const code = make("code", "");
    let start = 0;
    for (let index = 0; index < file.runs.length; index += 2) {
      const text = file.text.slice(start, start + file.runs[index]);
      const colour = file.runs[index + 1];
      code.append(colour ? make("span", `t${colour}`, text) : text);
      start += file.runs[index];
    }
    figure.append(scrolled(make("pre", "", code), `source of ${file.name}`));
    if (file.note) figure.append(make("p", "faint", file.note));
    return figure;
  }

  /** Let a text that may be larger than its frame be reached by the keyboard. */
  function scrolled(pre, label) {
    pre.tabIndex = 0;
    pre.setAttribute("role", "region");
    pre.setAttribute("aria-label", label);
    return pre;
  }

  /** Return a panel with an excerpt: its text, the lines left out, and the first difference. */
  function panel(title, packed) {
    const [number, before, after, start, length] = packed;
    const text = DATA.texts[number];
    const box = make("section", "panel", make("h5", "", title));
    if (before) box.append(make("p", "faint", `${counted(before, "line")} before`));
    const pre = scrolled(make("pre", ""), title);
    if (start === undefined) pre.append(text);
    else pre.append(...marked(text, start, length));
    if (text === "" && start === undefined) pre.append(make("i", "faint", "nothing"));
    box.append(pre);
    if (after) box.append(make("p", "faint", counted(after, "more line")));
    return box;
  }

  /** Return the parts of a text whose marked place, and the line around it, stand out. */
  function marked(text, start, length) {
    const from = text.lastIndexOf("\n", start - 1) + 1;
    const end = text.indexOf("\n", start + length);
    const to = end < 0 ? text.length : end;
    const mark = make("mark", length ? "" : "missing", text.slice(start, start + length));
    if (!length) mark.append(make("span", "", text === "" ? "nothing" : "ends here"));
    const line = make("span", "line", text.slice(from, start), mark);
    line.append(text.slice(start + length, to));
    // The line is a block of its own: the line end behind it would be a second one.
    return [text.slice(0, from), line, text.slice(to + 1)];
  }

  // Pictures

  /** Return a picture; a unit takes so many pixels. */
  function svgOf(number, unit) {
    const [width, height, , title, runs] = DATA.scenes[number];
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", Math.round(width * unit));
    svg.setAttribute("height", Math.round(height * unit));
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", title || "picture");
    for (let index = 0; index < runs.length; index += 2) {
      for (let step = 0; step < runs[index + 1]; step += 1) {
        svg.append(shapeOf(DATA.elements[runs[index] + step]));
      }
    }
    return svg;
  }

  /** Return how many pixels a unit takes in pictures that are to be compared. */
  function unitOf(numbers) {
    const units = numbers.map((number) => {
      const [width, height, pixels] = DATA.scenes[number];
      return Math.min(pixels / width, LARGEST_UNIT, WIDEST / width, HIGHEST / height);
    });
    return Math.min(...units);
  }

  function shapeOf([name, attributes, text]) {
    const shape = document.createElementNS(SVG, SHAPES.has(name) ? name : "g");
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    if (text) shape.textContent = text;
    return shape;
  }

  function picture(caption, number, unit) {
    const title = DATA.scenes[number][3];
    const svg = svgOf(number, unit);
    const figure = make("figure", "picture", make("figcaption", "", caption), svg,
      title ? make("p", "faint", title) : null);
    figure.style.width = `${Math.max(NARROWEST, svg.getAttribute("width"))}px`;
    return figure;
  }

  /** Return a button with a drawn sign: not every font has the signs of a player. */
  function playerButton(title, path, pressed) {
    const sign = document.createElementNS(SVG, "svg");
    sign.setAttribute("viewBox", "0 0 16 16");
    sign.setAttribute("aria-hidden", "true");
    sign.append(shapeOf(["path", { d: path }, ""]));
    const element = button("", title, pressed);
    element.append(sign);
    return element;
  }

  /** Return a film that is stepped through with buttons, the slider, or the arrow keys. */
  function filmOf(frames, unit) {
    const figure = make("figure", "picture film controls");
    const told = make("p", "faint");
    const place = make("output", "");
    const slider = make("input", "");
    const screen = make("div", "screen");
    let at = 0;
    let timer = 0;
    const play = playerButton("Play", SIGNS.play, () => (timer ? stop() : start()));
    slider.type = "range";
    slider.min = 0;
    slider.max = frames.length - 1;
    slider.setAttribute("aria-label", "Step");

    function show(step) {
      at = Math.max(0, Math.min(frames.length - 1, step));
      screen.replaceChildren(svgOf(frames[at], unit));
      told.textContent = DATA.scenes[frames[at]][3];
      place.textContent = `${at + 1} / ${frames.length}`;
      slider.value = at;
      slider.setAttribute("aria-valuetext", `step ${at + 1} of ${frames.length}: ${told.textContent}`);
    }
    function label(title, path) {
      play.title = title;
      play.setAttribute("aria-label", title);
      play.querySelector("path").setAttribute("d", path);
    }
    function stop() {
      clearInterval(timer);
      timer = 0;
      label("Play", SIGNS.play);
    }
    function start() {
      if (at === frames.length - 1) show(0);
      timer = setInterval(() => {
        show(at + 1);
        if (at === frames.length - 1 || !figure.isConnected) stop();
      }, STEP_MS);
      label("Pause", SIGNS.pause);
    }
    function go(step) {
      stop();
      show(step);
    }

    slider.addEventListener("input", () => go(Number(slider.value)));
    figure.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 };
      const onButton = event.target.tagName === "BUTTON";
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key in steps) go(steps[event.key]);
      else if (event.key === " " && !onButton) (timer ? stop : start)();
      else return;
      event.preventDefault();
    });
    screen.tabIndex = 0;
    screen.setAttribute("role", "group");
    screen.setAttribute("aria-label", "Film: arrow keys step, space plays");
    const bar = make("div", "bar",
      playerButton("First step", SIGNS.first, () => go(0)),
      playerButton("Step back", SIGNS.back, () => go(at - 1)),
      play,
      playerButton("Step on", SIGNS.on, () => go(at + 1)),
      playerButton("Last step", SIGNS.last, () => go(frames.length - 1)),
      place, slider);
    figure.append(make("figcaption", "", "Expected, step by step"), screen, told, bar);
    show(0);
    const width = screen.firstChild.getAttribute("width");
    figure.style.width = `${Math.max(NARROWEST_FILM, width)}px`;
    return figure;
  }

  function picturesOf(entry, failure) {
    const stills = [
      ["The case", entry.scene], ["Expected", entry.answer], ["Printed", failure.output],
    ].filter(([, number]) => number !== undefined);
    const film = entry.film ?? [];
    const unit = unitOf([...stills.map(([, number]) => number), ...film.slice(0, 1)]);
    const shown = make("div", "pictures");
    for (const [caption, number] of stills) shown.append(picture(caption, number, unit));
    if (film.length) shown.append(filmOf(film, unit));
    return shown.childElementCount ? shown : null;
  }

  // Failures and cases

  function failureOf(failure, entry) {
    const titles = {
      input: failure.talk ? "Conversation" : "Input", expected: "Expected", actual: "Printed",
      stderr: "Standard error", detail: "Details",
    };
    const panels = make("div", "panels");
    for (const [key, title] of Object.entries(titles)) {
      if (!failure[key]) continue;
      const shown = panel(title, failure[key]);
      if (key === "stderr" || key === "detail") shown.classList.add("broad");
      if (failure[key][1] && !failure[key][2]) shown.classList.add("ending");
      panels.append(shown);
    }
    const notes = [failure.note, entry.note].filter(Boolean).map((note) => make("p", "faint", note));
    return [panels.childElementCount ? panels : null, picturesOf(entry, failure), ...notes]
      .filter(Boolean);
  }

  function reasonOf(failure) {
    return DATA.reasons[failure.reason] ?? "";
  }

  function nameOf(entry) {
    const [suite, id, title] = entry.name;
    if (!id) return make("span", "name", "the whole submission");
    const told = title ? make("small", "", ` ${title}`) : null;
    return make("span", "name", make("small", "", `${suite}:`), make("b", "", id), told);
  }

  /** Return the rows of a case: its facts, and what opens below where it failed. */
  function caseRows(submission, place, columns) {
    const entry = DATA.cases[DATA.decks[submission.deck][place]];
    const failure = submission.failures[place];
    const verdict = DATA.verdicts[submission.verdicts[place]];
    const cell = make("th", "");
    cell.scope = "row";
    const row = make("tr", failure ? "failed" : "passed");
    row.append(make("td", "", make("span", `badge ${verdict}`, verdict)), cell,
      make("td", "number", duration(submission.cpu[place])),
      make("td", "number wide", duration(submission.wall[place])),
      make("td", "number", size(submission.memory[place])));
    if (submission.lengths) row.append(make("td", "number", String(submission.lengths[place] ?? "–")));
    if (!failure) {
      cell.append(nameOf(entry));
      return [row];
    }
    const why = make("td", "reason", reasonOf(failure));
    why.colSpan = columns - 1;
    const inside = make("td", "");
    inside.colSpan = columns;
    const below = make("tr", "below", inside);
    below.hidden = true;
    const opener = button(nameOf(entry), "", () => open(below.hidden));
    opener.className = "opener";
    opener.setAttribute("aria-expanded", "false");
    cell.append(opener);
    function open(wanted) {
      if (wanted && !inside.childElementCount) inside.append(...failureOf(failure, entry));
      below.hidden = !wanted;
      opener.setAttribute("aria-expanded", String(wanted));
      if (wanted) showMarks(below);
    }
    row.openCase = open;
    row.isOpen = () => !below.hidden;
    return [row, make("tr", "why", make("td", ""), why), below];
  }

  /** Scroll each text so far that its mark can be seen, and an error's end. */
  function showMarks(element) {
    for (const pre of element.querySelectorAll(".ending pre")) pre.scrollTop = pre.scrollHeight;
    for (const mark of element.querySelectorAll("mark")) {
      const pre = mark.closest("pre");
      const [outer, inner] = [pre.getBoundingClientRect(), mark.getBoundingClientRect()];
      if (inner.bottom > outer.bottom) pre.scrollTop += inner.top - outer.top - outer.height / 2;
      if (inner.right > outer.right) pre.scrollLeft += inner.left - outer.left - outer.width / 2;
    }
  }

  /** Return in a line how a submission fared. */
  function sumOf(submission) {
    const failed = Object.keys(submission.failures).length;
    const judged = submission.verdicts.length;
    const whole = judged === 1 && !DATA.cases[DATA.decks[submission.deck][0]].name[1];
    const parts = [`${judged - failed} of ${counted(submission.total, "case")} accepted`];
    if (!whole && judged < submission.total) parts.push(`${submission.total - judged} not run`);
    const [cpu, memory] = [submission.cpu, submission.memory].map((all) => Math.max(-1, ...all));
    if (cpu >= 0 && !whole) parts.push(`CPU up to ${duration(cpu)}`, `memory up to ${size(memory)}`);
    return parts.join(" · ");
  }

  function casesOf(submission) {
    const columns = ["", "Case", "CPU", "Clock", "Memory"];
    if (submission.lengths) columns.push("Length");
    const head = make("tr", "");
    for (const [index, name] of columns.entries()) {
      const cell = make("th", `${index > 1 ? "number" : ""}${name === "Clock" ? " wide" : ""}`, name);
      cell.scope = "col";
      head.append(cell);
    }
    const body = make("tbody", "");
    const total = submission.verdicts.length;
    for (let place = 0; place < total; place += 1) {
      body.append(...caseRows(submission, place, columns.length));
    }
    const table = make("table", "cases", make("thead", "", head), body);
    const accepted = total - Object.keys(submission.failures).length;
    const box = make("div", "", make("p", "faint", sumOf(submission)), make("div", "scroll", table));
    if (accepted > MANY) {
      table.classList.add("folded");
      if (accepted === total) table.classList.add("clean");
      const more = button("", "", () => {
        table.classList.toggle("folded");
        label();
      });
      const label = () => {
        const does = table.classList.contains("folded") ? "Show" : "Hide";
        more.textContent = `${does} the ${accepted} accepted cases`;
      };
      more.className = "controls";
      label();
      box.append(more);
    }
    const first = body.querySelector(".failed");
    if (first) first.openCase(true);
    return box;
  }

  function render(details) {
    const inside = details.querySelector(".inside");
    if (inside.childElementCount) return;
    const submission = DATA.submissions[Number(details.id.slice(1))];
    if (submission.flags) inside.append(make("p", "", "Flags: ", make("code", "", submission.flags)));
    for (const [index, file] of submission.files.entries()) inside.append(sourceOf(file, index === 0));
    if (submission.verdicts.length) inside.append(casesOf(submission));
    else inside.append(make("p", "faint", "No case was run."));
  }

  for (const details of entries) {
    details.addEventListener("toggle", () => {
      if (!details.open) return;
      render(details);
      showMarks(details);
    });
  }

  // Filters

  const form = document.querySelector(".filters");
  const chips = [...form.querySelectorAll(".chip")];
  const selects = [...form.querySelectorAll("select")];
  const search = form.querySelector("[type=search]");
  const found = document.querySelector(".found");
  const haystacks = new Map();

  /** Return all that a search looks at, in small letters, made when it is first needed. */
  function haystack(details) {
    if (!haystacks.has(details)) {
      const submission = DATA.submissions[Number(details.id.slice(1))];
      const parts = [details.querySelector("summary .who").textContent];
      for (const file of submission.files) parts.push(file.name, file.text);
      for (const [place, failure] of Object.entries(submission.failures)) {
        parts.push(...DATA.cases[DATA.decks[submission.deck][place]].name, reasonOf(failure));
      }
      haystacks.set(details, parts.join("\n").toLowerCase());
    }
    return haystacks.get(details);
  }

  function filter() {
    const verdicts = chips.filter((chip) => chip.getAttribute("aria-pressed") === "true")
      .map((chip) => chip.dataset.verdict);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const details of entries) {
      const fits = (!verdicts.length || verdicts.includes(details.dataset.verdict))
        && selects.every((each) => !each.value || details.dataset[each.name] === each.value)
        && words.every((word) => haystack(details).includes(word));
      details.hidden = !fits;
      shown += fits;
    }
    found.textContent = shown === entries.length ? "" : `${shown} of ${entries.length} shown`;
  }

  for (const chip of chips) {
    chip.addEventListener("click", () => {
      chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true"));
      filter();
    });
  }
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => {
    for (const chip of chips) chip.setAttribute("aria-pressed", "false");
    setTimeout(filter); // the fields are empty only after this event
  });
  filter(); // a browser may have kept what was in the fields

  for (const all of document.querySelectorAll("button.all")) {
    all.addEventListener("click", () => {
      all.closest(".board").classList.add("whole");
      all.remove();
    });
  }

  // Links to a submission, and keys

  function visit() {
    const details = document.getElementById(location.hash.slice(1));
    if (!details || !details.classList.contains("entry")) return;
    details.hidden = false;
    details.open = true;
    render(details);
    details.querySelector("summary").focus({ preventScroll: true });
    details.scrollIntoView();
  }
  addEventListener("hashchange", visit);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#s']");
    if (link && link.hash === location.hash) visit(); // no hash changes then
  });
  visit();

  function goOn(step) {
    const shown = entries.filter((details) => !details.hidden);
    const at = shown.findIndex((details) => details.contains(document.activeElement));
    const next = shown[at < 0 && step < 0 ? -1 : at + step] ?? (at < 0 ? shown[0] : null);
    if (!next) return;
    next.querySelector("summary").focus();
    next.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape" && event.target === search) {
        search.value = "";
        filter();
        search.blur();
      }
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      search.focus();
    } else if (event.key === "j") goOn(1);
    else if (event.key === "k") goOn(-1);
  });

  // Colours

  const themes = [...document.querySelectorAll(".theme button")];

  function colour(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const each of themes) {
      each.setAttribute("aria-pressed", String(each.dataset.theme === theme));
    }
  }
  function kept(change) {
    try {
      return change(localStorage);
    } catch {
      return null; // where nothing may be kept the choice is for this visit
    }
  }
  for (const each of themes) {
    each.addEventListener("click", () => {
      colour(each.dataset.theme);
      kept((storage) => storage.setItem("judge-theme", each.dataset.theme));
    });
  }
  const theme = kept((storage) => storage.getItem("judge-theme"));
  if (theme === "light" || theme === "dark") colour(theme);

  // Printing: what is shown is opened for it, and closed again

  let closedAgain = [];
  let rowsAgain = [];

  function openAll() {
    for (const details of entries) {
      if (details.hidden) continue;
      if (!details.open) closedAgain.push(details);
      details.open = true;
      render(details);
      for (const row of details.querySelectorAll(".failed")) {
        if (!row.isOpen()) rowsAgain.push(row);
        row.openCase(true);
      }
    }
  }
  function closeAgain() {
    for (const details of closedAgain) {
      details.open = false;
      details.querySelector(".inside").replaceChildren();
    }
    for (const row of rowsAgain) row.openCase(false);
    closedAgain = [];
    rowsAgain = [];
  }
  addEventListener("beforeprint", openAll);
  addEventListener("afterprint", closeAgain);
})();
