# SPDX-License-Identifier: MIT
"""A clean root directory of a distribution, and commands in it.

Made by mmdebstrap from the package mirror that this machine's apt uses, or
else from mmdebstrap's own default. A command runs in namespaces of its own:
with its last process go its mounts. Only root may do this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from places import ROOT

#: Mounts what a build needs, then becomes the command in the root.
ENTER = ('mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && '
         'exec chroot "$0" "$@"')
#: Where the root finds the certificates that this machine's pip trusts.
CERTIFICATES = "/etc/pip-certificates.crt"


class Missing(Exception):
    """This machine cannot make roots; says how it could."""


class Failed(Exception):
    """A command in a root ended badly or took too long."""


def need() -> None:
    """Raises Missing unless roots can be made here."""
    if not shutil.which("mmdebstrap"):
        raise Missing("no mmdebstrap: apt-get install mmdebstrap")
    if not (ROOT / ".git").exists():
        raise Missing(f"no git history in {ROOT} to clone from")
    if os.geteuid():
        raise Missing("roots are made by root: sudo make distros")


def mirror() -> list[str]:
    """The URI of Debian's packages that apt uses here, if it does."""
    done = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)",
         "Created-By: Packages"], capture_output=True, text=True, check=False,
        timeout=60)
    return re.findall(r"^Debian (\S+)$", done.stdout, re.MULTILINE)[:1]


def pip_settings(folder: Path) -> dict[str, str]:
    """How pip is set up here, by environment or file, for use in the root."""
    found = {k: v for k, v in os.environ.items() if k.startswith("PIP_")}
    if Path("/etc/pip.conf").is_file():
        shutil.copy("/etc/pip.conf", folder / "etc")
    certificates = found.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    if certificates and Path(certificates).is_file():
        shutil.copy(certificates, folder / CERTIFICATES[1:])
        found["PIP_CERT"] = CERTIFICATES
    return found


class Root:
    """One root directory. What its commands say goes to the file `log`."""

    def __init__(self, folder: Path, log: Path):
        self.folder, self.log = folder, log
        self.environment: dict[str, str] = {}

    def _run(self, command: list[str], what: str, seconds: float,
             **others) -> None:
        with self.log.open("ab") as out:
            out.write(f"\n==== {what}\n".encode())
            out.flush()
            try:
                done = subprocess.run(
                    command, stdin=subprocess.DEVNULL, stdout=out,
                    stderr=subprocess.STDOUT, timeout=seconds, check=False,
                    **others)
            except subprocess.TimeoutExpired:
                raise Failed(f"{what}: not done after {seconds:.0f} s") from None
        if done.returncode:
            raise Failed(f"{what}: status {done.returncode}")

    def make(self, suite: str, backports: bool) -> None:
        """What a newcomer has: the base system, git and make."""
        uris = mirror()
        secure = any(uri.startswith("https") for uri in uris)
        include = "git,make" + ",ca-certificates" * secure
        self._run(["mmdebstrap", "--variant=apt", f"--include={include}",
                   "--architectures=amd64", suite, self.folder, *uris],
                  f"mmdebstrap {suite}", 1200)
        self.environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb",
            **pip_settings(self.folder)}
        if backports:
            self._add_backports(suite)

    def _add_backports(self, suite: str) -> None:
        """The newest version wins."""
        apt = self.folder / "etc/apt"
        uri = re.search(r"^deb(?: \[[^]]*\])? (\S+)",
                        (apt / "sources.list").read_text(), re.MULTILINE)[1]
        (apt / "sources.list.d/backports.list").write_text(
            f"deb {uri} {suite}-backports main\n")
        (apt / "preferences.d/backports").write_text(
            f"Package: *\nPin: release n={suite}-backports\n"
            "Pin-Priority: 500\n")

    def run(self, what: str, seconds: float) -> None:
        """A shell command in the root; Failed if it fails or takes longer."""
        self._run(["unshare", "--mount", "--pid", "--fork", "--kill-child",
                   "sh", "-c", ENTER, str(self.folder), "sh", "-c", what],
                  what, seconds, env=self.environment)

    def version(self, command: str) -> str:
        """The version in the first line that a tool prints, or '-'."""
        done = subprocess.run(
            ["chroot", self.folder, "sh", "-c", f"{command} 2>&1"], check=False,
            stdin=subprocess.DEVNULL, env=self.environment, timeout=60,
            capture_output=True, text=True)
        first = done.stdout.split("\n", 1)[0]
        found = re.findall(r"\b\d+\.\d+[\w.]*", first)
        return found[-1] if found and not done.returncode else "-"
