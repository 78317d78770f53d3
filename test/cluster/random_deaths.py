"""Random programs of Parallel ML, each in a job of its own, of which a rank is killed while it holds one of the program's pieces.

A piece that a rank has received and not answered is away. So the rank is killed as it has received one, or as it would send a result.

Compiling takes longer than a job. So a pack of programs is compiled as functions of one, and its arguments say which of them runs, and
how often."""
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
GENERATOR = HERE.parent / "pml/generator"
sys.path += [str(HERE.parent / "mpi"), str(GENERATOR)]
from generate import spreading_function  # noqa: E402
from run import environment  # noqa: E402
from test_pml import build  # noqa: E402

# Programs that are compiled together.
PACK = 16
# How often a program runs in its job; more often where it has given nothing away.
TIMES = (10, 100)


def pack(folder, first):
    """The source of programs first, first + 1, …"""
    numbers = range(first, first + PACK)
    choice = "\n  | ".join(f"{number} => program_{number} ()" for number in numbers)
    source = Path(folder) / f"random_{first}.sml"
    source.write_text((GENERATOR / "prelude.sml").read_text() + (GENERATOR / "spread.sml").read_text()
                      + "".join(spreading_function(number, f"program_{number}") for number in numbers)
                      + f"""fun run number = case number of
    {choice}
  | _ => ()
fun repeat (number, times) = if times = 0 then () else (run number; repeat (number, times - 1))
val () = case List.mapPartial Int.fromString (CommandLine.arguments ()) of [number, times] => repeat (number, times) | _ => ()
""")
    return source


def deaths_of(choice, ranks):
    """Any rank, at any of its first pieces; and, for programs that have given fewer, the first piece of all."""
    rank, by = choice.randrange(1, ranks), choice.choice(("pieces", "results"))
    return [(rank, by, choice.choice((1, 1, 2, 3, 5))), (1, by, 1), (1, "pieces", 1)]


def run_program(checks, settings, program, number, dies):
    """Of one of a pack: its attempts as (death, variables, result, whether a rank has died), and what it says alone."""
    attempts, choice = [], random.Random(number)
    for death in deaths_of(choice, checks.ranks) if dies else [None]:
        words = [str(number), str(TIMES[len(attempts) > 0])]
        alone = subprocess.run([str(program), *words], env=environment(TACTUS_WORKERS="1"), text=True, capture_output=True)
        variables = settings[(number + len(attempts)) % len(settings)]
        result, died = checks.launch(program, variables, death, words)
        attempts.append((f"{program.name} {' '.join(words)}, {variables}, {death}", result, died, alone.stdout))
        if died:
            break
    return attempts


def run_programs(checks, tool, settings, wanted, seed):
    """Until as many different programs as wanted have had a death, and as many others none. Whether there are so many: some give no
    piece away, and have none to lose."""
    died = alive = spared = 0
    first = seed * 1000
    with ThreadPoolExecutor(1) as builder, ThreadPoolExecutor(2) as pool:
        def next_pack():
            return builder.submit(lambda number: build(tool, checks.mpi, pack(checks.folder, number), checks.folder), first)

        coming = next_pack()
        while (died < wanted or alive < wanted) and spared <= 4 * (died + PACK):
            numbers, program = range(first, first + PACK), coming.result()
            first += PACK
            coming = next_pack()
            without = min(wanted - alive, PACK // 2)
            plans = [False] * without + [True] * min(wanted - died, PACK - without)
            done = list(pool.map(lambda plan: run_program(checks, settings, program, *plan), list(zip(numbers, plans))))
            for dies, attempts in zip(plans, done):
                for name, result, has_died, expected in attempts:
                    checks.check(name, program, result, has_died, expected)
                has_died = any(attempt[2] for attempt in attempts)
                died += has_died
                alive += not dies
                spared += dies and not has_died
            program.unlink()
            print(f"random programs of Parallel ML, each a job: in {died} a rank has died, in {alive} none was to die, {spared} gave "
                  f"nothing away; {len(checks.failed)} failed", flush=True)
    return died >= wanted and alive >= wanted
