(* Seed 1105 of the random programs, cut down: dropUnused removed a function that is in use (simplify/census.cpp). *)
fun say s = print ""
fun try f = say (f () handle e => "raised " ^ exnName e)
fun norm n = n mod 16381
fun clip l = if length l > 8 then List.take (l, 8) else l
fun clipText s = if size s > 40 then String.substring (s, 0, 40) else s
val shown = ref 0
fun showing f = (shown := 0; f ())
val showInt = Int.toString
val showBool = Bool.toString
fun show_list f l = "[" ^ String.concatWith "," (map f l) ^ "]"
fun show_ref f (ref x) = "ref " ^ f x
val _ = try (fn () => showing (fn () => (show_list showBool) (if let val v8 : IntInf.int option = NONE fun f9 (n, (v10, v11, _) : int * real array * Word8.word array) : real option vector =
  if n <= 0 orelse n > 5 then if false then (Vector.fromList [NONE]) else (Vector.fromList [NONE])
  else if true then case if true then (~7, ((0wx7f : Word8.word), ~176.5, true)) else (v10, ((0wx51 : Word8.word), ~105.0625, true)) of (v16, (_, v17, (v18 : bool))) => if v18 then (Vector.fromList [NONE]) else (Vector.fromList [NONE]) else Vector.tabulate (4, let local val (_, v19) : int array * int option = ((Array.fromList [1]), NONE) in fun f20 ((v21 : IntInf.int option) : IntInf.int option) : int = v10 end in (fn v22 => NONE) end) in ((if false then true else true) orelse (false orelse true)) andalso #a ({a = false, c = (fn (v31 : int) => ~21.25), left = (~1 : Int32.int)} : {a : bool, c : int -> real, left : Int32.int}) end then valOf (if let fun f32 ([] : Word8.word list, _ : int) : bool = true
  | f32 (v34 :: r33, v35) = false in "\127" end > (clipText (String.concatWith "" (String.tokens Char.isAlpha "Z"))) then (SOME (clip (false :: nil))) else (SOME (List.filter (fn true => false
 | v36 => v36) nil))) else [] : bool list)))
