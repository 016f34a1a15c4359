# SPDX-License-Identifier: MIT
#
# `make peers`: ours beside the libraries that Debian ships; peers/peers.h
# says how, peers/show.py what the targets are.

PEERS_SOURCES := $(filter-out peers/guests/%, \
	$(wildcard peers/*.c peers/*/*.c peers/*/*.cpp))
PEERS_OBJECTS := $(PEERS_SOURCES:%=$(BUILD)/peers/objects/%.o) \
	$(patsubst %,$(BUILD)/peers/objects/%.o,$(filter sched/%,$(C) $(ASM)) \
	kernel/format.c)

# One set of flags for ours and theirs, those of our measured code.
PEERS_FLAGS := -O2 -g -Wall -Wextra $(MEASURED_CFLAGS) \
	-fno-strict-aliasing -fcf-protection=none -pthread -I.
PEERS_CFLAGS = -std=gnu11 $(PEERS_FLAGS)
PEERS_CXXFLAGS = -std=gnu++20 -Wno-missing-field-initializers $(PEERS_FLAGS)
HOSTCXX ?= c++

# They look for headers with __has_include: a new one must make them anew.
$(addprefix $(BUILD)/peers/objects/peers/ours/, lock.c.o queue.c.o): \
	$(wildcard sched/lock/*.h sched/queue/*.h)

# DPDK's headers as unpacked by setup, or as installed; they want SSE 4.2.
$(addprefix $(BUILD)/peers/objects/peers/, theirs/dpdk.c.o \
	guests/dpdk_locks.c.o guests/dpdk_rings.c.o): PEERS_CFLAGS += -march=corei7 \
	$(foreach d,dpdk $(shell $(HOSTCC) -print-multiarch)/dpdk, \
	-isystem $(BUILD)/peers/dpdk/usr/include/$(d)) \
	$(shell pkg-config --cflags-only-I libdpdk 2> /dev/null)

# The libraries that are there, asked of the linker when it is time to link.
PEERS_LIBRARIES = $(shell for l in tbb boost_fiber boost_context; do \
	echo 'int main(){}' | $(HOSTCXX) -x c++ - -o /dev/null -l$$l \
	2> /dev/null && echo -l$$l; done)

# ---- guests: the Linux program, and other people's primitives as rows of it -----

GUESTS	:= $(IMAGES)/quietcore-peers
GUEST_OBJECTS := $(patsubst %,$(BUILD)/peers/objects/%.o, \
	$(wildcard peers/guests/*.c peers/guests/*.cpp))
$(GUEST_OBJECTS): PEERS_FLAGS += -fno-pie -fno-stack-protector

# Shared libraries, as the others come: so it is not static.
$(GUESTS): $(HOSTED_OBJECTS) $(GUEST_OBJECTS) \
		$(if $(OWN),$(BUILD)/user/hosted.o) $(BUILD)/hosted/kernel.a
	@echo "  LD      $@"
	@mkdir -p $(@D)
	$(call WITH_SYMBOLS,$(HOSTCC) $(HOSTED_CFLAGS),nm,$(HOSTCXX) -no-pie \
		-pthread,$^ $(PEERS_LIBRARIES))

.PHONY: guests
guests: export QC_GUESTS_ARGS = $(value PEERS_ARGS)
guests: $(GUESTS)
	@python=$$(tools/venv tests) && export PYTHONPATH=tools && \
		"$$python" peers/peer_runs.py --program $(GUESTS) \
		--args "$$QC_GUESTS_ARGS" $(BUILD)/peers && \
		"$$python" peers/show.py $(BUILD)/peers/guests.jsonl

# ---- the program of their own -----------------------------------------------------

.PHONY: peers
unexport PEERS_ARGS
peers: export QC_PEERS_ARGS = $(value PEERS_ARGS)
peers: $(BUILD)/peers/peers
	@echo "  RUN     $< (a minute)"
	@set -f; $< $$QC_PEERS_ARGS > $(BUILD)/peers/peers.jsonl
	@python=$$(tools/venv tests) && \
		"$$python" peers/show.py $(BUILD)/peers/peers.jsonl

$(BUILD)/peers/.setup: peers/setup
	@peers/setup $(BUILD)
	@mkdir -p $(@D) && touch $@

$(BUILD)/peers/peers: $(PEERS_OBJECTS)
	@echo "  HOSTLD  $@"
	@$(HOSTCXX) -pthread -o $@ $^ $(PEERS_LIBRARIES)

$(BUILD)/peers/objects/%.c.o: %.c | $(BUILD)/peers/.setup
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOSTCC) $(PEERS_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/peers/objects/%.cpp.o: %.cpp | $(BUILD)/peers/.setup
	@echo "  HOSTCXX $<"
	@mkdir -p $(@D)
	@$(HOSTCXX) $(PEERS_CXXFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/peers/objects/%.asm.o: %.asm | $(BUILD)/peers/.setup
	@echo "  NASM    $<"
	@mkdir -p $(@D)
	@$(NASM) -f elf64 -g -F dwarf -o $@ $<

-include $(PEERS_OBJECTS:.o=.d) $(GUEST_OBJECTS:.o=.d)
