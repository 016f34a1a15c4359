# SPDX-License-Identifier: MIT
"""The report: logs as one page of pictures and tables for a browser.

draw/ knows shapes and no logs, pictures/ makes shapes of logs, page/ puts
pictures, answer and certificate into one file. Needs Jinja2, which a wheel
has as the extra `report`.
"""
