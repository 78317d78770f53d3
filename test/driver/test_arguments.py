"""What tactus-clang makes of a command line, seen through -###."""

import unittest

from support import CLANG, LLVM, DriverTest, run


class Arguments(DriverTest):
    def setUp(self):
        super().setUp()
        for name in ("a.c", "b.c", "c.cpp", "space in name.c"):
            self.write(name)
        self.write("h.h", "int declared(void);\n")
        self.write("s.s", ".globl assembled\nassembled: ret\n")
        self.write("p.S", "#define X 1\n")
        self.write("object.o", "")
        self.write("folder.rsp", "-c -O2\n'space in name.c'")
        self.write("openmp.rsp", '-fopenmp "-DTEXT=a b" a.c')

    def without(self, command, *pieces):
        """The command without these sequences of arguments, each of which has to be there once."""
        for piece in pieces:
            piece = [str(p) for p in piece]
            found = [i for i in range(len(command)) if command[i : i + len(piece)] == piece]
            self.assertEqual(len(found), 1, f"{piece} in {command}")
            command = command[: found[0]] + command[found[0] + len(piece) :]
        return command

    @property
    def headers(self):
        return ["-isystem", self.prefix / "include"]

    @property
    def conversion(self):
        plugin = self.prefix / "lib/TactusPlugin.so"
        return [[f"-fpass-plugin={plugin}"], ["-load", plugin], ["-Rpass=^tactus-source-locations$"],
                ["-fstack-size-section"], ["-D", "__TACTUS_FORKS__"]]

    def runtime(self, plain):
        """What is added to clang's own link: executables with libomp export what others wrap."""
        library = self.prefix / "lib"
        if ("-lomp" in plain or "-liomp5" in plain) and "-shared" not in plain:
            openmp = [f"@{library}/tactus/openmp.export", "--whole-archive", library / "tactus/libtactus_openmp_exports.a",
                      "--no-whole-archive", library / "tactus/libtactus_gomp_exports.a"]
        else:
            openmp = [f"@{library}/tactus/openmp.wrap", library / "tactus/libtactus_openmp.a"]
        return [["-rpath", library / "tactus"], openmp, [f"-L{library}"],
                ["--push-state", "--as-needed", "-ltactus_splice", "-ltactus", "--pop-state"]]

    def assert_only_adds(self, arguments, compile_adds, link_adds, cxx=False):
        """The driver's steps are clang's own, plus what is named here."""
        ours = self.dry_run(*arguments, cxx=cxx)
        theirs = self.clang_dry_run(*arguments, cxx=cxx)
        self.assertEqual(len(ours), len(theirs), arguments)
        for step, plain in zip(ours, theirs):
            if "-cc1" in step and any(a in ("cpp-output", "c++-cpp-output", "ir") for a in step):
                # -save-temps makes steps of their own of what follows preprocessing, which has the headers.
                step = [argument for argument in step
                        if argument not in ("-Rpass=^tactus-source-locations$", "-fstack-size-section")]
                for piece in (["-load", self.prefix / "lib/TactusPlugin.so"], [f"-fpass-plugin={self.prefix}/lib/TactusPlugin.so"]):
                    if str(piece[-1]) in step:
                        step = self.without(step, piece)
            elif "-cc1" in step:
                step = self.without(step, *compile_adds)
            elif "-cc1as" not in step:
                step = self.without(step, *(link_adds(plain) if link_adds else []))
            self.assertEqual(step, plain, arguments)

    def test_every_flag_passes_through_without_openmp(self):
        for arguments in (
            ["-c", "a.c"],
            ["-c", "a.c", "-o", "-c.o"],
            ["-S", "a.c"],
            ["-E", "a.c"],
            ["-E", "-dM", "-x", "c", "/dev/null"],
            ["-M", "a.c"],
            ["-MM", "-MT", "-c", "a.c"],
            ["-MD", "-MF", "a.d", "-c", "a.c"],
            ["-MMD", "-MP", "a.c"],
            ["-fsyntax-only", "a.c"],
            ["-g", "-O2", "-march=native", "-ffast-math", "a.c", "-lm"],
            ["-gsplit-dwarf", "-c", "a.c"],
            ["-fPIC", "-shared", "a.c", "b.c", "-o", "liba.so"],
            ["-Wl,-z,defs", "-Xlinker", "-r", "a.c"],
            ["-DTEXT=a b", '-DQUOTED="x"', "-U", "-E", "-I", "-S", "-include", "h.h", "a.c"],
            ["-x", "c++", "a.c", "-x", "none", "b.c"],
            ["-x", "c", "-c", "-"],
            ["space in name.c"],
            ["object.o", "-o", "program"],
            ["s.s", "a.c", "-c"],
            ["s.s", "p.S", "-c"],
            ["-x", "assembler", "s.s", "-c"],
            ["h.h", "-o", "h.pch"],
            ["-x", "c++-header", "h.h"],
            ["-include-pch", "h.pch", "-c", "a.c"],
            ["-fsanitize=address,undefined", "a.c"],
            ["-fmodules", "-fcxx-modules", "c.cpp"],
            ["-Wp,-MD,a.d", "-c", "a.c"],
            ["-save-temps", "a.c"],
            ["-emit-llvm", "-c", "a.c"],
            ["-emit-llvm", "-S", "-Xclang", "-disable-llvm-passes", "a.c"],
            ["-flto=thin", "-c", "a.c"],
            ["--coverage", "a.c"],
            ["-pg", "a.c"],
            ["-pthread", "-std=gnu11", "-Werror", "-Wall", "-x", "c", "a.c"],
            ["-static", "-fno-openmp", "-c", "a.c"],
            ["-fuse-ld=lld", "a.c"],
            ["@folder.rsp"],
            ["-fopenmp-simd", "a.c"],
            ["-fopenmp", "-fno-openmp", "a.c"],
        ):
            for cxx in (False, True):
                with self.subTest(arguments=arguments, cxx=cxx):
                    late = [["-mllvm", "-tactus-linker-optimises"]] if "-flto=thin" in arguments else []
                    self.assert_only_adds(arguments, [self.headers, *self.conversion, *late], self.runtime, cxx)

    def test_every_flag_passes_through_with_openmp(self):
        for arguments in (
            ["-c", "a.c"],
            ["-S", "-O3", "a.c"],
            ["-E", "a.c"],
            ["-MD", "-g", "a.c", "b.c"],
            ["-fPIC", "-shared", "a.c"],
            ["-x", "c++", "a.c"],
            ["-fopenmp=libomp", "c.cpp"],
            ["-fno-openmp", "-fopenmp=libiomp5", "-c", "a.c"],
            ["-c", "a.c", "-o", "-fno-openmp"],
            ["@openmp.rsp"],
            ["-fopenmp-version=51", "-fopenmp-simd", "a.c"],
        ):
            for cxx in (False, True):
                with self.subTest(arguments=arguments, cxx=cxx):
                    self.assert_only_adds(["-fopenmp", *arguments], [self.headers, *self.conversion], self.runtime, cxx)

    def test_openmp_inside_a_response_file_is_seen(self):
        self.assert_only_adds(["@openmp.rsp"], [self.headers, *self.conversion], self.runtime)

    def test_missing_response_file_is_an_input_as_for_clang(self):
        ours, plain = self.driver("@none.rsp"), run([CLANG, "@none.rsp"], cwd=self.folder)
        self.assertEqual(ours.returncode, plain.returncode)
        self.assertEqual(ours.stderr.splitlines()[0], plain.stderr.splitlines()[0])

    def test_own_flag_inside_a_response_file(self):
        self.write("own.rsp", "-fopenmp\n-fno-tactus -c a.c")
        self.assertEqual(self.dry_run("@own.rsp"), self.clang_dry_run("-fopenmp", "-c", "a.c"))

    def test_no_tactus_is_plain_clang(self):
        for arguments in (["-fopenmp", "a.c"], ["-flto", "-fopenmp", "-fuse-ld=bfd", "a.c"], ["-static", "a.c"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.dry_run("-fno-tactus", *arguments), self.clang_dry_run(*arguments))
        self.assert_only_adds(["-c", "a.c"], [self.headers, *self.conversion], None)
        step = self.dry_run("-fno-tactus", "-ftactus", "-fopenmp", "-c", "a.c")[0]
        self.without(step, *self.conversion)

    def test_another_openmp_runtime_leaves_forks_to_convert(self):
        self.assert_only_adds(["-fopenmp=libgomp", "a.c"], [self.headers, *self.conversion], self.runtime)
        self.assert_only_adds(["-fopenmp=libgomp", "-fopenmp", "a.c"], [self.headers, *self.conversion], self.runtime)

    def test_another_processor_is_not_converted(self):
        for target in (["--target=riscv64-linux-gnu"], ["-target", "x86_64-pc-windows-msvc"], ["-m32"]):
            with self.subTest(target=target):
                self.assert_only_adds([*target, "-fopenmp", "-c", "a.c"], [self.headers], None)
        for target in ("x86_64", "aarch64"):
            self.assert_only_adds([f"--target={target}-linux-gnu", "-fopenmp", "-c", "a.c"], [self.headers, *self.conversion], None)

    def test_aarch64_has_libraries_of_its_own_and_polls_only(self):
        link = self.dry_run("--target=aarch64-linux-gnu", "-fopenmp", "a.c")[-1]
        self.assertIn(f"-L{self.prefix}/lib/aarch64-linux-gnu", link)
        self.assertNotIn(f"-L{self.prefix}/lib", link)
        done = self.driver("--target=aarch64-linux-gnu", "-ftactus-beat=interrupt", "-c", "a.c")
        self.assertEqual(done.stderr, "tactus: error: -ftactus-beat=interrupt: only code for x86-64 can be interrupted, leave it out for "
                                      "aarch64-linux-gnu\n")

    def test_libraries_only_where_they_are_wanted(self):
        for arguments in (["-nostdlib", "a.c"], ["-r", "a.c"], ["-nodefaultlibs", "a.c"]):
            with self.subTest(arguments=arguments):
                self.assert_only_adds(arguments, [self.headers, *self.conversion], None)

    def test_information_needs_no_input(self):
        for arguments in (["-dumpversion"], ["-dumpmachine"], ["-print-search-dirs"], ["--print-file-name=libc.so"], ["-v"]):
            with self.subTest(arguments=arguments):
                ours, plain = self.driver(*arguments), run([CLANG, *arguments], cwd=self.folder)
                self.assertEqual((ours.returncode, ours.stdout), (plain.returncode, plain.stdout))
                self.assertTrue(ours.stderr.endswith(plain.stderr), ours.stderr)

    def test_runtime_comes_after_the_inputs_and_before_libomp(self):
        link = self.dry_run("-fopenmp", "a.c", "object.o", "-lm")[-1]
        order = [link.index(name) for name in ("object.o", "-lm", "-ltactus", "-lomp")]
        self.assertEqual(order, sorted(order))

    def test_search_path_comes_before_the_users(self):
        # CMake blanks its own when it installs; what stood behind it would leave an empty entry, the current folder.
        link = self.dry_run("a.c", "-Wl,-rpath,/users")[-1]
        self.assertLess(link.index(str(self.prefix / "lib/tactus")), link.index("/users"))

    def test_libomp_by_its_name(self):
        for name in ("libomp.so.5", "libomp.a"):
            self.write(name, "")
        for flags in (["./libomp.so.5"], ["-lomp"], ["-l", "iomp5"]):
            with self.subTest(flags=flags):
                self.assertIn(f"@{self.prefix}/lib/tactus/openmp.export", self.dry_run("object.o", *flags)[-1])
        for flags in (["-shared", "-fopenmp"], ["-fopenmp", "libomp.a"], ["-lm"]):
            with self.subTest(flags=flags):
                self.assertIn(f"@{self.prefix}/lib/tactus/openmp.wrap", self.dry_run("object.o", *flags)[-1])

    def test_loops_for_interrupts(self):
        option = "-tactus-beat-interrupt"
        self.assertIn(option, self.dry_run("-c", "-ftactus-beat=interrupt", "a.c")[0])
        for other in ("poll", "auto"):
            self.assertNotIn(option, self.dry_run("-c", "-ftactus-beat=interrupt", f"-ftactus-beat={other}", "a.c")[0])
        # The linker would optimise the versions of a function apart.
        self.assertIn(option, self.dry_run("-c", "-ftactus-beat=interrupt", "-flto", "a.c")[0])
        late = "-tactus-linker-optimises"
        self.assertIn(late, self.dry_run("-c", "-flto", "a.c")[0])
        for flags in ([], ["-flto", "-fno-lto"]):
            self.assertNotIn(late, self.dry_run("-c", *flags, "a.c")[0])
        # The header's loops are other ones.
        name = "__TACTUS_INTERRUPTS__"
        self.assertIn(name, self.dry_run("-c", "-ftactus-beat=interrupt", "a.c", cxx=True)[0])
        self.assertNotIn(name, self.dry_run("-c", "a.c", cxx=True)[0])

    def test_remarks_join_the_users(self):
        step = self.dry_run("-c", "-ftactus-remarks", "-ftactus-remarks-missed", "a.c")[0]
        self.assertEqual([a for a in step if a.startswith("-Rpass")][1:], ["-Rpass=tactus", "-Rpass-missed=tactus"])
        step = self.dry_run("-c", "-ftactus-remarks", "a.c", "-Rpass=inline|licm")[0]
        self.assertEqual([a for a in step if a.startswith("-Rpass")][-1], "-Rpass=(inline|licm)|tactus")
        step = self.dry_run("-c", "-ftactus-remarks", "-fno-tactus-remarks", "a.c")[0]
        self.assertNotIn("-Rpass=tactus", step)

    def test_inputs_after_a_double_dash(self):
        link = self.dry_run("-fopenmp", "-o", "program", "--", "a.c", "object.o")[-1]
        self.assertIn("-ltactus", link)
        self.assertNotIn("--as-needed", link[: link.index("-ltactus")], "would be dropped, as no input stands before it")

    def test_static_runtime(self):
        archive = str(self.prefix / "lib/libtactus.a")
        for cxx in (False, True):
            link = self.dry_run("-fopenmp", "-ftactus-static-runtime", "-x", "c", "a.c", cxx=cxx)[-1]
            self.assertIn(archive, link)
            self.assertNotIn("-ltactus", link)
            self.assertIn("-lstdc++", link)
        self.assertIn(archive, self.dry_run("-fopenmp", "-static", "a.c")[-1])
        self.assertIn("-static", self.dry_run("-static", "a.c")[-1])

    def test_link_time_optimisation_takes_lld_and_the_plugin(self):
        load = f"--load-pass-plugin={self.prefix}/lib/TactusPlugin.so"
        for flags in (["-flto"], ["-flto=thin"], ["-flto=full"], ["-flto", "-fuse-ld=lld"]):
            with self.subTest(flags=flags):
                link = self.dry_run("-fopenmp", *flags, "a.c")[-1]
                self.assertTrue(link[0].endswith("ld.lld"), link[0])
                self.assertIn(load, link)
        for flags in (["-flto", "-fno-lto"], ["-O2"]):
            link = self.dry_run("-fopenmp", *flags, "a.c")[-1]
            self.assertFalse(link[0].endswith("lld"))
            self.assertNotIn(load, link)

    def test_link_time_optimisation_with_another_linker_is_refused(self):
        done = self.driver("-fopenmp", "-flto", "-fuse-ld=bfd", "a.c")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^tactus: error: link-time optimisation with the linker 'bfd': .*-fuse-ld=lld.*\n$")
        # Compilation alone involves no linker, and without OpenMP there may be nothing to lose.
        self.dry_run("-fopenmp", "-flto", "-fuse-ld=bfd", "-c", "a.c")
        done = self.driver("-###", "-flto", "-fuse-ld=bfd", "object.o")
        self.assertEqual(done.returncode, 0)
        self.assertIn("tactus: warning: link-time optimisation with the linker 'bfd'", done.stderr)

    def test_report_and_verify_reach_the_compiler_only(self):
        step, link = self.dry_run("-fopenmp", "-flto", "-ftactus-report=r.json", "-ftactus-verify", "a.c")
        self.without(step, ["-mllvm", "-tactus-report=r.json"], ["-mllvm", "-tactus-verify"])
        self.assertFalse([a for a in link if "tactus-report" in a or "tactus-verify" in a])
        self.assertFalse((self.folder / "r.json").exists(), "-### must not touch the report")

    def test_compiler_internal_command_lines_are_left_alone(self):
        done = self.good("-cc1", "-E", "h.h")
        self.assertEqual(done.stdout, run([CLANG, "-cc1", "-E", "h.h"], cwd=self.folder).stdout)

    def test_opencilks_flag_changes_nothing(self):
        for arguments in (["-c", "a.c"], ["a.c", "c.cpp", "object.o"], ["object.o"], ["-E", "a.c"], ["-fopenmp", "-M", "a.c"]):
            for flag in ("-fopencilk", "-fno-opencilk"):
                with self.subTest(arguments=arguments, flag=flag):
                    self.assertEqual(self.dry_run(flag, *arguments), self.dry_run(*arguments))
                    self.assertEqual(self.dry_run("-fno-tactus", *arguments, flag), self.clang_dry_run(*arguments))
        self.write("cilk.rsp", "-fopencilk -O2 a.c")
        self.assertEqual(self.dry_run("@cilk.rsp"), self.dry_run("-O2", "a.c"))
        # A value is no flag.
        self.assertIn("-fopencilk", self.dry_run("a.c", "-o", "-fopencilk")[-1])
        self.good("-fopencilk", "-c", "a.c")
        done = self.driver("-fopencilk", "--target=riscv64-linux-gnu", "-c", "a.c", "-o", "a.o")
        self.assertRegex(done.stderr, r"^tactus: warning: -fopencilk for a processor that Tactus does not know: .*\n")

    def test_flags_without_stack_maps_leave_the_program_to_clang(self):
        for flag in ("-mretpoline", "-mlvi-cfi", "-mlvi-hardening", "-mseses", "-mspeculative-load-hardening", "-femulated-tls",
                     "-fglobal-isel"):
            with self.subTest(flag=flag):
                done = self.driver("-###", "-fopenmp", "-c", "a.c", flag)
                self.assertRegex(done.stderr, rf"(?m)^tactus: warning: nothing is converted under {flag}, .*$")
                self.assertNotIn("TactusPlugin", done.stderr)
                self.assertNotIn("TactusCilk", done.stderr)
                undone = flag[:2] + "no-" + flag[2:]
                self.assertNotIn("tactus: warning", self.driver("-###", "-fopenmp", "-c", "a.c", flag, undone).stderr)
                # Nobody is told who has nothing to convert, or only links.
                for arguments in (["-c", "a.c"], ["-fopenmp", "object.o"]):
                    self.assertNotIn("tactus: warning", self.driver("-###", *arguments, flag).stderr)

    def test_tbb_headers(self):
        """They come in front of the system's folders, and -fno-tactus-tbb undoes it."""
        folder = self.prefix / "include/tactus/tbb"
        self.assertIn(str(folder), self.driver("-###", "-c", "-ftactus-tbb", "c.cpp").stderr)
        self.assertNotIn(str(folder), self.driver("-###", "-c", "-ftactus-tbb", "-fno-tactus-tbb", "c.cpp").stderr)

    def test_tbb_scheduler(self):
        """What schedules oneTBB's tasks comes before the user's libraries, so that it is found before oneTBB's own."""
        (self.prefix / "lib/libtactus_tbb.so").touch()
        linked = self.driver("-###", "-ftactus-tbb", "o.o", "-ltbb").stderr
        self.assertIn("libtactus_tbb.so", linked)
        self.assertLess(linked.index("libtactus_tbb.so"), linked.index("-ltbb"))
        for arguments in (["o.o", "-ltbb"], ["-ftactus-tbb", "-c", "c.cpp"], ["-ftactus-tbb", "-static", "o.o"]):
            self.assertNotIn("libtactus_tbb", self.driver("-###", *arguments).stderr)

    def test_own_openmp_runtime(self):
        """The linker and the program find it in front of LLVM's, where OpenMP is linked."""
        folder = self.prefix / "lib/tactus/openmp"
        own = "-ftactus-runtime=tactus"
        self.assertIn("has no libomp.so", self.driver("-###", "-fopenmp", own, "o.o").stderr)
        folder.mkdir(parents=True)
        (folder / "libomp.so").touch()
        for arguments in (["-fopenmp", own, "object.o"], [own, "-liomp5", "object.o"], ["-fopenmp", own, "-L.", "-shared", "object.o"]):
            link = self.dry_run(*arguments)[-1]
            self.assertLess(link.index(f"-L{folder}"), min(link.index(name) for name in ("-lomp", "-liomp5") if name in link))
            self.assertEqual(link[link.index(str(folder)) - 1], "-rpath")
        for arguments in (["-fopenmp", "object.o"], [own, "object.o"], ["-fopenmp", own, "-c", "a.c"],
                          ["-fopenmp", own, "-ftactus-runtime=libomp", "object.o"], ["-fopenmp", own, "-fno-tactus", "object.o"]):
            self.assertNotIn(f"{folder}\"", self.driver("-###", *arguments).stderr)
        for arguments in ([own, "-static"], [own, "-ftactus-static-runtime"], ["-static"]):
            link = self.dry_run("-fopenmp", *arguments, "object.o")[-1]
            self.assertEqual(link.count(f"{self.prefix}/lib/tactus/libomp.a"), 1)
            self.assertIn(f"-L{self.prefix}/lib/tactus", link)
        refused = self.driver("-###", "-fopenmp", own, "-ftactus-static-runtime", "-shared", "object.o")
        self.assertIn("leave -ftactus-static-runtime out", refused.stderr)

    def test_unknown_own_flag(self):
        for flag in ("-ftactus-foo", "-ftactus-report", "-fno-tactus-bar", "-ftactusx"):
            with self.subTest(flag=flag):
                done = self.driver("-c", flag, "a.c")
                self.assertEqual(done.returncode, 1)
                self.assertEqual(
                    done.stderr,
                    f"tactus: error: unknown option '{flag}', known options are -fno-tactus, "
                    "-ftactus-analyze=FILE.json, -ftactus-beat=auto|poll|interrupt, -ftactus-check-effects, -ftactus-remarks, -ftactus-remarks-missed, -ftactus-report=FILE.json, -ftactus-reproducible, -ftactus-runtime=libomp|tactus, -ftactus-static-runtime, -ftactus-tbb, -ftactus-verify, -fopencilk\n",
                )
        done = self.driver("-ftactus-report=", "a.c")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))
        self.assertIn("no file name", done.stderr)

    def test_unknown_clang_flag_is_reported_by_clang(self):
        done = self.driver("-fno-such-thing", "-c", "a.c")
        self.assertEqual(done.returncode, 1)
        self.assertIn("unknown argument: '-fno-such-thing'", done.stderr)

    def test_help(self):
        done = self.good("--help")
        own, clangs = done.stdout.index("-ftactus-report=FILE.json"), done.stdout.index("OVERVIEW: clang LLVM compiler")
        self.assertLess(own, clangs)

    def test_version(self):
        plain = run([CLANG, "--version"]).stdout
        done = self.good("--version")
        first, rest = done.stdout.split("\n", 1)
        self.assertEqual(rest, plain)
        # Build systems take the first version number in the output for the compiler's.
        self.assertRegex(first, rf"^tactus clang version {LLVM}\.\d+\.\d+ \(Tactus \d+\.\d+\.\d+\)$")
        verbose = self.driver("-v").stderr
        self.assertEqual(verbose.splitlines()[0], first)

    def test_missing_compiler(self):
        done = self.driver("-c", "a.c", env={"TACTUS_CLANG": "/no/such/clang"})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^tactus: error: cannot run '/no/such/clang': .*TACTUS_CLANG\n$")

    def test_chosen_compiler(self):
        fake = self.write("clang", '#!/bin/sh\necho "$1"\n')
        fake.chmod(0o755)
        self.assertEqual(self.driver("-fno-tactus", "-c", env={"TACTUS_CLANG": str(fake)}).stdout, "-c\n")
        self.assertEqual(self.driver("-c", cxx=True, env={"TACTUS_CLANG": str(fake)}).stdout, "--driver-mode=g++\n")

    def flang(self, *arguments):
        """What tactus-flang hands to a flang that only says so."""
        fake = self.write("flang", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
        fake.chmod(0o755)
        done = self.driver(*arguments, name="tactus-flang", env={"TACTUS_FLANG": str(fake)})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def test_fortran(self):
        given = self.flang("-c", "-fopenmp", "-J", "-c", "a.f90", "-ftactus-verify")
        plugin = str(self.prefix / "lib/TactusPlugin.so")
        self.assertEqual(given, [f"-fpass-plugin={plugin}", "-Xflang", "-load", "-Xflang", plugin, "-gline-tables-only", "-Xflang", "-mllvm",
                                 "-Xflang", "-tactus-verify", "-c", "-fopenmp", "-J", "-c", "a.f90"])

    def test_fortran_without_openmp_needs_no_plugin(self):
        self.assertEqual(self.flang("-c", "a.f90"), ["-c", "a.f90"])
        self.assertEqual(self.flang("-c", "-fopenmp", "-fno-tactus", "a.f90"), ["-c", "-fopenmp", "a.f90"])

    def test_fortran_remarks(self):
        given = self.flang("-c", "-fopenmp", "-ftactus-remarks", "-ftactus-remarks-missed", "a.f90")
        self.assertEqual(given[-2:], ["-Rpass=tactus", "-Rpass-missed=tactus"])

    def test_fortran_links_the_runtime(self):
        given = self.flang("-fopenmp", "a.o", "-o", "a")
        self.assertNotIn("-gline-tables-only", given)
        self.assertIn("-Wl,--push-state,--as-needed", given)
        self.assertIn("-ltactus", given)

    def test_missing_flang(self):
        done = self.driver("-c", "a.f90", name="tactus-flang", env={"TACTUS_FLANG": "/no/such/flang"})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^tactus: error: cannot run '/no/such/flang': .*install flang-\d+, .*TACTUS_FLANG\n$")
        shown = self.driver("--help", name="tactus-flang", env={"TACTUS_FLANG": "/no/such/flang"})
        self.assertEqual(shown.returncode, 0)
        self.assertIn("USAGE: tactus-flang", shown.stdout)


if __name__ == "__main__":
    unittest.main()
