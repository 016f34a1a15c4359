# SPDX-License-Identifier: MIT
#
# The tests. tests/run makes core-needs or full-needs by itself.

.PHONY: check lint test test-full test-nightly golden check-needs core-needs \
	full-needs nightly-needs speed aa climb distros wrong matrix silence spark

check:
	@+tests/run check

# What is looked for stands in pyproject.toml.
lint:
	@python=$$(tools/venv tests) && exec "$$python" -m ruff check --no-cache \
		--quiet --output-format concise tools tests peers

test:
	@+tests/run core

test-full:
	@+tests/run full

test-nightly:
	@+tests/run nightly

check-needs: $(addprefix $(BUILD)/, host/unit host/codes.so host/statistics.so \
	machine/quietcore machine/quietcore-wrong)

core-needs: check-needs $(IMAGE) $(ISO) $(HOSTED) $(addprefix $(BUILD)/, \
	host/codes.so torture/thread torture/address host/explore)

nightly-needs: full-needs

full-needs: core-needs $(STICK) $(NETBOOT)
	@tools/build/setup full

# Writes what the golden runs say (tests/golden), to be read by git diff.
golden: $(addprefix $(BUILD)/machine/, quietcore quietcore-wrong)
	@python=$$(tools/venv tests) && exec "$$python" tests/golden

distros:
	@python=$$(tools/venv tests) && exec "$$python" tests/distros

# Equal runs of the program, calm and with LOADED=1 also loaded; goes on where
# it was ended (tests/aa).
aa: $(HOSTED)
	@python=$$(tools/venv tests) && exec "$$python" tests/aa \
		$(if $(RUNS),--runs '$(RUNS)') $(if $(LOADED),--loaded) $(if $(COMPARE),--compare)

# Hill climbing beside the best fixed pool, in so many runs (tests/climb).
climb: $(IMAGE) $(HOSTED)
	@python=$$(tools/venv tests) && exec "$$python" tests/climb \
		$(if $(RUNS),--runs '$(RUNS)') $(if $(SUITE),--suite '$(SUITE)')

wrong: $(IMAGE) $(HOSTED)
	@python=$$(tools/venv tests) && exec "$$python" tests/wrong/campaign.py \
		--explore

# What is typed goes through the environment: a name of rows may have a `*`.
matrix: export QC_MATRIX_ROWS = $(value ROWS)
matrix: export QC_MATRIX_JOBS = $(value JOBS)
matrix: $(IMAGE) $(ISO) $(HOSTED)
	@python=$$(tools/venv tests) && exec "$$python" tests/matrix

# The image beside a Linux guest, whose init this is (tests/silence).
silence: export QC_SILENCE_KERNEL = $(value KERNEL)
silence: export QC_SILENCE_WATCH = $(value WATCH)
silence: $(IMAGE) $(STICK) $(HOSTED) $(BUILD)/silence/init
	@python=$$(tools/venv tests) && exec "$$python" tests/silence

$(BUILD)/silence/init: tests/silence/init.c | $(BUILD)/.tools
	@echo "  HOSTLD  $@"
	@mkdir -p $(@D)
	@$(HOSTCC) -std=gnu11 -O2 -Wall -Wextra $(WERROR_FLAG) -static -o $@ $<

speed: $(IMAGE) $(ISO)
	@python=$$(tools/venv tests) && "$$python" tests/speed.py

# A query of docs/export.md by Spark, over the recorded logs; needs Java.
spark:
	@command -v java >/dev/null || { echo "make spark: no java is here: \
	install default-jre-headless" >&2; exit 6; }
	@extra=$$(tools/venv extra) && python=$$(tools/venv spark) && \
	rm -rf $(BUILD)/spark && mkdir -p $(BUILD)/spark && \
	PYTHONPATH=tools "$$extra" -m quietcore export tests/tools/recorded \
		--format parquet -o $(BUILD)/spark/set && \
	exec "$$python" tests/spark $(BUILD)/spark
