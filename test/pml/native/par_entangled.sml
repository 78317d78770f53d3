(* Tasks that run at the same time write into what the others read. Whatever somebody finds is whole, and stays so while
   he holds it, though it is overwritten meanwhile and its maker collects its heap. A first argument that is a number says
   how many times as long it takes. *)
val scale =
  case CommandLine.arguments () of
    first :: _ => (case Int.fromString first of SOME n => n | NONE => 1)
  | [] => 1
val leaves = 40 * scale

val faults = ref 0
fun check ok = if ok then () else ignore (Concurrency.fetchAndAdd faults 1)
fun tree f (lo, hi) =
  if hi - lo = 1 then f lo
  else
    let val middle = lo + (hi - lo) div 2
    in ignore (ForkJoin.par (fn () => tree f (lo, middle), fn () => tree f (middle, hi)))
    end
fun upto (0, list) = list
  | upto (n, list) = upto (n - 1, n :: list)
fun sum list = List.foldl op+ 0 list
(* What a heap is collected for. *)
fun garbage n = check (sum (upto (n mod 50, [])) = (n mod 50) * (n mod 50 + 1) div 2)

(* Records in an array's cells. *)
type whole = {size : int, items : int list, name : string}
fun make size : whole = {size = size, items = upto (size, []), name = Int.toString size}
fun isWhole ({size, items, name} : whole) =
  length items = size andalso sum items = size * (size + 1) div 2 andalso name = Int.toString size
val cells = Array.tabulate (16, fn i => make i)
fun exchange i =
  let val held = Array.sub (cells, i mod 16)
  in
    garbage i;
    Array.update (cells, i * 7 mod 16, make (i mod 20));
    garbage (i + 7);
    check (isWhole held);
    check (isWhole (Array.sub (cells, i * 3 mod 16)))
  end
val () = tree exchange (0, leaves)

(* References within what is shared already: what was reached through them stays. *)
datatype node = Node of {value : int ref list, next : node option ref}
fun node n = Node {value = [ref n, ref (n + 1)], next = ref NONE}
val nodes = Array.tabulate (8, node)
fun valuesOf (Node {value = [a, b], ...}) = (!a, !b)
  | valuesOf _ = (0, 0)
fun isNode node = let val (a, b) = valuesOf node in b = a + 1 end
fun chain i =
  let
    val first as Node {next, ...} = Array.sub (nodes, i mod 8)
    val held = !next
    val mine = node i
    val Node {next = own, ...} = mine
  in
    next := SOME mine;
    garbage i;
    own := SOME (node (i + 100));
    (case held of
       SOME (second as Node {next = inner, ...}) =>
         (check (isNode second);
          case !inner of
            SOME third => (garbage (i + 3); check (isNode third))
          | NONE => inner := SOME (node i))
     | NONE => ());
    check (isNode first);
    if i mod 5 = 0 then Array.update (nodes, i mod 8, mine) else ();
    garbage (i + 11)
  end
val () = tree chain (0, leaves)

(* A stack that all push to and pop from. *)
datatype stack = Empty | Cell of int * string * stack
val top = ref Empty
fun push i =
  let
    val old = !top
    val new = Cell (i, Int.toString i, old)
  in if MLton.eq (Concurrency.cas top (old, new), old) then () else push i
  end
fun pop () =
  case !top of
    Empty => 0
  | old as Cell (i, name, rest) =>
      if MLton.eq (Concurrency.cas top (old, rest), old) then (check (name = Int.toString i); i) else pop ()
val popped = ref 0
fun pushAndPop i =
  (push i; garbage i; push (i + 1); garbage (i + 1); ignore (Concurrency.fetchAndAdd popped (pop ())))
val () = tree pushAndPop (0, leaves)
fun rest (Empty, total) = total
  | rest (Cell (i, _, below), total) = rest (below, total + i)
val () = check (rest (!top, !popped) = leaves * leaves)

(* Exceptions cross joins with what they carry; the other branch goes on or is dropped. *)
exception Found of int * int list * whole
fun search i =
  let
    val earlier = make (i mod 10)
    fun go (0, collected) = raise Found (i, collected, Array.sub (cells, i mod 16))
      | go (n, collected) =
          let
            val (a, b) =
              ForkJoin.par (fn () => if n = 1 then go (0, n :: collected) else (garbage n; n :: collected),
                            fn () => (garbage (n + 1); Array.update (cells, n mod 16, make n); upto (n, [])))
          in go (n - 1, if length b = n then a else [])
          end
  in
    (ignore (go (6, [])); check false)
    handle Found (from, collected, held) =>
      (garbage i; check (from = i andalso collected = [1, 2, 3, 4, 5, 6] andalso isWhole held andalso isWhole earlier))
  end
val () = tree search (0, leaves div 4)

(* Large arrays that others read and write. *)
val zero = SOME 0
fun makeLarge i = Array.tabulate (4200, fn j => if j mod 100 = i mod 100 then SOME (i + j) else zero)
val large = Array.tabulate (4, makeLarge)
fun exchangeLarge i =
  let
    val array = Array.sub (large, i mod 4)
    val held = Array.sub (array, i * 31 mod 4200)
  in
    if i mod 8 = 0 then Array.update (large, i div 8 mod 4, makeLarge i) else ();
    Array.update (array, i * 17 mod 4200, SOME (i + 1));
    garbage i;
    check (isSome held andalso valOf held >= 0);
    check (Array.foldl (fn (SOME n, ok) => ok andalso n >= 0 | (NONE, _) => false) true (Array.sub (large, (i + 1) mod 4)))
  end
val () = tree exchangeLarge (0, leaves div 2)

(* Functions, and what only they can reach. *)
val functions = Array.array (4, fn (n : int) => n)
fun compose i =
  let
    val held = Array.sub (functions, i mod 4)
    val list = upto (i mod 9, [])
  in
    Array.update (functions, (i + 1) mod 4, fn n => if length list = i mod 9 then n else ~1);
    garbage i;
    check (held i = i)
  end
val () = tree compose (0, leaves)

(* Trees that tasks return, with parts that they share. *)
datatype 'a tree = Leaf of 'a | Branch of 'a tree * whole ref * 'a tree
val shared = ref (make 3)
fun grow 0 = (shared := make 4; Leaf (make 5))
  | grow depth =
      let
        val mark = ref (!shared)
        val (left, right) = ForkJoin.par (fn () => grow (depth - 1), fn () => (mark := make depth; grow (depth - 1)))
      in Branch (left, mark, right)
      end
fun count (Leaf item) = if isWhole item then 1 else 0
  | count (Branch (left, mark, right)) = if isWhole (!mark) then count left + count right else 0
val () = check (count (grow 5) = 32)

val _ = print (Int.toString (!faults) ^ " faults\n")
