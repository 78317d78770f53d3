(* Threads that switch, with garbage and parallelism in each; those that nobody can reach any more end. *)
structure T = MLton.Thread

(* A generator: each value is a list that its thread has made. *)
fun generate n =
  let
    val caller : int list option T.t option ref = ref NONE
    val own : unit T.t option ref = ref NONE
    fun give x =
      T.switch (fn t => (own := SOME t; let val c = valOf (!caller) in caller := NONE; T.prepare (c, x) end))
    fun body () =
      let fun go i = if i > n then () else (give (SOME (List.tabulate (i, fn j => i * j))); go (i + 1))
      in go 1; give NONE; ()
      end
  in
    own := SOME (T.new body);
    fn () => T.switch (fn t => (caller := SOME t; T.prepare (valOf (!own), ())))
  end

fun sum next = case next () of NONE => 0 | SOME l => foldl op + 0 l + sum next

fun fib n = if n < 2 then n else op + (ForkJoin.par (fn () => fib (n - 1), fn () => fib (n - 2)))

val () = print (Int.toString (sum (generate 20)) ^ "\n")
(* Two at a time, and forks in the threads and around them. *)
val (a, b) = (generate 9, generate 9)
val () = print (Bool.toString (ListPair.all op = (List.tabulate (9, fn _ => valOf (a ())), List.tabulate (9, fn _ => valOf (b ())))) ^ "\n")
fun inThread f = T.switch (fn t => T.prepare (T.new (fn () => T.switch (fn _ => T.prepare (t, f ()))), ()))
val () = print (Int.toString (inThread (fn () => fib 12) + fib 10) ^ "\n")
(* Many that wait and are forgotten: each ends when a collection has not reached it. *)
fun leave 0 = () | leave n = (ignore (generate 5 ()); if n mod 8 = 0 then MLton.GC.collect () else (); leave (n - 1))
val () = leave 64
val () = print "left\n"
val () = (T.switch (fn t => (ignore (T.prepare (t, ())); T.prepare (t, ())))) handle Fail s => print (s ^ "\n")

(* Continuations that are entered several times: all ways through two choices. *)
exception Empty
val pending : (unit -> unit) list ref = ref []
fun choose l =
  MLton.Cont.callcc (fn k => (pending := List.map (fn x => fn () => MLton.Cont.throw (k, x)) l @ !pending; next ()))
and next () = case !pending of [] => raise Empty | f :: rest => (pending := rest; f (); raise Empty)
val found = ref []
val () =
  let
    val kept = List.tabulate (3, fn i => ref i)
    val x = choose [1, 2, 3]
    val y = choose [10, 20]
    val () = MLton.GC.collect ()
  in found := (x + y + foldl op + 0 (List.map op ! kept)) :: !found; next ()
  end
  handle Empty => ()
val () = print (String.concatWith " " (List.map Int.toString (rev (!found))) ^ "\n")
val () = print (Int.toString (1 + MLton.Cont.callcc (fn k => fib 10 + MLton.Cont.throw (k, 1))) ^ "\n")
val () = (MLton.Cont.callcc (fn _ => raise Fail "from a continuation")) handle Fail s => print (s ^ "\n")
