# SPDX-License-Identifier: MIT
#
# The interleaving explorer: the real sched/ under an atomic.h that yields.
# Can be used by itself: make -f tests/explore/build.mk build/host/explore
#
# What is tested is built with -fsanitize=thread, so that the compiler tells of
# each plain access; the library behind it is ours (hooks.c).

BUILD	?= build
HOSTCC	?= cc
NASM	?= nasm
include tools/build/warnings.mk

# With files of your own it is another program, make build/user/explore
# USER=path/mine.c: names.mk makes OWN of them.
include tools/build/names.mk

EXPLORE_OWN := $(wildcard tests/explore/engine/*.c) kernel/format.c
# What measures time has its own here: machine.c.
EXPLORE_TESTED := $(filter-out sched/executor/crossing.c,$(wildcard \
	$(addprefix tests/explore/programs/,*.c */*.c) sched/*.c sched/fiber/*.c sched/run/*.c \
	sched/executor/*.c sched/pool/*.c)) \
	sched/queue/shared.c
EXPLORE_CFLAGS := -std=gnu11 -O2 -g -DCHECK_TIMED -fno-pie -fno-strict-aliasing \
	-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(REFUSED) \
	$(WERROR_FLAG)
# Idle workers sleep at once; not every fiber looks at its argument.
EXPLORE_CFLAGS += -DTEAM_LOOKS=0u -Wno-unused-parameter
EXPLORE_INCLUDE := -Itests/explore/include -I.
EXPLORE_HOOKS := -fsanitize=thread --param tsan-instrument-func-entry-exit=0

EXPLORE_OBJECTS := $(patsubst %,$(BUILD)/explore/%.o,$(EXPLORE_OWN) \
	$(EXPLORE_TESTED) sched/fiber/switch.asm)
EXPLORE_USER_OBJECT = $(BUILD)/explore/user/$(subst /,_,$(1)).o
EXPLORE_USER_OBJECTS := $(foreach file,$(OWN),$(call \
	EXPLORE_USER_OBJECT,$(file)))

$(BUILD)/host/explore: $(EXPLORE_OBJECTS)
$(BUILD)/user/explore: $(EXPLORE_OBJECTS) $(EXPLORE_USER_OBJECTS) \
		$(BUILD)/explore/user.name
$(BUILD)/host/explore $(BUILD)/user/explore:
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -no-pie -o $@ $(filter %.o,$^)

# Whose file is linked: rewritten only when it changes.
$(BUILD)/explore/user.name: EXPLORE_FORCE
	@mkdir -p $(@D)
	@echo "$(OWN)" > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
.PHONY: EXPLORE_FORCE

# Their statics go to sections of their own: user_reset() in user.c.
define EXPLORE_USER_RULE
$(call EXPLORE_USER_OBJECT,$(1)): $(1) $(BUILD)/explore/user.name
	@echo "  HOSTCC  $$< (explorer)"
	@mkdir -p $$(@D)
	@$(HOSTCC) $(EXPLORE_CFLAGS) $(EXPLORE_HOOKS) $(EXPLORE_INCLUDE) \
		-MMD -MP -MF $$(@:.o=.d) -MT $$@ -c -o $$@.new $$<
	@objcopy --rename-section .data=explore_user_data \
		--rename-section .bss=explore_user_bss,alloc,load,contents,data \
		$$@.new $$@
	@rm $$@.new
endef
$(foreach file,$(OWN),$(eval $(call EXPLORE_USER_RULE,$(file))))

$(EXPLORE_TESTED:%=$(BUILD)/explore/%.o): EXPLORE_CFLAGS += $(EXPLORE_HOOKS)

$(BUILD)/explore/%.c.o: %.c
	@echo "  HOSTCC  $< (explorer)"
	@mkdir -p $(@D)
	@$(HOSTCC) $(EXPLORE_CFLAGS) $(EXPLORE_INCLUDE) -MMD -MP -c -o $@ $<

$(BUILD)/explore/%.asm.o: %.asm
	@echo "  NASM    $< (explorer)"
	@mkdir -p $(@D)
	@$(NASM) -f elf64 -o $@ $<

.PHONY: prove
prove: $(BUILD)/host/explore $(BUILD)/torture/thread $(BUILD)/torture/address
	@echo "Some 20 minutes on two idle cores; a line for each program."
	@failed=0; \
	tests/explore/prove.py --explorer $(BUILD)/host/explore || failed=1; \
	timeout 900 tests/explore/mutants.py --deep || failed=1; \
	for with in thread address thread address; do \
		$(BUILD)/torture/$$with operations=200000 || failed=1; \
	done; exit $$failed

# For mutants.py: how one file is built, what is added for which files, and
# what all of them become.
.PHONY: explore-flags
explore-flags:
	@echo $(HOSTCC) $(EXPLORE_CFLAGS)
	@echo $(EXPLORE_HOOKS)
	@echo $(EXPLORE_TESTED)
	@echo $(EXPLORE_OBJECTS:$(BUILD)/%=%)

-include $(EXPLORE_OBJECTS:.o=.d) $(EXPLORE_USER_OBJECTS:.o=.d)
