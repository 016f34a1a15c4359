# SPDX-License-Identifier: MIT
"""quietcore's host tools: run the image, read its log, show the results."""
