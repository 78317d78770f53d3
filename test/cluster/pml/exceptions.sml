(* Exceptions of all kinds arrive where they are handled, whichever rank has raised them; the first in order. *)
exception Plain
exception Carries of int * string
functor Local (val name : string) = struct exception Here of string fun raises n = raise Here (name ^ Int.toString n) end
structure A = Local (val name = "a")
structure B = Local (val name = "b")

fun work 0 n = n
  | work d n =
      let val (a, b) = ForkJoin.par (fn () => work (d - 1) (n + 1), fn () => work (d - 1) (n * 3 mod 1009)) in (a + b) mod 1009 end

fun fail 0 n = raise Plain
  | fail 1 n = raise Carries (n, "text " ^ Int.toString n)
  | fail 2 n = A.raises n
  | fail 3 n = B.raises n
  | fail 4 n = Vector.sub (Vector.fromList [n], n + 1)
  | fail 5 n = n div (n - n)
  | fail _ n = let exception Inner of int in (raise Inner n) handle Inner m => m end

fun tree kind 0 n = if n mod 5 = 2 then fail kind n else work 10 n
  | tree kind d n =
      let val (a, b) = ForkJoin.par (fn () => tree kind (d - 1) (2 * n), fn () => tree kind (d - 1) (2 * n + 1)) in a + b end

fun name (Carries (n, text)) = "carries " ^ Int.toString n ^ text
  | name (A.Here text) = "A " ^ text
  | name (B.Here text) = "B " ^ text
  | name other = exnName other

fun one kind n =
  print (Int.toString (tree kind 5 n) ^ "\n") handle e => print (name e ^ "\n")
fun all n = if n > 3 then () else (app (fn kind => one kind n) [0, 1, 2, 3, 4, 5, 6]; all (n + 1))
val () = all 1
