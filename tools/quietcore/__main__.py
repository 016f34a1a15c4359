# SPDX-License-Identifier: MIT
from quietcore.cli import main

main(prog_name="qc")
