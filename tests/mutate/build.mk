# SPDX-License-Identifier: MIT
#
# Faults planted in what measures and reports: N of them (600), drawn by SEED,
# or all in FILE.

.PHONY: mutate mutate-c

mutate: mutate-c

mutate-c: $(BUILD)/host/unit $(HOSTED) $(IMAGE)
	@python=$$(tools/venv tests) && exec "$$python" tests/mutate/c \
		$(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) \
		$(if $(FILE),--file $(FILE))
