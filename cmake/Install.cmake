# What `cmake --install` puts where. Everything that the installed files know about each other is relative, so a prefix can be
# staged with DESTDIR or moved afterwards.
#
# cmake --install --component COMPONENT:
#   runtime     what converted programs need where they run
#   library     what other compilers' programs include and link; needs runtime
#   compiler    tactus-clang, tactus-flang and tactus, and all that they need but for the two above
#   documents   what users read, and the examples
include(CMakePackageConfigHelpers)

if(TACTUS_TOOLS)
  install(TARGETS tactus-driver tactus-command RUNTIME DESTINATION bin)
  foreach(name tactus-clang++ tactus-flang)
    install(CODE "file(CREATE_LINK tactus-clang \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/${name}\" SYMBOLIC)"
            COMPONENT compiler)
  endforeach()

  # Shells look for completion in places of their own; bash and fish by the command's name.
  foreach(command tactus tactus-clang tactus-clang++ tactus-flang)
    install(FILES driver/completion/tactus.bash DESTINATION share/bash-completion/completions RENAME ${command})
    install(FILES driver/completion/tactus.fish DESTINATION share/fish/vendor_completions.d RENAME ${command}.fish)
  endforeach()
  install(FILES driver/completion/_tactus DESTINATION share/zsh/vendor-completions)

  install(TARGETS tactus-openmp-wrappers tactus-openmp-exports tactus-gomp-exports
          tactus-openmp-program ARCHIVE DESTINATION lib/tactus)
  install(FILES ${PROJECT_BINARY_DIR}/lib/tactus/openmp.wrap ${PROJECT_BINARY_DIR}/lib/tactus/openmp.export
          DESTINATION lib/tactus)
  install(FILES $<TARGET_FILE:TactusPlugin> DESTINATION lib
          PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()

foreach(library tactus tactus_splice)
  if(TARGET ${library})
    install(TARGETS ${library} LIBRARY DESTINATION lib COMPONENT runtime NAMELINK_COMPONENT library)
    install(TARGETS ${library}_static ARCHIVE DESTINATION lib COMPONENT library)
    # The search path that the driver puts into programs has no other library.
    install(FILES ${PROJECT_BINARY_DIR}/lib/tactus/lib${library}.so.${PROJECT_VERSION_MAJOR} DESTINATION lib/tactus
            COMPONENT runtime)
  endif()
endforeach()
foreach(library tactus_mpi tactus_tbb)
  if(TARGET ${library})
    install(TARGETS ${library} LIBRARY DESTINATION lib COMPONENT runtime NAMELINK_COMPONENT library)
    install(FILES ${PROJECT_BINARY_DIR}/lib/tactus/lib${library}.so.${PROJECT_VERSION_MAJOR} DESTINATION lib/tactus
            COMPONENT runtime)
  endif()
endforeach()
# For programs that nobody recompiles (tactus run --openmp), and for links with -ftactus-runtime=tactus.
install(TARGETS tactus-libomp LIBRARY DESTINATION lib/tactus/openmp COMPONENT runtime NAMELINK_COMPONENT library)
install(TARGETS tactus-libgomp LIBRARY DESTINATION lib/tactus/openmp COMPONENT runtime NAMELINK_SKIP)
install(TARGETS tactus-libomp-static ARCHIVE DESTINATION lib/tactus COMPONENT library)
install(DIRECTORY include/ DESTINATION include COMPONENT library
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "overload.def" PATTERN "execution")

# In the build tree these lie where an installed tree has them, so that projects find either.
foreach(package tactus tactus-openmp)
  configure_file(cmake/${package}.pc.in lib/pkgconfig/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/lib/pkgconfig/${package}.pc DESTINATION lib/pkgconfig COMPONENT library)
endforeach()

configure_file(cmake/TactusConfig.cmake lib/cmake/Tactus/TactusConfig.cmake COPYONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lib/cmake/Tactus/TactusConfigVersion.cmake
                                 VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES cmake/TactusConfig.cmake ${PROJECT_BINARY_DIR}/lib/cmake/Tactus/TactusConfigVersion.cmake
        DESTINATION lib/cmake/Tactus COMPONENT library)
# Apart, so that only who names the folder gets it instead of oneTBB's own package.
configure_file(cmake/TBBConfig.cmake lib/cmake/Tactus/tbb/TBBConfig.cmake COPYONLY)
install(FILES cmake/TBBConfig.cmake DESTINATION lib/cmake/Tactus/tbb COMPONENT library)
if(NOT TACTUS_TOOLS)
  return()
endif()

# Documents lie to each other as in the checkout, so that links between them hold.
install(FILES README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE SECURITY.md DESTINATION share/doc/tactus COMPONENT documents)
install(DIRECTORY docs DESTINATION share/doc/tactus COMPONENT documents)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" -B \"${PROJECT_SOURCE_DIR}/scripts/make_reference.py\"
  --output \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/tactus/docs/reference.md\" COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT documents)
install(FILES scripts/wheel/README.md DESTINATION share/doc/tactus/scripts/wheel COMPONENT documents)
install(DIRECTORY bench/ DESTINATION share/doc/tactus/bench COMPONENT documents FILES_MATCHING PATTERN "RESULTS*.md"
        PATTERN "harness" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY examples DESTINATION share/doc/tactus USE_SOURCE_PERMISSIONS COMPONENT documents
        PATTERN "__pycache__" EXCLUDE PATTERN "test_*.py" EXCLUDE)

# The kernel module is built on the user's machine, for the kernel that runs there.
install(DIRECTORY kernel/ DESTINATION share/tactus/kernel FILES_MATCHING PATTERN "*.[ch]" PATTERN "Makefile" PATTERN "*.rules"
        PATTERN "*.mod.c" EXCLUDE PATTERN ".*" EXCLUDE)
install(FILES abi/kernel_beat.h DESTINATION share/tactus/abi)

install(FILES ${PROJECT_BINARY_DIR}/share/tactus/llvm-version DESTINATION share/tactus)
# tactus bench builds its programs on the user's machine, so all sources go along.
install(DIRECTORY bench/ DESTINATION share/tactus/bench USE_SOURCE_PERMISSIONS
        PATTERN "__pycache__" EXCLUDE PATTERN "CMakeLists.txt" EXCLUDE PATTERN "test_*.py" EXCLUDE PATTERN "run.sh" EXCLUDE)

# From what the installed commands print, so they come last.
find_program(TACTUS_HELP2MAN help2man DOC "Makes manual pages, which are left out without it")
if(TACTUS_HELP2MAN)
  install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" -B \"${PROJECT_SOURCE_DIR}/scripts/make_man.py\"
    --tree \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" --output \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/man/man1\"
    --help2man \"${TACTUS_HELP2MAN}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT compiler)
endif()
