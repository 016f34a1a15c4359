# SPDX-License-Identifier: MIT
#
# Unit tests: the pure parts of the image, by the system's compiler, with
# sanitizers. A further part adds its files here:
# HOST_UNIT_SOURCES += sched/run/timerq.c

HOST_UNIT_SOURCES += $(filter-out %/jobs.c,$(wildcard kernel/common/*.c)) \
	$(addprefix kernel/, \
	format.c log.c words.c options.c print.c x86/topology.c \
	console/pace.c console/serial_queue.c memory/arena.c)

HOST_UNIT_SOURCES += $(addprefix kernel/firmware/, acpi.c fadt.c madt.c \
	memmap.c mptable.c multiboot.c processors.c)

HOST_UNIT_SOURCES += $(filter sched/%,$(C))

HOST_UNIT_SOURCES += $(wildcard bench/stats/*.c) $(addprefix bench/, \
	conditions/core_pairs.c conditions/disturbed.c config/order.c \
	config/wrap.c harness/rounds.c report/results.c report/text.c \
	report/thin.c report/trust.c)

HOST_UNIT_SOURCES += $(addprefix bench/experiments/, primes/sieve.c \
	threads/spigot.c threads/utilisation.c)

HOST_UNIT_SOURCES += hosted/facts/trust_label.c

HOST_UNIT_CFLAGS := -std=gnu11 -Wall -Wextra -Werror -g -O1 -DCHECK_TIMED \
	-fsanitize=address,undefined -fno-sanitize-recover=all -pthread -I.
HOST_UNIT_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(HOST_UNIT_SOURCES) \
	$(call below,tests/unit,%.c)) $(BUILD)/host/sched/fiber/switch.asm.o

$(BUILD)/host/unit: $(HOST_UNIT_OBJECTS)
	@echo "  HOSTLD  $@"
	@$(HOSTCC) $(HOST_UNIT_CFLAGS) -o $@ $^

$(BUILD)/host/%.o: %.c | $(BUILD)/.tools
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOST_UNIT_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/host/%.asm.o: %.asm | $(BUILD)/.tools
	@echo "  NASM    $<"
	@mkdir -p $(@D)
	@$(NASM) $(NASMFLAGS) -o $@ $<

# A function that ends on a fiber's stack and does not return makes the address
# sanitizer look for the thread's stack there, and warn.
$(addprefix $(BUILD)/host/sched/, fiber/fiber.o run/fibers.o): \
	HOST_UNIT_CFLAGS += -fno-sanitize=address

# The statistics and how numbers read, as a library for tests/tools.
$(BUILD)/host/statistics.so: $(foreach x,c h, bench/stats/stats.$x \
		bench/stats/histogram.$x bench/report/text.$x kernel/format.$x)
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -std=gnu11 -O2 -Wall -Wextra -Werror -I. -shared -fPIC \
		-o $@ $(filter %.c,$^)

-include $(HOST_UNIT_OBJECTS:.o=.d)
