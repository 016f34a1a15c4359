# SPDX-License-Identifier: MIT
#
# Faults planted in what measures and reports: N of them (600 in C, 200 in
# Python), drawn by SEED, or those in FILE.

.PHONY: mutate mutate-c mutate-python

# The second begins, too, where the first has found too many that survive.
mutate:
	@$(MAKE) --no-print-directory -j1 -k mutate-c mutate-python

mutate-c: $(BUILD)/host/unit
mutate-python: $(BUILD)/host/statistics.so

# What is typed goes in the environment, as in run.mk.
unexport $(PLANTED)
$(foreach v,$(PLANTED),\
	$(eval mutate-c mutate-python: export QC_MUTATE_$v = $$(value $v)))

mutate-c mutate-python: mutate-%:
	@python=$$(tools/venv tests) && exec "$$python" tests/mutate $*
