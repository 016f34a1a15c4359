# SPDX-License-Identifier: MIT
#
# `make peers`: ours beside the libraries that Debian ships. quietcore-peers is
# the Linux program with other people's primitives behind our contracts
# (peers/README.md); peers/show.py has the targets. `make runtimes`: ours beside
# what has a language's runtime of its own, in programs of theirs.

GUESTS	:= $(IMAGES)/quietcore-peers
GUEST_OBJECTS := $(patsubst %,$(BUILD)/peers/objects/%.o, \
	$(wildcard peers/guests/*.c peers/guests/*.cpp))

# One set of flags for all of them, those of our measured code. None is ours, so
# none has been explored: they are proven as a user's own are.
GUEST_FLAGS := -O2 -g -Wall -Wextra $(MEASURED_CFLAGS) -fno-pie \
	-fno-stack-protector -fno-strict-aliasing -fcf-protection=none \
	-pthread -I. -DUSER_FILE $(WERROR_FLAG)
GUEST_CFLAGS := -std=gnu11 $(GUEST_FLAGS)
GUEST_CXXFLAGS := -std=gnu++20 -Wno-missing-field-initializers $(GUEST_FLAGS)
HOSTCXX ?= c++

# DPDK's headers as unpacked by setup, or as installed; they want SSE 4.2.
$(filter $(BUILD)/peers/objects/peers/guests/dpdk_%, $(GUEST_OBJECTS)): \
	GUEST_CFLAGS += -march=corei7 \
	$(foreach d,dpdk $(shell $(HOSTCC) -print-multiarch)/dpdk, \
	-isystem $(BUILD)/peers/dpdk/usr/include/$(d)) \
	$(shell pkg-config --cflags-only-I libdpdk 2> /dev/null)

# OpenMP as GCC has it; another compiler has other threads.
GOMP = $(shell ! $(HOSTCC) --version | grep -qi clang && \
	echo 'int main(){}' | $(HOSTCC) -x c - -o /dev/null -lgomp \
	2> /dev/null && echo -fopenmp)
$(filter $(BUILD)/peers/objects/peers/guests/gomp_%, $(GUEST_OBJECTS)): \
	GUEST_CFLAGS += $(GOMP)

# rayon's part is built by cargo where that and its crates are, as peers/setup
# gets them; nothing is asked of a network here. Else the archive is empty.
CARGO	?= cargo
RAYON	:= $(BUILD)/peers/rayon/librayon_tasks.a
RAYON_CARGO := --locked --offline --manifest-path peers/guests/rayon/Cargo.toml
$(RAYON): FORCE | $(BUILD)/peers/.setup
	@mkdir -p $(@D)
	@if $(CARGO) metadata --format-version 1 $(RAYON_CARGO) \
		> /dev/null 2>&1; then \
		$(CARGO) build -q --release $(RAYON_CARGO) \
			--target-dir $(@D)/target && \
		cp $(@D)/target/release/$(@F) $@.$$$$; \
	else \
		echo "peers: rayon is left out: no cargo, or not its crates;" \
			"peers/setup gets them" >&2; \
		echo '!<arch>' > $@.$$$$; \
	fi && $(IF_NEW)
$(BUILD)/peers/objects/peers/guests/rayon_tasks.c.o: $(RAYON)
$(BUILD)/peers/objects/peers/guests/rayon_tasks.c.o: GUEST_CFLAGS += \
	$(shell grep -q rayon_pool_make $(RAYON) 2> /dev/null && echo -DHAVE_RAYON)

# The libraries that are there, asked of the linker when it is time to link.
GUEST_LIBRARIES = $(shell for l in tbb boost_fiber boost_context gomp; do \
	echo 'int main(){}' | $(HOSTCXX) -x c++ - -o /dev/null -l$$l \
	2> /dev/null && echo -l$$l; done)

.PHONY: peers runtimes
unexport PEERS_ARGS TURNS
peers: export QC_PEERS_ARGS = $(value PEERS_ARGS)
peers: $(GUESTS)
	@python=$$(tools/venv tests) && export PYTHONPATH=tools && \
		"$$python" peers/peer_runs.py --program $(GUESTS) \
		--args "$$QC_PEERS_ARGS" $(BUILD)/peers && \
		"$$python" peers/show.py $(BUILD)/peers/peers.jsonl

runtimes: export QC_TURNS = $(value TURNS)
runtimes: $(HOSTED) $(BUILD)/runtimes/.setup
	@python=$$(tools/venv tests) && PYTHONPATH=tools:peers "$$python" \
		peers/runtimes/runtime_runs.py --program $(HOSTED) \
		--turns "$${QC_TURNS:-9}" $(BUILD)/runtimes

$(BUILD)/runtimes/.setup: peers/setup peers/runtimes/requirements.txt
	@peers/setup $(BUILD) runtimes
	@mkdir -p $(@D) && touch $@

$(BUILD)/peers/.setup: peers/setup peers/guests/rayon/Cargo.lock
	@peers/setup $(BUILD)
	@mkdir -p $(@D) && touch $@

# Shared libraries, as those of the others are; the rest as in the twin.
$(GUESTS): $(HOSTED_OBJECTS) $(GUEST_OBJECTS) \
		$(if $(OWN),$(BUILD)/user/hosted.o) $(BUILD)/hosted/kernel.a $(RAYON)
	@echo "  LD      $@"
	@mkdir -p $(@D)
	$(call WITH_SYMBOLS,$(HOSTCC) $(HOSTED_CFLAGS),nm,$(HOSTCXX) -no-pie \
		-pthread,$^ $(GUEST_LIBRARIES))

$(BUILD)/peers/objects/%.c.o: %.c peers/build.mk | $(BUILD)/peers/.setup
	@echo "  HOSTCC  $<"
	@mkdir -p $(@D)
	@$(HOSTCC) $(GUEST_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/peers/objects/%.cpp.o: %.cpp peers/build.mk | $(BUILD)/peers/.setup
	@echo "  HOSTCXX $<"
	@mkdir -p $(@D)
	@$(HOSTCXX) $(GUEST_CXXFLAGS) -MMD -MP -c -o $@ $<

-include $(GUEST_OBJECTS:.o=.d)
