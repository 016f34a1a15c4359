# SPDX-License-Identifier: MIT
"""The image's gate and ours judge alike, to the last digit and word."""

import random
from collections import Counter

import cases
import pytest
from image_gate import ImageGate
from quietcore.conclusions.brief import (
    CERTAIN, COLUMNS, DOUBTED, FACTUAL, NOTHING, TIED, brief)
from quietcore.conclusions.gate import judge
from quietcore.conclusions.rounds import rank
from quietcore.conclusions.sentence import sentence

QUESTIONS = 6000    # two seconds
PARTS = 6


@pytest.fixture(scope="module")
def image():
    return ImageGate()


@pytest.mark.parametrize("part", range(PARTS))
def test_they_judge_and_word_alike(image, part):
    seen = Counter()
    for seed in range(part, QUESTIONS, PARTS):
        asked = cases.question(random.Random(seed))
        judged = judge(asked.claim, asked.subjects, asked.threshold)
        assert image.judge(asked) == (judged, sentence(asked, judged)), seed
        seen[judged.verdict] += 1
    assert min(seen.values()) > QUESTIONS / PARTS / 50 and len(seen) == 4


def test_they_make_the_same_line_of_the_answer_page(image):
    ranks = Counter()
    for seed in range(QUESTIONS // 2):
        asked = cases.question(random.Random(seed))
        found = brief(asked, judge(asked.claim, asked.subjects,
                                   asked.threshold))
        assert image.brief(asked) == found, seed
        assert len(found.text) <= COLUMNS, seed
        ranks[found.rank] += 1
    assert {NOTHING, FACTUAL, DOUBTED, TIED, CERTAIN} <= {*ranks}


@pytest.mark.parametrize("count", range(51))
def test_they_rank_alike(image, count):
    assert image.rank(count) == rank(count)
