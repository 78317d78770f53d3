# Part of Tactus, under the MIT licence. See LICENSE for details.
from spack.package import *


class Tactus(CMakePackage):
    """Automatic management of parallelism: OpenMP loops and tasks, Cilk, C++ forks and Parallel ML as fast as the serial
    program, in parallel wherever that pays."""

    # There is no public address yet: build a checkout by "spack develop --path CHECKOUT tactus@main".
    homepage = "https://tactus.invalid"
    git = "https://tactus.invalid/tactus.git"
    license("MIT")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("cli11@2:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("hwloc@2:", type="build")
    depends_on("gmp")
    # The plugin is loaded by this very clang, and programs are linked with this libomp. It finds LLVM in clang and in lld, which
    # have it all only as the shared library.
    depends_on("llvm@19.1 +clang +lld +llvm_dylib +link_llvm_dylib openmp=runtime", type=("build", "link", "run"))
    depends_on("binutils", type="run")

    # Of several in one directive, exactly one would have to hold.
    requires("target=x86_64:", msg="Tactus is for x86-64")
    requires("platform=linux", msg="Tactus is for Linux")

    generator("ninja")

    def cmake_args(self):
        llvm = self.spec["llvm"].prefix
        return [
            self.define("CMAKE_C_COMPILER", llvm.bin.clang),
            self.define("CMAKE_CXX_COMPILER", join_path(llvm.bin, "clang++")),
            self.define("TACTUS_DEFAULT_CLANG", llvm.bin.clang),
            # The tests need packages that nobody else does; they are for a checkout (make test).
            self.define("TACTUS_TESTS", False),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def try_it(self):
        Executable(join_path(self.prefix.bin, "tactus"))("doctor")
