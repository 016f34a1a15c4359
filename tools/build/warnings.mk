# SPDX-License-Identifier: MIT
#
# Warnings are errors for us (make WERROR=1, as .ci/run sets it). They are not
# for others: a compiler we have never seen may warn of more than ours do.
# What GCC 14 refuses by itself is refused everywhere.

WERROR		?=
WERROR_FLAG	:= $(if $(WERROR),-Werror)
REFUSED		:= $(addprefix -Werror=, implicit-function-declaration \
	implicit-int int-conversion incompatible-pointer-types)
