# SPDX-License-Identifier: MIT
#
# quietcore: `make run` and `make test` are all a newcomer needs; `make help`
# lists the rest.

BUILD	:= build
# On all processors, unless -j says otherwise, or something is cleared away first.
# A make that another one has called takes its turns from that.
ifeq ($(MAKELEVEL)$(filter -j% --jobserver% %clean,$(MAKEFLAGS) $(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN)
endif
include tools/build/names.mk

# Files of your own (make run USER=path/mine.c) go into images of their own.
IMAGES	:= $(BUILD)$(if $(OWN),/user)
IMAGE	:= $(IMAGES)/quietcore.elf
ISO	:= $(IMAGES)/quietcore.iso
LOG_IMAGE := $(IMAGES)/quietcore-log.elf
STICK	:= $(IMAGES)/quietcore-stick.img
NETBOOT	:= $(IMAGES)/netboot/quietcore.efi

# The tools' and the tests' folders; nothing is written anywhere else.
export QUIETCORE_BUILD	:= $(abspath $(BUILD))
export QUIETCORE_IMAGES	:= $(abspath $(IMAGES))
export PYTHONDONTWRITEBYTECODE := 1

# ---- tools -------------------------------------------------------------------

CROSS	?= $(if $(shell command -v x86_64-elf-gcc),x86_64-elf-,x86_64-linux-gnu-)
CC	:= $(CROSS)gcc
OBJDUMP	:= $(CROSS)objdump
NM	:= $(CROSS)nm
STRIP	:= $(CROSS)strip
NASM	?= nasm
HOSTCC	?= cc

include tools/build/warnings.mk

# ---- sources -------------------------------------------------------------------

# Files below the folder $1 whose names fit $2.
below	= $(foreach f,$(wildcard $1/*),$(call below,$f,$2) $(filter $2,$f))

ASM	:= $(sort $(call below,boot,%.asm) $(call below,sched,%.asm))
C	:= $(sort $(foreach floor,kernel sched bench,$(call below,$(floor),%.c)))
OBJECTS	:= $(ASM:%.asm=$(BUILD)/image/%.asm.o) $(C:%.c=$(BUILD)/image/%.o) \
	   $(BUILD)/image/build_info.o $(BUILD)/image/font.o

# The two images differ in their headers alone.
HEADER	:= $(BUILD)/image/boot/header.asm.o
LOG_HEADER := $(BUILD)/image/boot/header-log.asm.o
$(IMAGE): LINKED = $(filter-out $(LOG_HEADER),$(OBJECTS))
$(LOG_IMAGE): LINKED = $(filter-out $(HEADER),$(OBJECTS))

USER_OBJECT := $(if $(OWN),$(BUILD)/user/image.o)

# General registers only: no compiled code touches x87, SSE or AVX state, and asm
# leaves nothing there that is needed later, so no switch has to save any. No
# red zone: traps run on the interrupted stack.
CFLAGS	:= -std=gnu11 -O2 -g -ffreestanding -mgeneral-regs-only -mno-red-zone \
	   -mcmodel=small -fno-pic -fno-pie -fno-stack-protector \
	   -fcf-protection=none -fno-asynchronous-unwind-tables \
	   -fno-strict-aliasing -Wall -Wextra -Wshadow -Wstrict-prototypes \
	   -Wmissing-prototypes $(REFUSED) -I.

# Made anew, so that no member of an earlier one stays.
LIBRARY	= @rm -f $@ && $(AR) qcsD $@ $^

# The same bytes wherever the checkout lies: its path does not get into them.
SAME_PATHS = "-ffile-prefix-map=$$PWD=." "-ffile-prefix-map=$(BUILD)=build"

# Timed code, by folder: flags that stay as they are, whatever else changes.
MEASURED := sched bench/experiments bench/samples
MEASURED_CFLAGS := -fno-tree-vectorize -falign-functions=64
$(MEASURED:%=$(BUILD)/image/%/%.o): CFLAGS += $(MEASURED_CFLAGS)

# Runs in the boot, or between measurements and after them: small is worth more
# than fast.
$(BUILD)/image/kernel/firmware/%.o: CFLAGS += -Os
$(BUILD)/image/kernel/codes/%.o: CFLAGS += -Os

# We link at a fixed place below 4 GiB, so absolute addresses of 32 bits are
# right; only NASM from 2.16.03 on has that class, and names it unknown before.
# No -g: NASM would write the checkout's path into the image.
NASMFLAGS := -f elf64 -Wall -w-unknown-warning -w-reloc \
	   $(WERROR_FLAG) -I$(BUILD)/

# ---- the image -------------------------------------------------------------------

.DELETE_ON_ERROR:
.PHONY: all iso stick netboot

all: $(IMAGE)

LINK_FLAGS := -nostdlib -static -no-pie -Wl,--build-id=none \
	-Wl,-z,max-page-size=4096 -Wl,-z,noexecstack \
	-Wl,--no-warn-rwx-segments -Wl,-T,linker.ld

# Links $@ twice, so that it holds a table of its functions: by the compiler $1
# and nm $2; the linker $3 makes it of $4.
,	:= ,
WITH_SYMBOLS = @$3 -o $@ $4 && \
	$2 $@ | tools/build/symbols > $@.symbols.c && \
	$1 $(SAME_PATHS) -c -o $@.symbols.o $@.symbols.c && \
	$3 -o $@ $4 $@.symbols.o && rm $@.symbols.o $@.symbols.c

$(IMAGE) $(LOG_IMAGE): tools/build/symbols
$(IMAGE) $(LOG_IMAGE): $(OBJECTS) $(USER_OBJECT) linker.ld | $(BUILD)/.tools
	@echo "  LD      $@"
	@mkdir -p $(@D)
	$(call WITH_SYMBOLS,$(CC) $(CFLAGS),$(NM),$(CC) $(LINK_FLAGS) \
		-Wl$(,)-Map$(,)$(@:.elf=.map),$(LINKED) $(USER_OBJECT))
	@echo "  LST     $(@:.elf=.lst)"
	@$(OBJDUMP) -d -M intel --no-show-raw-insn $@ > $(@:.elf=.lst)
	@$(NM) -n $@ > $(@:.elf=.sym)

# Made anew each time: what USER= names, and what that includes, may differ.
$(BUILD)/user/image.o: $(OBJECTS) FORCE
	@tools/build/user-files --out $@ --compiler $(CC) --nm $(NM) \
		--flags "$(CFLAGS) $(MEASURED_CFLAGS)" --hangs $(BUILD)/user/hangs.txt \
		--disproven $(BUILD)/user/disproven.txt \
		--against $(OBJECTS) -- $(OWN)

$(BUILD)/image/%.o: %.c Makefile | $(BUILD)/.tools
	@echo "  CC      $<"
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(WERROR_FLAG) $(SAME_PATHS) -MMD -MP -c -o $@ $<

$(BUILD)/image/%.asm.o: %.asm Makefile $(BUILD)/offsets.inc | $(BUILD)/.tools
	@echo "  NASM    $<"
	@mkdir -p $(@D)
	@$(NASM) $(NASMFLAGS) -MD $(@:.o=.d) -o $@ $<

# Numbers that C and assembly share: boot/offsets.c says how.
$(BUILD)/offsets.inc: boot/offsets.c | $(BUILD)/.tools
	@echo "  GEN     $@"
	@mkdir -p $(BUILD)/image/boot
	@$(CC) $(CFLAGS) -MMD -MP -MT $@ -MF $(BUILD)/image/boot/offsets.d \
		-S -o $(BUILD)/image/boot/offsets.s $<
	@sed -n 's/^@define \([^ ]*\) $$\?\(.*\)/%define \1 \2/p' \
		$(BUILD)/image/boot/offsets.s > $@

# Puts $@.<pid> in the place of $@ where they differ. Another make in the same
# checkout writes a file of its own.
IF_NEW	= { cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@; }

# What was built from what; rewritten only when it changes.
$(BUILD)/image/build_info.c: FORCE | $(BUILD)/.tools
	@mkdir -p $(@D)
	@tools/build/build-info "$$(cat VERSION)" "$$($(CC) --version | head -n 1)" \
		"$(filter-out -W%,$(CFLAGS))" > $@.$$$$ && $(IF_NEW)
.PHONY: FORCE

# The screen's font is GRUB's, which the disc needs anyway.
$(BUILD)/image/font.c: tools/build/font $(GRUB_FONT) | $(BUILD)/.tools
	@echo "  GEN     $@"
	@mkdir -p $(@D)
	@tools/build/font $(GRUB_FONT:%='%') > $@

$(BUILD)/image/build_info.o $(BUILD)/image/font.o: %.o: %.c
	@$(CC) $(CFLAGS) $(SAME_PATHS) -c -o $@ $<

-include $(OBJECTS:.o=.d) $(BUILD)/image/boot/offsets.d

# ---- the disc ----------------------------------------------------------------------

iso: $(ISO)

$(ISO): $(IMAGE) boot/grub.cfg tools/build/iso
	@echo "  ISO     $@"
	@tools/build/iso $(STRIP) $(IMAGE) $@

# ---- the stick, onto which the log is written ----------------------------------------

stick: $(STICK)

$(STICK): $(IMAGE) $(LOG_IMAGE) boot/grub.cfg tools/build/stick tools/build/grub-modules
	@echo "  STICK   $@"
	@tools/build/stick $(STRIP) $(IMAGE) $(LOG_IMAGE) $@

# ---- what a server of boot files holds, and where it takes logs ----------------------

netboot: $(NETBOOT)

$(NETBOOT): $(IMAGE) $(LOG_IMAGE) boot/grub.cfg tools/build/netboot tools/build/grub-modules
	@echo "  NETBOOT $(@D)"
	@tools/build/netboot $(STRIP) $(IMAGE) $(LOG_IMAGE) $(@D)

# ---- what is built for Linux -----------------------------------------------------------

include hosted/build.mk tests/machine/build.mk tests/unit/build.mk tests/torture/build.mk \
	tests/explore/build.mk peers/build.mk

# By itself the makefile of the explorer has no setup.
$(EXPLORE_OBJECTS) $(EXPLORE_USER_OBJECTS): | $(BUILD)/.tools

# ---- running, testing, clearing away ---------------------------------------------------

include tools/build/run.mk tools/build/test.mk tests/mutate/build.mk \
	tools/build/clean.mk

.PHONY: help
help:
	@cat tools/build/help.txt

# Checks, and where it may installs, the core tools; once.
$(BUILD)/.tools: tools/build/setup
	@mkdir -p $(BUILD) || { echo "make: cannot write here; name a directory" \
		"of yours: make BUILD=/tmp/quietcore $(MAKECMDGOALS)" >&2; exit 1; }
	@tools/build/setup core
	@echo "Signature: 8a477f597d28d172789f06886806bc55" > $(TAG)
	@touch $@
