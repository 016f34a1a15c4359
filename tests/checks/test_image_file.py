# SPDX-License-Identifier: MIT
"""The built files: layout that boot loaders need, sizes, the timed loops."""

import re
import struct

import pytest
from places import BUILD

ELF = BUILD / "quietcore.elf"
LISTING = BUILD / "quietcore.lst"

MB1_MAGIC = struct.pack("<I", 0x1BADB002)
MB2_MAGIC = struct.pack("<I", 0xE85250D6)

def program_headers() -> list[tuple]:
    """(type, flags, offset, vaddr, paddr, filesz, memsz, align) of each."""
    elf = ELF.read_bytes()
    at, = struct.unpack_from("<Q", elf, 32)
    size, count = struct.unpack_from("<HH", elf, 54)
    return [struct.unpack_from("<IIQQQQQQ", elf, at + i * size)
            for i in range(count)]


def test_the_image_is_one_flat_piece_and_the_disc_is_small():
    """`qemu -kernel` loads by the Multiboot 1 addresses, not by segments."""
    assert (BUILD / "quietcore.iso").stat().st_size <= 12 << 20
    loads = [h for h in program_headers() if h[0] == 1]
    assert len(loads) == 1
    assert loads[0][3] == loads[0][4] == 0x200000


def test_multiboot_1_header_is_right():
    elf = ELF.read_bytes()
    at = elf.find(MB1_MAGIC)
    assert 0 <= at < 8192 - 32 and at % 4 == 0
    (magic, flags, checksum, header, load, load_end, bss_end,
     entry) = struct.unpack_from("<8I", elf, at)
    assert (magic + flags + checksum) & 0xFFFFFFFF == 0
    assert flags & 1 << 16 and not flags & 1 << 2  # addresses, no video
    _, _, offset, vaddr, _, filesz, memsz, _ = program_headers()[0]
    assert header - load == at - offset and load == vaddr
    assert load_end - load == pytest.approx(filesz, abs=8)
    assert bss_end - load >= memsz
    assert load < entry < load_end


def test_multiboot_2_header_is_right():
    elf = ELF.read_bytes()
    at = elf.find(MB2_MAGIC)
    assert 0 <= at < 32768 - 24 and at % 8 == 0
    magic, arch, length, checksum = struct.unpack_from("<4I", elf, at)
    assert (magic + arch + length + checksum) & 0xFFFFFFFF == 0 and arch == 0
    # Any framebuffer, and none is all right, too.
    assert struct.unpack_from("<HHIIII", elf, at + 16) == (5, 1, 20, 0, 0, 0)
    assert struct.unpack_from("<HHI", elf, at + length - 8) == (0, 0, 8)
    assert at + length - 8 == at + 16 + 24


def test_the_note_for_pvh_leads_to_its_entry():
    [note] = [h for h in program_headers() if h[0] == 4]
    [entry] = [int(line.split()[0], 16) for line in
               (BUILD / "quietcore.sym").read_text().splitlines()
               if line.endswith(" pvh_entry")]
    assert struct.unpack_from("<III4sQ", ELF.read_bytes(), note[2]) == \
        (4, 8, 18, b"Xen\0", entry)


# ---- the timed code --------------------------------------------------------------------


def instructions(function: str) -> list[str]:
    """Mnemonics and operands of a function in the listing."""
    text = LISTING.read_text()
    match = re.search(rf"^[0-9a-f]+ <{re.escape(function)}>:\n((?:.+\n)*)",
                      text, re.MULTILINE)
    assert match, f"the image has no function {function}"
    found = [re.sub(r"\s+", " ", line.split(":", 1)[1].split("#")[0].strip())
             for line in match[1].splitlines() if ":" in line]
    return [i for i in found if i and not re.match(r"(nop|xchg ax,ax|cs nop|data16)", i)]


@pytest.mark.parametrize("function, stop", [
    ("sample_record_rdtscp", "rdtscp"), ("sample_accumulate_rdtscp", "rdtscp"),
    ("sample_record_lfence", "rdtsc"), ("sample_accumulate_lfence", "rdtsc")])
def test_between_the_two_reads_there_is_the_body_and_nothing_else(function, stop):
    code = instructions(function)
    start = code.index("rdtsc")
    assert code[start - 1] == "lfence"
    end = code.index(stop, start + 1)
    assert code[end + 1] == "lfence" and (stop == "rdtscp" or code[end - 1] == "lfence")
    between = code[start + 1:end]
    calls = [i for i in between if i.startswith("call")]
    assert len(calls) == 1 and "<" not in calls[0], "one indirect call"
    assert not [i for i in between if re.match(r"j|loop|ret|lock|xchg", i)]
    assert len(between) <= 16, between


@pytest.mark.parametrize("function, least", [
    ("ring_loop_pushes", 1), ("ring_loop_pops", 1), ("ring_loop_pairs", 2),
    ("mpmc_loop_pairs", 2), ("spsc_loop_pairs", 0), ("ticket_pairs", 1),
    ("mcs_pairs", 2), ("tas_pairs", 1)])
def test_a_timed_loop_is_its_operations_inlined(function, least):
    code = instructions(function)
    locked = [i for i in code if i.startswith(("lock ", "xchg "))]
    assert len(locked) >= least
    assert not [i for i in code if i.startswith(("call", "rdtsc", "mfence"))]


def test_a_switch_ends_in_a_jump_and_an_inlined_one_saves_three_words():
    own = [i for part in ("fiber_switch", "resume", "elsewhere")
           for i in instructions(part)]
    inlined = instructions("body_inline")
    for code, never in ((own, "ret"), (inlined, "call")):
        assert not [i for i in code if i.startswith(never)]
        assert any(re.fullmatch(r"jmp r\w+", i) for i in code)
    assert len(own) <= 27
    assert len([i for i in inlined if re.match(r"mov QWORD PTR \[rdi", i)]) == 3


#: move_payload(): loaded and stored at once, so nothing has to save it.
MOVED = re.compile(r".*\bmovups xmm0,XMMWORD PTR \[.*\n"
                   r".*\bmovups XMMWORD PTR \[.*\],xmm0\n")
#: They put values there, to see whether a switch with state keeps them.
VECTOR = re.compile(r"^\w+ <vector_(?:plant|holds)>:\n(.+\n)+", re.M)


def test_no_vector_or_x87_register_lives_beyond_a_move():
    """And such a move has nothing between its halves."""
    load = " 1:\tmovups xmm0,XMMWORD PTR [rax]\n"
    store = " 2:\tmovups XMMWORD PTR [rdx+0x10],xmm0\n"
    for listing, lives in ((load + store, False), (
            load + " 3:\tcall   4\n" + store, True),
            (LISTING.read_text(), False)):
        left = MOVED.sub("", VECTOR.sub("", listing))
        assert bool(re.search(r"\b[xyz]mm\d|\bst\(\d\)", left)) == lives
