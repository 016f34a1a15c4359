# SPDX-License-Identifier: MIT
"""Results that came by a camera: codes in pictures, their text (docs/camera.md)."""
