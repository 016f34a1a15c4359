# SPDX-License-Identifier: MIT
"""The report: draw/ knows shapes and no logs, pictures/ makes shapes of logs, page/
puts all into one file. Needs Jinja2, which a wheel has as the extra `report`."""
