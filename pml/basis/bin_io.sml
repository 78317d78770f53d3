(* BIN_IO: the same streams, of bytes. *)

signature IMPERATIVE_IO =
sig
  structure StreamIO : STREAM_IO
  type elem = StreamIO.elem
  type vector = StreamIO.vector
  type instream
  type outstream
  val input : instream -> vector
  val input1 : instream -> elem option
  val inputN : instream * int -> vector
  val inputAll : instream -> vector
  val lookahead : instream -> elem option
  val closeIn : instream -> unit
  val endOfStream : instream -> bool
  val canInput : instream * int -> int option
  val output : outstream * vector -> unit
  val output1 : outstream * elem -> unit
  val flushOut : outstream -> unit
  val closeOut : outstream -> unit
  val mkInstream : StreamIO.instream -> instream
  val getInstream : instream -> StreamIO.instream
  val setInstream : instream * StreamIO.instream -> unit
  val mkOutstream : StreamIO.outstream -> outstream
  val getOutstream : outstream -> StreamIO.outstream
  val setOutstream : outstream * StreamIO.outstream -> unit
  val getPosOut : outstream -> StreamIO.out_pos
  val setPosOut : outstream * StreamIO.out_pos -> unit
end

signature BIN_IO =
sig
  include IMPERATIVE_IO
    where type StreamIO.elem = Word8.word where type StreamIO.vector = Word8Vector.vector
    where type StreamIO.reader = BinPrimIO.reader where type StreamIO.writer = BinPrimIO.writer
    where type StreamIO.pos = BinPrimIO.pos
  val openIn : string -> instream
  val openOut : string -> outstream
  val openAppend : string -> outstream
end

structure BinIO :> BIN_IO =
  MakeStreamIO
    (type elem = Word8.word
     type vector = Word8Vector.vector
     val toVector = Byte.stringToBytes
     val fromVector = Byte.bytesToString
     val toElem = Byte.charToByte
     val fromElem = Byte.byteToChar
     structure Prim = BinPrimIO
     fun slice (v, i) = Word8VectorSlice.slice (v, i, NONE)
     fun textOf s = Byte.bytesToString (Word8VectorSlice.vector s))
