(* What the program's body has behind loops, and what loops, functions and handlers repeat. *)
fun say s = print ("> " ^ s ^ "\n")
fun ints l = String.concatWith " " (map Int.toString l)
fun skip (l, n) = if n > 10 then l else skip (n :: l, n + 1)
val numbers = skip ([], 2 + 0 * size (CommandLine.name ()))
val table = Array.fromList numbers
exception Missing of int
fun find k = if k >= Array.length table then raise Missing k else Array.sub (table, k)
val _ = say (ints (List.tabulate (4, find)))
val _ = say (Int.toString (find 20) handle Missing k => "missing " ^ Int.toString k)
(* A handler leads back: each turn has a variable of its own. *)
val made = ref ([] : (unit -> int) list)
fun again n =
  (let val twice = n * 2
       val () = made := (fn () => twice + Array.length table) :: !made
   in if n < 5 then raise Fail "again" else () end)
  handle Fail _ => again (n + 1)
val () = again 0
val _ = say (ints (map (fn f => f ()) (!made)))
(* A part of a loop that is its last turn's, and one that is every turn's. *)
val kept = ref ([] : (unit -> int) list)
fun turn n =
  let val square = n * n
  in kept := (fn () => square) :: !kept;
     if n >= 4 then let val last = square + 1 in kept := (fn () => last) :: !kept; last end
     else (fn m => turn (m + 1)) n
  end
val result = turn 0
val _ = say (ints (result :: map (fn f => f ()) (!kept)))
(* An exception of each turn's own. *)
val exns = ref ([] : exn list)
fun declare n = if n = 0 then () else let exception Own of int in exns := Own n :: !exns; declare (n - 1) end
val () = declare 3
exception After
val _ = say (String.concatWith " " (map exnName (After :: !exns)))
val _ = say ((raise After) handle After => "after")
(* Loops in loops. *)
val cells = ref ([] : (unit -> int) list)
fun outer i = if i = 3 then () else
  let fun inner j = if j = i then () else (let val p = i * 10 + j in cells := (fn () => p) :: !cells end; inner (j + 1))
  in inner 0; let val q = i * 100 in cells := (fn () => q) :: !cells end; outer (i + 1) end
val () = outer 0
val _ = say (ints (map (fn f => f ()) (!cells)))
