# SPDX-License-Identifier: MIT
"""What a run reached of the goals of this project."""
