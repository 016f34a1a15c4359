# SPDX-License-Identifier: MIT
#
# The torture program: build/torture/thread by the thread sanitizer, and
# build/torture/address (with undefined) of the unit tests' objects.

TORTURE_SOURCES	:= $(wildcard tests/torture/*.c) $(filter sched/%,$(C))
TORTURE_LIBRARY	:= $(HOSTED_KERNEL) $(HOSTED_OWN)
TORTURE_CFLAGS	:= -std=gnu11 -O1 -g -Wall -Wextra $(WERROR_FLAG) \
	-D_GNU_SOURCE -DCHECK_TIMED -pthread -fno-omit-frame-pointer \
	-Itests/torture/include -I. -fsanitize=thread -Wno-tsan
TORTURE_THREAD	:= $(BUILD)/torture/thread.o
TORTURE_ADDRESS	:= $(patsubst %.c,$(BUILD)/host/%.o,$(TORTURE_SOURCES) \
	tests/torture/address/insn.c)

$(BUILD)/torture/thread: $(TORTURE_SOURCES:%.c=$(TORTURE_THREAD)/%.o) \
		$(BUILD)/torture/switch.asm.o $(TORTURE_THREAD)/hosted.a
	@echo "  HOSTLD  $@"
	@$(HOSTCC) $(TORTURE_CFLAGS) -o $@ $^

$(TORTURE_THREAD)/%.o: %.c | $(BUILD)/.tools
	@echo "  HOSTCC  $< (thread)"
	@mkdir -p $(@D)
	@$(HOSTCC) $(TORTURE_CFLAGS) -MMD -MP -c -o $@ $<

$(TORTURE_THREAD)/hosted.a: $(TORTURE_LIBRARY:%.c=$(TORTURE_THREAD)/%.o)
	$(LIBRARY)

$(BUILD)/torture/switch.asm.o: sched/fiber/switch.asm | $(BUILD)/.tools
	@mkdir -p $(@D)
	@$(NASM) -f elf64 -g -F dwarf -o $@ $<

$(BUILD)/torture/address: $(TORTURE_ADDRESS) $(BUILD)/torture/hosted.a \
		$(BUILD)/host/sched/fiber/switch.asm.o
	@echo "  HOSTLD  $@"
	@$(HOSTCC) $(HOST_UNIT_CFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^)

$(BUILD)/torture/hosted.a: $(TORTURE_LIBRARY:%.c=$(BUILD)/host/%.o)
	@mkdir -p $(@D)
	$(LIBRARY)

-include $(patsubst %.c,$(TORTURE_THREAD)/%.d,$(TORTURE_SOURCES) \
	$(TORTURE_LIBRARY)) $(TORTURE_ADDRESS:.o=.d) \
	$(HOSTED_OWN:%.c=$(BUILD)/host/%.d)

# For tests/explore/mutants.py: how one file is built for the thread sanitizer,
# and which are.
.PHONY: torture-flags torture-sources
torture-flags:
	@echo $(HOSTCC) $(TORTURE_CFLAGS)
torture-sources:
	@echo $(TORTURE_SOURCES)
