# SPDX-License-Identifier: MIT
"""usage: browse.py CHROMIUM PAGE [hands]: what Chromium makes of a report, as
JSON. With `hands` it is pointed at, zoomed, read by keys and printed as well.

Run by the environment `full`, which has Playwright.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

VIEWS = {"light": (1280, "light"), "dark": (1280, "dark"), "narrow": (390, "light")}
#: What of each picture can be seen: its size, and how many marks lie in it.
SEEN = """() => [...document.querySelectorAll("figure")].map(figure => {
  const svg = figure.querySelector("svg.qc"), box = svg.getBoundingClientRect();
  const plot = (svg.querySelector(".plot") || svg).getBoundingClientRect();
  const marks = [...svg.querySelectorAll("[data-says]")].filter(mark => {
    const m = mark.getBoundingClientRect();
    return m.width > 0 && m.height > 0 && m.right >= plot.left
      && m.left <= plot.right && m.bottom >= plot.top && m.top <= plot.bottom;
  });
  const words = [...svg.querySelectorAll("text")];
  return {name: figure.id, width: box.width, height: box.height,
          marks: marks.length,
          letters: Math.min(...words.map(w => w.getBoundingClientRect().height)),
          out: words.filter(w => {
            const b = w.getBoundingClientRect();
            return !w.style.display && b.width
              && (b.left < box.left - 2 || b.right > box.right + 2);
          }).map(w => w.textContent)};
})"""
TICKS = """name => [...document.querySelectorAll(
  `#${name} g.ticks text`)].map(t => t.textContent)"""
#: Where a cell of a map of many lies on the screen.
CELL = """([name, row, column]) => {
  const map = document.querySelector(`#${name} [data-cells]`);
  const at = new DOMPoint(column + .5, row + .5)
    .matrixTransform(map.getScreenCTM());
  return [at.x, at.y];
}"""
CELLS = ((0, 1), (3, 9), (9, 3), (11, 11))  # of maps of many: row, column

CENTRE = "element => element.scrollIntoView({block: 'center'})"
PATIENCE = 120_000  # milliseconds for a step, on a busy machine


def opened(browser, path: Path, width: int, scheme: str):
    """A page, with what its console says and the dialogs it opens."""
    page = browser.new_context(viewport={"width": width, "height": 900},
                               color_scheme=scheme).new_page()
    page.set_default_timeout(PATIENCE)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: (said.append("a dialog"), dialog.dismiss()))
    page.on("request", lambda request: None if request.url.startswith("file:")
            else said.append(f"asks for {request.url}"))
    page.goto(path.as_uri())
    page.evaluate("for (const d of document.querySelectorAll('.further')) "
                  "d.open = true")
    return page, said


def pointed(page: Page, name: str) -> dict:
    """What is said where the mouse is over a mark of a picture."""
    mark = page.locator(f"#{name} svg.qc [data-says]").last
    mark.evaluate(CENTRE)
    box = mark.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    found = {"mark": mark.get_attribute("data-says"), "tip": page.locator("#tip").inner_text()}
    page.mouse.move(1, 1)
    return found | {"after": page.locator("#tip").is_visible()}


def cells(page: Page, name: str) -> list[tuple[int, int, str]]:
    """What is said where the mouse is over a cell of a map of many."""
    page.locator(f"#{name} [data-cells]").evaluate(CENTRE)
    said = []
    for row, column in CELLS:
        page.mouse.move(*page.evaluate(CELL, [name, row, column]))
        said.append((row, column, page.locator("#tip").inner_text()))
        page.mouse.move(1, 1)
    return said


def zoomed(page: Page, name: str) -> dict:
    """The figures of an axis: at first, nearer, whole again, dragged over, with the other scale."""
    button = lambda text: page.locator(f"#{name} .tools button", has_text=text)
    found = {"first": page.evaluate(TICKS, name)}
    button("+").click()
    found["near"] = page.evaluate(TICKS, name)
    button("whole").click()
    found["whole"] = page.evaluate(TICKS, name)
    plot = page.locator(f"#{name} svg.plot")
    plot.evaluate(CENTRE)
    box = plot.bounding_box()
    page.mouse.move(box["x"] + box["width"] * .3, box["y"] + box["height"] * .3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * .7, box["y"] + box["height"] * .7)
    page.mouse.up()
    found["dragged"] = page.evaluate(TICKS, name)
    page.locator(f"#{name} .picture").focus()
    page.keyboard.press("0")
    found["again"] = page.evaluate(TICKS, name)
    if button("log x").count():
        button("log x").click()
        found["turned"] = page.evaluate(TICKS, name)
        button("log x").click()
    page.keyboard.press("Escape")
    return found


def by_keys(page: Page, name: str) -> list[str]:
    """What arrow keys read of a picture."""
    page.locator(f"#{name} .picture").focus()
    read = []
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        read.append(page.locator("#tip").inner_text())
    return read


def handled(page: Page, names: list[str]) -> dict:
    """What hands, keys and a printer make of a page."""
    found = {"pointed": {name: pointed(page, name) for name in names},
             "zoomed": {name: zoomed(page, name) for name in names if
                        page.locator(f"#{name} .tools").count()},
             "keys": by_keys(page, "lock-alone")}
    page.click("#open")
    found["open"] = page.evaluate(
        "[...document.querySelectorAll('main details')].every(d => d.open)")
    page.click("#open")
    found["pdf"] = page.pdf(format="A4")[:5].decode()
    page.emulate_media(media="print")
    found["printed"] = page.evaluate(SEEN)
    found["tools"] = page.locator(".tools:visible, nav:visible").count()
    return found


def looked_at(browser, path: Path, view: str, hands: bool) -> dict:
    """All that one view of a page gives."""
    page, said = opened(browser, path, *VIEWS[view])
    seen = page.evaluate(SEEN)
    names = [figure["name"] for figure in seen]
    found = {"seen": seen, "said": said,
             "wide": page.evaluate("document.documentElement.scrollWidth"),
             "ground": page.evaluate("getComputedStyle(document.body).backgroundColor")}
    found["cells"] = {name: cells(page, name) for name in names if
                      page.locator(f"#{name} [data-cells]").count()}
    return found | (handled(page, names) if hands and view == "light" else {})


def main() -> None:
    chromium, path, *hands = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(json.dumps({view: looked_at(browser, Path(path), view, bool(hands))
                          for view in VIEWS}))
        browser.close()


if __name__ == "__main__":
    main()
