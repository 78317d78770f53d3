(* Functions return tuples that have functions in them: at each place, nested, of parameters, curried, recursive, from
   branches of a par and from handlers. *)
fun say text = print (text ^ "\n")
val show = Int.toString
val one = size (String.implode [#"x"])

fun first (_, n) = {left = fn k => k + n, size = n}
fun second n = (n, fn k => k * n)
fun both (a, b) = (fn k => k + a, fn k => k - b)
fun nested a b = ((fn k => k + a, b), fn (x, y) => x * a + y * b)
fun curried a = (fn b => fn c => a * 100 + b * 10 + c, a)
fun inner a = fn b => (fn c => a * 100 + b * 10 + c, b)
fun alone a = fn b => fn c => a * 100 + b * 10 + c
fun unit () = (fn () => one, one)
fun deep 0 = (fn k => k, 0)
  | deep n = let val (f, m) = deep (n - 1) in (fn k => f k + 1, m + n) end
fun tail (0, f) = (f, fn k => f (k + 1))
  | tail (n, f) = tail (n - 1, fn k => f k * 2)
fun even 0 = (fn true => "even" | false => "odd", true)
  | even n = odd (n - 1)
and odd 0 = (fn true => "even" | false => "odd", false)
  | odd n = even (n - 1)
fun apply f n = if n = 0 then (f, f 0) else apply f (n - 1)
fun branches n = ForkJoin.par (fn () => (fn k => k + n, n), fn () => (n, fn k => k * n))
fun handled n = ((if n > 1 then raise Fail "" else (fn k => k, n)) handle Fail _ => (fn k => k + n, 2 * n))
fun maybe n = if n > 0 then SOME (fn k => k + n, n) else NONE
fun counter start =
  let val count = ref start in (fn () => (count := !count + 1; !count), fn () => !count)
  end
fun choose true = (fn k => k + 1, 1) | choose false = (fn k => k + 2, 2)
fun same x = (x, x)
fun pass f n = (f, n)
exception Carries of (int -> int) * int
fun raises n = raise Carries (fn k => k + n, n)

val () =
  let
    val {left, size = m} = first (1, 7 * one)
    val {left = left2, ...} = first (2, one)
    val (a, times) = second (3 * one)
    val (plus, minus) = both (10, 20)
    val ((f, b), g) = nested (2 * one) 3
    val (h, c) = curried (4 * one)
    val (i, d) = inner 5 6
    val (u, v) = unit ()
    val (w, s) = deep 9
    val (t, t1) = tail (3, fn k => k + one)
    val (word, is) = even 7
    val (inc, at) = apply (fn k => k + one) 5
    val ((l, m1), (m2, r)) = branches 6
    val (high, two) = handled 5
    val (low, once) = handled 1
    val (next, now) = counter 5
    val (x, y) = choose (one = 1)
    val (z, z2) = same (fn k => k + 9)
    val (p, q) = pass (fn k => k * k) 12
  in
    say (show (left 1 + m + left2 2));
    say (show (times a) ^ " " ^ show (plus 1) ^ " " ^ show (minus 1));
    say (show (f 1 + b) ^ " " ^ show (g (1, 2)));
    say (show (h 5 6) ^ " " ^ show c ^ " " ^ show (i 7) ^ " " ^ show d ^ " " ^ show (alone 7 8 9));
    say (show (u () + v) ^ " " ^ show (w 1) ^ " " ^ show s ^ " " ^ show (t 1) ^ " " ^ show (t1 1));
    say (word is ^ " " ^ word true ^ " " ^ show (inc at));
    say (show (l m1) ^ " " ^ show (r m2) ^ " " ^ show (high two) ^ " " ^ show (low once));
    say (show (next () + next ()) ^ " " ^ show (now ()) ^ " " ^ show (x y) ^ " " ^ show (z (z2 0)) ^ " " ^ show (p q));
    say (case (maybe 3, maybe 0) of (SOME (f, n), NONE) => show (f n) | _ => "wrong");
    say (show (raises 4) handle Carries (f, n) => show (f n))
  end
