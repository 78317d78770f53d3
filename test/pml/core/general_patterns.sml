(* Patterns that may fail, or read a reference, beside names that are general. *)
fun say s = print ("> " ^ s ^ "\n")
(* One binding of a declaration is general, another one is not. *)
val x = ref 0 and f = fn y => y
val _ = (x := f 3; say (f "a" ^ Int.toString (!x)))
val r = ref 1
val (ref n, g) = (r, fn y => y)
val _ = r := 2
val _ = say (g "b" ^ Int.toString (g n))
val SOME h = SOME (fn y => y)
val [i, j] = [fn y => y, fn y => y]
val _ = say (h "c" ^ Int.toString (i 7) ^ j "d")
val (a :: b, c) = ([nil, nil], fn () => NONE)
val _ = say (Int.toString (length (1 :: a) + length ("a" :: hd b) + getOpt (c (), 3)) ^ getOpt (c (), "x"))
datatype 'a t = A of 'a | B of 'a * int
val B (p as (q, m)) = B (fn y => y, 4)
val _ = say (q "z" ^ Int.toString (q m + #2 (p : (int -> int) * int)))
val B (k, 4) = B (fn y => y, 4)
val _ = say (k "e" ^ Int.toString (k 5))
(* What does not match raises Bind where it stands, in order. *)
val _ = (let val SOME (f : 'a -> 'a) = NONE in f (f 1); say "no" end) handle Bind => say "Bind"
fun failing () = let val _ = say "first" val (B (f, 3), _) = (B (fn y => y, 4), say) val _ = say "no" in f 1 end
val _ = failing () handle Bind => (say "second"; 0)
val _ = (let val SOME _ = NONE : int option and _ = say "no" in () end) handle Bind => say "Bind"
(* Within functions, at several types. *)
fun pairs v = let val (u, w) :: _ = [(fn y => (y, v), fn () => nil)] in (u 1, u "s", length (1 :: w ()), null (w ())) end
val ((one, _), (s, v), len, isNull) = pairs #"c"
val _ = say (Int.toString one ^ s ^ str v ^ Int.toString len ^ Bool.toString isNull)
