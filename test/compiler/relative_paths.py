"""A test format for lit in which tests see relative paths.

What compilers print repeats the paths that they are given: a test that must not find the word `tactus` in a module would
fail in a checkout of that name, and a path with a space is two words to a shell.
"""

import os

import lit.formats
import lit.TestRunner


class RelativeShTest(lit.formats.ShTest):
    """%s, %S and %t are relative to the folder that the test runs in; %{s:real} and its like are not."""

    def execute(self, test, lit_config):
        folder = os.path.dirname(test.getExecPath())
        source = os.path.relpath(test.getSourcePath(), folder)
        # Beginning with a dot, or lit looks for programs in its own folder.
        temporary = os.path.join(".", "Output", os.path.basename(test.getExecPath()) + ".tmp")
        # As patterns, so that %t is not found at the beginning of a longer word.
        relative = [(r"%s\b", source), (r"%S\b", os.path.dirname(source)), (r"%t(?!actus)", temporary)]
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, relative)
