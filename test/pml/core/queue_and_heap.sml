(* Small whole programs: a queue of two lists, a leftist heap by a functor. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
structure Queue :> sig type 'a queue val empty : 'a queue val push : 'a * 'a queue -> 'a queue val pop : 'a queue -> ('a * 'a queue) option end =
struct
  type 'a queue = 'a list * 'a list
  val empty = ([], [])
  fun push (x, (f, b)) = (f, x :: b)
  fun pop ([], []) = NONE | pop ([], b) = pop (rev b, []) | pop (x :: f, b) = SOME (x, (f, b))
end
fun drain q = case Queue.pop q of NONE => [] | SOME (x, q) => x :: drain q
val _ = say (concat (drain (foldl Queue.push Queue.empty ["a", "b", "c"])))
functor Heap (O : sig type t val less : t * t -> bool end) =
struct
  datatype heap = E | T of int * O.t * heap * heap
  fun rank E = 0 | rank (T (r, _, _, _)) = r
  fun make (x, a, b) = if rank a >= rank b then T (rank b + 1, x, a, b) else T (rank a + 1, x, b, a)
  fun merge (h, E) = h | merge (E, h) = h
    | merge (h as T (_, x, a, b), k as T (_, y, c, d)) = if O.less (x, y) then make (x, a, merge (b, k)) else make (y, c, merge (h, d))
  fun insert (x, h) = merge (T (1, x, E, E), h)
  fun list E = [] | list (T (_, x, a, b)) = x :: list (merge (a, b))
end
structure H = Heap (struct type t = int val less = op < end)
structure G = Heap (struct type t = string fun less (a, b : string) = a > b end)
val _ = say (String.concatWith " " (map Int.toString (H.list (foldl H.insert H.E [5, 1, 4, 1, 9, 2]))))
val _ = say (String.concatWith " " (G.list (foldl G.insert G.E ["x", "a", "m"])))
