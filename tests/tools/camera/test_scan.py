# SPDX-License-Identifier: MIT
"""qc scan: pages of the screen as they are photographed, askew and blurred, and
what is missing, twice, of another run, of something else."""

import csv
import io
import random
import re
import sys

import camera_codes
import pytest
from camera_codes import pages
from in_process import qc
from PIL import Image, ImageFilter
from quietcore.camera.shown import Shown
from quietcore.status import Status

PAGE = ["quietcore 0.1.0 (abc)  bare machine  trust: metal  suite quick",
        "a processor, 2 of 2 cores", "", "Run ok: 240 results, 0 warnings."]
ROWS = 240
OTHER = 0xFEDCBA9876543210


def sent(rows: int = ROWS, how: str = "ok", left_out: int = 0) -> str:
    """A text as the image keeps it."""
    drawn = random.Random(5)
    lines = [f" {line}" for line in PAGE]
    for at in range(rows):
        if at % 60 == 0:
            lines.append(f">{('lock', 'queue')[at // 60 % 2]} "
                         f"{1 + at // 120} ticks")
        median = drawn.randint(1, 9999)
        mark = "b8~" if at % 7 == 0 else "?" if at % 11 == 0 else ""
        rounds = "+0-2~+10n-1+3" if at % 3 == 0 else "-1+0+0"
        lines.append(f"variant{at}/a n={at} {median / 8:.3f}{mark} {rounds}")
    return "\n".join([*lines, f"={how} {rows} {left_out}\n"])


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """The pages of a run, as files."""
    folder = tmp_path_factory.mktemp("shots")
    return [photo(codes, folder / f"{at}.png") for at, codes in enumerate(pages(sent()))]


def saved(image, path):
    image.save(path)
    return path


def photo(codes: list[bytes], path):
    """A page of the screen with these codes."""
    return saved(camera_codes.screen(codes), path)


def from_below(image, share: float):
    """Its far edge is shorter by that share; lines stay straight."""
    more = share / (1 - share)
    width, height = image.size
    return image.transform(image.size, Image.Transform.PERSPECTIVE, (
        1 + more, more / 2 * width / height, -more / 2 * width,
        0, 1 + more, 0, 0, more / height),
        Image.Resampling.BICUBIC, fillcolor=40)


def turned(image, by: float, then=lambda image: image):
    return then(image.rotate(by, Image.Resampling.BICUBIC, expand=True))


def blurred(image, radius: float):
    return image.filter(ImageFilter.GaussianBlur(radius))


def sized(image, tenths: int):
    return image.resize((image.width * tenths // 10, image.height * tenths // 10),
                        Image.Resampling.BICUBIC)


PHOTOS = {
    "as it is": lambda image: image,
    "blurred": lambda image: blurred(image, 2),
    "turned a little": lambda image: turned(image, 7),
    "turned and blurred": lambda image: blurred(turned(image, -23), 1.5),
    "upside down": lambda image: turned(image, 180),
    "on its side": lambda image: turned(image, 90),
    "from below": lambda image: blurred(from_below(image, 1 / 3), 2),
    "from far below": lambda image: from_below(image, 0.45),
    "from above": lambda image: turned(from_below(turned(image, 180), 0.45), 180),
    "from the side": lambda image: blurred(
        turned(from_below(turned(image, 90), 0.45), -90), 1),
    "small": lambda image: sized(image, 7), "large": lambda image: sized(image, 30),
    "dim": lambda image: image.point(lambda shade: 60 + shade // 8),
    "grainy": lambda image: Image.blend(
        image, Image.effect_noise(image.size, 90), 0.3),
}


@pytest.mark.parametrize("how", PHOTOS)
def test_a_photograph_is_read(how, shots, tmp_path):
    taken = [saved(PHOTOS[how](Image.open(shot)).convert("RGB"),
                   tmp_path / f"{at}.jpg") for at, shot in enumerate(shots)]
    done = qc("scan", *taken, "-o", tmp_path / "x.csv")
    assert done.exit_code == Status.OK, done.output
    assert (tmp_path / "x.csv").read_bytes() == csv_of(sent())


def csv_of(text: str) -> bytes:
    """What has to come of a text, by a reader of its own."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(Shown._fields)
    for line in text.splitlines():
        if line[0] == ">":
            experiment, cores, unit = line[1:].split()
        if line[0] not in " >=":
            variant, params, last, rounds = line.split()
            figure, batch, quiet, doubt = re.fullmatch(
                r"(\d+\.\d{3})(b8)?(~)?(\?)?", last).groups()
            median = round(float(figure) * 1000)
            most, clean = (None, 5) if "n" in rounds else (median, 3)
            lines.writerow([
                experiment, variant, params, cores, unit,
                "batch" if batch else "",
                *("" if milli is None else f"{milli / 1000:.15g}"
                  for milli in (median, median - 1, most)), clean,
                str(bool(quiet)).lower(), "false",
                "not_proven" if doubt else "ok"])
    return out.getvalue().encode()


def test_the_page_and_the_medians_are_shown_in_any_order(shots):
    done = qc("scan", *reversed(shots), shots[0])
    assert done.exit_code == Status.OK, done.output
    assert done.output.startswith("\n".join(PAGE[:2]))
    assert "Medians in ticks, where no other unit stands" in done.output
    assert done.output.count("\n  variant") == ROWS
    assert f"{2 * len(shots)} of" in done.output or \
        f"{2 * len(shots) - 1} of" in done.output
    assert "more than once: 1, 2." in done.output


def test_what_is_missing_is_named_with_its_page(shots, tmp_path):
    _, second, *rest = every = pages(sent())
    half = photo(second[1:], tmp_path / "half.png")
    done = qc("scan", shots[0], half, *shots[2:-1])
    of = sum(map(len, every))
    assert done.exit_code == Status.INCOMPLETE
    assert "page 10 of the screen is missing, or part of it: code 3 of " \
        f"{of}\n" in done.output
    last = "codes {0} and {1}" if len(rest[-1]) > 1 else "code {1}"
    assert f"page {8 + len(shots)} of the screen is missing, or part of it: " \
        f"{last.format(of - 1, of)} of {of}\n" in done.output
    rows = done.output.count("\n  variant")
    assert 0 < rows < ROWS and "\nquietcore 0.1.0" in f"\n{done.output}"


def test_without_the_first_code_the_rows_have_their_experiment(shots, tmp_path):
    done = qc("scan", *shots[1:], "-o", tmp_path / "x.csv")
    assert done.exit_code == Status.INCOMPLETE
    third = camera_codes.parts(sent())[2].decode().splitlines()
    assert third[1].startswith(">") and third[2].startswith("variant")
    first = int(third[2].split("/")[0].removeprefix("variant"))
    wanted = csv_of(sent()).decode().splitlines()
    assert 0 < first < ROWS and first % 60  # below no head of its own
    assert (tmp_path / "x.csv").read_text().splitlines() == \
        [wanted[0], *wanted[1 + first:]]
    assert "The code with the answer page is missing." in \
        qc("scan", *shots[1:]).output


@pytest.mark.parametrize("run, words, status, rows, said", [
    (OTHER, [], Status.SEVERAL_RUNS, ROWS,
     "choose by --run 0123456789abcdef or fedcba9876543210"),
    (OTHER, ["--run", "fedcba9876543210"], Status.OK, 3, ""),
    (OTHER, ["--run", "1"], Status.USAGE, 0, "there are: 0123456789abcdef"),
    # As after a screen that told the same run in other pages.
    (camera_codes.RUN, [], Status.OK, ROWS, "other.png: part 1 of 1 does not belong to the "
     "others of run 0123456789abcdef")])
def test_codes_of_another_run_or_count(shots, tmp_path, run, words, status, rows, said):
    [other] = pages(sent(3), run=run)
    done = qc("scan", *shots, photo(other, tmp_path / "other.png"), *words)
    assert done.exit_code == status and said in done.output
    assert done.output.count("\n  variant") == rows


@pytest.mark.parametrize("code, status, words", [
    (b"https://example.org/", Status.OK, "a code of something else"),
    (b"QC3 0 1/1\n", Status.VERSION, "a code of form 3"),
    (b"QC2 0123456789abcdef 1/9 9x2 - - 0 0 00000000\n", Status.OK,
     "a code whose checksum is wrong")])
def test_a_code_that_is_none_of_the_run_s(code, status, words, shots, tmp_path):
    odd = photo([code], tmp_path / "odd.png")
    done = qc("scan", *shots, odd)
    assert done.exit_code == status and f"odd.png shows {words}" in done.output
    assert done.output.count("\n  variant") == ROWS
    alone = qc("scan", odd)
    assert alone.exit_code == (status or Status.NO_LOG)


@pytest.mark.parametrize("size", [(1280, 800), (800, 600), (640, 480)])
def test_of_a_page_with_one_code_no_other_is_asked_for(size, tmp_path):
    """Straightened though it is straight, it looks like one that is damaged."""
    alone = camera_codes.screen(camera_codes.parts(sent())[-1:])
    shot = saved(alone.crop((0, 0, 640, 800)).resize(size), tmp_path / "x.png")
    done = qc("scan", shot)
    assert "  variant" in done.output and "can be read" not in done.output


def test_a_damaged_code_is_missing(shots, tmp_path):
    first, second = pages(sent())[0]
    assert b"metal" in first
    bad = [first.replace(b"metal", b"vapor", 1), second]
    done = qc("scan", photo(bad, tmp_path / "bad.png"),
              *shots[1:])
    assert done.exit_code == Status.INCOMPLETE and "vapor" not in done.output
    assert "page 9 of the screen is missing, or part of it: code 1 of" \
        in done.output


def test_pictures_that_show_nothing(tmp_path, shots):
    black = saved(Image.new("L", (640, 480), 0), tmp_path / "black.png")
    no_picture = tmp_path / "text.png"
    no_picture.write_text("QC2")
    done = qc("scan", black, no_picture, tmp_path / "none.png")
    assert done.exit_code == Status.NO_LOG
    assert "black.png shows no code" in done.output
    assert "text.png: is no picture that can be read" in done.output
    assert "none.png: there is no such file" in done.output
    assert qc("scan", *shots, black).exit_code == Status.OK


@pytest.mark.parametrize("text, status, said", [
    *((sent(2, how, 5), status, ["no room for 5 more rows"]) for how, status in (
        ("ok", Status.OK), ("failed", Status.RUN_FAILED),
        ("stopped", Status.STOPPED))),
    *((text, Status.INCOMPLETE, ["rows were understood",
                                 *[f"not this line: {odd}\n"] * bool(odd)])
      for text, odd in (
          ("> lock\nmcs 1 +0\n=ok 1 0\n", "> lock"),
          *((f">lock 1 ticks\n{odd}\n=ok 1 0\n", odd) for odd in (
              "mcs twelve +0", "mcs 12 +0-", "mcs 12 +0~~", "mcs 12 0+1",
              "mcs 12q? +0 together=1", "!mcs")),
          (">lock 1 ticks\nmcs 12 +0\n=ok 2 0\n", "")))])
def test_how_a_run_ended_and_lines_that_are_not_understood(text, status, said,
                                                           tmp_path):
    [codes] = pages(text)
    done = qc("scan", photo(codes, tmp_path / "x.png"))
    assert done.exit_code == status, done.output
    assert all(words in done.output for words in said)


def test_a_row_whose_rounds_had_no_room_has_its_median(tmp_path):
    [codes] = pages(">lock 1 ticks\nmcs@/contend 12.5b8\n=ok 1 0\n")
    shot = photo(codes, tmp_path / "x.png")
    for name in ("x.csv", "x.txt"):     # text is as it is shown
        assert qc("scan", shot, "-o", tmp_path / name).exit_code == Status.OK
    assert (tmp_path / "x.csv").read_text().splitlines()[1] == \
        "lock,mcs/contend,,1,ticks,batch,12.5,,,0,false,false,ok"
    assert (tmp_path / "x.txt").read_text() == qc("scan", shot).output
    done = qc("scan", shot, "-o", tmp_path / "no" / "x.txt")
    assert done.exit_code == Status.UNWRITABLE


@pytest.mark.parametrize(("module", "package"), [
    ("PIL", "Pillow"), ("zxingcpp", "zxing-cpp")])
def test_without_what_it_needs_the_remedy_is_named(module, package, monkeypatch,
                                                   shots):
    monkeypatch.setitem(sys.modules, module, None)
    done = qc("scan", *shots)
    assert done.exit_code == Status.MISSING
    assert f"the package {package}, which is not here: tools/venv extra" \
        in done.output
