# SPDX-License-Identifier: MIT
"""The image's gate and its sentences, as a library called from here."""

from __future__ import annotations

import ctypes

from places import BUILD
from quietcore.conclusions.brief import COLUMNS, Brief
from quietcore.conclusions.gate import (
    CLAIMS, DRIFTED, FAILED, FIT, NOT_PROVEN, ORDER, PLACED, REASONS, TIE,
    TURNS, Judged)
from quietcore.conclusions.rounds import NO_ROUND, Span
from quietcore.conclusions.sentence import Question

LIBRARY = BUILD / "host/conclusions.so"
SUBJECTS_MAX = 32
SENTENCE_MAX = 480
CLAIM = tuple(CLAIMS)
FITNESS = (FIT, PLACED, DRIFTED, TURNS, NOT_PROVEN, FAILED)
VERDICT = ("none", "unsure", "tie", "sure")


class CSubject(ctypes.Structure):
    """struct subject of bench/conclusions/gate.h."""

    _fields_ = [("name", ctypes.c_char_p), ("fitness", ctypes.c_uint),
                ("rounds", ctypes.c_uint),
                ("round", ctypes.POINTER(ctypes.c_int64))]


class CCase(ctypes.Structure):
    """struct gate_case."""

    _fields_ = [("claim", ctypes.c_uint), ("threshold", ctypes.c_uint),
                ("subjects", ctypes.c_uint),
                ("subject", ctypes.POINTER(CSubject))]


class CSpan(ctypes.Structure):
    """struct span."""

    _fields_ = [(name, ctypes.c_int64) for name in ("value", "low", "high")]


class CJudged(ctypes.Structure):
    """struct judged."""

    _fields_ = [("verdict", ctypes.c_uint), ("reason", ctypes.c_uint),
                ("figure", CSpan), ("ratio", CSpan), ("most", ctypes.c_int64),
                ("best", ctypes.c_uint), ("other", ctypes.c_uint),
                ("winners", ctypes.c_uint32), ("near", ctypes.c_uint32)]


class CConclusion(ctypes.Structure):
    """struct conclusion of bench/conclusions/conclude.h."""

    _fields_ = [("experiment", ctypes.c_char_p), ("name", ctypes.c_char_p),
                ("claim", ctypes.c_uint), ("fineness", ctypes.c_uint),
                ("cores", ctypes.c_uint),
                *((name, ctypes.c_char_p) for name in (
                    "unit", "what", "superlative", "never", "published",
                    "published_id")),
                ("quiet", ctypes.c_bool), ("subjects", ctypes.c_uint),
                ("subject", CSubject * SUBJECTS_MAX)]


def bytes_of(text: str | None) -> bytes | None:
    """A text as C has it."""
    return None if text is None else text.encode()


def span_of(found: CSpan) -> Span:
    """A span as Python has it."""
    if found.value == NO_ROUND:
        return Span()
    return Span(found.value, found.low, found.high)


def judged_of(found: CJudged, claim: str) -> Judged:
    """A judgement as Python has it."""
    winners, near = (tuple(at for at in range(SUBJECTS_MAX) if bits >> at & 1)
                     for bits in (found.winners, found.near))
    verdict = VERDICT[found.verdict]
    reason = (None, *REASONS)[found.reason]
    most = found.most if (claim, verdict) == (ORDER, TIE) else None
    return Judged(verdict, reason, span_of(found.figure),
                  span_of(found.ratio), found.best, found.other, most, winners,
                  near)


class ImageGate:
    """Judges a Question, and words the answer, by the image's code."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(str(LIBRARY))
        self.rank = self._library.interval_rank

    def _case(self, asked: Question) -> CCase:
        subjects = (CSubject * SUBJECTS_MAX)(*(
            CSubject(subject.name.encode(), FITNESS.index(subject.fitness),
                     len(subject.rounds),
                     (ctypes.c_int64 * len(subject.rounds))(*subject.rounds))
            for subject in asked.subjects))
        return CCase(CLAIM.index(asked.claim), asked.threshold,
                     len(asked.subjects), subjects)

    def _asked(self, asked: Question, case: CCase) -> CConclusion:
        """The question with its words."""
        asked_in_c = CConclusion(
            claim=case.claim, unit=bytes_of(asked.unit),
            what=bytes_of(asked.what), superlative=bytes_of(asked.superlative),
            never=bytes_of(asked.never), published=bytes_of(asked.published),
            subjects=case.subjects)
        for at in range(case.subjects):
            asked_in_c.subject[at] = case.subject[at]
        return asked_in_c

    def brief(self, asked: Question) -> Brief:
        """The line of the answer page."""
        case, judged = self._case(asked), CJudged()
        self._library.gate_judge(ctypes.byref(case), ctypes.byref(judged))
        line = ctypes.create_string_buffer(COLUMNS + 1)
        rank = self._library.brief_write(
            line, ctypes.byref(self._asked(asked, case)), ctypes.byref(judged))
        return Brief(rank, line.value.decode()) if rank else Brief()

    def judge(self, asked: Question) -> tuple[Judged, str]:
        """The judgement and its sentence."""
        case, judged = self._case(asked), CJudged()
        self._library.gate_judge(ctypes.byref(case), ctypes.byref(judged))
        asked_in_c = self._asked(asked, case)
        text = ctypes.create_string_buffer(SENTENCE_MAX)
        self._library.sentence_write(text, ctypes.byref(asked_in_c),
                                     ctypes.byref(judged), asked.threshold)
        return judged_of(judged, asked.claim), text.value.decode()
