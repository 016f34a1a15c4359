# SPDX-License-Identifier: MIT
"""The page: its parts, nothing from a network, foreign words inert, and what
becomes of logs that are not whole."""

import base64
import hashlib
import re
from functools import cache
from html.parser import HTMLParser

import make_log
import pytest
import svgs
from hostile import HOSTILE, hostile_log, log_of, silence
from in_process import read
from quietcore.report.page import assemble
from quietcore.report.pictures.logs import named
from records import even, stated, value

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Elements with their attributes, ids, and all text of the page."""

    def __init__(self, html: bytes):
        super().__init__()
        self.elements, self.open, self.text = [], [], []
        self.wrong, self.script = [], ""
        self.feed(html.decode())
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.script += data
        elif not self.open or self.open[-1] != "style":
            self.text.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def words(self):
        return " ".join(" ".join(self.text).split())


@cache
def report_of(*names):
    return assemble.report(svgs.logs_of(*names))


def page_of(data: bytes, unread=(), name="x.log"):
    return Page(assemble.report(named([(name, run) for run in read(data)]), [*unread]))


@pytest.mark.parametrize("names", [
    ("emulated",), ("linux",), ("counted",), ("workqueue",), ("emulated", "linux")])
def test_the_page_is_whole_and_its_links_lead_into_it(names):
    html = report_of(*names)
    page = Page(html)
    assert page.wrong == [] and page.open == []
    assert len(page.all("h1")) == len(page.all("main")) == 1
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len({*ids})
    links = [a["href"] for a in page.all("a")]
    assert links and all(link[0] == "#" and link[1:] in ids for link in links)
    assert len(html) <= assemble.MOST
    assert {a["id"] for a in page.all("figure")} == {*svgs.pictures_of(*names)}
    # Nothing comes from a network.
    assert not {"link", "img", "iframe", "object", "base", "use"} & {
        tag for tag, _ in page.elements}
    assert not [a for _, a in page.elements if "src" in a or "srcset" in a]
    text = html.decode().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"url\(|@import|https?://", text)


def test_only_the_page_s_own_script_may_run():
    page = Page(report_of("linux"))
    [policy] = [a["content"] for a in page.all("meta")
                if a.get("http-equiv") == "Content-Security-Policy"]
    digest = hashlib.sha256(page.script.encode()).digest()
    assert f"'sha256-{base64.b64encode(digest).decode()}'" in policy
    assert "default-src 'none'" in policy
    assert len(page.all("script")) == 1


def test_the_answer_comes_first_then_certificate_then_experiments():
    page = Page(report_of("workqueue"))
    sections = [a["id"] for a in page.all("section")]
    assert sections[:3] == ["answer", "certificate", "of-workqueue"]
    [log] = svgs.logs_of("workqueue")
    for each in log.findings:
        assert each["text"] in page.words
    for each in log.run.of("warning"):
        assert each["text"] in page.words
    assert "Noise grade by core" in page.words


def test_the_headline_stands_in_the_answer():
    page = page_of(log_of([
        stated(value("enqueue", even("", 41200), "workqueue")),
        make_log.row("workqueue", "pair", [81] * 6)]))
    assert ("Enqueue takes 41.2 emulated ticks (16.8 emulated ns), uncontended. "
            "Only one core ran: nothing was contended.") in page.words


def test_each_experiment_has_its_strongest_conclusion_in_the_answer():
    html = report_of("alone").decode()
    answer = html[html.index('id="answer"'):html.index('id="certificate"')]
    for name in ("lock", "dispatch"):
        assert f"<b>{name}</b>" in answer
    assert answer.index("verdict sure") > 0


@pytest.mark.parametrize("name, banner", [
    ("emulated", "EMULATED (tcg)"), ("counted", "EMULATED (tcg-icount)"), ("linux", "")])
def test_emulated_is_said_in_a_banner(name, banner):
    page = Page(report_of(name))
    assert banner in page.words and ("EMULATED" in page.words) == bool(banner)
    assert bool([a for a in page.all("p") if a.get("class") == "banner emulated"]) == bool(banner)


def test_no_line_joins_a_latency_and_an_inverse_throughput():
    picture = svgs.pictures_of("workqueue")["workqueue-cores"]
    [pair] = [c for c in picture.shape.curves if c.name == "pair"]
    assert [p.x for p in pair.points] == [1, 2] and pair.line
    drawn = svgs.svg_of("workqueue", "workqueue-cores")
    assert not [e for e in drawn.iter() if e.tag.endswith("polyline")]


@pytest.mark.parametrize("name, words, other", [
    ("leaky", "WRONG ANSWERS: queue leaky", "rtla hwnoise"),
    ("linux", "beside figures published", " further rows "),
    ("workqueue", "Noise grade by core", " us or more in "),
    ("workqueue", "Enqueue and dequeue by depth: no picture, as this needs rows by depth", "`"),
    # What a picture needs has no signs of another language.
    ("tas", "no picture, as this needs", "`")])
def test_what_is_told_of_a_log_and_what_is_not(name, words, other):
    page = Page(report_of(name))
    assert words in page.words and other not in page.words


def test_what_silence_saw_is_in_the_answer_and_in_the_certificate():
    noisy = silence(1, grade="F", gaps=2, lost=40004000, max=40000000,
                    lengths=[[3584, 1], [33554432, 1]], longest=[[7, 4000], [90000, 40000000]],
                    causes=[["local timer", 2, 40004000]])
    html = assemble.report(named([("x.log", run) for run in read(log_of(
        [silence(0), noisy], trust="metal", trust_claimed="", tsc_hz=2 * 10**9))])).decode()
    answer, certificate = html.split('id="certificate"')
    assert "2 gaps of 1 us or more in 2.00 s on 2 cores" in answer
    assert "has no headline" not in answer
    page = Page(certificate.encode())
    assert "The worst core is 1: it lost 10001 ppm" in page.words
    assert "1 F 2 10001 20000 - 1 0 0 0 1" in page.words
    assert "local timer 2 20002" in page.words
    assert "rtla hwnoise" in page.words and "Sources: " in page.words


def test_tables_stand_behind_each_picture():
    page = Page(report_of("linux"))
    assert len(page.all("table")) > len(page.all("figure"))
    assert page.words.count("Figures") >= len(page.all("figure"))


def test_of_many_pictures_of_a_kind_the_first_is_open():
    """The page of a whole run was 28,000 pixels high."""
    html = report_of("linux").decode()
    folded = re.findall(r'<details class="further"><summary>(\d+) further '
                        r"pictures?</summary>(.*?)</figure>\s*</div>", html, re.S)
    assert folded
    for number, inside in folded:
        assert inside.count("<figure") == int(number)
    kinds = [set(re.findall(r'<figure id="(dispatch-sorted-[-\w]+)"', part))
             for part in (html, *(inside for _, inside in folded))]
    assert len(kinds[0] - set.union(*kinds[1:])) == 1


# ---- foreign words -----------------------------------------------------------


def test_hostile_words_are_shown_and_do_nothing():
    page = page_of(hostile_log(), [HOSTILE], HOSTILE)
    assert page.wrong == [] and page.open == []
    assert len(page.all("script")) == 1 and page.all("img") == []
    assert not [name for _, attributes in page.elements
                for name in attributes if name.startswith("on")]
    assert page.words.count("<script>alert(1)</script>") > 8
    assert "alert(1)" not in page.script
    assert not {"\x1b", "\u202e"} & {*page.words}


@pytest.mark.parametrize("names, ids", [
    (["mine"] * 3, ["mine-rows"]),      # of a user's own
    (["a b", "a/b", "<>"], ["a-b-rows", "a-b-rows-2", "rows"])])
def test_ids_are_made_of_letters_whatever_an_experiment_is_called(names, ids):
    page = page_of(log_of([make_log.result(experiment=name, variant=f"v{at}")
                           for at, name in enumerate(names)]))
    assert [a["id"] for a in page.all("figure")] == ids


# ---- logs that are not whole ---------------------------------------------------


LINES = make_log.lines()


def of_version(version: int) -> bytes:
    return b"".join(make_log.line(r | {"q": version}) for r in make_log.records())


@pytest.mark.parametrize("data, words, pictures", [
    (b"".join(LINES[:-1]), ["INCOMPLETE LOG", "no end record"], True),
    (log_of().replace(b"ring/pair", b"ring/pale", 1), ["INCOMPLETE LOG", "missing: seq"], True),
    (b"".join(LINES[1:]), ["the context record is missing"], True),
    # Of another version nothing is invented.
    (of_version(1), ["OLD LOG"], False), (of_version(99), ["NEWER LOG"], False),
    (log_of([]), ["Run ok: 0 results"], False)],
    ids=["cut", "damaged", "no context", "old", "newer", "no results"])
def test_a_log_that_is_not_whole_is_marked_and_what_survived_is_shown(data, words, pictures):
    page = page_of(data, ["y.log is empty: it holds no record"])
    assert all(each in page.words for each in words)
    assert bool(page.all("figure")) == pictures
    assert "Not shown: y.log is empty" in page.words


def test_a_page_too_large_goes_without_tables_and_says_so(monkeypatch):
    whole = report_of("workqueue")
    monkeypatch.setattr(assemble, "MOST", len(whole) - 1)
    less = assemble.report(svgs.logs_of("workqueue"))
    assert len(less) < len(whole)
    assert "Tables are left out" in Page(less).words
    monkeypatch.setattr(assemble, "MOST", len(less) - 1000)
    least = assemble.report(svgs.logs_of("workqueue"))
    assert len(least) < len(less)
    assert "a page that is less large" in Page(least).words
