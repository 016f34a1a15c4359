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

EXPLORE_OWN := $(wildcard tests/explore/*.c) kernel/format.c
EXPLORE_TESTED := $(wildcard tests/explore/programs/*.c sched/*.c)
EXPLORE_CFLAGS := -std=gnu11 -O2 -g -fno-pie -fno-strict-aliasing -Wall -Wextra \
	-Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
EXPLORE_INCLUDE := -Itests/explore/include -I.
EXPLORE_HOOKS := -fsanitize=thread --param tsan-instrument-func-entry-exit=0

EXPLORE_OBJECTS := $(patsubst %,$(BUILD)/explore/%.o,$(EXPLORE_OWN) \
	$(EXPLORE_TESTED) sched/switch.asm)

$(BUILD)/host/explore: $(EXPLORE_OBJECTS)
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -no-pie -o $@ $^

$(EXPLORE_TESTED:%=$(BUILD)/explore/%.o): EXPLORE_CFLAGS += $(EXPLORE_HOOKS)

$(BUILD)/explore/%.c.o: %.c
	@echo "  HOSTCC  $< (explorer)"
	@mkdir -p $(@D)
	@$(HOSTCC) $(EXPLORE_CFLAGS) $(EXPLORE_INCLUDE) -MMD -MP -c -o $@ $<

$(BUILD)/explore/%.asm.o: %.asm
	@echo "  NASM    $< (explorer)"
	@mkdir -p $(@D)
	@$(NASM) -f elf64 -o $@ $<

# For mutants.py: how one file is built, and what is added for which files.
.PHONY: explore-flags
explore-flags:
	@echo $(HOSTCC) $(EXPLORE_CFLAGS)
	@echo $(EXPLORE_HOOKS)
	@echo $(EXPLORE_TESTED)

-include $(EXPLORE_OBJECTS:.o=.d)
