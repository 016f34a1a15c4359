# SPDX-License-Identifier: MIT
#
# Unit tests by the system's compiler, with sanitizers: all of sched/, and what
# of the rest the tests ask for, the linker takes from a library. That has no
# experiment that has no test here.

HOST_UNIT_LIBRARY := $(patsubst %.c,$(BUILD)/host/%.o, \
	$(filter-out sched/% bench/experiments/%,$(C)) \
	$(foreach d,$(wildcard tests/unit/bench/experiments/*), \
		$(filter $(d:tests/unit/%=%)/%,$(C))) $(wildcard hosted/facts/*.c))

HOST_UNIT_CFLAGS := -std=gnu11 -Wall -Wextra -Werror -g1 -Og -DCHECK_TIMED \
	-fsanitize=address,undefined -fno-sanitize-recover=all -pthread \
	-Itests/unit/include -I.
HOST_UNIT_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o, \
	$(filter sched/%,$(C)) $(call below,tests/unit,%.c)) \
	$(BUILD)/host/sched/fiber/switch.asm.o \
	$(patsubst %,$(BUILD)/host/hosted/cpu/%.o,recall step) \
	$(BUILD)/host/font.o

$(BUILD)/host/unit: $(HOST_UNIT_OBJECTS) $(BUILD)/host/unit.a
	@echo "  HOSTLD  $@"
	@$(HOSTCC) $(HOST_UNIT_CFLAGS) -o $@ $^

$(BUILD)/host/unit.a: $(HOST_UNIT_LIBRARY)
	$(LIBRARY)

$(BUILD)/host/%.o: %.c tests/unit/build.mk | $(BUILD)/.tools
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOST_UNIT_CFLAGS) -MMD -MP -c -o $@ $<

# Their cases are files of text (tests/unit/cases.h).
$(filter $(BUILD)/host/tests/unit/kernel/%,$(HOST_UNIT_OBJECTS)): \
	$(call below,tests/unit/kernel,%.cases)

$(BUILD)/host/font.o: $(BUILD)/image/font.c
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOST_UNIT_CFLAGS) -c -o $@ $<

$(BUILD)/host/%.asm.o: %.asm | $(BUILD)/.tools
	@echo "  NASM    $<"
	@mkdir -p $(@D)
	@$(NASM) $(NASMFLAGS) -o $@ $<

$(BUILD)/host/hosted/%.o $(BUILD)/host/tests/unit/fake_machine.o \
	$(BUILD)/host/tests/torture/%.o: \
	HOST_UNIT_CFLAGS += -D_GNU_SOURCE

# A function that ends on a fiber's stack and does not return makes the address
# sanitizer look for the thread's stack there, and warn.
$(addprefix $(BUILD)/host/sched/, fiber/fiber.o run/fibers.o): \
	HOST_UNIT_CFLAGS += -fno-sanitize=address

# The statistics and how numbers read, as a library for tests/tools.
$(BUILD)/host/statistics.so: $(wildcard bench/stats/*.[ch]) \
		$(foreach x,c h,bench/report/text.$x kernel/format.$x) \
		tests/unit/build.mk | $(BUILD)/.tools
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -std=gnu11 -O2 -Wall -Wextra -Werror -I. -shared -fPIC \
		-o $@ $(filter %.c,$^)

# The codes for a camera, read back by other people's readers.
$(BUILD)/host/codes.so: $(foreach x,c h,$(wildcard kernel/codes/*.$x) \
		kernel/common/crc32.$x kernel/format.$x) | $(BUILD)/.tools
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -std=gnu11 -O2 -Wall -Wextra -Werror -I. -shared -fPIC \
		-o $@ $(filter %.c,$^)

-include $(HOST_UNIT_OBJECTS:.o=.d) $(HOST_UNIT_LIBRARY:.o=.d)
