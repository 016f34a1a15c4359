// SPDX-License-Identifier: MIT
//
// What a page of pictures does beyond standing there: it says what a mark is,
// zooms, and turns axes to logarithms. Without it all is there, too.
"use strict";
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const tip = document.getElementById("tip");

  // ---- what a mark says ----------------------------------------------------

  function say(text, x, y) {
    tip.textContent = text;
    tip.hidden = !text;
    if (!text) return;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(4, x + 12), innerWidth - width - 4);
    const top = y + 16 + height > innerHeight ? y - height - 10 : y + 16;
    tip.style.left = `${left}px`;
    tip.style.top = `${Math.max(4, top)}px`;
  }

  // The browser's own hints would stand beside ours.
  function takeTitles(svg) {
    for (const title of [...svg.querySelectorAll("title")]) {
      if (title.parentNode !== svg && title.textContent) {
        title.parentNode.dataset.says = title.textContent;
      }
      title.remove();
    }
  }

  // A map of many cells has a path a shade, and one list of what cells say.
  const lists = new WeakMap();

  function listOf(map) {
    if (!lists.has(map)) {
      const list = JSON.parse(map.dataset.cells);
      list.cells = list.cells.split(";").map(row => row.split(","));
      lists.set(map, list);
    }
    return lists.get(map);
  }

  function cellAt(map, event) {
    const { titles, rows, columns, texts, cells } = listOf(map);
    const at = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(map.getScreenCTM().inverse());
    const row = Math.floor(at.y), column = Math.floor(at.x);
    const text = texts[parseInt(cells[row]?.[column], 36)];
    return text
      ? `${titles[0]} ${rows[row]}, ${titles[1]} ${columns[column]}: ${text}` : "";
  }

  // ---- scales --------------------------------------------------------------

  const turned = (scale, value) => scale.log ? Math.log10(value) : value;
  const endsOf = scale => [turned(scale, scale.low), turned(scale, scale.high)];

  function place(scale, value) {
    const [low, high] = endsOf(scale);
    const share = (turned(scale, value) - low) / (high - low);
    return scale.start + share * (scale.end - scale.start);
  }

  function valueAt(scale, where) {
    const [low, high] = endsOf(scale);
    const share = (where - scale.start) / (scale.end - scale.start);
    const value = low + share * (high - low);
    return scale.log ? 10 ** value : value;
  }

  function marksOf(scale) {
    const found = [];
    if (scale.log && scale.high / scale.low > 4) {
      const last = Math.ceil(Math.log10(scale.high));
      const first = Math.floor(Math.log10(scale.low));
      const step = Math.max(1, Math.ceil((last - first) / 6));
      for (let e = first; e <= last; e += step) {
        for (const f of last - first > 3 ? [1] : [1, 2, 5]) found.push(f * 10 ** e);
      }
    } else {
      const rough = (scale.high - scale.low) / 6;
      const power = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough * .999);
      for (let i = Math.ceil(scale.low / step); i * step <= scale.high; i++) found.push(i * step);
    }
    return found.filter(v => v >= scale.low && v <= scale.high);
  }

  function short(value) {
    for (const [least, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
      if (Math.abs(value) >= least) return +(value / least).toPrecision(4) + letter;
    }
    return String(+value.toPrecision(4));
  }

  // ---- a picture that can be zoomed ------------------------------------------

  function added(parent, name, attributes) {
    const el = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
    parent.append(el);
    return el;
  }

  // Of a mark, by its transform.
  const placeOf = el => el.getAttribute("transform").match(/-?[\d.]+/g).map(Number);

  class View {
    constructor(svg) {
      this.svg = svg;
      this.plot = svg.querySelector("svg.plot");
      this.whole = {};
      for (const side of ["x", "y"]) {
        if (svg.dataset[side]) this.whole[side] = JSON.parse(svg.dataset[side]);
      }
      this.now = structuredClone(this.whole);
      this.items = null;
    }

    // Where everything lies at first, as what moves it; only when it is needed.
    collect() {
      if (this.items) return;
      this.items = [];
      for (const el of this.plot.querySelectorAll("path.mark")) {
        const [x, y] = placeOf(el);
        this.items.push(() => el.setAttribute("transform",
          `translate(${this.moved("x", x)} ${this.moved("y", y)})`));
      }
      for (const el of this.plot.querySelectorAll("polyline")) {
        const points = el.getAttribute("points").split(" ").map(p => p.split(",").map(Number));
        this.items.push(() => el.setAttribute("points", points.map(
          ([x, y]) => `${this.moved("x", x)},${this.moved("y", y)}`).join(" ")));
      }
      for (const el of this.plot.querySelectorAll("rect.segment")) {
        const x = +el.getAttribute("x"), width = +el.getAttribute("width");
        this.items.push(() => {
          const left = this.moved("x", x);
          el.setAttribute("x", left);
          el.setAttribute("width", Math.max(.4, this.moved("x", x + width) - left));
        });
      }
      for (const el of this.svg.querySelectorAll(
        "line.whisker, line.diagonal, line.tall, line.flat")) {
        if (el.closest(".plot") !== this.plot) this.hide(el, "x", +el.getAttribute("x1"), 0);
        if (!el.classList.contains("flat")) this.follow(el, "x", ["x1", "x2"]);
        if (!el.classList.contains("tall")) this.follow(el, "y", ["y1", "y2"]);
      }
      for (const el of this.svg.querySelectorAll("text.tall, text.flat")) {
        const side = el.classList.contains("tall") ? "x" : "y", line = +el.dataset.at;
        this.hide(el, side, line, 1);
        this.follow(el, side, [side], +el.getAttribute(side) - line);
      }
      for (const side of Object.keys(this.whole)) this.collectTicks(side);
    }

    // Attributes that are places on a side, each `shift` beside its own.
    follow(el, side, names, shift = 0) {
      const first = names.map(n => +el.getAttribute(n) - shift);
      this.items.push(() => names.forEach((n, i) =>
        el.setAttribute(n, this.moved(side, first[i]) + shift)));
    }

    // What lies beside the plot is seen while its place is one of the plot's.
    hide(el, side, where, room) {
      const { start, end } = this.whole[side];
      this.items.push(() => {
        const at = this.moved(side, where);
        const out = at < Math.min(start, end) - room || at > Math.max(start, end) + room;
        el.style.display = out ? "none" : "";
      });
    }

    // The figures of an axis: drawn again, or moved where it has named them.
    collectTicks(side) {
      const ticks = this.svg.querySelector(`g.ticks.${side}`);
      if (!ticks.dataset.named) {
        const line = ticks.querySelector("line");
        const size = line ? +line.getAttribute(side === "x" ? "y2" : "x2") : 0;
        this.items.push(() => this.drawTicks(ticks, side, size));
        return;
      }
      for (const el of ticks.children) {
        if (el.tagName === "line") this.follow(el, side, [side + 1, side + 2]);
        else this.follow(el, side, [side], side === "y" ? 4 : 0);
      }
    }

    moved(side, where) {
      if (!this.whole[side]) return where;
      const value = valueAt(this.whole[side], where);
      const to = place(this.now[side], value);
      return Number.isFinite(to) ? Math.max(-1e5, Math.min(1e5, to)) : -1e5;
    }

    drawTicks(group, side, size) {
      group.replaceChildren();
      for (const value of marksOf(this.now[side])) {
        const at = place(this.now[side], value);
        const [line, text] = side === "x"
          ? [{ x1: at, x2: at, y1: 0, y2: size }, { x: at, y: size + 15, "text-anchor": "middle" }]
          : [{ x1: 0, x2: size, y1: at, y2: at }, { x: -6, y: at + 4, "text-anchor": "end" }];
        added(group, "line", { ...line, class: "grid" });
        added(group, "text", { ...text, class: "small" }).textContent = short(value);
      }
    }

    draw() {
      this.collect();
      for (const item of this.items) item();
      this.svg.dataset.zoomed = JSON.stringify(this.now) === JSON.stringify(this.whole) ? "" : "1";
    }

    // Shows what lies between two places of the plot.
    show(side, from, to) {
      const scale = this.now[side];
      if (!scale || Math.abs(to - from) < 4) return;
      const ends = [valueAt(scale, from), valueAt(scale, to)].sort((a, b) => a - b);
      if (!(ends[1] - ends[0] > 1e-9 * Math.abs(ends[1]))) return;
      [scale.low, scale.high] = ends;
    }

    // factor < 1: nearer. About a share of the way of each side.
    zoom(factor, shares = { x: .5, y: .5 }) {
      for (const side of Object.keys(this.now)) {
        const { start, end } = this.now[side];
        const size = end - start, at = start + shares[side] * size;
        this.show(side, at - shares[side] * size * factor,
          at + (1 - shares[side]) * size * factor);
      }
      this.draw();
    }

    pan(side, share) {
      const scale = this.now[side];
      if (!scale) return;
      const size = scale.end - scale.start;
      this.show(side, scale.start + share * size, scale.end + share * size);
      this.draw();
    }

    reset() {
      this.now = structuredClone(this.whole);
      this.draw();
    }

    // A linear axis whose least is not above 0 begins at a thousandth.
    turn(side) {
      const scale = this.now[side];
      if (!scale || !(scale.high > 0)) return;
      scale.log = !scale.log;
      if (scale.log && scale.low <= 0) scale.low = this.leastOf(side, scale);
      this.draw();
    }

    leastOf(side, scale) {
      this.collect();
      const seen = [];
      for (const el of this.plot.querySelectorAll("path.mark")) {
        seen.push(valueAt({ ...scale, log: false }, placeOf(el)[side === "x" ? 0 : 1]));
      }
      const least = Math.min(...seen.filter(v => v > scale.high * 1e-6));
      return Number.isFinite(least) ? least * .8 : scale.high / 1000;
    }

    local(event) {
      const point = new DOMPoint(event.clientX, event.clientY);
      const matrix = this.plot.querySelector("g").getScreenCTM();
      return point.matrixTransform(matrix.inverse());
    }
  }

  // ---- hands ---------------------------------------------------------------

  function dragging(view) {
    const { plot } = view;
    let from = null, box = null;
    plot.addEventListener("pointerdown", event => {
      if (event.pointerType === "touch" || event.button) return;
      from = view.local(event);
      box = added(plot, "rect", { class: "selection" });
      plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener("pointermove", event => {
      if (!from) return;
      const to = view.local(event), only = !view.now.y;
      box.setAttribute("x", Math.min(from.x, to.x));
      box.setAttribute("width", Math.abs(to.x - from.x));
      box.setAttribute("y", only ? 0 : Math.min(from.y, to.y));
      box.setAttribute("height", only ? plot.getAttribute("height") : Math.abs(to.y - from.y));
    });
    const end = event => {
      if (!from) return;
      const to = view.local(event);
      const wide = Math.abs(to.x - from.x), high = Math.abs(to.y - from.y);
      if (event.type === "pointerup" && Math.max(wide, high) >= 6) {
        if (wide >= 6) view.show("x", from.x, to.x);
        if (high >= 6) view.show("y", from.y, to.y);
        view.draw();
      }
      box.remove();
      from = box = null;
    };
    plot.addEventListener("pointerup", end);
    plot.addEventListener("pointercancel", end);
    plot.addEventListener("dblclick", () => view.reset());
    plot.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      const at = view.local(event);
      const share = side => view.now[side]
        ? (at[side] - view.now[side].start) / (view.now[side].end - view.now[side].start) : .5;
      view.zoom((event.deltaY || event.deltaX) > 0 ? 1.25 : .8, { x: share("x"), y: share("y") });
    }, { passive: false });
  }

  function buttons(figure, view) {
    const tools = document.createElement("div");
    tools.className = "tools";
    const add = (text, name, act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.setAttribute("aria-label", name);
      button.addEventListener("click", act);
      tools.append(button);
    };
    add("+", "zoom in", () => view.zoom(.6));
    add("−", "zoom out", () => view.zoom(1 / .6));
    add("whole", "show the whole", () => view.reset());
    for (const side of Object.keys(view.whole)) {
      if (!view.svg.querySelector(`g.ticks.${side}`).dataset.named
        && !view.plot.querySelector("rect.segment"))
        add(`log ${side}`, `logarithms on the ${side} axis, or not`, () => view.turn(side));
    }
    figure.querySelector(".picture").after(tools);
  }

  // Arrow keys go from mark to mark; with Shift they move the picture.
  function keys(picture, svg, view) {
    let at = -1;
    const go = step => {
      const marks = [...svg.querySelectorAll("[data-says]")];
      if (!marks.length) return;
      marks[at]?.classList.remove("chosen");
      at = (at + step + marks.length) % marks.length;
      marks[at].classList.add("chosen");
      const box = marks[at].getBoundingClientRect();
      say(marks[at].dataset.says, box.right, box.bottom);
    };
    const moves = { ArrowLeft: ["x", -.2], ArrowRight: ["x", .2], ArrowUp: ["y", .2], ArrowDown: ["y", -.2] };
    picture.addEventListener("keydown", event => {
      const { key } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (moves[key] && event.shiftKey) view?.pan(...moves[key]);
      else if (key === "ArrowRight" || key === "ArrowDown") go(1);
      else if (key === "ArrowLeft" || key === "ArrowUp") go(at < 0 ? 0 : -1);
      else if (key === "+" || key === "=") view?.zoom(.6);
      else if (key === "-") view?.zoom(1 / .6);
      else if (key === "0") view?.reset();
      else if (key === "Escape") say("");
      else return;
      event.preventDefault();
    });
    picture.addEventListener("blur", () => {
      svg.querySelector(".chosen")?.classList.remove("chosen");
      say("");
    });
  }

  // ---- the page --------------------------------------------------------------

  for (const figure of document.querySelectorAll("figure")) {
    const picture = figure.querySelector(".picture");
    const svg = picture.querySelector("svg.qc");
    takeTitles(svg);
    picture.tabIndex = 0;
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-roledescription", "picture: arrow keys read its marks");
    picture.setAttribute("aria-label", figure.querySelector("h3").textContent);
    let view = null;
    if (svg.dataset.x) {
      view = new View(svg);
      buttons(figure, view);
      dragging(view);
    }
    keys(picture, svg, view);
  }
  document.addEventListener("pointermove", event => {
    const map = event.target.closest?.("[data-cells]");
    const mark = event.target.closest?.("[data-says]");
    say(map ? cellAt(map, event) : mark ? mark.dataset.says : "",
      event.clientX, event.clientY);
  });
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("details.further")) each.open = true;
  });
  const open = document.getElementById("open");
  open.hidden = false;
  open.addEventListener("click", () => {
    const all = [...document.querySelectorAll("main details")];
    const opened = all.every(d => d.open);
    for (const each of all) each.open = !opened;
    open.textContent = opened ? "open all" : "close all";
  });
})();
