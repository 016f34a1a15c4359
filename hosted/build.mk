# SPDX-License-Identifier: MIT
#
# The hosted twin: the same sched/ and bench/ as a Linux program, static.

HOSTED		:= $(IMAGES)/quietcore-hosted

# What of kernel/ may be included here; the linker takes what is asked for.
HOSTED_KERNEL	:= $(filter $(wildcard kernel/*.c kernel/common/*.c \
	kernel/x86/*.c), $(C))
HOSTED_LIBRARY	:= $(HOSTED_KERNEL:%.c=$(BUILD)/hosted/%.o)

HOSTED_SHARED	:= $(filter-out bench/image.c, $(filter sched/% bench/%, $(C)))
HOSTED_OWN	:= $(sort $(call below,hosted,%.c))
HOSTED_OBJECTS	:= $(HOSTED_SHARED:%.c=$(BUILD)/hosted/%.o) \
	$(HOSTED_OWN:%.c=$(BUILD)/hosted/%.o) \
	$(patsubst %.asm,$(BUILD)/hosted/%.asm.o,$(filter sched/%,$(ASM))) \
	$(BUILD)/hosted/build_info.o

# The shared files as in the image, less what only a bare machine needs.
HOSTED_CFLAGS	:= $(filter-out -ffreestanding, $(CFLAGS))
$(MEASURED:%=$(BUILD)/hosted/%/%.o): HOSTED_CFLAGS += $(MEASURED_CFLAGS)
$(HOSTED_OWN:%.c=$(BUILD)/hosted/%.o): HOSTED_CFLAGS := \
	$(filter-out -mgeneral-regs-only -Wmissing-prototypes, \
	$(HOSTED_CFLAGS)) -D_GNU_SOURCE -pthread

hosted: $(HOSTED)
.PHONY: hosted

$(HOSTED): $(HOSTED_OBJECTS) $(if $(OWN),$(BUILD)/user/hosted.o) \
		$(BUILD)/hosted/kernel.a
	@echo "  LD      $@"
	@mkdir -p $(@D)
	$(call WITH_SYMBOLS,$(HOSTCC) $(HOSTED_CFLAGS),nm,$(HOSTCC) -static \
		-no-pie -pthread,$^)

$(BUILD)/hosted/kernel.a: $(HOSTED_LIBRARY)
	$(LIBRARY)

# It is made of x86-64 code, and runs where it is built.
$(HOSTED_OBJECTS) $(HOSTED_LIBRARY): | $(BUILD)/hosted/.x86-64
$(BUILD)/hosted/.x86-64: | $(BUILD)/.tools
	@machine=$$($(HOSTCC) -dumpmachine) && case $$machine in x86_64-*) ;; *) \
		echo "make: the Linux program is for x86-64 only, and $(HOSTCC)" \
			"compiles for $$machine; make, make iso and make run" \
			"work here" >&2; exit 1 ;; esac
	@mkdir -p $(@D) && touch $@

$(BUILD)/user/hosted.o: $(HOSTED_OBJECTS) $(HOSTED_LIBRARY) FORCE
	@tools/build/user-files --out $@ --compiler $(HOSTCC) --nm nm \
		--flags "$(filter-out -ffreestanding, $(CFLAGS)) $(MEASURED_CFLAGS)" \
		--hangs $(BUILD)/user/hangs.txt \
		--disproven $(BUILD)/user/disproven.txt \
		--against $(HOSTED_OBJECTS) $(HOSTED_LIBRARY) -- $(OWN)

$(BUILD)/hosted/%.o: %.c Makefile hosted/build.mk | $(BUILD)/.tools
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTED_CFLAGS) $(WERROR_FLAG) $(SAME_PATHS) -MMD -MP -c -o $@ $<

$(BUILD)/hosted/%.asm.o: %.asm Makefile $(BUILD)/offsets.inc | $(BUILD)/.tools
	@echo "  NASM    $<"
	@mkdir -p $(@D)
	@$(NASM) $(NASMFLAGS) -MD $(@:.o=.d) -o $@ $<

$(BUILD)/hosted/build_info.c: FORCE | $(BUILD)/.tools
	@mkdir -p $(@D)
	@tools/build/build-info "$$(cat VERSION)" "$$($(HOSTCC) --version | head -n 1)" \
		"$(filter-out -W%,$(HOSTED_CFLAGS))" > $@.$$$$ && $(IF_NEW)

$(BUILD)/hosted/build_info.o: $(BUILD)/hosted/build_info.c
	@$(HOSTCC) $(HOSTED_CFLAGS) $(SAME_PATHS) -c -o $@ $<

-include $(HOSTED_OBJECTS:.o=.d) $(HOSTED_LIBRARY:.o=.d)
