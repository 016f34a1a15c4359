# SPDX-License-Identifier: MIT
#
# Unit tests: the pure parts of the image, by the system's compiler, with
# sanitizers. A further part adds its files here:
# HOST_UNIT_SOURCES += sched/timerq.c

HOST_UNIT_SOURCES += $(addprefix kernel/, acpi.c arena.c crc32.c fadt.c \
	format.c log.c madt.c memmap.c pace.c multiboot.c nearest.c number.c options.c print.c calibrate.c \
	mptable.c processors.c serial_queue.c \
	skew.c trust_label.c warnings.c x86/topology.c)

HOST_UNIT_SOURCES += $(addprefix sched/, fiber.c join.c loop.c run.c sched.c \
	sem.c timerq.c trace.c wake.c)

HOST_UNIT_SOURCES += $(wildcard sched/queue/*.c)

HOST_UNIT_SOURCES += $(wildcard sched/lock/*.c)

HOST_UNIT_SOURCES += $(wildcard sched/barrier/*.c)

HOST_UNIT_SOURCES += $(wildcard sched/executor/*.c)

HOST_UNIT_SOURCES += $(wildcard sched/pool/*.c)

HOST_UNIT_SOURCES += $(addprefix bench/, break_even.c clusters.c disturbed.c \
	histogram.c overlap.c peaks.c places.c stats.c sweep_next.c text.c \
	text_print.c thin.c trust.c)

HOST_UNIT_SOURCES += $(addprefix bench/, spigot.c utilisation.c)

HOST_UNIT_SOURCES += bench/primes_find.c

HOST_UNIT_SOURCES += hosted/label.c

HOST_UNIT_CFLAGS := -std=gnu11 -Wall -Wextra -Werror -g -O1 \
	-fsanitize=address,undefined -fno-sanitize-recover=all -pthread -I.
HOST_UNIT_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(HOST_UNIT_SOURCES) \
	$(wildcard tests/host/*.c)) $(BUILD)/host/sched/switch.asm.o

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
$(addprefix $(BUILD)/host/sched/, fiber.o sched.o): \
	HOST_UNIT_CFLAGS += -fno-sanitize=address

# The statistics and how numbers read, as a library for tests/tools.
$(BUILD)/host/statistics.so: $(foreach x,c h, bench/stats.$x bench/histogram.$x \
		bench/text.$x kernel/format.$x)
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -std=gnu11 -O2 -Wall -Wextra -Werror -I. -shared -fPIC \
		-o $@ $(filter %.c,$^)

-include $(HOST_UNIT_OBJECTS:.o=.d)
