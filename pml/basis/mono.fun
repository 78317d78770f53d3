(* Vectors, arrays and slices of one element type. They are the general ones at that type, which the compiler stores
   flat; CharVector, whose vectors are strings, has primitives of its own. *)

functor MakeMono
  (type elem
   type vector
   val vectorLength : vector -> int
   val unsafeVectorSub : vector * int -> elem
   val freeze : elem array -> vector) :>
sig
  structure Vector : MONO_VECTOR where type elem = elem where type vector = vector
  structure VectorSlice : MONO_VECTOR_SLICE where type elem = elem where type vector = vector
  structure Array : MONO_ARRAY where type elem = elem where type vector = vector
  structure ArraySlice : MONO_ARRAY_SLICE where type elem = elem where type vector = vector
  sharing type ArraySlice.array = Array.array
  sharing type ArraySlice.vector_slice = VectorSlice.slice
end =
struct
  structure VectorSlice =
  struct
    type elem = elem and vector = vector
    type slice = vector * int * int
    val unsafeSub = unsafeVectorSub and unsafeLength = vectorLength

  (* Each operation on a whole sequence is the one on the slice that is all of it. *)
  fun foldli f b (s, i, n) =
    let fun go (j, b) = if j = n then b else go (j + 1, f (j, unsafeSub (s, i + j), b))
    in go (0, b)
    end
  fun foldri f b (s, i, n) =
    let fun go (j, b) = if j < 0 then b else go (j - 1, f (j, unsafeSub (s, i + j), b))
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
          let val x = unsafeSub (s, i + j)
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
          case f (unsafeSub (s, i + j), unsafeSub (t, k + j)) of
            EQUAL => go (j + 1)
          | unequal => unequal
    in
      go 0
    end
  fun length (_, _, n) = n
  fun isEmpty (_, _, n) = n = 0
  fun base s = s
  fun sub ((s, i, n), j) = if j < 0 orelse j >= n then raise Subscript else unsafeSub (s, i + j)
  fun getItem (_, _, 0) = NONE
    | getItem (s, i, n) = SOME (unsafeSub (s, i), (s, i + 1, n - 1))
  fun subslice ((s, i, n), j, length) =
    let val m = case length of NONE => n - j | SOME m => m
    in
      if j < 0 orelse m < 0 orelse j > n orelse m > n - j then raise Subscript else (s, i + j, m)
    end
  fun full s = (s, 0, unsafeLength s)
  fun slice (s, i, length) = subslice (full s, i, length)
    fun mapi f (s, i, n) = freeze (ArrayPrimitives.tabulate (n, fn j => f (j, unsafeSub (s, i + j))))
    fun map f s = mapi (fn (_, x) => f x) s
    fun vector s = map (fn x => x) s
    fun concat slices =
      let
        val n = List.foldl (fn (s, n) => length s + n) 0 slices
        val a = ArrayPrimitives.allocChecked n
        fun go (_, []) = freeze a
          | go (k, s :: r) =
              (appi (fn (j, x) => ArrayPrimitives.unsafeUpdate (a, k + j, x)) s; go (k + length s, r))
      in
        go (0, slices)
      end
  end
  structure Vector =
  struct
    structure S = VectorSlice
    type elem = elem and vector = vector
    val maxLen = ArrayPrimitives.maxLen
    fun fromList l = freeze (ArrayPrimitives.fromList l)
    fun tabulate p = freeze (ArrayPrimitives.tabulate p)
    val length = vectorLength
    fun sub (v, i) = S.sub (S.full v, i)
    fun mapi f v = S.mapi f (S.full v)
    fun map f v = S.map f (S.full v)
    fun update (v, i, x) =
      if i < 0 orelse i >= length v then raise Subscript else mapi (fn (j, y) => if i = j then x else y) v
    fun concat l = S.concat (List.map S.full l)
  fun foldli f b s = S.foldli f b (S.full s)
  fun foldri f b s = S.foldri f b (S.full s)
  fun foldl f b s = S.foldl f b (S.full s)
  fun foldr f b s = S.foldr f b (S.full s)
  fun appi f s = S.appi f (S.full s)
  fun app f s = S.app f (S.full s)
  fun findi p s = S.findi p (S.full s)
  fun find p s = S.find p (S.full s)
  fun exists p s = S.exists p (S.full s)
  fun all p s = S.all p (S.full s)
  fun collate f (s, t) = S.collate f (S.full s, S.full t)
  end
  structure ArraySlice =
  struct
    open ArraySliceOperations
    type elem = elem and vector = vector and vector_slice = VectorSlice.slice
    type slice = elem array * int * int
    type array = elem array
    fun vector (s, i, n) = freeze (ArrayPrimitives.tabulate (n, fn j => unsafeSub (s, i + j)))
    fun copyVec {src, dst, di} =
      if di < 0 orelse di > unsafeLength dst orelse VectorSlice.length src > unsafeLength dst - di then raise Subscript
      else VectorSlice.appi (fn (j, x) => unsafeUpdate (dst, di + j, x)) src
  end
  structure Array =
  struct
    type frozen = vector
    open Array
    type elem = elem and vector = frozen
    type array = elem array
    fun vector a = ArraySlice.vector (ArraySlice.full a)
    fun copyVec {src, dst, di} = ArraySlice.copyVec {src = VectorSlice.full src, dst = dst, di = di}
  end
end
