(* PACK_WORD and PACK_REAL: numbers as bytes of vectors and arrays. Indices count numbers, not bytes. *)

signature PACK_WORD =
sig
  val bytesPerElem : int
  val isBigEndian : bool
  val subVec : Word8Vector.vector * int -> LargeWord.word
  val subVecX : Word8Vector.vector * int -> LargeWord.word
  val subArr : Word8Array.array * int -> LargeWord.word
  val subArrX : Word8Array.array * int -> LargeWord.word
  val update : Word8Array.array * int * LargeWord.word -> unit
end

signature PACK_REAL =
sig
  type real
  val bytesPerElem : int
  val isBigEndian : bool
  val toBytes : real -> Word8Vector.vector
  val fromBytes : Word8Vector.vector -> real
  val subVec : Word8Vector.vector * int -> real
  val subArr : Word8Array.array * int -> real
  val update : Word8Array.array * int * real -> unit
end

functor MakePackWord (val bytesPerElem : int  val isBigEndian : bool) : PACK_WORD =
struct
  val bytesPerElem = bytesPerElem and isBigEndian = isBigEndian
  fun check (length, i) = if i < 0 orelse i >= length div bytesPerElem then raise Subscript else ()
  (* Where the byte is that counts 256 ^ j. *)
  fun place (i, j) = i * bytesPerElem + (if isBigEndian then bytesPerElem - 1 - j else j)
  fun get sub (bytes, i) =
    let
      fun go (j, w) =
        if j < 0 then w
        else go (j - 1, LargeWord.orb (LargeWord.<< (w, 0w8), Word8.toLarge (sub (bytes, place (i, j)))))
    in
      go (bytesPerElem - 1, 0w0)
    end
  val unused = Word.fromInt (LargeWord.wordSize - 8 * bytesPerElem)
  fun signed w = LargeWord.~>> (LargeWord.<< (w, unused), unused)
  fun subVec (v, i) = (check (Word8Vector.length v, i); get Word8Vector.sub (v, i))
  fun subArr (a, i) = (check (Word8Array.length a, i); get Word8Array.sub (a, i))
  fun subVecX p = signed (subVec p)
  fun subArrX p = signed (subArr p)
  fun update (a, i, w) =
    let
      fun go (j, w) =
        if j = bytesPerElem then ()
        else (Word8Array.update (a, place (i, j), Word8.fromLarge w); go (j + 1, LargeWord.>> (w, 0w8)))
    in
      check (Word8Array.length a, i);
      go (0, w)
    end
end

functor MakePackReal
  (structure Words : PACK_WORD
   type real
   val toBits : real -> LargeWord.word
   val fromBits : LargeWord.word -> real) :> PACK_REAL where type real = real =
struct
  type real = real
  val bytesPerElem = Words.bytesPerElem and isBigEndian = Words.isBigEndian
  fun subVec p = fromBits (Words.subVec p)
  fun subArr p = fromBits (Words.subArr p)
  fun update (a, i, x) = Words.update (a, i, toBits x)
  fun toBytes x =
    let val a = Word8Array.array (bytesPerElem, 0w0)
    in update (a, 0, x); Word8Array.vector a
    end
  fun fromBytes v = subVec (v, 0)
end

structure PackWord8Big = MakePackWord (val bytesPerElem = 1  val isBigEndian = true)
structure PackWord8Little = MakePackWord (val bytesPerElem = 1  val isBigEndian = false)
structure PackWord16Big = MakePackWord (val bytesPerElem = 2  val isBigEndian = true)
structure PackWord16Little = MakePackWord (val bytesPerElem = 2  val isBigEndian = false)
structure PackWord32Big = MakePackWord (val bytesPerElem = 4  val isBigEndian = true)
structure PackWord32Little = MakePackWord (val bytesPerElem = 4  val isBigEndian = false)
structure PackWord64Big = MakePackWord (val bytesPerElem = 8  val isBigEndian = true)
structure PackWord64Little = MakePackWord (val bytesPerElem = 8  val isBigEndian = false)

functor MakePackReal64 (Words : PACK_WORD) =
  MakePackReal
    (structure Words = Words
     type real = real
     val toBits = _prim "real64_to_word64_bits" : real -> Word64.word
     val fromBits = _prim "real64_from_word64_bits" : Word64.word -> real)
functor MakePackReal32 (Words : PACK_WORD) =
  MakePackReal
    (structure Words = Words
     type real = Real32.real
     val toBits = _prim "real32_to_word64_bits" : Real32.real -> Word64.word
     val fromBits = _prim "real32_from_word64_bits" : Word64.word -> Real32.real)
structure PackReal64Big = MakePackReal64 (PackWord64Big) and PackReal64Little = MakePackReal64 (PackWord64Little)
structure PackReal32Big = MakePackReal32 (PackWord32Big) and PackReal32Little = MakePackReal32 (PackWord32Little)
structure PackRealBig = PackReal64Big and PackRealLittle = PackReal64Little
