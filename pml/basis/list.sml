(* List and ListPair. Functions whose result is a list as long as their argument build it in order on the stack: a
   frame of compiled code is small, and stacks are as deep as the program recurses. *)

signature LIST =
sig
  datatype list = datatype list
  exception Empty
  val null : 'a list -> bool
  val length : 'a list -> int
  val @ : 'a list * 'a list -> 'a list
  val hd : 'a list -> 'a
  val tl : 'a list -> 'a list
  val last : 'a list -> 'a
  val getItem : 'a list -> ('a * 'a list) option
  val nth : 'a list * int -> 'a
  val take : 'a list * int -> 'a list
  val drop : 'a list * int -> 'a list
  val rev : 'a list -> 'a list
  val concat : 'a list list -> 'a list
  val revAppend : 'a list * 'a list -> 'a list
  val app : ('a -> unit) -> 'a list -> unit
  val map : ('a -> 'b) -> 'a list -> 'b list
  val mapPartial : ('a -> 'b option) -> 'a list -> 'b list
  val find : ('a -> bool) -> 'a list -> 'a option
  val filter : ('a -> bool) -> 'a list -> 'a list
  val partition : ('a -> bool) -> 'a list -> 'a list * 'a list
  val foldl : ('a * 'b -> 'b) -> 'b -> 'a list -> 'b
  val foldr : ('a * 'b -> 'b) -> 'b -> 'a list -> 'b
  val exists : ('a -> bool) -> 'a list -> bool
  val all : ('a -> bool) -> 'a list -> bool
  val tabulate : int * (int -> 'a) -> 'a list
  val collate : ('a * 'a -> order) -> 'a list * 'a list -> order
end

structure List : LIST =
struct
  datatype list = datatype list
  exception Empty
  fun null [] = true
    | null _ = false
  fun length l =
    let
      fun count ([], n) = n
        | count (_ :: r, n) = count (r, n + 1)
    in
      count (l, 0)
    end
  fun [] @ b = b
    | (x :: a) @ b = x :: (a @ b)
  fun hd [] = raise Empty
    | hd (x :: _) = x
  fun tl [] = raise Empty
    | tl (_ :: r) = r
  fun last [] = raise Empty
    | last [x] = x
    | last (_ :: r) = last r
  fun getItem [] = NONE
    | getItem (x :: r) = SOME (x, r)
  fun nth (l, n) =
    let
      fun go ([], _) = raise Subscript
        | go (x :: r, i) = if i = 0 then x else go (r, i - 1)
    in
      if n < 0 then raise Subscript else go (l, n)
    end
  fun take (l, n) =
    let
      fun go (_, 0) = []
        | go ([], _) = raise Subscript
        | go (x :: r, i) = x :: go (r, i - 1)
    in
      if n < 0 then raise Subscript else go (l, n)
    end
  fun drop (l, n) =
    let
      fun go (l, 0) = l
        | go ([], _) = raise Subscript
        | go (_ :: r, i) = go (r, i - 1)
    in
      if n < 0 then raise Subscript else go (l, n)
    end
  fun revAppend ([], b) = b
    | revAppend (x :: a, b) = revAppend (a, x :: b)
  fun rev l = revAppend (l, [])
  fun concat [] = []
    | concat (l :: r) = l @ concat r
  fun app f [] = ()
    | app f (x :: r) = (f x; app f r)
  fun map f [] = []
    | map f (x :: r) =
        let val y = f x
        in y :: map f r
        end
  fun mapPartial f [] = []
    | mapPartial f (x :: r) =
        case f x of
          NONE => mapPartial f r
        | SOME y => y :: mapPartial f r
  fun find p [] = NONE
    | find p (x :: r) = if p x then SOME x else find p r
  fun filter p [] = []
    | filter p (x :: r) = if p x then x :: filter p r else filter p r
  fun partition p l =
    let
      fun go ([], yes, no) = (rev yes, rev no)
        | go (x :: r, yes, no) = if p x then go (r, x :: yes, no) else go (r, yes, x :: no)
    in
      go (l, [], [])
    end
  fun foldl f b [] = b
    | foldl f b (x :: r) = foldl f (f (x, b)) r
  fun foldr f b [] = b
    | foldr f b (x :: r) = f (x, foldr f b r)
  fun exists p [] = false
    | exists p (x :: r) = p x orelse exists p r
  fun all p [] = true
    | all p (x :: r) = p x andalso all p r
  fun tabulate (n, f) =
    let
      fun go i = if i = n then [] else let val x = f i in x :: go (i + 1) end
    in
      if n < 0 then raise Size else go 0
    end
  fun collate _ ([], []) = EQUAL
    | collate _ ([], _) = LESS
    | collate _ (_, []) = GREATER
    | collate compare (x :: a, y :: b) =
        case compare (x, y) of
          EQUAL => collate compare (a, b)
        | unequal => unequal
end

signature LIST_PAIR =
sig
  exception UnequalLengths
  val zip : 'a list * 'b list -> ('a * 'b) list
  val zipEq : 'a list * 'b list -> ('a * 'b) list
  val unzip : ('a * 'b) list -> 'a list * 'b list
  val app : ('a * 'b -> unit) -> 'a list * 'b list -> unit
  val appEq : ('a * 'b -> unit) -> 'a list * 'b list -> unit
  val map : ('a * 'b -> 'c) -> 'a list * 'b list -> 'c list
  val mapEq : ('a * 'b -> 'c) -> 'a list * 'b list -> 'c list
  val foldl : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  val foldr : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  val foldlEq : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  val foldrEq : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
  val all : ('a * 'b -> bool) -> 'a list * 'b list -> bool
  val exists : ('a * 'b -> bool) -> 'a list * 'b list -> bool
  val allEq : ('a * 'b -> bool) -> 'a list * 'b list -> bool
end

structure ListPair : LIST_PAIR =
struct
  exception UnequalLengths
  fun mapEq f ([], []) = []
    | mapEq f (x :: a, y :: b) =
        let val z = f (x, y)
        in z :: mapEq f (a, b)
        end
    | mapEq _ _ = raise UnequalLengths
  fun map f (x :: a, y :: b) =
        let val z = f (x, y)
        in z :: map f (a, b)
        end
    | map _ _ = []
  fun zip l = map (fn p => p) l
  fun zipEq l = mapEq (fn p => p) l
  fun unzip l = List.foldr (fn ((x, y), (a, b)) => (x :: a, y :: b)) ([], []) l
  fun app f (x :: a, y :: b) = (f (x, y); app f (a, b))
    | app _ _ = ()
  fun appEq f ([], []) = ()
    | appEq f (x :: a, y :: b) = (f (x, y); appEq f (a, b))
    | appEq _ _ = raise UnequalLengths
  fun foldl f s (x :: a, y :: b) = foldl f (f (x, y, s)) (a, b)
    | foldl _ s _ = s
  fun foldlEq f s ([], []) = s
    | foldlEq f s (x :: a, y :: b) = foldlEq f (f (x, y, s)) (a, b)
    | foldlEq _ _ _ = raise UnequalLengths
  fun foldr f s (x :: a, y :: b) = f (x, y, foldr f s (a, b))
    | foldr _ s _ = s
  fun foldrEq f s ([], []) = s
    | foldrEq f s (x :: a, y :: b) = f (x, y, foldrEq f s (a, b))
    | foldrEq _ _ _ = raise UnequalLengths
  fun exists p (x :: a, y :: b) = p (x, y) orelse exists p (a, b)
    | exists _ _ = false
  fun all p (x :: a, y :: b) = p (x, y) andalso all p (a, b)
    | all _ _ = true
  fun allEq p ([], []) = true
    | allEq p (x :: a, y :: b) = p (x, y) andalso allEq p (a, b)
    | allEq _ _ = false
end
