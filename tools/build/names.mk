# SPDX-License-Identifier: MIT
#
# BUILD, and OWN: the files that USER= names. They are parts of rules and of
# commands, so that a letter which make or a shell reads otherwise is refused.

define newline


endef
empty	:=
space	:= $(empty) $(empty)
hash	:= \#
open	:= (
close	:= )
comma	:= ,
SPECIAL	:= ` ' " \ $$ ; & | < > * ? [ ] { } ! % : = $(hash) $(open) $(close) \
	   $(comma)
special	= $(firstword $(foreach c,$(SPECIAL),$(findstring $c,$1)))

# As typed: make would expand a dollar in it.
override BUILD := $(value BUILD)

# The environment's USER is somebody's name.
OWN	:= $(if $(filter command,$(firstword $(origin USER))),$(value USER))
unexport USER

ifneq ($(words $(BUILD)),1)
$(error BUILD='$(BUILD)': name one directory, without blanks)
endif
ifneq ($(call special,$(BUILD)),)
$(error BUILD='$(BUILD)': its name may not have a $(call special,$(BUILD)))
endif
ifneq ($(findstring :,$(CURDIR)),)
$(error this directory's path has a colon, where Python cannot make \
	environments: move it, or rename a part of '$(CURDIR)')
endif

# ---- USER= -------------------------------------------------------------------

by_qc	:= tools/qc run --with FILE takes any name
ifneq ($(call special,$(OWN)),)
$(error USER: a file's name may not have a $(call special,$(OWN)) here; \
	$(by_qc))
endif

# What is wrong with the file $1; empty: nothing.
wrong	= $(if $(wildcard $1/.),is a directory,$(if $(wildcard \
	  $1),$(if $(filter %.c,$1),,is no C file: its name does not end in \
	  .c),does not exist))
parted	= $(if $(word 2,$(OWN)), (blanks part the names; $(by_qc)))
$(foreach f,$(OWN),$(if $(call wrong,$f),$(error USER: '$f' $(call \
	wrong,$f)$(parted))))
