(* IntInf: where small numbers end, in the operands and in the results. Each result is found by parts as well. *)
fun say s = print ("> " ^ s ^ "\n")
val s = IntInf.toString
fun check name (a, b, x, y) =
  if x = y andalso not (x < y) andalso x <= y andalso s x = s y then ()
  else say (name ^ " " ^ s a ^ " " ^ s b ^ ": " ^ s x ^ " is not " ^ s y)
val powers = List.map (fn n => IntInf.pow (2, n)) [0, 1, 30, 31, 32, 60, 61, 62, 63, 64, 65, 124, 125, 126]
val numbers : IntInf.int list =
  List.concat (List.map (fn p => [p - 2, p - 1, p, p + 1, ~p - 2, ~p - 1, ~p, ~p + 1]) powers) @ [0, 3037000500, ~3037000499]
(* 2^200 makes every number a large one; what is added is taken away. *)
val far = IntInf.pow (2, 200)
fun each (a : IntInf.int, b) =
  let fun holds name (x, y) = check name (a, b, x, y)
  in
    holds "+" (a + b, (a + far) + (b - far));
    holds "-" (a - b, (a + far) - (b + far));
    holds "*" (a * b, (a + far) * b - far * b);
    holds "~" (~ a, far - (a + far));
    holds "abs" (abs a, if a < 0 then 0 - a else a);
    holds "xorb" (IntInf.xorb (a, b), IntInf.orb (a, b) - IntInf.andb (a, b));
    holds "andb" (IntInf.andb (a, b), (a + b) - IntInf.orb (a, b));
    holds "notb" (IntInf.notb a, ~1 - a);
    holds "andb mod" (IntInf.andb (a, b) mod far, IntInf.andb (a mod far, b mod far));
    holds "orb mod" (IntInf.orb (a, b) mod far, IntInf.orb (a mod far, b mod far));
    holds "xorb mod" (IntInf.xorb (a, b) mod far, IntInf.xorb (a mod far, b mod far));
    holds "<<" (IntInf.<< (a, 0w3), 8 * a);
    holds "~>>" (IntInf.~>> (a, 0w3), a div 8);
    if b = 0 then ()
    else
      (holds "div" (a div b, (a + far * b) div b - far);
       holds "mod" (a mod b, (a + far * b) mod b);
       holds "quot" (IntInf.quot (a, b) * b + IntInf.rem (a, b), a);
       holds "rem" (abs (IntInf.rem (a, b)), abs a mod abs b));
    if (a < b) = (b - a > 0) andalso (a <= b) = (b - a >= 0) andalso (a > b) = (b < a) andalso (a >= b) = (b <= a)
       andalso (a = b) = (IntInf.compare (a, b) = EQUAL) then ()
    else say ("order of " ^ s a ^ " " ^ s b)
  end
val () = List.app (fn a => List.app (fn b => each (a, b)) numbers) numbers
fun size (n : IntInf.int) = if n = 0 then "nothing" else if n = 4611686018427387903 then "the last small one"
             else if n = 4611686018427387904 then "the first large one" else "other"
fun bySize 0 = "zero" | bySize 4611686018427387903 = "last" | bySize 4611686018427387904 = "first"
  | bySize ~4611686018427387904 = "least" | bySize ~4611686018427387905 = "below" | bySize (_ : IntInf.int) = "other"
val () = List.app (fn n => say (size n ^ ", " ^ bySize n)) (List.filter (fn n => bySize n <> "other") numbers)
(* In data structures that are compared as a whole, and through 64 bits. *)
val () = say (Bool.toString ((numbers, SOME (List.map s numbers)) = (List.map (fn n => n + far - far) numbers, SOME (List.map s numbers))))
fun through n = s (Int64.toLarge (Int64.fromLarge n)) handle Overflow => "Overflow"
fun low n = Word64.toString (Word64.fromLargeInt n) ^ " " ^ s (Word64.toLargeInt (Word64.fromLargeInt n)) ^ " " ^
            s (Word64.toLargeIntX (Word64.fromLargeInt n)) ^ " " ^ s (Word8.toLargeIntX (Word8.fromLargeInt n))
val () = List.app (fn n => say (s n ^ ": " ^ through n ^ " " ^ low n)) numbers
val () = say (s (1 div 0) handle Div => "Div")
val () = say (s (IntInf.pow (2, 70) mod 0) handle Div => "Div")
