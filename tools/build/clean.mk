# SPDX-License-Identifier: MIT
#
# What is given away, and what is cleared away.

.PHONY: dist clean distclean

# ---- BUILD is ours -----------------------------------------------------------

# The sign of a directory that holds nothing but what can be made again
# (bford.info/cachedir); backups leave it out. What has none is not ours.
TAG	:= $(BUILD)/CACHEDIR.TAG
FOREIGN	:= $(filter-out %/venv %/runs %/run,$(wildcard $(BUILD)/*))
ifeq ($(filter build build/%,$(BUILD))$(wildcard $(TAG)),)
ifneq ($(FOREIGN),)
$(error BUILD='$(BUILD)' holds other things ($(firstword $(FOREIGN))): name \
	a new or an empty directory)
endif
endif

# ---- clearing away -----------------------------------------------------------

KEPT	:= runs run venv CACHEDIR.TAG

clean:
	@test ! -d $(BUILD) || find $(BUILD) -mindepth 1 -maxdepth 1 \
		$(KEPT:%=! -name %) -exec rm -rf {} +
	@echo "make clean: what was built is gone; $(BUILD)/runs (the logs) and"
	@echo "$(BUILD)/venv are left: make distclean removes them, too"

distclean:
	@rm -rf $(BUILD)
	@echo "make distclean: $(BUILD)/ is gone, with all logs"

# ---- giving away -------------------------------------------------------------

DIST	:= $(BUILD)/dist

# What a server of boot files holds is a folder: one file of it. Of one source
# the same bytes, as tools/build/netboot makes its own archive.
NETBOOT_TAR := $(DIST)/quietcore-netboot.tar

dist: $(IMAGE) $(ISO) $(STICK) $(NETBOOT) $(HOSTED)
	@rm -rf $(DIST) && mkdir -p $(DIST)
	@cp $(IMAGE) $(IMAGE:.elf=.sym) $(ISO) $(STICK) $(HOSTED) $(DIST)
	@tar --format=ustar --sort=name --owner=0 --group=0 --numeric-owner \
		--mtime="@$$(tools/build/epoch)" -C $(dir $(NETBOOT)) \
		-cf $(NETBOOT_TAR) .
	@python=$$(tools/venv tests) && "$$python" -m pip wheel --quiet \
		--disable-pip-version-check --no-deps --wheel-dir $(DIST) .
	@cd $(DIST) && sha256sum -- * > SHA256SUMS
	@echo "  DIST    $(DIST)" && cat $(DIST)/SHA256SUMS
