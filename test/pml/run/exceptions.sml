(* Generative exceptions, handlers, what is raised where. *)
fun say s = print ("> " ^ s ^ "\n")
exception A
exception B of int
exception C of {code : int, text : string}
exception Alias = B
fun name A = "A" | name (B n) = "B" ^ Int.toString n | name (C {code, text}) = "C" ^ Int.toString code ^ text
  | name Div = "Div" | name Overflow = "Overflow" | name Subscript = "Subscript" | name Match = "Match"
  | name Bind = "Bind" | name Size = "Size" | name Empty = "Empty" | name (Fail s) = "Fail " ^ s | name Option = "Option"
  | name Chr = "Chr" | name _ = "other"
fun try f = say (f () handle e => name e)
val _ = try (fn () => raise A)
val _ = try (fn () => raise B 3)
val _ = try (fn () => raise Alias 4)
val _ = try (fn () => raise C {text = "x", code = 7})
val _ = try (fn () => Int.toString (1 div 0))
val _ = try (fn () => Int.toString (1 mod 0))
val _ = try (fn () => Int.toString (valOf Int.maxInt + 1))
val _ = try (fn () => Int.toString (~ (valOf Int.minInt)))
val _ = try (fn () => Int.toString (valOf Int.minInt div ~1))
val _ = try (fn () => Int.toString (hd []))
val _ = try (fn () => Int.toString (List.nth ([1, 2], 2)))
val _ = try (fn () => Int.toString (Vector.sub (Vector.fromList [1], 1)))
val _ = try (fn () => str (chr 256))
val _ = try (fn () => Int.toString (valOf NONE))
val _ = try (fn () => String.substring ("abc", 2, 2))
val _ = try (fn () => raise Fail "why")
val _ = try (fn () => let val x :: _ = (tl [1]) in Int.toString x end)
val _ = try (fn () => case [1, 2] of [] => "none" | [x] => "one")
fun f 0 = "zero" | f 1 = "one"
val _ = try (fn () => f 2)
val _ = try (fn () => Int.toString (Array.length (Array.array (~1, 0))))
(* Handlers in order; what no rule matches goes on. *)
fun nested n =
  ((if n = 0 then raise A else if n = 1 then raise B 1 else if n = 2 then raise B 2 else "fine")
   handle B 1 => "inner B1" | A => raise B 10)
  handle B m => "outer B" ^ Int.toString m
val _ = List.app (say o nested) [0, 1, 2, 3]
(* Each evaluation of a declaration makes a new exception. *)
fun make () = let exception Local of int in (fn n => Local n, fn Local n => "mine" ^ Int.toString n | _ => "foreign") end
val (make1, test1) = make ()
val (make2, test2) = make ()
val _ = say (test1 (make1 1) ^ test1 (make2 2) ^ test2 (make1 3) ^ test2 (make2 4))
functor F () = struct exception E end
structure F1 = F ()
structure F2 = F ()
val _ = say ((raise F1.E) handle F2.E => "second" | F1.E => "first")
(* Order of effects, and state that survives. *)
val log = ref ""
fun note s = log := !log ^ s
val _ = (note "a"; (note "b"; raise A) handle A => note "c"; note "d")
val _ = say (!log)
fun loop n = (if n = 0 then raise B 0 else loop (n - 1)) handle B m => raise B (m + 1)
val _ = say ((loop 100; "no") handle B m => Int.toString m)
val _ = say (exnName (B 1) ^ exnName A ^ exnName (Fail "x") ^ exnName Div)
val _ = say (Int.toString (List.foldl (fn (x, s) => (if x mod 2 = 0 then raise A else s + x) handle A => s - x) 0 [1, 2, 3, 4, 5]))
val packed : exn list = [A, B 5, C {code = 1, text = "t"}]
val _ = say (String.concat (List.map name packed))
