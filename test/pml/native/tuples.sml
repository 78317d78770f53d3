(* Functions return tuples in parts: numbers, objects, units and tuples in tuples, more parts than are returned in registers,
   so many that they are returned as one object, through calls of unknown functions, handlers, pars and recursion. *)
fun say text = print (text ^ "\n")
val show = Int.toString

fun divide (a, b) = (a div b, a mod b)
fun turn f (a, b) = let val (x, y) = f (a, b) in (y, x) end
fun mixed n = (n, Real.fromInt n / 2.0, "s" ^ show n, [n], (), (n, n + 1), n > 3, #"c")
fun nine n = (n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, "nine")
fun same pair = pair
fun twice (f : int * int -> int * int) pair = f (f pair)
fun minimum [] = raise Empty
  | minimum [x] = (x, 1)
  | minimum (x :: rest) =
      let val (least, count) = minimum rest
      in if x < least then (x, 1) else if x = least then (least, count + 1) else (least, count)
      end
fun loop (0, pair) = pair
  | loop (n, (a, b)) = loop (n - 1, (b, a + b))
(* A collection may move what the first part is while the second one is made. *)
fun strings 0 = ("", "")
  | strings n = let val (a, b) = strings (n - 1) in (a ^ show (n mod 10), show (n mod 10) ^ b) end
fun both n = ForkJoin.par (fn () => divide (n, 7), fn () => (show n, n < 50))
fun fails n = if n > 2 then raise Fail ("at " ^ show n) else (n, n)
datatype shape = Pair of int * int | Nothing
fun shape n = if n > 0 then Pair (divide (n, 3)) else Nothing
(* Of what has bytes between its fields and of a constant the same words are compared. *)
datatype packed = Packed of int * bool | Wide of real * int
fun pack n = if n > 0 then Packed (n, n > 1) else Wide (Real.fromInt n, n)
val isPacked = List.all (fn n => MLton.hash (pack n) = MLton.hash (if n = 1 then Packed (1, false) else Packed (2, true))) [1, 2]

val () =
  let
    val (q, r) = turn divide (17, 5)
    val (a, b, c, d, (), (e, f), g, h) = mixed 4
    val (n1, _, _, _, _, _, _, n8, n9) = nine 10
    val functions = [divide, fn (a, b) => (a + b, a - b), same]
    val applied = List.map (fn f => twice f (20, 6)) [fn (a, b) => (b, a), fn (a, b) => (a + 1, b + 2), same]
    val (least, count) = minimum [5, 3, 9, 3, 3, 8]
    val (left, right) = strings 300
    val ((x, y), (z, isSmall)) = both 45
    val fib = loop (50, (0, 1))
  in
    say (show q ^ " " ^ show r);
    say (String.concatWith " " [show a, Real.toString b, c, show (hd d), show e, show f, Bool.toString g, str h]);
    say (show n1 ^ " " ^ show n8 ^ " " ^ n9);
    List.app (fn f => let val (a, b) = f (20, 6) in say (show a ^ " " ^ show b) end) functions;
    List.app (fn (a, b) => say (show a ^ " " ^ show b)) applied;
    say (show least ^ " " ^ show count);
    say (show (size left) ^ " " ^ String.substring (left, 290, 10) ^ " " ^ String.substring (right, 0, 10));
    say (String.concatWith " " [show x, show y, z, Bool.toString isSmall]);
    say (show (#1 fib) ^ " " ^ show (#2 fib));
    say ((show (#1 (fails 3))) handle Fail text => text);
    say (case (shape 10, shape 0) of (Pair (a, b), Nothing) => show a ^ " " ^ show b | _ => "wrong");
    say (Bool.toString isPacked)
  end
