# SPDX-License-Identifier: MIT
"""What qc starts ends with it."""

import os

from quietcore import parent


def test_a_child_whose_parent_is_gone_starts_nothing():
    child = os.fork()
    if not child:
        try:
            parent.die_with(os.getpid())  # nobody is its own parent
        finally:
            os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
