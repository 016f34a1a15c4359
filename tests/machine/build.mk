# SPDX-License-Identifier: MIT
#
# The Linux program on the counted machine (machine.h), and the same with locks,
# queues, barriers and executors that are wrong.

MACHINE_OWN	:= $(filter-out tests/machine/wrong%,$(call below,tests/machine,%.c))
MACHINE_WRONG	:= $(addprefix tests/machine/, wrong.c wrong_queues.c) \
	$(addprefix tests/wrong/, locks.c barriers.c)
MACHINE_TIMED	:= $(HOSTED_SHARED) $(HOSTED_KERNEL) \
	$(filter-out hosted/cpu/interrupts.c hosted/cpu/step.c,$(HOSTED_OWN))
MACHINE_OBJECT	= $(1:%.c=$(BUILD)/machine/%.o)
MACHINE_OBJECTS	:= $(call MACHINE_OBJECT,$(filter-out $(HOSTED_KERNEL), \
	$(MACHINE_TIMED)) $(MACHINE_OWN)) \
	$(patsubst %.asm,$(BUILD)/hosted/%.asm.o,$(filter sched/%,$(ASM)))

# Calls in what is measured are counted.
MACHINE_CFLAGS	:= -std=gnu11 -O1 -g1 -fno-strict-aliasing -fno-pic -fno-pie \
	-fcf-protection=none -Wall -Wextra -Wno-unused-parameter \
	$(REFUSED) $(WERROR_FLAG) -D_GNU_SOURCE \
	-pthread -DQUEUE_PATIENCE='(1u << 14)' -Itests/machine/include -I.
$(BUILD)/machine/sched/%.o $(BUILD)/machine/bench/experiments/%.o \
	$(call MACHINE_OBJECT,$(MACHINE_WRONG)): MACHINE_CFLAGS += \
	-finstrument-functions

MACHINE_WRAPPED := $(patsubst %,-Wl$(,)--wrap=%, pthread_create pthread_join \
	pthread_self pthread_getaffinity_np pthread_setaffinity_np \
	pthread_kill pthread_mutex_lock nanosleep getpid open fopen sysconf uname \
	sched_yield sched_getaffinity sched_setaffinity sched_setscheduler \
	clock_gettime mlockall mmap mprotect getrusage timer_settime timer_delete \
	syscall machine_wait trial_begin trial_step \
	progress_begin progress_done log_finish bench_scratch scratch_keep)

$(BUILD)/machine/quietcore-wrong: $(call MACHINE_OBJECT,$(MACHINE_WRONG))
$(BUILD)/machine/quietcore $(BUILD)/machine/quietcore-wrong: \
		$(MACHINE_OBJECTS) $(BUILD)/machine/kernel.a
	@echo "  HOSTLD  $@"
	@$(HOSTCC) -no-pie -pthread $(MACHINE_WRAPPED) -o $@ $(filter %.o,$^) \
		$(BUILD)/machine/kernel.a

$(BUILD)/machine/kernel.a: $(call MACHINE_OBJECT,$(HOSTED_KERNEL))
	$(LIBRARY)

$(BUILD)/machine/%.o: %.c tests/machine/build.mk | $(BUILD)/.tools
	@echo "  HOSTCC  $< (counted)"
	@mkdir -p $(@D)
	@$(HOSTCC) $(MACHINE_CFLAGS) -MMD -MP -c -o $@ $<

-include $(patsubst %.o,%.d,$(MACHINE_OBJECTS) $(call MACHINE_OBJECT, \
	$(HOSTED_KERNEL) $(MACHINE_WRONG)))
