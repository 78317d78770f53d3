# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The reference of the C++ library: each public name is in it, and a header that says too little is refused.

What is public a compiler says, which knows nothing of the reader in scripts/."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "scripts"))
import make_reference  # noqa: E402
from reference_reader import CHeader, Header, Wrong  # noqa: E402

LLVM = os.environ.get("LLVM", "19")

# Listed as if they were the namespace's own: a template's number, a parameter in a concept.
NO_NAMES = {"detail", "execution", "dimensions", "extents", "stop"}
# Friends, which stand with their classes, and parameters in concepts.
SPLICING_NO_NAMES = {"detail", "a", "b", "contains", "disjoint", "hull", "interfere", "is_empty", "parts", "share", "slice", "subset",
                     "unite"}
GOOD = """//===- good.hpp - for a test ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What it is.
//
// Exceptions: none.
// Threads: any.
//
//===---===//
namespace tactus {

/// Says what
/// it does.
/// Complexity: a call.
/// Example:
///     std::cout << 1; // prints 1
template <class T>
  requires std::integral<T>
[[nodiscard]] [[gnu::always_inline]] constexpr T one(const T &value, int (*function)(int) = {},
                                                     std::source_location where = std::source_location::current()) {
  return value ? '}' : function(1);
}

namespace detail {
void hidden();
} // namespace detail

} // namespace tactus
"""


class Reader(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "good.hpp"
            path.write_text(text)
            return Header(path, "good.hpp").declarations

    def entry(self, text):
        return make_reference.entry(self.read(text))

    def test_a_function_with_all_that_it_says(self):
        self.assertEqual(self.entry(GOOD), """### one

    template <class T>
      requires std::integral<T>
    constexpr T one(const T &value, int (*function)(int) = {})

Says what
it does.

**Complexity:** a call.

**Exceptions:** none.

**Threads:** any.

**Example**

```cpp
std::cout << 1; // prints 1
```

""")

    def test_what_is_missing_is_refused(self):
        for line, message in (("/// Complexity: a call.\n", "one does not say: Complexity"),
                              ("// Threads: any.\n", "one does not say: Threads"),
                              ("// Exceptions: none.\n", "one does not say: Exceptions"),
                              ("/// Says what\n/// it does.\n", "one is public and has no comment"),
                              (" // prints 1", "the example of one prints nothing")):
            with self.subTest(line):
                self.assertIn(line, GOOD)
                self.assertRaisesRegex(Wrong, message, self.entry, GOOD.replace(line, ""))
        self.assertRaisesRegex(Wrong, "there twice", self.entry, GOOD.replace("/// Example", "/// Complexity: two.\n/// Example"))

    def test_members_of_classes(self):
        text = GOOD.replace("namespace detail {", """/// A box.
/// Complexity: none.
/// Example:
///     std::cout << 2; // prints 2
class box {
  int hidden = {};
  void help() {}

public:
  /// Makes it.
  explicit box(int size) : hidden(size) { help(); }
  box(const box &) = delete;
  /// What is in it.
  int get() const noexcept { return hidden; }
};

namespace detail {""")
        one, box = self.read(text)
        self.assertEqual((one.name, box.name, box.kind), ("one", "box", "class"))
        page = make_reference.entry([box])
        self.assertIn("    explicit box(int size)\n\nMakes it.\n\n    int get() const noexcept\n\nWhat is in it.\n", page)
        self.assertNotIn("hidden", page)
        self.assertNotIn("delete", page)


def names_of(headers, namespace):
    """The names in a namespace, as clang lists them."""
    includes = "".join(f"#include <tactus/{name}>\n" for name in headers)
    listed = subprocess.run([f"clang++-{LLVM}", "-std=c++20", "-fsyntax-only", f"-I{SOURCE}/include",
                             f"-I{SOURCE}/test/library/senders", "-Xclang", "-ast-list", "-x", "c++", "-"], input=includes, capture_output=True, text=True, check=True, timeout=300).stdout
    return set(re.findall(rf"^{namespace}::([a-z_]+)$", listed, re.M))


def headings_of(text):
    return set(re.findall(r"^### (\w+)$", text, re.M))


class Reference(unittest.TestCase):
    def test_every_header_is_in_it(self):
        # Whose examples take MPI to be run: docs/cluster.md.
        self.assertEqual({path.name for path in (SOURCE / "include/tactus").glob("*.hpp")} - {"cluster.hpp"},
                         {*make_reference.HEADERS, *make_reference.SPLICING})
        self.assertEqual({path.name for path in (SOURCE / "include/tactus").glob("*.h")}, set(make_reference.C_HEADERS))

    @unittest.skipUnless(shutil.which(f"clang++-{LLVM}"), f"no clang++-{LLVM}")
    def test_every_public_name_is_in_it(self):
        names = names_of(make_reference.HEADERS, "tactus(?:::execution)?") - NO_NAMES
        self.assertGreater(len(names), 70)
        self.assertEqual(names, headings_of(make_reference.library()))

    @unittest.skipUnless(shutil.which(f"clang++-{LLVM}"), f"no clang++-{LLVM}")
    def test_every_name_of_splicing_is_in_it(self):
        names = names_of(make_reference.SPLICING, "tactus::splice") - SPLICING_NO_NAMES
        self.assertGreater(len(names), 20)
        self.assertEqual(names, headings_of(make_reference.splicing()))

    def test_what_is_documented_in_c_headers_is_in_it(self):
        for name in make_reference.C_HEADERS:
            comments = re.findall(r"(?m)^/\*\*", (SOURCE / "include/tactus" / name).read_text())
            self.assertEqual(len(CHeader(SOURCE / "include/tactus" / name, name).declarations), len(comments), name)
            self.assertNotIn("### void", make_reference.c_section(name))
        page = headings_of(make_reference.c_section("tactus.h"))
        self.assertLessEqual({"tactus_par", "tactus_parallel_for", "tactus_parallel_reduce", "tactus_worker_count",
                              "tactus_iteration", "tactus_combination"}, page)

    def test_a_c_header(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "good.h"
            path.write_text("/*===- good.h -===*\\\n|*\n|* MIT licence. See LICENSE.\n|*\n|* What it is.\n|*\n\\*===-===*/\n"
                            "/** A box. */\ntypedef struct box {\n  /** Filled. */\n  int (*full)(void);\n} box_type;\n"
                            "/** Calls\n * it. */\nstatic inline void call(int (*function)(void)) { function(); }\n"
                            "/** A number. */\n#define NUMBER(x) (x)\n")
            header = CHeader(path, "good.h")
        self.assertEqual(header.prose, "What it is.")
        self.assertEqual([name for _, name in header.declarations], ["box_type", "call", "NUMBER"])
        self.assertEqual(header.declarations[1][0].text, "void call(int (*function)(void));")
        self.assertEqual(header.declarations[1][0].prose, "Calls\nit.")


if __name__ == "__main__":
    unittest.main()
