# SPDX-License-Identifier: MIT
"""The page: answer, certificate, pictures and tables in one file of HTML.

Nothing in it comes from a network, and no script but its own runs in it: its
policy names the script's hash. Jinja2 escapes every text.
"""
