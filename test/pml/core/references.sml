(* References: aliases, closures over them, references to references, cyclic data. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val r = ref 1
val s = r
val _ = (s := 5; say (Int.toString (!r)))
fun counter () = let val n = ref 0 in fn () => (n := !n + 1; !n) end
val a = counter () and b = counter ()
val _ = (a (); a (); b (); say (Int.toString (a ()) ^ Int.toString (b ())))
val rr = ref r
val _ = (!rr := 7; rr := ref 9; say (Int.toString (!r) ^ Int.toString (!(!rr))))
datatype node = Node of int * node option ref
val n1 = Node (1, ref NONE) val Node (_, link) = n1 val _ = link := SOME n1
fun walk (Node (v, next), k) = if k = 0 then v else case !next of SOME n => walk (n, k - 1) | NONE => ~1
val _ = say (Int.toString (walk (n1, 5)))
val f = ref (fn (n : int) => n)
val _ = (f := (fn 0 => 1 | n => n * (!f) (n - 1)); say (Int.toString ((!f) 6)))
fun swap (x as ref a, y as ref b) = (x := b; y := a)
val p = ref "p" and q = ref "q"
val _ = (swap (p, q); say (!p ^ !q))
