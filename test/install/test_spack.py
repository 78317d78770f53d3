# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The Spack recipe, as far as can be told without Spack: it is read with stand-ins for Spack's own names, and what it says of
packages and settings is compared with what the build asks for."""

import re
import sys
import types
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
RECIPE = SOURCE / "scripts/spack/packages/tactus/package.py"
# What the build looks for, and Spack's name for it.
NAMES = {"LLVM": "llvm", "CLI11": "cli11", "nlohmann_json": "nlohmann-json", "Python3": "python", "Threads": None,
         "HWLOC_INCLUDE_DIR": "hwloc", "TACTUS_GMP": "gmp"}


class Prefix(str):
    def __getattr__(self, name):
        return Prefix(f"{self}/{name}")


class Recipe:
    """Runs the recipe and writes down what it says."""

    def __init__(self):
        self.said = {}
        spack, names = types.ModuleType("spack"), types.ModuleType("spack.package")
        for directive in ("license", "version", "depends_on", "requires", "generator"):
            setattr(names, directive, lambda *words, _name=directive, **more: self.said.setdefault(_name, []).append((words, more)))
        names.CMakePackage = type("CMakePackage", (), {"define": staticmethod(lambda name, value: (name, value)),
                                                       "spec": {"llvm": types.SimpleNamespace(prefix=Prefix("/llvm"))}})
        names.run_after = names.on_package_attributes = lambda *_, **__: lambda function: function
        names.join_path = lambda *parts: "/".join(parts)
        names.Executable = None
        before = {name: sys.modules.get(name) for name in ("spack", "spack.package")}
        sys.modules.update({"spack": spack, "spack.package": names})
        try:
            scope = {}
            exec(compile(RECIPE.read_text(), str(RECIPE), "exec"), scope)  # pylint: disable=exec-used
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module
        self.package = scope["Tactus"]
        self.needs = {re.match(r"[\w-]+", words[0])[0]: words[0] for words, _ in self.said["depends_on"]}


class Spack(unittest.TestCase):
    def test_what_the_build_looks_for_is_needed(self):
        recipe = Recipe()
        looked_for = set()
        for path in [SOURCE / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake"),
                     *(SOURCE / room / "CMakeLists.txt" for room in ("compiler", "trace", "analyze", "driver", "runtime", "tpal", "pml",
                                                                     "splice"))]:
            if path.name not in ("TactusConfig.cmake", "TBBConfig.cmake"):
                looked_for |= set(re.findall(r"^\s*find_(?:package|path|library)\((\w+)", path.read_text(), re.MULTILINE))
        self.assertLessEqual({"LLVM", "CLI11"}, looked_for)
        self.assertEqual(looked_for - set(NAMES), set())
        self.assertLessEqual({NAMES[name] for name in looked_for} - {None}, set(recipe.needs))
        asked = re.search(r"set\(TACTUS_LLVM (\d+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertIn(f"llvm@{asked}.1 ", recipe.needs["llvm"])
        least = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertEqual(recipe.needs["cmake"], f"cmake@{least}:")

    def test_requirements_can_hold_together(self):
        """Spack takes several specs in one directive as alternatives, of which exactly one holds."""
        words = [word for words, _ in Recipe().said["requires"] for word in words]
        self.assertEqual(words, ["target=x86_64:", "platform=linux"])
        self.assertTrue(all(len(words) == 1 for words, _ in Recipe().said["requires"]))

    def test_llvm_is_shared(self):
        """A clang and an lld that have LLVM in them export too little for the plugin."""
        self.assertIn("+link_llvm_dylib", Recipe().needs["llvm"].split())

    def test_settings_exist(self):
        texts = "".join((SOURCE / path).read_text() for path in ("CMakeLists.txt", "driver/CMakeLists.txt"))
        arguments = dict(Recipe().package().cmake_args())
        for name in arguments:
            self.assertRegex(texts, rf"(option|find_program|DEFINED)\W*{name}\b")
        self.assertEqual(arguments["CMAKE_CXX_COMPILER"], "/llvm/bin/clang++")
        self.assertIs(arguments["TACTUS_TESTS"], False)

    def test_the_repository_is_one(self):
        self.assertRegex((SOURCE / "scripts/spack/repo.yaml").read_text(), r"^repo:\n  namespace: \w+\n$")


if __name__ == "__main__":
    unittest.main()
