# SPDX-License-Identifier: MIT
"""What the rows boot from: our disc as it is, and what tests make of the image.

Made once below BUILD/matrix, and anew where the image is newer.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from places import BUILD, ROOT
from qemu import ELF, ISO, NO_MENU, disc_with
from quietcore.running.qemu_here import find_ovmf

FOLDER = BUILD / "matrix"
SYSLINUX = Path("/usr/lib/syslinux/modules/bios")
ISOLINUX = Path("/usr/lib/ISOLINUX")
PXELINUX = Path("/usr/lib/PXELINUX")
IPXE = Path("/usr/lib/ipxe/ipxe.iso")
STICK = BUILD / "quietcore-stick.img"
#: What QEMU reads first; PVH is looked for where it is not there.
MULTIBOOT1 = (0x1BADB002).to_bytes(4, "little")
LABEL = ("default quietcore\nlabel quietcore\n  kernel mboot.c32\n"
         "  append {path}quietcore.elf end=stay\n")


class Missing(Exception):
    """What a row needs is not on this machine; says what."""


def need(*paths: Path) -> None:
    for path in paths:
        if not path.exists():
            raise Missing(f"{path} is not here")


def run(*words) -> None:
    subprocess.run([str(word) for word in words], check=True, timeout=120,
                   capture_output=True)


def made(maker):
    """The maker's path below FOLDER, made where there is none as new as the
    image: once, though several boots ask at a time."""
    path = FOLDER / maker.__name__
    lock = threading.Lock()

    def get() -> Path:
        with lock:
            return ready()

    @functools.cache
    def ready() -> Path:
        if not path.exists() or path.stat().st_mtime < ELF.stat().st_mtime:
            shutil.rmtree(path, ignore_errors=True)
            path.unlink(missing_ok=True)
            FOLDER.mkdir(parents=True, exist_ok=True)
            maker(path)
            path.touch()
        return path
    return get


@made
def pvh(path: Path) -> None:
    """The image without its first Multiboot header."""
    image = ELF.read_bytes()
    assert image.count(MULTIBOOT1) >= 1
    path.write_bytes(image.replace(MULTIBOOT1, bytes(4), 1))


def modules(folder: Path, path: str) -> None:
    """What SYSLINUX's family needs in the folder it starts from."""
    for name in ("ldlinux.c32", "libcom32.c32", "mboot.c32"):
        shutil.copy(SYSLINUX / name, folder)
    run("strip", "-o", folder / "quietcore.elf", ELF)
    config = folder / "pxelinux.cfg/default" if not path \
        else folder / "isolinux.cfg"
    config.parent.mkdir(exist_ok=True)
    config.write_text(LABEL.format(path=path))


def isolinux_disc(path: Path, *further) -> None:
    need(SYSLINUX, ISOLINUX)
    tree = path.with_name(path.name + ".tree")
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "isolinux").mkdir(parents=True)
    shutil.copy(ISOLINUX / "isolinux.bin", tree / "isolinux")
    modules(tree / "isolinux", "/isolinux/")
    run("xorriso", "-as", "mkisofs", "-o", path, "-b", "isolinux/isolinux.bin",
        "-c", "isolinux/boot.cat", "-no-emul-boot", "-boot-load-size", 4,
        "-boot-info-table", *further, tree)


@made
def isolinux(path: Path) -> None:
    isolinux_disc(path)


@made
def isohybrid(path: Path) -> None:
    isolinux_disc(path, "-isohybrid-mbr", ISOLINUX / "isohdpfx.bin")


@made
def tftp(path: Path) -> None:
    """What a server of boot files holds, as docs/hardware.md tells to."""
    need(SYSLINUX, PXELINUX)
    path.mkdir()
    run("grub-mknetdir", f"--net-directory={path}", "--subdir=grub")
    shutil.copy(ROOT / "boot/grub.cfg", path / "grub")
    (path / "boot").mkdir()
    run("strip", "-o", path / "boot/quietcore.elf", ELF)
    for name in ("pxelinux.0", "lpxelinux.0"):
        shutil.copy(PXELINUX / name, path)
    modules(path, "")
    (path / "quietcore.ipxe").write_text(
        "#!ipxe\nkernel quietcore.elf end=stay\nboot\n")


def menu_disc(path: Path, lines: str, loader: str = "multiboot2") -> None:
    """A disc that loads the image once GRUB has run these lines."""
    with tempfile.TemporaryDirectory() as folder:
        disc = disc_with("end=stay", Path(folder), "insmod all_video\n"
                         + lines, loader=loader)
        shutil.move(disc, path)


def cuts(count: int, kib: int, first_kib: int) -> str:
    """GRUB takes as many pages out of memory, one every `kib` KiB."""
    return "insmod mmap\n" + "".join(
        f"cutmem {at}K {at + 4}K\n" for at in
        range(first_kib, first_kib + count * kib, kib))


#: More descriptors than 256, by UEFI; behind them most of the memory is.
MANY = cuts(200, 512, 16 << 10)


@made
def many_disc(path: Path) -> None:
    menu_disc(path, MANY)


@made
def more_disc(path: Path) -> None:
    """More free ranges than any list keeps."""
    menu_disc(path, cuts(400, 128, 16 << 10))


@made
def small_disc(path: Path) -> None:
    """Small free ranges right behind the image, more than the arena keeps."""
    menu_disc(path, cuts(80, 64, 6 << 10))


@made
def many_stick(path: Path) -> None:
    need(STICK)
    shutil.copy(STICK, path)
    module = Path("/usr/lib/grub/x86_64-efi/mmap.mod")
    at = f"{path}@@1M"
    with tempfile.NamedTemporaryFile("w") as menu:
        menu.write(f"{MANY}set timeout=0\nmenuentry test {{\n\tinsmod all_video"
                   "\n\tmultiboot2 /boot/quietcore-log.elf end=stay\n}\n")
        menu.flush()
        run("mmd", "-i", at, "::/boot/grub/x86_64-efi")
        run("mcopy", "-i", at, module, "::/boot/grub/x86_64-efi/")
        run("mcopy", "-o", "-i", at, menu.name, "::/boot/grub/grub.cfg")


@made
def mb1_disc(path: Path) -> None:
    """Multiboot 1 by GRUB."""
    menu_disc(path, "", "multiboot")


@made
def card(path: Path) -> None:
    """The disc on a card: those have powers of 2 for sizes."""
    shutil.copy(ISO, path)
    os.truncate(path, 1 << (path.stat().st_size - 1).bit_length())


@made
def bochs_disc(path: Path) -> None:
    """Bochs has no fw_cfg: the options of all its rows."""
    path.mkdir()
    disc_with(" ".join((*SHORT, "end=stay")), path)


#: Quick, and all kinds of record.
SHORT = ("bench=floor", "variant=rmw", "rounds=1", "budget=5", "samples=20")


def ipxe() -> Path:
    """iPXE's own disc."""
    need(IPXE)
    return IPXE


def ovmf() -> str:
    path = find_ovmf()
    if not path:
        raise Missing("no OVMF here")
    return path


#: By the name that pieces.txt has between braces.
NAMED = {"{elf}": lambda: os.path.relpath(ELF), "{iso}": lambda: ISO,
         "{pvh}": lambda: os.path.relpath(pvh()),
         "{isolinux}": isolinux, "{isohybrid}": isohybrid, "{card}": card, "{tftp}": tftp,
         "{many-disc}": many_disc, "{more-disc}": more_disc,
         "{small-disc}": small_disc, "{many-stick}": many_stick,
         "{mb1-disc}": mb1_disc,
         "{ipxe}": ipxe,
         "{ovmf}": ovmf, "{no-menu}": lambda: NO_MENU}


def filled(word: str, log: Path) -> str:
    """The word, with paths in the places of their names.

    The image's is relative: the image gets it unquoted, and a blank would end
    it.
    """
    word = word.replace("{log}", str(log))
    for name, get in NAMED.items():
        if name in word:
            word = word.replace(name, str(get()))
    return word
