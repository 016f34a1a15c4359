# SPDX-License-Identifier: MIT
"""A log whose every text tries to be markup."""

import make_log
from records import even, stated, value

HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(2)></style>" \
    "\x1b[31m\u202e"


def log_of(body=None, **changes):
    return b"".join(make_log.lines(body, **changes))


def silence(core: int, **changes) -> dict:
    """Of a core in which nothing was heard."""
    return {"record": "silence", "experiment": "silence", "core": core,
            "unit": "ticks", "grade": "A", "least": 2000, "watched": 4 * 10**9,
            "gaps": 0, "lost": 0, "max": 80, "planted": 0, "planted_named": 0,
            "lengths": [[48, 1000000]], "longest": [], "causes": []} | changes


def hostile_log():
    body = [
        make_log.core(0),
        make_log.result(experiment=HOSTILE, variant=HOSTILE, per=HOSTILE,
                        params={"mode": "single", HOSTILE: HOSTILE}),
        make_log.result(experiment="lock", variant=HOSTILE),
        stated(value(HOSTILE, even(HOSTILE, 1000), HOSTILE, unit=HOSTILE)),
        stated(value("across", even("", 1000), "workqueue", cores=2)),
        make_log.result(experiment="workqueue", variant="across", cores=2,
                        params={"producer": 0, "consumer": 1}, pair=HOSTILE),
        {"record": "warning", "code": HOSTILE, "text": HOSTILE},
        {"record": "skipped", "experiment": HOSTILE, "variant": HOSTILE, "reason": HOSTILE},
        make_log.validation("lock", HOSTILE, "failed", property=HOSTILE,
                            reason=HOSTILE, counts={HOSTILE: 1}),
        make_log.series("primes", "core executing lock stealing idle switching",
                        [[0, 1000000, 0, 0, 0, 0]], variant=HOSTILE, cores=1, params={"n": 1}),
        silence(0, grade=HOSTILE, gaps=1, lost=5000, max=5000, lengths=[[4096, 1]],
                longest=[[7, 5000]], causes=[[HOSTILE, 1, 5000]])]
    return log_of(body, cpu=HOSTILE, cmdline=HOSTILE, git=HOSTILE,
                  maker=HOSTILE, product=HOSTILE, version=HOSTILE, tsc_source=HOSTILE)
