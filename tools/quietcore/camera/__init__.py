# SPDX-License-Identifier: MIT
"""Results that came by a camera: codes in pictures, their parts, the text that
they make (docs/camera.md)."""
