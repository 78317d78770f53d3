(* Where a match fails: Match and Bind. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun f 1 = "one" | f 2 = "two"
val _ = (try (fn () => f 1); try (fn () => f 3))
val _ = try (fn () => let val (x :: _) = tl [1] in Int.toString x end)
val _ = try (fn () => let val SOME x = (if 1 < 2 then NONE else SOME 1) in Int.toString x end)
val _ = try (fn () => case [1, 2] of [x] => "one" | [] => "none")
val _ = try (fn () => (fn true => "yes") false)
fun curried 0 0 = "zeros" | curried 1 _ = "one"
val partial = curried 5
val _ = (try (fn () => partial 1); try (fn () => curried 0 1))
val _ = try (fn () => (raise Fail "a") handle Fail "b" => "b")
val _ = try (fn () => let val rec loop = fn 0 => "end" | n => loop (n - 1) in loop 3 end)
