(* What vectors and arrays have in common, of any type of elements or of one: where that is fixed, neither the sequence
   nor its element depends on 'a. Each operation on a whole sequence is the one on the slice that is all of it. *)

functor SequenceOperations
  (type 'a sequence
   type 'a element
   val unsafeSub : 'a sequence * int -> 'a element
   val unsafeLength : 'a sequence -> int) =
struct
  structure Slice =
  struct
    (* Where a slice begins, and a place in it: no more than the sequence is long. *)
    val at = _prim "int_index" : int * int -> int
    (* The sequence, where the slice begins, and how long it is. *)
    type 'a slice = 'a sequence * int * int
    fun foldli f b (s, i, n) =
      let fun go (j, b) = if j = n then b else go (j + 1, f (j, unsafeSub (s, at (i, j)), b))
      in go (0, b)
      end
    fun foldri f b (s, i, n) =
      let fun go (j, b) = if j < 0 then b else go (j - 1, f (j, unsafeSub (s, at (i, j)), b))
      in go (n - 1, b)
      end
    fun foldl f b s = foldli (fn (_, x, b) => f (x, b)) b s
    fun foldr f b s = foldri (fn (_, x, b) => f (x, b)) b s
    fun appi f s = foldli (fn (j, x, ()) => f (j, x)) () s
    fun app f s = foldli (fn (_, x, ()) => f x) () s
    fun findi p (s, i, n) =
      let
        fun go j =
          if j = n then NONE
          else
            let val x = unsafeSub (s, at (i, j))
            in if p (j, x) then SOME (j, x) else go (j + 1)
            end
      in
        go 0
      end
    fun find p s = Option.map #2 (findi (fn (_, x) => p x) s)
    fun exists p s = Option.isSome (find p s)
    fun all p s = Bool.not (exists (fn x => Bool.not (p x)) s)
    fun collate f ((s, i, n), (t, k, m)) =
      let
        fun go j =
          if j = n then if j = m then EQUAL else LESS
          else if j = m then GREATER
          else
            case f (unsafeSub (s, at (i, j)), unsafeSub (t, at (k, j))) of
              EQUAL => go (j + 1)
            | unequal => unequal
      in
        go 0
      end
    fun length (_, _, n) = n
    fun isEmpty (_, _, n) = n = 0
    fun base s = s
    fun sub ((s, i, n), j) = if j < 0 orelse j >= n then raise Subscript else unsafeSub (s, at (i, j))
    fun getItem (_, _, 0) = NONE
      | getItem (s, i, n) = SOME (unsafeSub (s, i), (s, i + 1, n - 1))
    fun subslice ((s, i, n), j, length) =
      let val m = case length of NONE => n - j | SOME m => m
      in
        if j < 0 orelse m < 0 orelse j > n orelse m > n - j then raise Subscript else (s, i + j, m)
      end
    fun full s = (s, 0, unsafeLength s)
    fun slice (s, i, length) = subslice (full s, i, length)
  end
  fun foldli f b s = Slice.foldli f b (Slice.full s)
  fun foldri f b s = Slice.foldri f b (Slice.full s)
  fun foldl f b s = Slice.foldl f b (Slice.full s)
  fun foldr f b s = Slice.foldr f b (Slice.full s)
  fun appi f s = Slice.appi f (Slice.full s)
  fun app f s = Slice.app f (Slice.full s)
  fun findi p s = Slice.findi p (Slice.full s)
  fun find p s = Slice.find p (Slice.full s)
  fun exists p s = Slice.exists p (Slice.full s)
  fun all p s = Slice.all p (Slice.full s)
  fun collate f (s, t) = Slice.collate f (Slice.full s, Slice.full t)
end
