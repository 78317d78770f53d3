# Part of Tactus, under the MIT licence. See LICENSE for details.
"""For setup.py: compiles extension modules by tactus-clang, with OpenMP on.

    from tactus_compiler.build_ext import build_ext
    setup(..., cmdclass={"build_ext": build_ext})

The runtime is linked into the module, which then needs nothing of this package where it runs. Other build systems take CC and CXX:
CC=tactus-clang CXX=tactus-clang++."""

from setuptools.command import build_ext as standard

from . import command

FLAGS = ["-fopenmp", "-ftactus-static-runtime"]


class build_ext(standard.build_ext):  # setuptools has it in lower case
    def build_extensions(self):
        # The first word is the compiler; the others are the flags that Python itself was compiled with.
        for attribute, program in (("compiler", "tactus-clang"), ("compiler_so", "tactus-clang"), ("compiler_cxx", "tactus-clang++"),
                                   ("linker_so", "tactus-clang")):
            words = getattr(self.compiler, attribute, None)
            if words:
                setattr(self.compiler, attribute, [command(program), *words[1:], *FLAGS])
        super().build_extensions()
