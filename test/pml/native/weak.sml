(* Weak pointers and finalizers, where tasks have heaps of their own, too. *)
structure W = MLton.Weak and F = MLton.Finalizable

val n = 40
val kept = Array.tabulate (n, fn i => ref [i])
val weak = Array.tabulate (n, fn i => W.new (Array.sub (kept, i)))
fun isThere i = isSome (W.get (Array.sub (weak, i)))
fun count () = length (List.filter isThere (List.tabulate (n, fn i => i)))
val () = MLton.GC.collect ()
val () = print (Int.toString (count ()) ^ "\n")
val () = Array.appi (fn (i, _) => if i mod 4 = 0 then () else Array.update (kept, i, Array.sub (kept, 0))) kept
val () = MLton.GC.collect ()
val () = print (Int.toString (count ()) ^ " " ^ Bool.toString (isThere 4 andalso not (isThere 5)) ^ "\n")
val () = print (String.concat (List.map Int.toString (! (valOf (W.get (Array.sub (weak, 8)))))) ^ "\n")
(* Made by tasks, and read by others. *)
fun tree (lo, hi) =
  if hi - lo = 1 then
    let val r = ref (Int.toString lo) val w = W.new r
    in [(r, w)]
    end
  else
    let val m = (lo + hi) div 2 in op @ (ForkJoin.par (fn () => tree (lo, m), fn () => tree (m, hi))) end
val made = tree (0, 64)
val () = MLton.GC.collect ()
val () = print (Bool.toString (List.all (fn (r, w) => case W.get w of SOME r' => r = r' | NONE => false) made) ^ "\n")
val () = print (Bool.toString (isSome (W.get (W.new 3))) ^ " " ^ Bool.toString (isSome (W.get (W.new (ref 1, 2)))) ^ "\n")

val fs = Array.tabulate (3, fn i => F.new (Int.toString i))
val () = Array.appi (fn (i, f) => F.addFinalizer (f, fn s => print ("end of " ^ s ^ "\n"))) fs
val spare = F.new "spare"
val () = F.addFinalizer (spare, fn s => print (s ^ " at the end\n"))
val () = Array.update (fs, 1, spare)
val () = MLton.GC.collect ()
val () = print (F.withValue (Array.sub (fs, 2), fn s => (MLton.GC.collect (); s)) ^ " is there\n")
val () = Array.update (fs, 2, spare)
val () = Array.update (fs, 0, spare)
val () = F.touch spare
val () = MLton.GC.collect ()
val () = print (Bool.toString (MLton.size (List.tabulate (100, fn i => i)) > MLton.size [1]) ^ "\n")
val () = print (Bool.toString (MLton.hash [("a", 1), ("b", 2)] = MLton.hash (map (fn (s, i) => (String.str s, i)) [(#"a", 1), (#"b", 2)])) ^ "\n")
val () = print (Bool.toString (MLton.hash "abc" <> MLton.hash "abd") ^ "\n")
val () = F.touch spare
