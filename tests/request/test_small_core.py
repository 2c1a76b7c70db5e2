"""The request on an emulated Cortex-M3: the same bytes, and little stack."""

from __future__ import annotations

import shutil
import unittest

from building import HERE, RequestCase, run, skip

CROSS, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
CORTEX_M3 = ["-mcpu=cortex-m3", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections"]
MOST_STACK = 512


class SmallCore(RequestCase):
    def measured(self, *flags: str) -> "dict[str, int]":
        for tool, package in ((CROSS, "gcc-arm-none-eabi and libnewlib-arm-none-eabi"), (EMULATOR, EMULATOR)):
            if not shutil.which(tool):
                skip(self, tool, package)
        program = self.compile_c(CROSS, [*CORTEX_M3, *flags, "-nostartfiles", f"-Wl,-T,{HERE / 'firmware.ld'}",
                                         "-Wl,--gc-sections"], HERE / "firmware.c")
        output = run(EMULATOR, "-M", "mps2-an385", "-cpu", "cortex-m3", "-nographic", "-monitor", "none", "-serial",
                     "none", "-semihosting-config", "enable=on,target=native", "-kernel", program)
        return {name: int(number) for name, number in map(str.split, output.decode().splitlines())}

    def test_stack_of_a_small_core(self) -> None:
        found, body = self.measured(), self.body()
        total = 0
        for byte in body:
            total = (total * 31 + byte) & 0xFFFFFFFF
        self.assertEqual((found["status"], found["bytes"], found["sum"]), (0, len(body), total))
        self.assertGreater(found["stack"], 100)
        self.assertLess(found["stack"], MOST_STACK)

    def test_more_stack_is_noticed(self) -> None:
        """Of frames that a walk may nest in, each takes stack."""
        self.assertGreaterEqual(self.measured("-DPRM_MAX_DEPTH=64")["stack"], MOST_STACK)


if __name__ == "__main__":
    unittest.main()
