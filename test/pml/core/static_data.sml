(* Values of constants may be data of the program. What has an identity is made each time, and what differs stays apart. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
val b = Bool.toString
(* Zeros of two signs, and what is no number. *)
val minus = Real.copySign (0.0, ~1.0)
val zeros = [(0.0, 1), (minus, 1), (0.0, 2)]
val _ = say (String.concatWith " " (map (fn (x, n) => b (Real.signBit x) ^ Int.toString n) zeros))
val _ = say (String.concatWith " " (map (fn (x, y) => b (Real.isNan x) ^ b (Real.== (x, y))) [(0.0 / 0.0, 1.0), (1.0, 1.0)]))
(* References and arrays beside constants. *)
fun fresh () = (ref 0, true)
val (one, _) = fresh () and (two, _) = fresh ()
val _ = (one := 1; say (b (one = two) ^ Int.toString (!two)))
datatype cell = Nothing | Cell of int ref * bool | Full of int array * string
val cells = [Cell (ref 3, true), Cell (ref 3, true), Full (Array.array (1, 3), "x"), Full (Array.array (1, 3), "x"), Nothing]
val _ = case cells of
    [Cell (a, _), Cell (c, _), Full (d, _), Full (e, _), _] =>
      (a := 4; Array.update (d, 0, 4); say (String.concat [b (a = c), Int.toString (!c), b (d = e), Int.toString (Array.sub (e, 0))]))
  | _ => say "?"
(* Exceptions of one name: of a functor's applications, and of each call. *)
functor F () = struct exception Same exception Sum of int * bool fun fail 0 = raise Same | fail _ = raise Sum (1, true) end
structure A = F () structure B = F ()
fun who f = (f (); "nobody") handle A.Same => "A" | B.Same => "B" | A.Sum _ => "A's sum" | B.Sum _ => "B's sum"
val _ = say (String.concatWith " " [who (fn () => A.fail 0), who (fn () => B.fail 0), who (fn () => A.fail 1), who (fn () => B.fail 1)])
fun both () = let exception Mine of int in (fn () => ((raise Mine 1) : unit), fn f => (f () : unit; "nobody") handle Mine _ => "mine") end
val (raise1, handle1) = both () and (raise2, handle2) = both ()
val _ = say (handle1 raise1 ^ handle2 raise2 ^ (handle1 raise2 handle _ => "other") ^ (handle2 raise1 handle _ => "other"))
(* Equal bytes of different types, and texts with zeros. *)
datatype byte = Bool of bool | Char of char | Small of Word8.word
fun show (Bool x) = b x | show (Char c) = Char.toString c | show (Small w) = Word8.toString w
val _ = say (String.concatWith " " (map show [Bool true, Char #"\001", Small 0w1, Bool false, Char #"\000", Small 0w0]))
val _ = say (String.concatWith " " (map (fn (s, n) => Int.toString (size s) ^ b (s = n)) [("a\000b", "a\000c"), ("", "\000"), ("a\000b", "a\000b")]))
val large = [(1000000000000000000000 : LargeInt.int, 1), (~1000000000000000000000, 1), (1000000000000000000000, 2)]
val _ = say (String.concatWith " " (map (fn (x, n) => LargeInt.toString x ^ ":" ^ Int.toString n) large))
