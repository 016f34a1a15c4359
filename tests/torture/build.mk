# SPDX-License-Identifier: MIT
#
# The torture program, once for each sanitizer: build/torture/thread,
# build/torture/address (with undefined).

TORTURE_SOURCES	:= $(wildcard tests/torture/*.c) $(filter sched/%,$(C))
TORTURE_LIBRARY	:= $(HOSTED_KERNEL) $(HOSTED_OWN)
TORTURE_CFLAGS	:= -std=gnu11 -O1 -g -Wall -Wextra $(WERROR_FLAG) \
	-D_GNU_SOURCE -DCHECK_TIMED -pthread -fno-omit-frame-pointer \
	-Itests/torture/include -I.

TORTURE_thread	:= -fsanitize=thread -Wno-tsan
TORTURE_address	:= -fsanitize=address,undefined -fno-sanitize-recover=all

define TORTURE_RULES
$(BUILD)/torture/$(1): $(TORTURE_SOURCES:%.c=$(BUILD)/torture/$(1).o/%.o) \
		$(BUILD)/torture/switch.asm.o $(BUILD)/torture/$(1).o/hosted.a
	@echo "  HOSTLD  $$@"
	@$(HOSTCC) $(TORTURE_CFLAGS) $(TORTURE_$(1)) -o $$@ $$^

$(BUILD)/torture/$(1).o/%.o: %.c | $(BUILD)/.tools
	@echo "  HOSTCC  $$< ($(1))"
	@mkdir -p $$(@D)
	@$(HOSTCC) $(TORTURE_CFLAGS) $(TORTURE_$(1)) -MMD -MP -c -o $$@ $$<

$(BUILD)/torture/$(1).o/hosted.a: \
		$(TORTURE_LIBRARY:%.c=$(BUILD)/torture/$(1).o/%.o)
	$$(LIBRARY)

-include $(patsubst %.c,$(BUILD)/torture/$(1).o/%.d,$(TORTURE_SOURCES) \
	$(TORTURE_LIBRARY))
endef
$(eval $(call TORTURE_RULES,thread))
$(eval $(call TORTURE_RULES,address))

# A function that ends on a fiber's stack and does not return makes the address
# sanitizer look for the thread's stack there, and warn.
$(addprefix $(BUILD)/torture/address.o/sched/, fiber/fiber.o run/fibers.o): \
	TORTURE_CFLAGS += -fno-sanitize=address

$(BUILD)/torture/switch.asm.o: sched/fiber/switch.asm | $(BUILD)/.tools
	@mkdir -p $(@D)
	@$(NASM) -f elf64 -g -F dwarf -o $@ $<

# For tests/explore/mutants.py: how one file is built for the thread sanitizer,
# and which are.
.PHONY: torture-flags torture-sources
torture-flags:
	@echo $(HOSTCC) $(TORTURE_CFLAGS) $(TORTURE_thread)
torture-sources:
	@echo $(TORTURE_SOURCES)
