# SPDX-License-Identifier: MIT
"""Standard output whose reader may leave."""

import subprocess
import sys


def test_what_was_written_before_comes_first():
    done = subprocess.run(
        [sys.executable, "-c",
         "import sys; from quietcore.streams import patient_output; "
         "sys.stdout.write('one '); patient_output(); print('two')"],
        capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "one two\n"
