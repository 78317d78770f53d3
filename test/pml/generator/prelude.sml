(* What the random programs say, and what keeps their values small: the compilers have ints of 31, 63 and 64 bits. *)
fun say s = print ("> " ^ String.toString (if size s > 300 then String.substring (s, 0, 300) ^ "..." else s) ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun norm n = n mod 16381
fun clip l = if length l > 8 then List.take (l, 8) else l
fun clipText s = if size s > 40 then String.substring (s, 0, 40) else s
fun short s = if size s > 4 then String.substring (s, 0, 4) else s
fun clipReal r = Real.fromInt (Real.trunc (r * 16.0) mod 4096) / 16.0
fun clipLarge (n : IntInf.int) = IntInf.rem (n, 123456789012345678901234567890123456789)
(* A value of a recursive type can be as large as the run is long. *)
val shown = ref 0
fun more f = (shown := !shown + 1; if !shown > 200 then "..." else f ())
fun showing f = (shown := 0; f ())
val showInt = Int.toString
val showBool = Bool.toString
fun showString s = "\"" ^ String.toString s ^ "\""
fun showChar c = "#\"" ^ Char.toString c ^ "\""
fun showReal r = Real.fmt (StringCvt.FIX (SOME 4)) (r + 0.0)
fun showUnit () = "()"
val showIntInf = IntInf.toString
val showInt32 = Int32.toString
val showWord32 = Word32.toString
val showWord8 = Word8.toString
fun show_list f l = "[" ^ String.concatWith "," (map f l) ^ "]"
fun show_option f NONE = "NONE" | show_option f (SOME x) = "SOME " ^ f x
fun show_ref f (ref x) = "ref " ^ f x
fun show_array f a = "[|" ^ String.concatWith "," (Array.foldr (fn (x, l) => f x :: l) [] a) ^ "|]"
fun show_vector f v = "#[" ^ String.concatWith "," (Vector.foldr (fn (x, l) => f x :: l) [] v) ^ "]"
infixr 5 +++
fun a +++ b = clip (a @ b)
infix 6 |>
fun x |> f = f x
