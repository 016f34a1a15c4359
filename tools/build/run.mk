# SPDX-License-Identifier: MIT
#
# What boots or runs something. What is typed (BENCH, ARGS, ...) goes to qc in
# the environment, as QC_RUN_BENCH and so on: no shell reads it. Nor does make:
# under their own names it would expand a `$(shell ...)` in them.

TYPED	:= SMP BENCH ARGS ACCEL FIRMWARE WINDOW TIMEOUT LABEL BOOTS ALL
unexport $(TYPED)
PLANTED	:= N SEED FILE
MATRIX	:= ROWS JOBS
SILENCE	:= KERNEL WATCH
unexport $(MATRIX) $(SILENCE)

# Make itself takes any name and ignores it: `make run bench=lock`.
VALUES	:= $(TYPED) RUNS LOADED COMPARE $(PLANTED) $(MATRIX) $(SILENCE) PEERS_ARGS TURNS USER BUILD CROSS \
	   CC OBJDUMP NM STRIP NASM HOSTCC HOSTCXX GRUB_FONT WERROR UNEXPLORED
UNKNOWN	:= $(strip $(foreach v,$(filter-out $(VALUES) %FLAGS SHELL -%, \
	   $(.VARIABLES)),$(if $(filter command,$(firstword $(origin $v))),$v)))

# " did you mean ...?" for the word $1 among the names $2.
spaced	= $(if $1,$(space)$1)
near	= $(if $(call special,$1),,$(call spaced,$(shell tools/build/suggest \
	  $1 $2)))
ifneq ($(UNKNOWN),)
$(error no value is called '$(firstword $(UNKNOWN))';$(call near,$(firstword \
	$(UNKNOWN)),$(VALUES)) there are: $(VALUES); \
	options of the image go into ARGS="rounds=20 seed=7")
endif

# A target that neither make's help nor this folder has. Paths are make's business.
HELP	:= $(file <tools/build/help.txt)
ODD	:= $(strip $(foreach g,$(MAKECMDGOALS),$(if $(or $(findstring /,$g),$(call \
	   special,$g),$(filter $g,$(HELP)),$(wildcard $g)),,$g)))
ifneq ($(ODD),)
$(error no target is called '$(firstword $(ODD))';$(call near,$(firstword \
	$(ODD))) make help lists all)
endif

# How long what was asked for takes, as the help has it: "(7 minutes)".
ifeq ($(MAKELEVEL),0)
$(foreach g,$(filter-out help build/%,$(MAKECMDGOALS)),$(foreach t,$(shell sed -n \
	's/^  $g  *[^ ].*(\([^()]* \(minutes\|hour\)\))$$/\1/p' tools/build/help.txt | \
	tr ' ' _),$(info make $g: takes about $(subst _, ,$t))))
endif

# qc's environment comes from the network while the compiler works.
$(BUILD)/venv/core/made-from: tools/requirements.txt | $(BUILD)/.tools
	@tools/venv core >/dev/null && touch $@

# What this machine's own processor says, by the Linux program: what takes a
# third of a minute. By itself `make run` begins with a part of that where the
# image can only be emulated.
QC_VENV	:= $(if $(wildcard $(BUILD)/venv/extra/bin/python),,$(BUILD)/venv/core/made-from)
REAL	:= floor,timer,line,lock,queue,switch,spawn,wake,workqueue,dispatch
real: export QC_RUN_MACHINE = hosted
real: export QC_RUN_BENCH = $(or $(value BENCH),$(REAL))
real: export QC_RUN_LABEL = $(or $(value LABEL),real)
real: $(HOSTED) $(QC_VENV)
	@exec tools/qc run

VIRTUAL := $(shell grep -qwE 'vmx|svm' /proc/cpuinfo && echo yes)
PLAIN	:= $(if $(strip $(OWN) $(foreach v,$(TYPED),$(value $v))),,yes)
FIRST	:= $(if $(VIRTUAL),,$(PLAIN))
FEW	:= --bench workqueue,queue,lock

$(foreach v,$(TYPED),\
	$(eval run: export QC_RUN_$v = $$(value $v))\
	$(if $(filter ARGS TIMEOUT BOOTS ALL,$v),\
		$(eval real: export QC_RUN_$v = $$(value $v)))\
	$(eval twin: export QC_TWIN_$v = $$(value $v))\
	$(eval list: export QC_LIST_$v = $$(value $v))\
	$(eval bench: export QC_TARGETS_$v = $$(value $v)))

# What is asked of the rows of one's own files lies beside them.
TABLES	:= $(subst $(space),:,$(wildcard $(addsuffix questions.toml,$(sort \
	   $(dir $(OWN))))))
run real: export QC_RUN_QUESTIONS = $(TABLES)
twin: export QC_TWIN_QUESTIONS = $(TABLES)

# qc ends with a line that names its status: make's own is always 2. It takes
# the place of the shell, so that a signal to make reaches it.
run real twin bench list: export QUIETCORE_TARGET = make $@

.PHONY: run real twin bench list
DISC	:= $(if $(filter bios uefi,$(value FIRMWARE)),$(ISO))
HANGS	:= $(BUILD)/user/hangs.txt
DISPROVEN := $(BUILD)/user/disproven.txt
WRONG	:= $(BUILD)/user/wrong.txt

# The processor's answer comes before the image is compiled, and nothing is
# compiled while it is measured.
.PHONY: FIRST_ANSWER
FIRST_ANSWER: $(HOSTED) $(QC_VENV)
	@exec tools/qc run --machine hosted --label real $(FEW) --args 'rounds=6 budget=20'
ifneq ($(and $(FIRST),$(filter run,$(MAKECMDGOALS))),)
$(OBJECTS) $(HEADER): | FIRST_ANSWER
endif

# Locks and queues of one's own are explored first. What hangs is left out of
# the image, and what is wrong is marked in it: it is made anew. What is wrong
# fails the run when it is over, and so does what cannot be explored.
run: $(IMAGE) $(DISC) $(QC_VENV) $(if $(FIRST),FIRST_ANSWER)
	$(if $(OWN),@+tools/build/user-explore \
		$(if $(value UNEXPLORED),--unexplored) $(OWN) || test -s $(WRONG))
	$(if $(OWN),@+test ! -s $(HANGS) -a ! -s $(DISPROVEN) || $(MAKE) -s $(IMAGE) $(DISC))
	$(if $(FIRST),@printf '\nNow the image: emulated$(,) a demonstration of a few experiments. %s\n' \
		'No hardware virtualisation is here. make run BENCH=switch$(,)dispatch runs others.')
	@exec tools/qc run $(if $(FIRST),$(FEW))
	$(if $(OWN),@test ! -s $(WRONG) || { cat $(WRONG) >&2; exit 1; })

twin: $(IMAGE) $(HOSTED)
	@exec tools/qc twin

bench: $(HOSTED)
	@exec tools/qc targets

list: $(HOSTED)
	@exec tools/qc list
