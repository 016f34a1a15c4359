# SPDX-License-Identifier: MIT
"""kernel/codes/qr.c against another encoder, module by module, and its reader."""

import camera_codes
import pytest
import zxingcpp

LENGTHS = (1, 2, 106, 107, 500, 1271, 1272, 1273)
MASKS = range(8)


def text(length: int, seed: int = 0) -> bytes:
    """Letters, digits, signs: only bytes hold all of them."""
    return bytes(32 + (7 * i + length + 31 * seed * i * i) % 95
                 for i in range(length))


def read(data: bytes, mask: int):
    """What a reader sees, where a module is a square of four pixels."""
    width, height, pixels = camera_codes.grey([data], mask)
    image = bytearray()
    for y in range(height):
        line = pixels[y * width:(y + 1) * width]
        image += 4 * b"".join(4 * line[x:x + 1] for x in range(width))
    return zxingcpp.read_barcodes(
        memoryview(image).cast("B", (4 * height, 4 * width)),
        formats=zxingcpp.BarcodeFormat.QRCode)


@pytest.mark.parametrize("mask", [*MASKS, camera_codes.BEST])
def test_a_reader_reads_every_length_by_every_mask(mask):
    for length in LENGTHS:
        [code] = read(text(length), mask)
        assert code.bytes == text(length) and code.ec_level == "L"


@pytest.mark.parametrize("seed", range(3))
def test_every_module_is_as_another_encoder_has_it(seed):
    """Which mask it takes is its own; one of ours has to be the same."""
    data = text(camera_codes.TEXT_MOST, seed)
    theirs = memoryview(zxingcpp.create_barcode(
        data.decode(), zxingcpp.BarcodeFormat.QRCode, ec_level="L").to_image(
            scale=1, add_quiet_zones=False))
    assert theirs.shape == (camera_codes.SIDE, camera_codes.SIDE)
    wanted = [[theirs[y, x] == 0 for x in range(camera_codes.SIDE)]
              for y in range(camera_codes.SIDE)]
    assert [mask for mask in MASKS
            if camera_codes.modules(data, mask) == wanted] != []
