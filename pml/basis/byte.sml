(* BYTE and TEXT. Strings and vectors of Word8 have different representations, so that Byte's functions copy. *)

signature BYTE =
sig
  val byteToChar : Word8.word -> char
  val charToByte : char -> Word8.word
  val bytesToString : Word8Vector.vector -> string
  val stringToBytes : string -> Word8Vector.vector
  val unpackStringVec : Word8VectorSlice.slice -> string
  val unpackString : Word8ArraySlice.slice -> string
  val packString : Word8Array.array * int * Substring.substring -> unit
end

structure Byte : BYTE =
struct
  fun byteToChar b = Char.chr (Word8.toInt b)
  fun charToByte c = Word8.fromInt (Char.ord c)
  fun bytesToString v = CharVector.tabulate (Word8Vector.length v, fn i => byteToChar (Word8Vector.sub (v, i)))
  fun stringToBytes s = Word8Vector.tabulate (String.size s, fn i => charToByte (String.sub (s, i)))
  fun unpackStringVec s =
    CharVector.tabulate (Word8VectorSlice.length s, fn i => byteToChar (Word8VectorSlice.sub (s, i)))
  fun unpackString s =
    CharVector.tabulate (Word8ArraySlice.length s, fn i => byteToChar (Word8ArraySlice.sub (s, i)))
  fun packString (a, i, s) =
    if i < 0 orelse i > Word8Array.length a orelse Substring.size s > Word8Array.length a - i then raise Subscript
    else
      let
        val n = Substring.size s
        fun go j = if j = n then () else (Word8Array.update (a, i + j, charToByte (Substring.sub (s, j))); go (j + 1))
      in
        go 0
      end
end

signature TEXT =
sig
  structure Char : CHAR where type char = char where type string = string
  structure String : STRING where type string = string where type char = char
  structure Substring : SUBSTRING where type char = char where type string = string
  structure CharVector : MONO_VECTOR where type elem = char where type vector = string
  structure CharArray : MONO_ARRAY where type elem = char where type vector = string
  structure CharVectorSlice : MONO_VECTOR_SLICE where type elem = char where type vector = string
  structure CharArraySlice : MONO_ARRAY_SLICE where type elem = char where type vector = string
  sharing type CharArray.array = CharArraySlice.array
  sharing type CharVectorSlice.slice = CharArraySlice.vector_slice = Substring.substring
end

structure Text : TEXT =
struct
  structure Char = Char and String = String and Substring = Substring
  structure CharVector = CharVector and CharVectorSlice = CharVectorSlice
  structure CharArray = CharArray and CharArraySlice = CharArraySlice
end
