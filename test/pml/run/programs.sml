(* larger: an interpreter for a small language, hash table, priority queue functor, string building, par *)
structure Lambda = struct
  datatype term = Var of int | Lam of term | App of term * term | Lit of int | Plus of term * term | If0 of term * term * term
  datatype value = Int of int | Closure of value list * term
  exception Stuck of string
  fun eval env (Var n) = List.nth (env, n)
    | eval env (Lam t) = Closure (env, t)
    | eval env (App (f, a)) = (case eval env f of Closure (env', body) => eval (eval env a :: env') body | Int _ => raise Stuck "app")
    | eval _ (Lit n) = Int n
    | eval env (Plus (a, b)) = (case (eval env a, eval env b) of (Int m, Int n) => Int (m + n) | _ => raise Stuck "plus")
    | eval env (If0 (c, t, e)) = (case eval env c of Int 0 => eval env t | Int _ => eval env e | _ => raise Stuck "if")
  (* Y combinator: sum to n *)
  val y = Lam (App (Lam (App (Var 1, Lam (App (App (Var 1, Var 1), Var 0)))), Lam (App (Var 1, Lam (App (App (Var 1, Var 1), Var 0))))))
  val sum = App (y, Lam (Lam (If0 (Var 0, Lit 0, Plus (Var 0, App (Var 1, Plus (Var 0, Lit ~1)))))))
  fun run n = case eval [] (App (sum, Lit n)) of Int r => r | _ => raise Stuck "result"
end
val _ = print ("> " ^ Int.toString (Lambda.run 100) ^ "\n")
functor Heap (type t val less : t * t -> bool) = struct
  datatype heap = E | T of int * t * heap * heap
  fun rank E = 0 | rank (T (r, _, _, _)) = r
  fun make (x, a, b) = if rank a >= rank b then T (rank b + 1, x, a, b) else T (rank a + 1, x, b, a)
  fun merge (h, E) = h | merge (E, h) = h
    | merge (h1 as T (_, x, a1, b1), h2 as T (_, y, a2, b2)) = if less (x, y) then make (x, a1, merge (b1, h2)) else make (y, a2, merge (h1, b2))
  fun insert (x, h) = merge (T (1, x, E, E), h)
  fun pop E = NONE | pop (T (_, x, a, b)) = SOME (x, merge (a, b))
  fun sort l = let val h = List.foldl insert E l
    fun go (h, acc) = case pop h of NONE => rev acc | SOME (x, h') => go (h', x :: acc) in go (h, []) end
end
structure IntHeap = Heap (type t = int val less = op <)
structure StrHeap = Heap (type t = string * int val less = fn ((a : string, _), (b, _)) => a < b)
val _ = print ("> " ^ String.concatWith " " (List.map Int.toString (IntHeap.sort [5, 2, 8, 1, 9, 3])) ^ "\n")
val _ = print ("> " ^ String.concatWith " " (List.map #1 (StrHeap.sort [("pear", 1), ("apple", 2), ("fig", 3)])) ^ "\n")
structure Table = struct
  fun hash s = CharVector.foldl (fn (c, h) => (h * 31 + ord c) mod 1000003) 7 s
  fun new n = Array.array (n, [] : (string * int) list)
  fun update (t, k, f, d) = let val i = hash k mod Array.length t
    fun go [] = [(k, f d)] | go ((k', v) :: r) = if k = k' then (k, f v) :: r else (k', v) :: go r
    in Array.update (t, i, go (Array.sub (t, i))) end
  fun toList t = Array.foldr (fn (l, acc) => l @ acc) [] t
end
val t = Table.new 17
val _ = List.app (fn w => Table.update (t, w, fn n => n + 1, 0)) (String.tokens (not o Char.isAlpha) "the cat and the dog and the bird")
val _ = print ("> " ^ String.concatWith " " (List.map (fn (k, v) => k ^ Int.toString v) (StrHeap.sort (Table.toList t))) ^ "\n")
fun parFib n = if n < 2 then n else let val (a, b) = (parFib (n - 1), parFib (n - 2)) in a + b end
val _ = print ("> " ^ Int.toString (parFib 20) ^ "\n")
fun mandel (cr, ci) = let fun go (zr, zi, n) = if n = 50 orelse zr * zr + zi * zi > 4.0 then n else go (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci, n + 1) in go (0.0, 0.0, 0) end
val rows = List.tabulate (12, fn y => String.implode (List.tabulate (40, fn x => let val n = mandel (real x / 14.0 - 2.0, real y / 6.0 - 1.0) in if n = 50 then #"*" else if n > 8 then #"+" else if n > 4 then #"." else #" " end)))
val _ = List.app (fn r => print ("> " ^ r ^ "\n")) rows
datatype json = Null | Bool of bool | Num of int | Str of string | Arr of json list | Obj of (string * json) list
exception Parse of int
fun parse s = let
  fun peek i = if i < size s then String.sub (s, i) else #"\000"
  fun skip i = if Char.isSpace (peek i) then skip (i + 1) else i
  fun value i = case peek i of
      #"{" => members (skip (i + 1), [])
    | #"[" => elements (skip (i + 1), [])
    | #"\"" => let val (t, j) = text (i + 1, []) in (Str t, j) end
    | #"t" => (Bool true, i + 4) | #"f" => (Bool false, i + 5) | #"n" => (Null, i + 4)
    | c => if Char.isDigit c then number (i, 0) else raise Parse i
  and number (i, n) = if Char.isDigit (peek i) then number (i + 1, n * 10 + ord (peek i) - 48) else (Num n, i)
  and text (i, acc) = case peek i of #"\"" => (String.implode (rev acc), i + 1) | #"\000" => raise Parse i | c => text (i + 1, c :: acc)
  and elements (i, acc) = if peek i = #"]" then (Arr (rev acc), i + 1) else
      let val (v, j) = value i val j = skip j in if peek j = #"," then elements (skip (j + 1), v :: acc) else if peek j = #"]" then (Arr (rev (v :: acc)), j + 1) else raise Parse j end
  and members (i, acc) = if peek i = #"}" then (Obj (rev acc), i + 1) else
      let val (k, j) = text (i + 1, []) val (v, j) = value (skip (skip j + 1)) val j = skip j
      in if peek j = #"," then members (skip (j + 1), (k, v) :: acc) else (Obj (rev ((k, v) :: acc)), j + 1) end
  in #1 (value (skip 0)) end
fun show Null = "null" | show (Bool b) = Bool.toString b | show (Num n) = Int.toString n | show (Str s) = "'" ^ s ^ "'"
  | show (Arr l) = "[" ^ String.concatWith "," (List.map show l) ^ "]" | show (Obj l) = "{" ^ String.concatWith "," (List.map (fn (k, v) => k ^ ":" ^ show v) l) ^ "}"
val _ = print ("> " ^ show (parse "{\"a\": [1, 22, {\"b\": null}], \"c\" : true, \"d\": \"text\"}") ^ "\n")
val _ = print ("> " ^ ((show (parse "[1, ?]")) handle Parse i => "error at " ^ Int.toString i) ^ "\n")
