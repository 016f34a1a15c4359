# SPDX-License-Identifier: MIT
"""The page: answer, certificate, pictures and tables in one file of HTML."""
