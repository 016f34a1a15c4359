# SPDX-License-Identifier: MIT
"""What runs reached of the goals of this project."""
