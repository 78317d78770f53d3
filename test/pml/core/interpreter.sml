(* A small whole program: an interpreter with closures and an environment. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
datatype e = Int of int | Var of string | Lam of string * e | App of e * e | Add of e * e | If of e * e * e | Fix of string * string * e
datatype v = I of int | F of v -> v
exception Type
fun lookup [] s = raise Fail ("unbound " ^ s) | lookup ((t, v) :: r) s = if s = t then v else lookup r s
fun eval env (Int n) = I n | eval env (Var s) = lookup env s
  | eval env (Lam (x, b)) = F (fn v => eval ((x, v) :: env) b)
  | eval env (App (f, a)) = (case eval env f of F g => g (eval env a) | _ => raise Type)
  | eval env (Add (a, b)) = (case (eval env a, eval env b) of (I m, I n) => I (m + n) | _ => raise Type)
  | eval env (If (c, t, f)) = (case eval env c of I 0 => eval env f | I _ => eval env t | _ => raise Type)
  | eval env (Fix (f, x, b)) = let fun g v = eval ((x, v) :: (f, F g) :: env) b in F g end
fun run e = case eval [] e of I n => Int.toString n | F _ => "function"
val sum = Fix ("s", "n", If (Var "n", Add (Var "n", App (Var "s", Add (Var "n", Int ~1))), Int 0))
val _ = (try (fn () => run (App (sum, Int 100))); try (fn () => run sum); try (fn () => run (Add (Int 1, sum))); try (fn () => run (Var "q")))
