"""names.py NM OWN_NAMES PROGRAM LIBRARY...: what a library asks others for has names that no program takes for something else.

C reserves the names of its library, and those with an underscore in front. The other functions of POSIX that a library asks for
are either in OWN_NAMES (runtime/os/own_names.def), so that it does not ask for them, or below, with the reason. PROGRAM has a
function for each of OWN_NAMES (test/regress)."""
import re
import subprocess
import sys
from pathlib import Path

STANDARD = """abort aligned_alloc calloc exit fclose ferror fflush fopen fprintf fputc fputs free fwrite getenv isalpha isspace
malloc memchr memcpy memmove memset printf putc puts raise realloc rename snprintf stderr stdout strchr strcmp strcpy strcspn
strerror strlen strncat strncmp strpbrk strrchr strspn strstr strtod strtol strtoll strtoul strtoull tolower toupper
vfprintf""".split()
# Tools put functions of their own in front of these, which have to see what a library does: memory, signals, threads,
# the loader.
WATCHED = """clock_gettime dl_iterate_phdr dladdr dladdr1 dlclose dlerror dlopen dlsym madvise mmap mprotect munmap nanosleep
prctl process_vm_readv sched_getaffinity sched_getcpu sched_setaffinity sched_yield sigaction sigaddset sigaltstack sigdelset
sigemptyset sigfillset syscall timer_create timer_delete timer_settime""".split()
# Of glibc's alone, or with no second meaning: whoever has such a function has it for the same.
UNMISTAKABLE = """AnnotateIgnoreSyncBegin AnnotateIgnoreSyncEnd AnnotateIgnoreWritesBegin AnnotateIgnoreWritesEnd bcmp environ
fdopen flockfile funlockfile getauxval getdelim gethostname getrlimit getrusage malloc_usable_size posix_fallocate
program_invocation_short_name realpath secure_getenv setrlimit strcasecmp strncasecmp strnlen strsep sysconf unsetenv""".split()
# With TACTUS_BEAT=kernel alone, where a device of tests stands in front of them.
DEVICE = "close fstat ioctl open".split()
PREFIXES = ("_", "pthread_", "tactus_")


def main():
    nm, own_names, program, *libraries = sys.argv[1:]
    own = set(re.findall(r"^TACTUS_OWN_NAME\((\w+)\)", Path(own_names).read_text(), re.M))
    foreign = set(re.findall(r"^FOREIGN\((\w+)\)", Path(program).read_text(), re.M))
    wrong = [f"{Path(program).name}: {name}: in one of the lists alone" for name in sorted(own ^ foreign)]
    allowed = {*STANDARD, *WATCHED, *UNMISTAKABLE, *DEVICE}
    for library in libraries:
        result = subprocess.run([nm, "-D", "--undefined-only", library], text=True, capture_output=True, check=True)
        names = {line.split()[-1].partition("@")[0] for line in result.stdout.splitlines()}
        wrong += [f"{Path(library).name}: {name}: a program may have a function of that name; see runtime/os/own_names.def"
                  for name in sorted(names - allowed) if not name.startswith(PREFIXES)]
        if not names & allowed:
            wrong.append(f"{library}: asks for nothing")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
